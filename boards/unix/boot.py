"""What stands in for a board's ROM: mounts the flash image, then runs the image's main.py. The only source not in it.

Arguments: flash image file, "flash" or a ROMFS image file. The device below is a NOR flash in a file: 4 KiB blocks,
programmed only where erased. Plain file writes, so a killed process has lost nothing that was programmed.
"""

import os
import sys
import vfs

BLOCK = 4096


class FlashFile:
    """Block device of MicroPython's extended protocol over a file whose size is a multiple of 4096."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "r+b")
        self._file.seek(0, 2)
        self._blocks = self._file.tell() // BLOCK
        self._old = bytearray(BLOCK)
        self._blank = b"\xff" * BLOCK
        self.operations = 0

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        """Read len(buf) bytes."""
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buf)

    def writeblocks(self, block: int, buf: bytes, offset: int = 0) -> None:
        """Program bytes. Raises OSError(EIO) where the flash is not erased: a real one would keep the AND of both."""
        self.operations += 1
        old = memoryview(self._old)[: len(buf)]
        self.readblocks(block, old, offset)
        if old != memoryview(self._blank)[: len(buf)]:
            raise OSError(5)
        self._file.seek(block * BLOCK + offset)
        self._file.write(buf)

    def ioctl(self, op: int, arg: int) -> "int | None":
        """4: number of blocks, 5: their size, 6: erase one; the rest needs nothing."""
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self.operations += 1
            self._file.seek(arg * BLOCK)
            self._file.write(self._blank)
        return 0


def boot() -> None:
    """Mount and run, as a board does after reset."""
    flash = FlashFile(sys.argv[1])
    vfs.mount(vfs.VfsLfs2(flash, progsize=32, readsize=32, lookahead=32), "/flash")
    sys.path[:] = ["/flash"]
    if sys.argv[2] != "flash":
        rom = open(sys.argv[2], "rb")
        vfs.mount(vfs.VfsRom(rom.read()), "/rom")
        rom.close()
        sys.path[:] = ["/rom"]
    os.chdir(sys.path[0])
    main = open(sys.path[0] + "/main.py")
    source = main.read()
    main.close()
    exec(compile(source, "main.py", "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    boot()
