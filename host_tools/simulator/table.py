"""One simulated table: a process that runs the device's image on MicroPython, and the hardware around it."""

import functools
import signal
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from host_tools.simulator.process import HEAP_BYTES, Process, Spawn, spawn
from host_tools.simulator.pump import Pump
from host_tools.simulator.serial_line import SerialLine
from host_tools.simulator.ssd1306 import Ssd1306, png

KEYS = {"UP": 0, "DOWN": 1, "OK": 2, "BACK": 3, "NS": 4, "EW": 5}
_MOST_OUTPUT = 200
_MOST_KEPT = 256
_HEAD = 3


class SimTable:
    """A table. `flash` is its flash image file, which outlives the process as a board's flash does.

    `serial`: what is plugged into its USB socket; what it prints then goes there and not to `output`. `starter`: how its
    process is started, when not by itself. `stamped`: `log` keeps each bus write since the start with the time at which the
    device made it, in us of time.monotonic_ns.
    `panel` decodes the bus; `tones` holds (time.monotonic() s, Hz); `led`; `output` the last lines that the firmware
    printed; `feedings` of the watchdog; `resets` asked for by the firmware; `faults` what the hardware did not
    understand. All may be read from any thread.
    """

    def __init__(
        self,
        name: str,
        flash: Path,
        romfs: Path | None = None,
        heap_bytes: int = HEAP_BYTES,
        sh1106: bool = False,
        pump: Pump | None = None,
        serial: SerialLine | None = None,
        starter: Spawn | None = None,
        stamped: bool = False,
    ) -> None:
        self.name = name
        self.flash = flash
        self.romfs = romfs
        self.heap_bytes = heap_bytes
        self.sh1106 = sh1106
        self.serial = serial
        self.panel = Ssd1306(sh1106=sh1106)
        self.tones: deque[tuple[float, int]] = deque(maxlen=400)
        self.output: deque[str] = deque(maxlen=_MOST_OUTPUT)
        self.led = False
        self.faults: list[str] = []
        self.feedings = 0
        self.resets = 0
        self.auto_restart = True
        self.changes = 0  # rises with each change on the panel
        self._mask = 0
        self._kept = b""
        self._pump = pump or Pump.shared()
        self._spawn = starter or spawn
        self._stamped = stamped
        self._stamp_us = 0
        self.log: list[tuple[int, bytes]] = []
        self._power = threading.RLock()
        self._changed = threading.Condition()
        self._socket: socket.socket | None = None
        self._process: Process | None = None

    # -- power ----------------------------------------------------------------------------------------------------

    def start(self, cut_at: int = 0, cut_how: str = "dropped") -> None:
        """Power on. `cut_at`: power goes at that block operation of the flash (`cut_how`: dropped, torn, weak, done).

        Raises FlashError where MicroPython is not installed.
        """
        with self._power:
            self._off()
            self._kept = b""
            self._on({"TAVOLO_CUT": str(cut_at), "TAVOLO_CUT_HOW": cut_how} if cut_at else {})

    def _on(self, extra: dict[str, str]) -> None:
        self.panel = Ssd1306(sh1106=self.sh1106)
        self.log = []
        if self._stamped:
            extra = {**extra, "TAVOLO_STAMPS": "1"}
        start = spawn if self.serial else self._spawn  # a fork has no serial line
        self._process, self._socket = start(
            self.flash, self.romfs, self.heap_bytes, extra, self.serial.chip if self.serial else None
        )
        self._send(b"K", bytes((self._mask,)))
        self._pump.add(self._socket, functools.partial(self._on_wire, self._process, self._socket, bytearray()))
        if self._process.stdout:
            self._pump.add(self._process.stdout, functools.partial(self._on_output, self._process, bytearray()))

    def kill(self) -> None:
        """Power off in the middle of whatever it does (SIGKILL); the flash keeps what was programmed."""
        with self._power:
            self._off()

    def _off(self) -> None:
        process, sock = self._process, self._socket
        self._process = self._socket = None
        if process is None or sock is None:
            return
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        self._pump.drop(sock)
        if process.stdout:
            self._pump.drop(process.stdout)

    def restart(self) -> None:
        """Power off and on again."""
        self.start()

    @property
    def alive(self) -> bool:
        """The process runs."""
        process = self._process
        return process is not None and process.poll() is None

    def began(self) -> bool:
        """Something was drawn since power came, or it has ended."""
        return self.panel.data_writes > 0 or not self.alive

    @property
    def pid(self) -> int:
        """Number of its process; 0 while it is off."""
        process = self._process
        return process.pid if process is not None else 0

    # -- hands ----------------------------------------------------------------------------------------------------

    def _send(self, kind: bytes, payload: bytes) -> None:
        sock = self._socket
        if sock is not None:
            try:
                sock.sendall(kind + struct.pack("<H", len(payload)) + payload)
            except OSError:
                self.output.append("(the process is gone)")

    def set_keys(self, mask: int) -> None:
        """Levels of the six pins, as they are from now on. The device sees each level, however late it looks."""
        self._mask = mask
        self._send(b"K", bytes((mask,)))

    def key(self, name: str, down: bool) -> None:
        """Press or let go one key: UP DOWN OK BACK NS EW."""
        bit = 1 << KEYS[name]
        self.set_keys(self._mask | bit if down else self._mask & ~bit)

    def press(self, name: str, hold_ms: int = 40, rest_ms: int = 40) -> None:
        """Press a key for `hold_ms`, let go, and wait `rest_ms`. Both may be 0: the device sees the press all the same."""
        self.key(name, True)
        time.sleep(hold_ms / 1000)
        self.key(name, False)
        time.sleep(rest_ms / 1000)

    def set_battery(self, millivolts: int) -> None:
        """What the battery sense reads."""
        self._send(b"B", struct.pack("<H", millivolts))

    def set_network(self, up: bool) -> None:
        """Whether the radio has a network; without one all its sockets die."""
        self._send(b"N", bytes((up,)))

    # -- what comes from the device: the pump's thread ------------------------------------------------------------

    def _on_wire(self, process: Process, sock: socket.socket, buffer: bytearray) -> None:
        try:
            data = sock.recv(65536)
        except OSError:
            data = b""
        if not data:
            self._pump.drop(sock)
            return
        buffer += data
        reset = False
        with self._changed:
            while len(buffer) >= _HEAD and len(buffer) >= _HEAD + (buffer[1] | buffer[2] << 8):
                end = _HEAD + (buffer[1] | buffer[2] << 8)
                reset |= self._take(buffer[0], bytes(buffer[_HEAD:end]))
                del buffer[:end]
            self._changed.notify_all()
        if reset and self.auto_restart:
            threading.Thread(target=self._reset, args=(process,), daemon=True).start()

    def _reset(self, process: Process) -> None:
        """What the chip does after its reset: start again, with what was kept in the RTC's memory."""
        with self._power:
            if process is self._process:
                self.resets += 1
                self._off()
                self._on({"TAVOLO_KEPT": self._kept.hex()})

    def _take(self, kind: int, payload: bytes) -> bool:
        """One frame; True asks for a reset."""
        if kind == ord("I"):
            self._bus(payload)
        elif kind == ord("S") and len(payload) == 8:
            self._stamp_us = int.from_bytes(payload, "little")
        elif kind == ord("T") and len(payload) == 2:
            self.tones.append((time.monotonic(), payload[0] | payload[1] << 8))
        elif kind == ord("L") and len(payload) == 1:
            self.led = payload != b"\0"
        elif kind == ord("W"):
            self.feedings += 1
        elif kind == ord("M") and len(payload) <= _MOST_KEPT:
            self._kept = payload
        elif kind == ord("X"):
            return True
        else:
            self.faults.append(f"frame {kind:#x} of {len(payload)} bytes")
        return False

    def _bus(self, payload: bytes) -> None:
        if self._stamped:
            self.log.append((self._stamp_us, payload))
        before = self.panel.data_writes
        try:
            self.panel.write(payload[0], payload[1:])
        except ValueError as error:
            self.faults.append(f"panel: {error}")
        self.changes += self.panel.data_writes - before

    def _on_output(self, process: Process, buffer: bytearray) -> None:
        assert process.stdout is not None
        data = process.stdout.read1()  # type: ignore[attr-defined]
        buffer += data
        *lines, rest = bytes(buffer).split(b"\n")
        buffer[:] = rest
        if not data:
            self._pump.drop(process.stdout)
            lines += [rest] if rest else []
        self.output.extend(line.decode("utf-8", "replace").rstrip() for line in lines)

    # -- eyes -----------------------------------------------------------------------------------------------------

    @property
    def frame(self) -> bytes:
        """The picture now, 1,024 bytes: 8 pages of 128 columns, bit 0 at the top."""
        with self._changed:
            return self.panel.frame

    def png(self, scale: int = 4) -> bytes:
        """The picture now, as a PNG file."""
        return png(self.frame, scale)

    def text(self) -> list[str]:
        """The lines of text on the panel, read by their glyphs."""
        from host_tools.simulator.reader import read_lines

        return read_lines(self.frame)

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

    def wait_text(self, words: str, timeout_s: float = 10) -> bool:
        """Wait until a line on the panel holds `words`."""
        return self.wait_until(lambda: any(words in line for line in self.text()), timeout_s)

    def troubles(self) -> list[str]:
        """Everything that should not have happened: tracebacks, bus faults."""
        lines = [line for line in list(self.output) if "Error" in line or "Traceback" in line or "Exception" in line]
        return self.faults + lines
