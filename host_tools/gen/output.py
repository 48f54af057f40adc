"""What every generator does with its files: write them, or say which differ from what is committed."""

import sys
from collections.abc import Mapping
from pathlib import Path


def write_or_compare(files: Mapping[Path, bytes], check: bool, source: str, command: str) -> int:
    """Write `files`, or with `check` compare them. 1 when any differs, after saying which, from what, and what to run."""
    wrong = []
    for path, data in files.items():
        if not check:
            path.write_bytes(data)
        elif not path.exists() or path.read_bytes() != data:
            wrong.append(path.name)
    if wrong:
        print(f"{', '.join(wrong)}: not what {source} give; run python -m {command}", file=sys.stderr)
    return 1 if wrong else 0
