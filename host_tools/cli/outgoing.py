"""A file that a command writes for people: whole or not at all, and never over what the event lives by."""

import os
import secrets
import shutil
from pathlib import Path

from host_tools.cli import console
from host_tools.cli.incoming import DATABASE_HEAD
from host_tools.server.left_over import FOLDER as INCOMING

_LISTS = (".html", ".csv", ".xlsx", ".json")
_OURS = ("keys.json", "listening.json")


def check_place(path: Path, force: bool, data: Path, as_json: bool) -> None:
    """Refuse (code 2) a file that is there already and may not be written over. With `force` it may, unless it is a database,
    here or a copy elsewhere, or a file of the data directory `data` itself. Ask before the work is done, too."""
    try:
        there, vital = path.exists(), _vital(path, data)
    except OSError as fault:
        raise console.unusable(f"{path} cannot be used: {fault.strerror}", "name another file", as_json) from fault
    if vital:
        text = f"{path} is a database, or a file of the data directory: nothing is ever written over it"
        raise console.unusable(text, "name another file", as_json)
    if there and not force:
        raise console.unusable(f"{path} is there already", "name another file, or say --force", as_json)


def _vital(path: Path, data: Path) -> bool:
    place, folder = path.resolve(), data.resolve()
    if place.parent in (folder / "devices", folder / INCOMING):
        return True
    if place.parent == folder and (place.suffix.lower() not in _LISTS or place.name.lower() in _OURS):
        return place.exists() or place.name.lower().startswith(("tavolo.sqlite", "keys.", "server.", "desk."))
    if not place.is_file():
        return False
    with place.open("rb") as file:
        return file.read(len(DATABASE_HEAD)) == DATABASE_HEAD


def write_out(path: Path, content: bytes, force: bool, data: Path, as_json: bool) -> None:
    """Write `content`: aside, then renamed, so that a full disk takes nothing of the file that was there. Ends the command with
    code 2 where that is refused (`check_place`) or cannot be."""
    check_place(path, force, data, as_json)
    try:
        if path.exists() and not path.is_file():  # a device, a pipe: nothing is kept there
            path.write_bytes(content)
        else:
            _renamed(path.resolve(), content)
    except OSError as fault:
        raise console.unusable(f"{path} cannot be written: {fault.strerror}", "name another file", as_json) from fault


def _renamed(path: Path, content: bytes) -> None:
    aside = path.with_name(f".{secrets.token_hex(8)}.new")
    try:
        with aside.open("xb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        if path.exists():
            shutil.copymode(path, aside)
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)
