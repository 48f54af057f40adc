"""A piezo on a PWM pin. Takes the PWM object, knows no board."""

from micropython import const

_LOUD = const(32768)  # half of 65,536: a square wave
_LOWEST_HZ = const(40)
_HIGHEST_HZ = const(8000)


class Buzzer:
    """`pwm`: machine.PWM, or None where a board has no buzzer."""

    def __init__(self, pwm) -> None:
        self._pwm = pwm
        self.off()

    def tone(self, hz: int) -> None:
        """Sound at `hz` (40 to 8000, held within) until told otherwise."""
        if self._pwm:
            self._pwm.freq(max(_LOWEST_HZ, min(hz, _HIGHEST_HZ)))
            self._pwm.duty_u16(_LOUD)

    def off(self) -> None:
        """Silence."""
        if self._pwm:
            self._pwm.duty_u16(0)
