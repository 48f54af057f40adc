"""Opens a serial port so that no board at it resets."""

import os
from typing import Any

BAUD = 115200
_TIMEOUT_S = 0.05


def open_port(name: str) -> Any:
    """An open pyserial Serial. Raises UsbError.

    The usual boards reset when RTS is on while DTR is off. So both are told before opening, and the same: a system of the
    POSIX kind switches both on when a port is opened, Windows leaves them as told. On closing they go off together.
    """
    from host_tools.usb.reader import UsbError

    try:
        import serial
    except ImportError as missing:
        raise UsbError("pyserial is not installed: pip install 'tavolo[usb]'") from missing
    port = serial.Serial(baudrate=BAUD, timeout=_TIMEOUT_S, write_timeout=2)
    port.port = name
    port.dtr = port.rts = os.name != "nt"
    try:
        port.open()
        port.reset_input_buffer()
    except (OSError, serial.SerialException) as fault:
        raise UsbError(f"{name} cannot be opened: {fault}. Is another program using it?") from fault
    return port
