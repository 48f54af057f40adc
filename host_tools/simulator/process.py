"""Starts the process of a simulated table: MicroPython with the board's ROM part, and the hardware at descriptor 3."""

import os
import socket
import subprocess
from pathlib import Path

from host_tools.image.flash import interpreter

BOOT = Path(__file__).parents[2] / "boards/unix/boot.py"
HEAP_BYTES = 200 * 1024  # on 64 bits objects are twice as large: a strict gate for a board that leaves 110-160 KB


def spawn(
    flash: Path,
    romfs: Path | None = None,
    heap_bytes: int = HEAP_BYTES,
    extra: dict[str, str] | None = None,
    serial: int | None = None,
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """The process and our end of its wire. `extra`: environment variables of boards/unix (TAVOLO_CUT, TAVOLO_KEPT).

    With a ROMFS image the heap is larger by its size: on a board it is in flash, here it must be in RAM.
    `serial`: descriptor of a terminal that is its serial line, where MicroPython's prompt follows the program, as on a board.
    Raises FlashError where MicroPython is not installed, OSError.
    """
    command = interpreter()
    if romfs:
        heap_bytes += romfs.stat().st_size + 1024
    ours, theirs = socket.socketpair()
    with theirs:
        fd = theirs.fileno()
        if fd != 3:
            command[-1] = f"import os; os.dup2({fd}, 3); os.close({fd}); " + command[-1]
        options = ["-X", f"heapsize={heap_bytes}"] + (["-i"] if serial is not None else [])
        process = subprocess.Popen(
            [*command, *options, str(BOOT), str(flash), str(romfs or "flash")],
            stdin=subprocess.DEVNULL if serial is None else serial,
            stdout=subprocess.PIPE if serial is None else serial,
            stderr=subprocess.STDOUT,
            pass_fds=[fd],
            env={"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent", **(extra or {})},
        )
    return process, ours
