# heap: 1M
"""The event's clock after a reset and after the dark."""

from binascii import crc32

from harness import equal, folder, run

from tavolo.services import files, kept_time, timesync


def write_text(path, text):
    with open(path, "w") as f:
        f.write(text)


def exchange(clock, now, offset):
    """One question at `now`, answered by a host that is `offset` ms ahead; each way takes 3 ms."""
    asked = []
    clock.poll(now, lambda message: asked.append(message) or True)
    arrived = now + 3 + offset
    equal(clock.answer({"t": "time", "a": asked[0]["a"], "b": arrived, "c": arrived + 1}, now + 7), True)


class Chip:
    """The part of a port that survives a reset."""

    def __init__(self):
        self.memory = b""
        self.rtc = 1 << 41
        self.times = 0

    def kept(self):
        return self.memory

    def keep(self, data):
        if len(data) > 256:
            raise ValueError("longer than the contract allows")
        self.memory = bytes(data)
        self.times += 1

    def rtc_ms(self):
        return self.rtc


def checked(text):
    """As TimeSync leaves it."""
    return b"%s %d" % (text, crc32(text))


def told(root, chip, now):
    """A clock that a host has told 400,000 ms more than the own."""
    clock = timesync.TimeSync(root, chip)
    clock.restart(now)
    exchange(clock, now, 400000)
    equal(files.number(root + "/mark"), -1)
    clock.mark(now + 7)
    equal(files.number(root + "/mark"), now + 400007)  # at once, not when the minute is over
    return clock


def test_after_a_reset_the_clock_is_right_and_not_about():
    root = folder("reset")
    chip = Chip()
    clock = told(root, chip, 1000)
    clock.mark(61007)
    kept = clock.event_ms(61007)
    chip.memory = chip.memory.replace(b" 0 0 ", b" -17 0 ")
    chip.memory = checked(chip.memory.rsplit(b" ", 1)[0])
    chip.rtc += 12345
    again = timesync.TimeSync(root, chip)
    equal(kept_time.resume(again, chip, 40), True)
    equal((again.known, again.about, again.quality_ms, again.ppm), (True, False, 3, -17))
    equal((kept, again.event_ms(40)), (461007, 461007 + 12345))
    chip.rtc += 80000  # a reset soon after the reset: it had been kept anew at once
    third = timesync.TimeSync(root, chip)
    equal(kept_time.resume(third, chip, 0), True)
    equal((third.about, third.event_ms(0)), (False, 461007 + 92345))


def test_an_estimate_stays_one_over_a_reset():
    root = folder("estimate")
    chip = Chip()
    clock = timesync.TimeSync(root, chip)
    clock.set_about(7000, 0)
    clock.mark(60000)
    chip.rtc += 500
    again = timesync.TimeSync(root, chip)
    kept_time.resume(again, chip, 0)
    equal((again.about, again.quality_ms, again.event_ms(0)), (True, 0, 67500))


def test_an_rtc_that_went_on_for_too_long_is_followed_as_about():
    chip = Chip()
    told(folder("late"), chip, 0)
    chip.rtc += 90001
    again = timesync.TimeSync("/nowhere", chip)
    equal(kept_time.resume(again, chip, 0), True)
    equal((again.about, again.quality_ms, again.event_ms(0)), (True, 0, 400007 + 90001))


def test_what_is_not_ours_or_makes_no_sense_is_refused_and_the_mark_serves():
    root = folder("refused")
    chip = Chip()
    clock = told(root, chip, 0)
    clock.mark(60007)
    good = chip.memory
    body = good.rsplit(b" ", 1)[0]

    wrong = [b"", b"\0", b"TV1", good[:-1], good[1:], good + b"0", body, b"x" * 256, b"1 2 3 4 5 6", b"\xff" * 30]
    wrong += [good[:at] + bytes((good[at] ^ 1,)) + good[at + 1 :] for at in range(len(good))]
    wrong += [checked(text) for text in (b"", b"1 2 3", b"1 2 3 4 5 6 7", b"a b c d e", b"%d 1 1 0 0" % (chip.rtc + 1))]
    for text in (b"%d %d 1 0 0" % (chip.rtc, 1 << 30), b"0 -9 1 0 0", b"%d 9 -1 0 0" % chip.rtc, b"%d 9 1 201 0" % chip.rtc):
        wrong.append(checked(text))
    for data in wrong:
        chip.memory = data
        again = timesync.TimeSync(root, chip)
        equal((data, kept_time.resume(again, chip, 0)), (data, True))
        equal((data, again.about, again.event_ms(0)), (data, True, 460007))
    chip.memory = good
    again = timesync.TimeSync(root, chip)
    kept_time.resume(again, chip, 0)
    equal(again.about, False)
    chip.memory = b""
    nothing = timesync.TimeSync("/nowhere", chip)
    equal((kept_time.resume(nothing, chip, 0), nothing.known, chip.memory), (False, False, b""))


def test_the_rtcs_memory_is_written_once_a_minute_and_when_the_clock_becomes_known():
    chip = Chip()
    clock = told(folder("rarely"), chip, 0)
    equal(chip.times, 1)
    for now in range(10, 240000, 10):
        clock.mark(now)
    equal(chip.times, 4)


def test_after_the_dark_the_clock_goes_on_from_the_mark_as_about():
    root = folder("mark")
    clock = timesync.TimeSync(root)
    equal(kept_time.from_mark(clock, 0), False)
    clock.mark(70000)
    equal(files.number(root + "/mark"), -1)
    clock.set_about(500000, 70000)
    clock.mark(130000)
    again = timesync.TimeSync(root)
    equal(kept_time.from_mark(again, 40), True)
    equal((again.known, again.about, again.event_ms(1040)), (True, True, 561000))
    again.restart(2000)
    exchange(again, 2000, 10)
    equal((again.about, again.event_ms(3000)), (False, 3010))
    for text in ("", "x", "-5", "99999999999999999999"):
        write_text(root + "/mark", text)
        equal(kept_time.from_mark(timesync.TimeSync(root), 0), False)


run(globals())
