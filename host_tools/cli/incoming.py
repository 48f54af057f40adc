"""An archive laid into the data directory, where the order that reads it finds it by name: it is too large for a request."""

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DATABASE_HEAD = b"SQLite format 3\0"  # how such a file begins


@contextmanager
def laid_in(data: Path, file: Path) -> Iterator[str]:
    """A copy of `file` in the folder `incoming` of `data`, for its owner's eyes, and gone afterwards. The copy's name.

    Raises OSError, and ValueError for what is no file, or too large.
    """
    from host_tools.archive.form import LIMIT_BYTES
    from host_tools.server.orders.out import INCOMING

    if file.exists() and not file.is_file():  # a device file tells no size, and has no end
        raise ValueError(f"{file}: no file: name one that `tavolo event archive` wrote")
    size = file.stat().st_size
    if size > LIMIT_BYTES:
        raise ValueError(f"{file}: {size} bytes; {LIMIT_BYTES} at most")
    with file.open("rb") as start:
        if start.read(len(DATABASE_HEAD)) == DATABASE_HEAD:
            raise ValueError(f"{file}: a whole database, no archive: `tavolo restore` puts it in the place of the one in {data}")
    folder = data / INCOMING
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    copy = folder / f"{secrets.token_hex(8)}.json"
    try:
        copy.touch(mode=0o600)
        shutil.copyfile(file, copy)
        yield copy.name
    finally:
        copy.unlink(missing_ok=True)
