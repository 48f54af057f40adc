"""What stands in for a board's ROM: mounts the flash image, then runs the image's main.py. Not in the image, like
hardware.py, which is the simulated chip.

Arguments: flash image file, "flash" or a ROMFS image file. Everything is mounted as on an ESP32: LittleFS at "/".
"""

import gc
import os
import sys

import hardware  # noqa: F401  # loaded while the PC's files are in reach: on a chip it is built in
import vfs
from blockdev import FlashFile


def boot() -> None:
    """Mount and run, as a board does after reset."""
    flash = FlashFile(sys.argv[1])
    rom = None
    if sys.argv[2] != "flash":
        file = open(sys.argv[2], "rb")
        rom = vfs.VfsRom(file.read())
        file.close()
    vfs.umount("/")
    try:
        vfs.mount(vfs.VfsLfs2(flash), "/")
    except OSError as e:
        if not rom:
            raise  # the program was in there
        print("flash does not mount:", e)  # and is left as it is: the program says so on its panel
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]
    if rom:
        vfs.mount(rom, "/rom")
        sys.path[:] = ["/rom", ".frozen", "/lib"]
    main = open("/rom/main.py" if rom else "main.py")
    source = main.read()
    main.close()
    gc.collect()
    exec(compile(source, "main.py", "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    boot()
