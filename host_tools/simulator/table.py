"""One simulated table: a process that runs the device's image on MicroPython, and the hardware around it."""

import os
import signal
import socket
import struct
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from host_tools.image.flash import interpreter
from host_tools.simulator.ssd1306 import Ssd1306

BOOT = Path(__file__).parents[2] / "boards/unix/boot.py"
HEAP = "200K"  # on 64 bits objects are twice as large: a strict gate for a board that leaves 110-160 KB
KEYS = {"UP": 0, "DOWN": 1, "OK": 2, "BACK": 3, "NS": 4, "EW": 5}
_MOST_OUTPUT = 200


class SimTable:
    """A table. `flash` is its flash image file, which outlives the process as a board's flash does.

    `panel` decodes the bus; `tones` holds (seconds since start, Hz); `output` the last lines that the firmware printed.
    """

    def __init__(self, name: str, flash: Path, romfs: Path | None = None, heap: str = HEAP, sh1106: bool = False) -> None:
        self.name = name
        self.flash = flash
        self.romfs = romfs
        self.heap = heap
        self.sh1106 = sh1106
        self.panel = Ssd1306(sh1106=sh1106)
        self.tones: deque[tuple[float, int]] = deque(maxlen=400)
        self.output: deque[str] = deque(maxlen=_MOST_OUTPUT)
        self.led = False
        self.faults: list[str] = []
        self.feedings = 0
        self.resets = 0
        self.auto_restart = True
        self._mask = 0
        self._changed = threading.Condition()
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._threads: list[threading.Thread] = []

    # -- power ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Power on. Raises FlashError where MicroPython is not installed."""
        ours, theirs = socket.socketpair()
        self.panel = Ssd1306(sh1106=self.sh1106)
        fd = theirs.fileno()
        command = interpreter()
        if fd != 3:
            command[2] = f"import os; os.dup2({fd}, 3); os.close({fd}); " + command[2]
        self._process = subprocess.Popen(
            [*command, "-X", f"heapsize={self.heap}", str(BOOT), str(self.flash), str(self.romfs or "flash")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=[fd],
            env={"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent"},
        )
        theirs.close()
        self._socket = ours
        self._send(b"K", bytes((self._mask,)))
        self._threads = [
            threading.Thread(target=self._listen, args=(ours, self._process), daemon=True),
            threading.Thread(target=self._read_output, args=(self._process,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def kill(self) -> None:
        """Power off in the middle of whatever it does (SIGKILL); the flash keeps what was programmed."""
        process = self._process
        if process is None:
            return
        self._process = None
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        if self._socket:
            self._socket.close()
            self._socket = None
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(2)

    def restart(self) -> None:
        """Power off and on again."""
        self.kill()
        self.start()

    @property
    def alive(self) -> bool:
        """The process runs."""
        return self._process is not None and self._process.poll() is None

    # -- hardware -------------------------------------------------------------------------------------------------

    def _send(self, kind: bytes, payload: bytes) -> None:
        sock = self._socket
        if sock is not None:
            try:
                sock.sendall(kind + struct.pack("<H", len(payload)) + payload)
            except OSError:
                self.output.append("(the process is gone)")

    def set_keys(self, mask: int) -> None:
        """Levels of the six pins, as they are from now on."""
        self._mask = mask
        self._send(b"K", bytes((mask,)))

    def key(self, name: str, down: bool) -> None:
        """Press or let go one key: UP DOWN OK BACK NS EW."""
        bit = 1 << KEYS[name]
        self.set_keys(self._mask | bit if down else self._mask & ~bit)

    def press(self, name: str, hold_ms: int = 40, rest_ms: int = 40) -> None:
        """Press a key for `hold_ms`, let go, and wait `rest_ms`: a release needs four samples of 5 ms."""
        self.key(name, True)
        time.sleep(hold_ms / 1000)
        self.key(name, False)
        time.sleep(rest_ms / 1000)

    def set_battery(self, millivolts: int) -> None:
        """What the battery sense reads."""
        self._send(b"B", struct.pack("<H", millivolts))

    def set_network(self, up: bool) -> None:
        """Whether the radio has a network."""
        self._send(b"N", bytes((up,)))

    def _listen(self, sock: socket.socket, process: "subprocess.Popen[bytes]") -> None:
        buffer = b""
        reset = False
        while True:
            try:
                data = sock.recv(65536)
            except OSError:
                break
            if not data:
                break
            buffer += data
            at = 0
            with self._changed:
                while len(buffer) - at >= 3:
                    size = struct.unpack_from("<H", buffer, at + 1)[0]
                    if len(buffer) - at < 3 + size:
                        break
                    reset |= self._take(buffer[at : at + 1], buffer[at + 3 : at + 3 + size])
                    at += 3 + size
                self._changed.notify_all()
            buffer = buffer[at:]
        if reset and self.auto_restart and process is self._process:
            process.wait()
            self.resets += 1
            self.start()

    def _take(self, kind: bytes, payload: bytes) -> bool:
        if kind == b"I":
            try:
                self.panel.write(payload[0], payload[1:])
            except ValueError as error:
                self.faults.append(f"panel: {error}")
        elif kind == b"T":
            self.tones.append((time.monotonic(), struct.unpack("<H", payload)[0]))
        elif kind == b"L":
            self.led = payload != b"\0"
        elif kind == b"W":
            self.feedings += 1
        elif kind == b"X":
            return True
        else:
            self.faults.append(f"unknown frame {kind!r}")
        return False

    def _read_output(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.output.append(line.decode("utf-8", "replace").rstrip())

    # -- looking --------------------------------------------------------------------------------------------------

    @property
    def frame(self) -> bytes:
        """The picture now, 1,024 bytes."""
        with self._changed:
            return self.panel.frame

    def wait_until(self, wanted: Callable[[], bool], timeout_s: float = 10) -> bool:
        """Wait for the hardware to show something. False when the time is over."""
        end = time.monotonic() + timeout_s
        while not wanted():
            left = end - time.monotonic()
            if left <= 0:
                return False
            with self._changed:
                self._changed.wait(min(left, 0.05))
        return True

    def troubles(self) -> list[str]:
        """Everything that should not have happened: tracebacks, bus faults."""
        lines = [line for line in self.output if "Error" in line or "Traceback" in line or "Exception" in line]
        return self.faults + lines
