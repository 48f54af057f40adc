"""Makes the contracts of hal.py out of the simulated chip (hardware.py). Runs once and is then forgotten."""

import os
import time

import hardware

from boards.drivers import parts
from boards.drivers.clock import Clock
from boards.drivers.panel import Panel


def make_port(board: dict, settings) -> parts.Port:
    """All of a simulated table's hardware."""
    port = parts.Port()
    wire = hardware.Wire()
    port.board = board
    port.flash_root = "/"
    port.asset_root = __file__[: -len("boards/unix/port.mpy")].rstrip("/")  # "" in LittleFS, "/rom" in ROMFS
    port.panel = Panel(hardware.I2C(wire), board["panel"]["addr"], settings.panel == "sh1106", settings.flip)
    port.clock = clock = Clock()
    clock.us = time.ticks_us  # type: ignore[attr-defined]
    clock.rest = wire.rest
    pins = board["keys"]
    names = ("UP", "DOWN", "OK", "BACK") + (("EW", "NS") if settings.swap_line_keys else ("NS", "EW"))
    port.keys = parts.Keys([hardware.KeyPin(wire, pins[name]) for name in names])
    port.buzzer = parts.Buzzer(hardware.Pwm(wire))
    port.led = parts.Led(hardware.LedPin(wire))
    port.watchdog = parts.Watchdog(lambda ms=0: hardware.Wdt(wire))
    port.every = wire.every
    read_uv = hardware.Adc(wire).read_uv
    port.battery_mv = lambda: read_uv() * 2 // 1000
    port.net = hardware.Net(wire)
    port.random = os.urandom
    rtc = hardware.Rtc(wire)
    port.kept = port.keep = rtc.memory
    port.rtc_ms = rtc.ms
    port.reset = wire.reset
    return port
