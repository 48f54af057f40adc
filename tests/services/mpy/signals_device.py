# heap: 1M
"""Sound and light, and the event's clock."""

from harness import equal, folder, raises, run

from tavolo.services import files, timesync, tones
from tavolo.services import numbers as n_


def write_text(path, text):
    with open(path, "w") as f:
        f.write(text)


# -- sound and light -----------------------------------------------------------------------------------------------


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


# -- the event's clock ---------------------------------------------------------------------------------------------


def exchange(clock, now, offset, out_ms, back_ms):
    """One question at `now`, with these delays; returns own time after the answer."""
    asked = []

    def send(message):
        asked.append(message)
        return True

    clock.poll(now, send)
    if not asked:
        return now
    arrived = now + out_ms + offset
    now += out_ms + 1 + back_ms
    equal(clock.answer({"t": "time", "a": asked[0]["a"], "b": arrived, "c": arrived + 1}, now), True)
    return now


def test_the_offset_is_exact_when_both_ways_take_the_same_time():
    clock = timesync.TimeSync(folder("even"))
    equal(clock.event_ms(5), -1)
    clock.restart(1000)
    now = exchange(clock, 1000, 123456, 7, 7)
    equal((clock.known, clock.about, clock.event_ms(now)), (True, False, now + 123456))
    equal(clock.quality_ms, 7)


def test_with_jitter_the_clock_stays_within_its_quality():
    worst = 0
    for seed in range(60):
        state = seed * 7919 + 1
        clock = timesync.TimeSync("/nowhere")
        now = 1 << 31 if seed & 1 else 500  # also long after 2^30 ms
        clock.restart(now)
        for _ in range(16):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            out = state >> 8 & 63
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            now = exchange(clock, now, 90000 - (now >> 31 << 31), out, state >> 8 & 63) + 200
        error = abs(clock.event_ms(now) - (now + 90000 - (1 << 31 if seed & 1 else 0)))
        worst = max(worst, error)
        if error > clock.quality_ms:
            raise AssertionError("error %d, said %d" % (error, clock.quality_ms))
    if worst > 20:
        raise AssertionError("worst error %d ms of 64 ms jitter" % worst)


def test_a_slow_exchange_does_not_spoil_the_clock():
    clock = timesync.TimeSync("/nowhere")
    clock.restart(0)
    now = 0
    for back in (3, 900, 3, 3, 700, 3, 3):
        now = exchange(clock, now, 5000, 3, back) + 200
    equal(clock.event_ms(now), now + 5000)
    equal(clock.quality_ms, 3)


def test_only_the_answer_to_the_last_question_counts():
    clock = timesync.TimeSync("/nowhere")
    clock.restart(100)
    equal(clock.answer({"t": "time", "a": 100, "b": 5, "c": 6}, 120), False)
    clock.poll(100, lambda message: True)
    equal(clock.answer({"t": "time", "a": 99, "b": 5, "c": 6}, 120), False)
    equal(clock.answer({"t": "time", "a": 100, "b": 9, "c": 6}, 120), False)
    equal(clock.known, False)
    clock.poll(101, lambda message: raises(AssertionError, message))


def test_a_lost_answer_is_asked_again_and_a_full_set_only_rarely():
    clock = timesync.TimeSync("/nowhere")
    clock.restart(0)
    asked = []

    def send(message):
        asked.append(message["a"])
        return True

    for now in range(0, 10000, 10):
        clock.poll(now, send)
    equal(asked, [0, 2000, 4000, 6000, 8000])
    clock.restart(20000)
    now = 20000
    for _ in range(16):
        now = exchange(clock, now, 1, 2, 2) + 200
    asked.clear()
    for later in range(now, now + 60000, 100):
        clock.poll(later, send)
    if not 1 <= len(asked) <= 3:
        raise AssertionError(asked)


def test_after_the_dark_the_clock_goes_on_from_the_mark_as_about():
    root = folder("mark")
    clock = timesync.TimeSync(root)
    equal(clock.load_mark(0), False)
    clock.mark(70000)
    equal(files.number(root + "/mark"), -1)
    clock.set_about(500000, 70000)
    clock.mark(130000)
    again = timesync.TimeSync(root)
    equal(again.load_mark(40), True)
    equal((again.known, again.about, again.event_ms(1040)), (True, True, 561000))
    again.restart(2000)
    exchange(again, 2000, 10, 1, 1)
    equal((again.about, again.event_ms(3000)), (False, 3010))
    for text in ("", "x", "-5", "99999999999999999999"):
        write_text(root + "/mark", text)
        equal(timesync.TimeSync(root).load_mark(0), False)


run(globals())
