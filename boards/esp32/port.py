"""Makes the contracts of hal.py out of an ESP32 or ESP32-C3 with stock MicroPython 1.23 or later.

The only file that knows the chip. It runs once and is then forgotten; what stays are the drivers.
"""

import os
import time

import network
from machine import ADC, I2C, PWM, RTC, WDT, Pin, Timer, reset
from micropython import const

from boards.drivers import parts
from boards.drivers.clock import Clock
from boards.drivers.panel import Panel
from boards.drivers.wifi import Wifi

_BUS_LIMIT_US = const(10000)  # a stuck bus may cost a tick, not the default's 50 ms
_DOG_MS = const(8000)
_NAMES = ("UP", "DOWN", "OK", "BACK", "NS", "EW")
_SWAPPED = ("UP", "DOWN", "OK", "BACK", "EW", "NS")


def make_port(board: dict, settings) -> parts.Port:
    """All of a board's hardware, from its data and its settings."""
    port = parts.Port()
    wires = board["panel"]
    i2c = I2C(0, scl=Pin(wires["scl"]), sda=Pin(wires["sda"]), freq=wires["hz"], timeout=_BUS_LIMIT_US)
    port.board = board
    port.flash_root = "/"
    port.asset_root = __file__[: -len("boards/esp32/port.mpy")].rstrip("/")  # "" in LittleFS, "/rom" in ROMFS
    port.panel = Panel(i2c, wires["addr"], settings.panel == "sh1106", settings.flip)
    port.clock = clock = Clock()
    clock.us = time.ticks_us  # type: ignore[attr-defined]
    pins = board["keys"]
    port.keys = parts.Keys([Pin(pins[name], Pin.IN, Pin.PULL_UP) for name in (_SWAPPED if settings.swap_line_keys else _NAMES)])
    buzzer = board["buzzer"]
    port.buzzer = parts.Buzzer(None if buzzer is None else PWM(Pin(buzzer), freq=1000, duty_u16=0))
    port.led = _led(board["led"])
    port.watchdog = parts.Watchdog(lambda ms=_DOG_MS: WDT(timeout=ms))
    port.every = _every
    port.battery_mv = _battery(board["battery"])
    port.net = _wifi(clock, settings.wifi, board["battery"] is not None)
    port.random = os.urandom
    port.kept = port.keep = RTC().memory
    port.rtc_ms = lambda: time.time_ns() // 1000000
    port.reset = reset
    return port


def _every(period_ms: int, call) -> None:
    """every() of hal.Port. A soft timer: it interrupts Python between two steps and may not be late by more than one."""
    Timer(0).init(mode=Timer.PERIODIC, period=period_ms, callback=call)


def _led(wiring: "dict | None") -> parts.Led:
    if not wiring:
        return parts.Led(None)
    lit = not wiring["active_low"]
    return parts.Led(Pin(wiring["pin"], Pin.OUT, value=not lit), lit)


def _battery(wiring: "dict | None") -> object:
    """battery_mv() of hal.Port."""
    if not wiring:
        return lambda: 0
    read_uv = ADC(Pin(wiring["pin"]), atten=ADC.ATTN_11DB).read_uv
    times_1000 = wiring["times_1000"]
    return lambda: read_uv() // 1000 * times_1000 // 1000


def _wifi(clock: Clock, networks: list, saving: bool) -> Wifi:
    """Without a known network the radio stays off. `saving`: naps between beacons, for a board with a battery."""
    wlan = network.WLAN(network.STA_IF)
    if networks:
        wlan.active(True)
        wlan.config(reconnects=0)  # one try: which network comes next, and when, is decided in wifi.py
        wlan.config(pm=wlan.PM_PERFORMANCE if saving else wlan.PM_NONE)
    return Wifi(wlan, network.STAT_CONNECTING, clock.ms, networks)
