"""Sounds and the LED, as data, played step by step without waiting (SCREENS, Sound and light)."""

from micropython import const

from tavolo.services import numbers as n

_STEP_MS = const(20)
_REPEAT_MS = const(10000)  # TIME OUT comes back until a key is pressed

# by sound (numbers.py): pairs (pitch in 10 Hz, length in 10 ms); pitch 0 = silence, 1 = light alone, for who sees better
# than hears. The LED shows each sound's rhythm, also where the sound is muted: no two are alike.
_PATTERNS = (
    b"\xb4\x50\0\x1e\xb4\x50\0\x1e\xb4\x50",
    b"\x69\x14\0\x05\x84\x14\0\x05\x9e\x28",
    b"\x9e\x0c\0\x0c\x9e\x0c",
    b"\x2c\x3c",
    b"\x84\x0f\0\x05\xb0\x1e",
    b"\xd2\x0a\0\x0a\xd2\x0a\0\x0a\xd2\x0a\0\x0a\xd2\x0a",
    b"\x16\x0f",
    b"\xc8\x01\x01\x06",
)


class Tones:
    """`buzzer.tone(hz)`, `buzzer.off()`, `led.set(on)`. `muted` is a mask of sounds (bit = number) of which only the light
    is seen; `light` is what the LED shows in between; `sound`: the one that goes on, or SILENCE."""

    def __init__(self, buzzer, led) -> None:
        self._buzzer = buzzer
        self._led = led
        self.sound = n.SILENCE
        self._step = 0
        self._until = 0
        self._again = -1
        self._lit = False  # while a sound goes on
        self._shown = None
        self.muted = 0
        self.light = n.LIGHT_SLOW

    def play(self, sound: int) -> None:
        """Begin a sound at the next poll, unless a more important one is sounding."""
        if sound <= self.sound:
            self.sound = sound
            self._step = 0
            self._until = 0

    def quiet(self) -> None:
        """A key was pressed: TIME OUT does not come back."""
        self._again = -1

    def poll(self, now: int) -> int:
        """Go on with what sounds and blinks; `now` in ms. Never waits. Returns for how many ms it can be left alone."""
        if self.sound == n.SILENCE and 0 <= self._again <= now:
            self.play(n.SOUND_TIME_OUT)
        if self.sound != n.SILENCE and now >= self._until:
            self._next(now)
        light = self.light
        if self.sound != n.SILENCE:
            lit = self._lit != (light == n.LIGHT_STEADY)  # a steady light goes out in the rhythm
        else:
            at = now % (250 if light == n.LIGHT_FAST else 2000)
            lit = at < 125 or (light == n.LIGHT_TWICE and 375 <= at < 500)
            if light <= n.LIGHT_STEADY:
                lit = light == n.LIGHT_STEADY
        if lit != self._shown:
            self._shown = lit
            self._led.set(lit)
        return n.IDLE_MS if self.sound == n.SILENCE and light <= n.LIGHT_STEADY else _STEP_MS

    def _next(self, now: int) -> None:
        pattern = _PATTERNS[self.sound]
        step = self._step
        if step == len(pattern):
            self._buzzer.off()
            self.sound = n.SILENCE
            return
        if not step and self.sound == n.SOUND_TIME_OUT:
            self._again = now + _REPEAT_MS
        pitch = pattern[step]
        self._lit = pitch > 0
        if pitch > 1 and not self.muted >> self.sound & 1:
            self._buzzer.tone(pitch * 10)
        else:
            self._buzzer.off()
        self._until = now + pattern[step + 1] * 10
        self._step = step + 2
