"""A NOR flash in a file, for LittleFS: 4 KiB blocks, programmed only where erased. Not in the image: a board's is in ROM.

Plain file writes without a buffer, so a killed process has lost nothing that was programmed. TAVOLO_CUT=n in the
environment cuts the power at the n-th block operation (from 1), TAVOLO_CUT_HOW says what becomes of that operation:
dropped (default), torn (its first half is done), weak (some of its bits have not changed), done (but nobody was told).
"""

import os

BLOCK = 4096
_EIO = 5


def _cut() -> None:
    """The power is gone, now: a signal that nothing can catch, as this port has no kill of its own."""
    os.system("kill -9 $PPID")
    raise SystemExit(9)


class FlashFile:
    """Block device of MicroPython's extended protocol over a file whose size is a multiple of 4096.

    `operations` counts erases and programs since it was opened.
    """

    def __init__(self, path: str) -> None:
        self._file = open(path, "r+b")
        self._file.seek(0, 2)
        self._blocks = self._file.tell() // BLOCK
        self._old = bytearray(BLOCK)
        self._blank = b"\xff" * BLOCK
        self._cut_at = int(os.getenv("TAVOLO_CUT") or 0)
        self._cut_how = os.getenv("TAVOLO_CUT_HOW") or "dropped"
        self.operations = 0

    def close(self) -> None:
        """After unmounting only."""
        self._file.close()

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        """Read len(buf) bytes."""
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buf)

    def writeblocks(self, block: int, buf: bytes, offset: int = 0) -> None:
        """Program bytes. Raises OSError(EIO) where the flash is not erased: a real one would keep the AND of both."""
        old = memoryview(self._old)[: len(buf)]
        self.readblocks(block, old, offset)  # type: ignore[arg-type]
        if old != memoryview(self._blank)[: len(buf)]:
            raise OSError(_EIO, "block %d is programmed without an erase" % block)
        self._operate(block * BLOCK + offset, buf)

    def ioctl(self, op: int, arg: int) -> "int | None":
        """4: number of blocks, 5: their size, 6: erase one; the rest needs nothing."""
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self._operate(arg * BLOCK, self._blank)
        return 0

    def _weak(self, at: int, data: bytes) -> bytes:
        """What is there when a quarter of the bits that should change, or so, have not."""
        old = bytearray(len(data))
        self._file.seek(at)
        self._file.readinto(old)
        masks = b"\x11\x48\x82\x24\x05"  # of five bytes, so that no pattern of the file system's lies on it
        return bytes([new ^ ((new ^ before) & masks[n % 5]) for n, (new, before) in enumerate(zip(data, old))])

    def _operate(self, at: int, data: bytes) -> None:
        self.operations += 1
        last = self.operations == self._cut_at
        if last and self._cut_how == "torn":
            data = memoryview(data)[: len(data) // 2]
        elif last and self._cut_how == "weak":
            data = self._weak(at, data)
        if not last or self._cut_how != "dropped":
            self._file.seek(at)
            self._file.write(data)
        if last:
            _cut()
