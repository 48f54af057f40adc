# heap: 1M
"""The event's clock on the device: exchanges and drift."""

from harness import equal, folder, raises, run

from tavolo.services import timesync


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


def test_a_question_tells_the_hosts_own_time_back_until_it_is_answered():
    clock = timesync.TimeSync("/nowhere")
    asked = []

    def send(message):
        asked.append(message)
        return True

    clock.restart(0)
    clock.poll(0, send)
    clock.set_about(5000, 100)
    clock.poll(2000, send)
    clock.about = False  # a table that plays alone and trusts its own clock: nobody told it
    clock.poll(4000, send)
    equal(["e" in message for message in asked], [False] * 3)
    now = exchange(clock, 6000, 70000, 2, 2)
    clock.poll(now + 200, send)
    equal("e" in asked[-1], False)
    clock.restart(100000)
    clock.poll(100000, send)
    equal(asked[-1], {"t": "time", "a": 100000, "e": 170000})
    clock.poll(102000, send)
    equal(asked[-1]["e"], 172000)


# -- drift ---------------------------------------------------------------------------------------------------------


def linked(clock, now, ppm, seconds, offset=400000):
    """So many seconds of exchanges with a host whose ms are longer or shorter than ours by `ppm`; own time after them."""
    end = now + seconds * 1000
    while now < end:
        due = max(now, clock._next)
        arrived = (due + 3) * ppm // 1000000 + offset
        now = exchange(clock, due, arrived, 3, 3)
    return now


def error(clock, now, ppm, offset=400000):
    """Ms that the clock is ahead of that host."""
    return clock.event_ms(now) - (now + now * ppm // 1000000 + offset)


def test_the_crystals_error_is_learnt_in_ten_minutes_and_applied_alone():
    for ppm in (-120, -30, 0, 30, 120):
        clock = timesync.TimeSync("/nowhere")
        clock.restart(1000)
        now = linked(clock, 1000, ppm, 540)
        equal(clock.ppm, 0)
        now = linked(clock, now, ppm, 540)
        if abs(clock.ppm - ppm) > 4:
            raise AssertionError("%d ppm taken for %d" % (ppm, clock.ppm))
        if abs(error(clock, now, ppm)) > 3:
            raise AssertionError("linked: %d ms" % error(clock, now, ppm))
        now += 3600000
        if abs(error(clock, now, ppm)) > 20:
            raise AssertionError("alone for an hour: %d ms" % error(clock, now, ppm))


def test_no_crystal_is_believed_to_be_worse_than_200_ppm_and_a_bad_link_tells_nothing():
    clock = timesync.TimeSync("/nowhere")
    clock.restart(0)
    linked(clock, 0, 900, 1300)
    equal(clock.ppm, 200)
    clock = timesync.TimeSync("/nowhere")
    clock.restart(0)
    now = 0
    while now < 1300000:
        now = exchange(clock, max(now, clock._next), 5000, 45 if now < 5000 else 1, 45)
    equal(clock.ppm != 0, True)  # it would have been taken for the crystal's error ...
    clock = timesync.TimeSync("/nowhere")
    clock.restart(0)
    now = 0
    while now < 1300000:
        now = exchange(clock, max(now, clock._next), 5000, 300 if now < 5000 else 1, 300)
    equal(clock.ppm, 0)


def test_a_better_estimate_makes_the_clock_stand_and_never_run_back_and_another_clock_is_followed():
    clock = timesync.TimeSync("/nowhere")
    clock.restart(0)
    now = exchange(clock, 0, 9000, 2, 80)  # 39 ms ahead of what it is
    seen = clock.event_ms(now)
    shown = [seen]
    for _ in range(15):
        now = exchange(clock, now + 200, 9000, 2, 2)
        shown.append(clock.event_ms(now))
    equal(shown, sorted(shown))
    equal(clock.event_ms(now), now + 9000)
    ahead = clock.event_ms(now + 1000)
    equal(ahead, now + 10000)
    equal(clock.event_ms(now + 500), ahead)
    clock.restart(now + 1000)
    now = exchange(clock, now + 1000, -3000000, 2, 2)
    equal(clock.event_ms(now), now - 3000000)


run(globals())
