"""Sounds and the LED, as data, played step by step without waiting (SCREENS, Sound and light)."""

from micropython import const

from tavolo.services import numbers as n

_REPEAT_MS = const(10000)  # TIME OUT comes back until a key is pressed

# by sound (numbers.py): pairs (pitch in 10 Hz, length in 10 ms); pitch 0 = silence
_PATTERNS = (
    b"\xb4\x50\0\x1e\xb4\x50\0\x1e\xb4\x50",
    b"\x69\x14\x84\x14\x9e\x28",
    b"\x9e\x0c\0\x0c\x9e\x0c",
    b"\x2c\x3c",
    b"\x84\x0f\xb0\x1e",
    b"\xd2\x0a\0\x0a\xd2\x0a\0\x0a\xd2\x0a\0\x0a\xd2\x0a",
    b"\x16\x0f",
    b"\xc8\x01",
)


class Tones:
    """`buzzer.tone(hz)`, `buzzer.off()`, `led.set(on)`. `muted` is a mask of sounds (bit = number) that stay silent."""

    def __init__(self, buzzer, led) -> None:
        self._buzzer = buzzer
        self._led = led
        self._sound = n.SILENCE
        self._step = 0
        self._until = 0
        self._again = -1
        self._lit = None
        self.muted = 0
        self.light = n.LIGHT_SLOW

    def play(self, sound: int) -> None:
        """Begin a sound at the next poll, unless it is muted or a more important one is sounding."""
        if sound <= self._sound and not self.muted >> sound & 1:
            self._sound = sound
            self._step = 0
            self._until = 0

    def quiet(self) -> None:
        """A key was pressed: TIME OUT does not come back."""
        self._again = -1

    def poll(self, now: int) -> None:
        """Go on with what sounds and blinks; `now` in ms. Never waits."""
        lit = self.light == n.LIGHT_STEADY
        if self.light > n.LIGHT_STEADY:
            lit = now % (2000 if self.light == n.LIGHT_SLOW else 250) < 125
        if lit != self._lit:
            self._lit = lit
            self._led.set(lit)
        if self._sound == n.SILENCE:
            if 0 <= self._again <= now:
                self.play(n.SOUND_TIME_OUT)
            return
        if now < self._until:
            return
        pattern = _PATTERNS[self._sound]
        if self._step == len(pattern):
            self._buzzer.off()
            self._sound = n.SILENCE
            return
        if not self._step and self._sound == n.SOUND_TIME_OUT:
            self._again = now + _REPEAT_MS
        if pattern[self._step]:
            self._buzzer.tone(pattern[self._step] * 10)
        else:
            self._buzzer.off()
        self._until = now + pattern[self._step + 1] * 10
        self._step += 2
