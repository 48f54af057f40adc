"""One process at a time has a data directory and its database: a second would number its records like the first's.

The folder's lock is the operating system's own, on a small file that stays: it ends with the process, however that ends.
"""

import errno
import os
from pathlib import Path

from host_tools.server.database import Database, HeldError

_NAME = "server.lock"
_FAR = 1 << 20  # the byte that Windows locks: the text before it can still be read
_BUSY = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


def _lock(descriptor: int) -> None:
    """Take the lock or raise OSError at once."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Holder:
    """Holds `folder`, and the database where it is elsewhere, from `take` to `release`, or to the end of the process."""

    def __init__(self, folder: Path, database: Database | None = None) -> None:
        self._path = folder / _NAME
        self._database = database
        self._descriptor = -1

    def take(self) -> None:
        """Hold both. Raises HeldError when one is held already, also by this process; StoreError; OSError."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError as fault:
            os.lseek(descriptor, 0, os.SEEK_SET)
            who = os.read(descriptor, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(descriptor)
            if fault.errno not in _BUSY:
                raise
            raise HeldError(f"a server is running on {self._path.parent} (process {who}): stop it first") from fault
        self._descriptor = descriptor
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        if self._database:
            try:
                self._database.hold()
            except BaseException:
                self.release()
                raise

    def release(self) -> None:
        """Let go; nothing happens when it is not held."""
        if self._database:
            self._database.let_go()
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
