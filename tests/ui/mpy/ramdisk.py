"""A small flash in RAM for scripts that need files: `ramdisk.mount("/flash")`."""

import vfs

_BLOCKS = 8
_BLOCK = 4096


class _Device:
    def __init__(self):
        self.data = bytearray(_BLOCKS * _BLOCK)

    def readblocks(self, block, buf, offset=0):
        at = block * _BLOCK + offset
        buf[:] = self.data[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * _BLOCK + offset
        self.data[at : at + len(buf)] = buf

    def ioctl(self, op, arg):
        return _BLOCKS if op == 4 else _BLOCK if op == 5 else 0


_mounted = []


def mount(path):
    """An empty flash at `path`; one that was there goes. Returns the path."""
    if path in _mounted:
        vfs.umount(path)
        _mounted.remove(path)
    device = _Device()
    vfs.VfsLfs2.mkfs(device)
    vfs.mount(vfs.VfsLfs2(device), path)
    _mounted.append(path)
    return path
