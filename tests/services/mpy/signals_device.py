# heap: 1M
"""Sound and light."""

from harness import equal, run

from tavolo.services import numbers as n_
from tavolo.services import tones


class Buzzer:
    def __init__(self):
        self.said = []

    def tone(self, hz):
        self.said.append(hz)

    def off(self):
        self.said.append(0)


class Led:
    def __init__(self):
        self.changes = 0
        self.lit = None

    def set(self, lit):
        if lit == self.lit:
            raise AssertionError("set again to what it is")
        self.lit = lit
        self.changes += 1


def play(box, until_ms, now=0):
    while now < until_ms:
        box.poll(now)
        now += 10
    return now


def heard(buzzer):
    """Without the silences."""
    return [hz for hz in buzzer.said if hz]


def test_start_is_three_rising_tones_and_then_silence():
    buzzer = Buzzer()
    box = tones.Tones(buzzer, Led())
    box.play(n_.SOUND_START)
    play(box, 3000)
    equal(len(heard(buzzer)), 3)
    equal(heard(buzzer), sorted(heard(buzzer)))
    equal(buzzer.said[-1], 0)


def test_time_out_comes_back_every_ten_seconds_until_a_key():
    buzzer = Buzzer()
    box = tones.Tones(buzzer, Led())
    box.play(n_.SOUND_TIME_OUT)
    now = play(box, 9900)
    once = list(buzzer.said)
    equal(len(heard(buzzer)), 3)
    now = play(box, 19900, now)
    equal(buzzer.said, once * 2)
    box.quiet()
    play(box, 60000, now)
    equal(buzzer.said, once * 2)


def test_a_muted_sound_stays_silent_and_a_click_does_not_cut_off_the_signal():
    buzzer = Buzzer()
    box = tones.Tones(buzzer, Led())
    box.muted = 1 << n_.SOUND_RECORDED
    box.play(n_.SOUND_RECORDED)
    play(box, 500)
    equal(heard(buzzer), [])
    box.muted = 0
    box.play(n_.SOUND_START)
    now = play(box, 100)
    box.play(n_.SOUND_RECORDED)
    play(box, 3000, now)
    equal(len(heard(buzzer)), 3)
    for sound in range(8):
        box.play(sound)
        now = play(box, now + 9000, now)
        box.quiet()
        equal(buzzer.said[-1], 0)


def rhythm(sound, light, muted):
    """What the LED does for a sound, as lengths of light and dark in ms, and what is heard."""
    buzzer, led = Buzzer(), Led()
    box = tones.Tones(buzzer, led)
    box.light = light
    box.muted = 255 if muted else 0
    box.poll(0)
    first = led.lit
    box.play(sound)
    out = []
    lit, since, now = first, 0, 10
    while box.sound != n_.SILENCE:
        box.poll(now)
        if led.lit != lit:
            out.append(now - since)
            lit, since = led.lit, now
        now += 10
    out.append(now - since)
    return out[1:], heard(buzzer)


def test_each_kind_of_event_has_a_light_of_its_own_with_or_without_sound():
    for light in (n_.LIGHT_DARK, n_.LIGHT_STEADY):
        seen = []
        for sound in range(8):
            loud, tones_heard = rhythm(sound, light, False)
            silent, nothing = rhythm(sound, light, True)
            equal(loud, silent)
            equal((len(tones_heard) > 0, nothing), (True, []))
            if max(loud) < 60 or loud in seen:  # shorter than an eye notices, or like another
                raise AssertionError("sound %d: %r" % (sound, loud))
            seen.append(loud)


def test_a_panel_that_does_not_answer_blinks_twice():
    led = Led()
    box = tones.Tones(Buzzer(), led)
    box.light = n_.LIGHT_TWICE
    play(box, 2000)
    equal(led.changes, 4)  # on, off, on, off


def test_the_led_is_steady_slow_or_fast():
    led = Led()
    box = tones.Tones(Buzzer(), led)
    box.light = n_.LIGHT_STEADY
    play(box, 4000)
    equal((led.lit, led.changes), (True, 1))
    box.light = n_.LIGHT_SLOW
    now = play(box, 8000, 4000)
    slow = led.changes
    box.light = n_.LIGHT_FAST
    now = play(box, 12000, now)
    if not 2 <= slow - 1 < led.changes - slow:
        raise AssertionError("%d %d" % (slow, led.changes))
    box.light = n_.LIGHT_DARK
    play(box, 12100, now)
    equal(led.lit, False)


run(globals())
