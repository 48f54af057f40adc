"""A simulated table's serial socket: a cable between the chip's stdin and stdout and a port that other programs can open."""

import contextlib
import os
import pty
import select
import threading
import tty

_MOST_SAID = 1 << 20


class SerialLine:
    """`port`: path of the end to open; `chip`: descriptor for the device's stdin and stdout; `said`: what the device said.

    Like a UART it waits for nobody: what no one reads at the port is lost. Linux and macOS only.
    """

    def __init__(self) -> None:
        self._chip_end, self.chip = pty.openpty()
        self._port_end, self._port = pty.openpty()
        for line in (self.chip, self._port):
            tty.setraw(line)
        os.set_blocking(self._port_end, False)
        self.port = os.ttyname(self._port)
        self.said = bytearray()
        self._stop_out, self._stop_in = os.pipe()
        self._thread = threading.Thread(target=self._carry, name="serial line", daemon=True)
        self._thread.start()

    def _carry(self) -> None:
        while True:
            ready, _, _ = select.select([self._chip_end, self._port_end, self._stop_out], [], [])
            if self._stop_out in ready:
                return
            if self._chip_end in ready:
                data = os.read(self._chip_end, 4096)
                if len(self.said) < _MOST_SAID:
                    self.said += data
                with contextlib.suppress(BlockingIOError):
                    os.write(self._port_end, data)
            if self._port_end in ready:
                os.write(self._chip_end, os.read(self._port_end, 4096))

    def close(self) -> None:
        """Pull the cable. The device must be off."""
        os.write(self._stop_in, b"!")
        self._thread.join(5)
        for descriptor in (self._chip_end, self.chip, self._port_end, self._port, self._stop_out, self._stop_in):
            os.close(descriptor)
