"""Starts the process of a simulated table: MicroPython with the board's ROM part, and the hardware at descriptor 3."""

import os
import socket
import subprocess
from pathlib import Path
from typing import IO, Protocol

from host_tools.image.flash import interpreter

BOOT = Path(__file__).parents[2] / "boards/unix/boot.py"
HEAP_BYTES = 200 * 1024  # on 64 bits objects are twice as large: a strict gate for a board that leaves 110-160 KB


class Process(Protocol):
    """What a simulated table needs of its process: a `subprocess.Popen[bytes]`, or a fork (forker.py)."""

    @property
    def pid(self) -> int: ...

    @property
    def stdout(self) -> IO[bytes] | None: ...

    def poll(self) -> int | None: ...

    def wait(self) -> int: ...

    def send_signal(self, number: int, /) -> None: ...


class Spawn(Protocol):
    """How a process is started: `spawn` below, or that of a Forker."""

    def __call__(
        self, flash: Path, romfs: Path | None, heap_bytes: int, extra: dict[str, str] | None, serial: int | None
    ) -> tuple[Process, socket.socket]: ...


def arguments(flash: Path, romfs: Path | None, heap_bytes: int) -> list[str]:
    """MicroPython's arguments for a table. With a ROMFS image the heap is larger by its size: on a board it is in flash, here
    it must be in RAM."""
    if romfs:
        heap_bytes += romfs.stat().st_size + 1024
    return ["-X", f"heapsize={heap_bytes}", str(BOOT), str(flash), str(romfs or "flash")]


def spawn(
    flash: Path,
    romfs: Path | None = None,
    heap_bytes: int = HEAP_BYTES,
    extra: dict[str, str] | None = None,
    serial: int | None = None,
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """The process and our end of its wire. `extra`: environment variables of boards/unix (TAVOLO_CUT, TAVOLO_KEPT).

    `serial`: descriptor of a terminal that is its serial line, where MicroPython's prompt follows the program, as on a board.
    Raises FlashError where MicroPython is not installed, OSError.
    """
    command = interpreter()
    ours, theirs = socket.socketpair()
    with theirs:
        fd = theirs.fileno()
        if fd != 3:
            command[-1] = f"import os; os.dup2({fd}, 3); os.close({fd}); " + command[-1]
        options = [] if serial is None else ["-i"]
        process = subprocess.Popen(
            [*command, *options, *arguments(flash, romfs, heap_bytes)],
            stdin=subprocess.DEVNULL if serial is None else serial,
            stdout=subprocess.PIPE if serial is None else serial,
            stderr=subprocess.STDOUT,
            pass_fds=[fd],
            env={"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent", **(extra or {})},
        )
    return process, ours
