"""Small files that are either wholly old or wholly new: written aside, flushed, renamed. Never in place."""

import os
import sys


def read(path: str, limit: int) -> "bytes | None":
    """Content of a file of at most `limit` bytes; None when it is absent, unreadable or longer."""
    try:
        f = open(path, "rb")
    except OSError:
        return None
    try:
        data = f.read(limit + 1)
    except OSError:
        return None
    finally:
        f.close()
    return data if len(data) <= limit else None


def write(path: str, data: bytes) -> None:
    """Replace the file. Raises OSError; the old content then still stands."""
    f = open(path + ".new", "wb")
    try:
        if f.write(data) != len(data):
            raise OSError(28)  # ENOSPC
        f.flush()
    finally:
        f.close()
    os.rename(path + ".new", path)


def keep(path: str, data: bytes) -> bool:
    """Replace a file that only saves time later. False: the flash refuses, and the time is not saved."""
    try:
        write(path, data)
    except OSError:
        return False
    return True


def number(path: str) -> int:
    """A file that holds one decimal number 0 .. 2^30-1; -1 when there is none."""
    text = read(path, 10)
    value = int(text) if text and text.isdigit() else -1
    return value if value < 1 << 30 else -1


def drop(name: str) -> None:
    """Forget a module of this package that was loaded for once, so that its code can be collected."""
    full = "tavolo.services." + name
    if full in sys.modules:
        del sys.modules[full]
        delattr(sys.modules["tavolo.services"], name)
