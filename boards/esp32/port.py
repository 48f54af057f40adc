"""The contracts of hal.py on an ESP32 or ESP32-C3 with stock MicroPython 1.23 or later. The only file that knows the chip.

Written against the documentation of machine and network, and run in tests on strict stand-ins for both.
"""

import os

import network
from machine import ADC, I2C, PWM, RTC, WDT, Pin, reset
from micropython import const

from boards.drivers.buzzer import Buzzer
from boards.drivers.clock import Clock
from boards.drivers.dial import dial
from boards.drivers.panel import Panel

_BUS_LIMIT_US = const(10000)  # a stuck bus may cost a tick, not the default's 50 ms
_DOG_MS = const(8000)
_LOOK_MS = const(250)  # asking the Wi-Fi driver costs time: four times a second is enough
_TRY_MS = const(12000)
_WAIT_MS = const(1000)
_WAIT_STEPS = const(4)  # 1, 2, 4, 8, 16 s
_ENETUNREACH = const(118)


class Keys:
    """Six keys to ground. `read`: mask of those down, bit 0 = UP, then DOWN OK BACK NS EW; undebounced."""

    def __init__(self, pins: dict, swap: bool) -> None:
        names = ("UP", "DOWN", "OK", "BACK", "EW", "NS") if swap else ("UP", "DOWN", "OK", "BACK", "NS", "EW")
        self._pins = [Pin(pins[name], Pin.IN, Pin.PULL_UP) for name in names]

    def read(self) -> int:
        """Mask of keys down."""
        mask = 0
        bit = 1
        for pin in self._pins:
            if not pin.value():
                mask |= bit
            bit <<= 1
        return mask


class Led:
    """On or off; nothing where the board has none."""

    def __init__(self, wiring: "dict | None") -> None:
        self._pin = None
        if wiring:
            self._on = 0 if wiring["active_low"] else 1
            self._pin = Pin(wiring["pin"], Pin.OUT, value=1 - self._on)

    def set(self, on: bool) -> None:
        """Light it or not."""
        if self._pin:
            self._pin.value(self._on if on else 1 - self._on)


class Watchdog:
    """Armed by the first feeding: before it the journal is read, which may take its time."""

    def __init__(self) -> None:
        self._dog = None

    def feed(self) -> None:
        """Good for 8 s."""
        if not self._dog:
            self._dog = WDT(timeout=_DOG_MS)
        self._dog.feed()  # type: ignore[attr-defined]


class Net:
    """Station Wi-Fi. `poll` drives it: one try after the other over the known networks, with growing pauses."""

    def __init__(self, clock: Clock, networks: list, saving: bool) -> None:
        self._ms = clock.ms
        self._networks = networks
        self._which = 0
        self._fails = 0
        self._trying = False
        self._up = False
        self._next_ms = 0
        self._until_ms = 0
        self._gateway = None
        self._wlan = wlan = network.WLAN(network.STA_IF)
        if networks:
            wlan.active(True)
            wlan.config(reconnects=0)  # one try: which network comes next, and when, is decided here
            wlan.config(pm=wlan.PM_PERFORMANCE if saving else wlan.PM_NONE)

    def poll(self) -> None:
        """Go on with connecting; never waits."""
        now = self._ms()
        if now < self._next_ms or not self._networks:
            return
        self._next_ms = now + _LOOK_MS
        up = self._wlan.isconnected()
        if up and not self._up:
            self._gateway = self._wlan.ifconfig()[2]
            self._fails = 0
            self._trying = False
        self._up = up
        if not up:
            self._seek(now)

    def _seek(self, now: int) -> None:
        wlan = self._wlan
        try:
            if not self._trying:
                self._trying = True
                self._until_ms = now + _TRY_MS
                name, password = self._networks[self._which % len(self._networks)]
                wlan.connect(name, password)
            elif now >= self._until_ms or wlan.status() != network.STAT_CONNECTING:
                self._rest(now)
                wlan.disconnect()
        except OSError:  # the driver is in between two states: so is this try
            self._rest(now)

    def _rest(self, now: int) -> None:
        self._trying = False
        self._which += 1
        self._next_ms = now + (_WAIT_MS << self._fails)
        self._fails = min(self._fails + 1, _WAIT_STEPS)

    def up(self) -> bool:
        """Connected, with an address."""
        return self._up

    def gateway(self) -> "str | None":
        """The router's address; often the host's when the host is the hotspot."""
        return self._gateway if self._up else None

    def rssi(self) -> int:
        """Signal in dBm, 0 when not known."""
        if self._up:
            try:
                return self._wlan.status("rssi")
            except OSError:
                self._next_ms = 0  # it has just gone: look again
        return 0

    def connect(self, host: str, port: int):
        """A non-blocking socket on its way to the host. Raises OSError."""
        if not self._up:
            raise OSError(_ENETUNREACH)
        return dial(host, port)


class Port:
    """All of a board's hardware, from its data and its settings."""

    def __init__(self, board: dict, settings) -> None:
        wires = board["panel"]
        i2c = I2C(0, scl=Pin(wires["scl"]), sda=Pin(wires["sda"]), freq=wires["hz"], timeout=_BUS_LIMIT_US)
        self.board = board
        self.flash_root = "/"
        self.asset_root = __file__[: -len("boards/esp32/port.mpy")].rstrip("/")  # "" in LittleFS, "/rom" in ROMFS
        self.panel = Panel(i2c, wires["addr"], settings.panel == "sh1106", settings.flip)
        self.clock = Clock()
        self.keys = Keys(board["keys"], settings.swap_line_keys)
        self.buzzer = Buzzer(PWM(Pin(board["buzzer"]), freq=1000, duty_u16=0) if board["buzzer"] is not None else None)
        self.led = Led(board["led"])
        self.watchdog = Watchdog()
        self._rtc = RTC()
        self._battery = None
        if board["battery"]:
            self._battery = ADC(Pin(board["battery"]["pin"]), atten=ADC.ATTN_11DB)
        self.net = Net(self.clock, settings.wifi, self._battery is not None)

    def battery_mv(self) -> int:
        """Millivolts, 0 where nothing measures them."""
        if not self._battery:
            return 0
        return self._battery.read_uv() * self.board["battery"]["times_1000"] // 1000000

    def random(self, size: int) -> bytes:
        """Bytes that nobody can guess."""
        return os.urandom(size)

    def kept(self) -> bytes:
        """What `keep` was given before a reset; empty after a loss of power."""
        return self._rtc.memory()

    def keep(self, data: bytes) -> None:
        """At most 256 bytes that survive a reset, not a loss of power. Costs no flash."""
        self._rtc.memory(data)

    def reset(self) -> None:
        """Start again."""
        reset()
