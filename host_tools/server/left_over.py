"""What a killed command or server left in the folder `incoming`: whole archives, perhaps with names that were erased."""

from pathlib import Path

FOLDER = "incoming"  # folder of the data directory for archives on their way in
_OLD_S = 3600.0  # what is younger may be on its way: nothing takes so long


def clear(folder: Path, now_s: float) -> list[str]:
    """Take away old files in `incoming` of the data directory `folder`; `now_s`: Unix seconds. Names of those that cannot be."""
    stay = []
    for path in sorted((folder / FOLDER).glob("*.json")):
        try:
            if now_s - path.lstat().st_mtime > _OLD_S:
                path.unlink()
        except OSError:
            stay.append(path.name)
    return stay
