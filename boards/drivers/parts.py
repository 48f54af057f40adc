"""The small parts: each takes a pin or a chip's object that is already made, and knows no board."""

from micropython import const

_LOUD = const(32768)  # half of 65,536: a square wave


class Port:
    """What hal.Port says, as attributes, set by the platform's make_port. (Types without a value cost nothing.)"""

    board: dict
    panel: object
    clock: object
    keys: object
    buzzer: object
    led: object
    watchdog: object
    net: object
    flash_root: str
    asset_root: str
    every: object
    battery_mv: object
    random: object
    kept: object
    keep: object
    rtc_ms: object
    reset: object


class Keys:
    """Six pins that a key pulls low: UP DOWN OK BACK NS EW. What goes down while nobody reads, as while the flash erases, the
    pins' interrupts remember; the chip holds them back until then."""

    def __init__(self, pins: list) -> None:
        self._pins = pins
        self._fell = 0
        for pin in pins:
            pin.irq(self._edge, pin.IRQ_FALLING)

    def _edge(self, pin) -> None:
        bit = 256
        for one in self._pins:
            if one is pin:
                self._fell |= bit
            bit <<= 1

    def read(self) -> int:
        """Mask of keys down, bit 0 = UP, undebounced; bit 8 and up: has gone down since the last call."""
        mask = self._fell
        self._fell = 0
        bit = 1
        for pin in self._pins:
            if not pin.value():
                mask |= bit
            bit <<= 1
        return mask


class Buzzer:
    """A piezo on a PWM object, or on None where a board has none."""

    def __init__(self, pwm) -> None:
        self._pwm = pwm
        self.off()

    def tone(self, hz: int) -> None:
        """Sound at `hz` (40 to 8000: what a piezo can) until told otherwise."""
        if self._pwm:
            self._pwm.freq(hz)
            self._pwm.duty_u16(_LOUD)

    def off(self) -> None:
        """Silence."""
        if self._pwm:
            self._pwm.duty_u16(0)


class Led:
    """An output pin that is lit by the level `lit`, or None."""

    def __init__(self, pin, lit: bool = True) -> None:
        self._pin = pin
        self._lit = lit

    def set(self, on: bool) -> None:
        """Light it or not."""
        if self._pin:
            self._pin.value(on == self._lit)


class Watchdog:
    """`arm()` makes the chip's watchdog; the first feeding does it: before it the journal is read, which takes its time."""

    def __init__(self, arm):
        self.arm = arm
        self._dog = None

    def feed(self):
        """Good for 8 s."""
        if not self._dog:
            self._dog = self.arm()
        self._dog.feed()
