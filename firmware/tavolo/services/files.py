"""Small files that are either wholly old or wholly new: written aside, flushed, renamed. Never in place."""

import os


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


def put(path: str, mode: str, data: bytes) -> None:
    """Write ("wb") or append ("ab") all of `data` and flush it. Raises OSError."""
    f = open(path, mode)
    try:
        if f.write(data) != len(data):
            raise OSError(28)  # ENOSPC
        f.flush()
    finally:
        f.close()


def write(path: str, data: bytes) -> None:
    """Replace the file. Raises OSError; the old content then still stands."""
    put(path + ".new", "wb", data)
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
