"""A LittleFS 2 flash in RAM with 4 KiB blocks, erase before program enforced, whose power can be cut at any operation.

Instead of running a sequence again for each cut, `watch(image, how)` is given, before each operation, the three
pictures of the flash that a cut at this operation can leave: dropped, torn, done but not reported.
"""

import os

import vfs

BLOCK = 4096


class Flash:
    """`image`: bytearray of the whole flash. `fail_at`: number of the operation that raises OSError once (-1: none)."""

    def __init__(self, image):
        self.image = image
        self.watch = None
        self.ops = 0
        self.fail_at = -1
        self.fail_done = False

    def _operate(self, at, data):
        """Write `data` at byte `at`, with what the test wants to happen just then."""
        self.ops += 1
        whole = self.image
        if self.watch:
            before = bytearray(whole)
            self.watch(before, "dropped")
            torn = bytearray(whole)
            half = len(data) // 2
            torn[at : at + half] = data[:half]
            self.watch(torn, "torn")
            done = bytearray(whole)
            done[at : at + len(data)] = data
            self.watch(done, "done but not reported")
        fail = self.ops == self.fail_at
        if not fail or self.fail_done:
            whole[at : at + len(data)] = data
        if fail:
            raise OSError(5)

    def readblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        buf[:] = memoryview(self.image)[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        for n in range(0, len(buf), 16):
            if self.image[at + n] != 255 and self.fail_at < 0:
                raise AssertionError("programmed without erasing")
        if self.fail_at >= 0:  # after an error LittleFS programs a place again, and a real flash can only clear bits
            buf = bytes([old & new for old, new in zip(self.image[at : at + len(buf)], buf)])
        self._operate(at, bytes(buf))

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.image) // BLOCK
        if op == 5:
            return BLOCK
        if op == 6:
            self._operate(arg * BLOCK, b"\xff" * BLOCK)
        return 0


def fresh(blocks=24):
    """A new, formatted flash."""
    flash = Flash(bytearray(b"\xff" * (blocks * BLOCK)))
    vfs.VfsLfs2.mkfs(flash)
    return flash


def mounted(flash, where):
    """Mount it at `where`, in place of what was there."""
    try:
        vfs.umount(where)
    except OSError:
        pass
    vfs.mount(vfs.VfsLfs2(flash), where)
    os.listdir(where)
