"""Keys and ring: bouncing contacts, holding, repeating, and not one byte allocated."""

import micropython
from harness import Clock, Pins, equal, run

from tavolo.domain import kinds as k
from tavolo.services import keys, ring
from tavolo.services import numbers as n_


def board(slots=16):
    clock, pins = Clock(), Pins()
    queue = ring.Ring(slots)
    return clock, pins, queue, keys.Keys(pins, queue, clock)


def feed(clock, pins, keyboard, masks):
    for mask in masks:
        pins.mask = mask
        clock.now += 5
        keyboard.poll()


def events(queue):
    out = []
    while queue.take():
        equal(queue.kind, n_.EVENT_KEY)
        out.append((queue.a, queue.b, queue.t))
    return out


def edges(queue):
    return [(key, edge) for key, edge, _ in events(queue)]


OK = 1 << k.OK


def test_two_equal_samples_are_a_press():
    clock, pins, queue, keyboard = board()
    feed(clock, pins, keyboard, [OK])
    equal(events(queue), [])
    feed(clock, pins, keyboard, [OK])
    equal(events(queue), [(k.OK, k.PRESS, 1010)])


def test_three_equal_samples_are_a_release():
    clock, pins, queue, keyboard = board()
    feed(clock, pins, keyboard, [OK, OK, OK, 0, 0])
    equal(edges(queue), [(k.OK, k.PRESS)])
    feed(clock, pins, keyboard, [0])
    equal(edges(queue), [(k.OK, k.RELEASE)])


def test_a_bouncing_press_counts_once():
    clock, pins, queue, keyboard = board()
    feed(clock, pins, keyboard, [OK, 0, OK, 0, 0, OK, OK, 0, OK, 0, 0, OK, OK, OK] + [OK] * 10)
    equal(edges(queue), [(k.OK, k.PRESS)])


def test_a_bouncing_release_counts_once():
    clock, pins, queue, keyboard = board()
    feed(clock, pins, keyboard, [OK, OK, 0, OK, 0, 0, OK, 0, 0, 0, OK, 0, 0, 0, 0, 0, 0])
    equal(edges(queue), [(k.OK, k.PRESS), (k.OK, k.RELEASE)])


def test_a_spike_of_one_sample_is_nothing():
    clock, pins, queue, keyboard = board()
    feed(clock, pins, keyboard, [0, OK, 0, 0, 63, 0, 0])
    equal(events(queue), [])


def test_every_key_is_seen_by_itself_and_all_together():
    clock, pins, queue, keyboard = board()
    for key in range(6):
        feed(clock, pins, keyboard, [1 << key] * 2 + [0] * 4)
        equal(edges(queue), [(key, k.PRESS), (key, k.RELEASE)])
    feed(clock, pins, keyboard, [63] * 2)
    equal(edges(queue), [(key, k.PRESS) for key in range(6)])
    equal(keyboard.down, 63)


def test_both_lines_hold_their_keys_together_for_half_a_second():
    clock, pins, queue, keyboard = board()
    both = 1 << k.KEY_NS | 1 << k.KEY_EW
    feed(clock, pins, keyboard, [both] * 101)
    equal(edges(queue), [(k.KEY_NS, k.PRESS), (k.KEY_EW, k.PRESS)])
    equal(keyboard.held_ms(k.KEY_NS, clock.now), 495)
    feed(clock, pins, keyboard, [both] * 200)
    equal(edges(queue), [(k.KEY_NS, k.LONG), (k.KEY_EW, k.LONG)])
    feed(clock, pins, keyboard, [0] * 4)
    equal(keyboard.held_ms(k.KEY_NS, clock.now), 0)


def test_ok_and_back_are_long_after_a_second_and_only_once():
    for key in (k.OK, k.BACK):
        clock, pins, queue, keyboard = board()
        feed(clock, pins, keyboard, [1 << key] * 600)
        got = events(queue)
        equal([(a, b) for a, b, _ in got], [(key, k.PRESS), (key, k.LONG)])
        equal(got[1][2] - got[0][2], 1000)
        feed(clock, pins, keyboard, [0] * 4 + [1 << key] * 600)
        equal(edges(queue), [(key, k.RELEASE), (key, k.PRESS), (key, k.LONG)])


def test_up_and_down_repeat_and_grow_faster():
    for key in (k.UP, k.DOWN):
        clock, pins, queue, keyboard = board(64)
        feed(clock, pins, keyboard, [1 << key] * 402)
        got = [(b, t) for _, b, t in events(queue)]
        pressed = got[0][1]
        repeats = [t - pressed for edge, t in got if edge == k.REPEAT]
        equal(repeats[:3], [400, 520, 640])
        gaps = [later - sooner for sooner, later in zip(repeats, repeats[1:])]
        equal(gaps, sorted(gaps, reverse=True))
        equal((gaps[0], gaps[-1]), (120, 60))


def test_other_keys_do_not_repeat():
    for key in (k.OK, k.BACK, k.KEY_NS, k.KEY_EW):
        clock, pins, queue, keyboard = board()
        feed(clock, pins, keyboard, [1 << key] * 400)
        equal([edge for _, edge, _ in events(queue) if edge == k.REPEAT], [])


def test_after_a_late_sample_no_burst_of_repeats_follows():
    clock, pins, queue, keyboard = board()
    feed(clock, pins, keyboard, [1, 1])
    clock.now += 900
    feed(clock, pins, keyboard, [1, 1, 1])
    equal([edge for _, edge, _ in events(queue)], [k.PRESS, k.REPEAT])


def test_a_full_ring_drops_the_newest_and_counts():
    queue = ring.Ring(3)
    for n in range(5):
        equal(queue.put(n_.EVENT_KEY, n, 0, n), n < 3)
    equal(queue.dropped, 2)
    equal([a for a, _, _ in events(queue)], [0, 1, 2])
    for n in range(7):  # round and round the same slots
        queue.put(n_.EVENT_KEY, n, 0, 1 << 33)
        equal(events(queue), [(n, 0, 1 << 33)])
    equal(queue.take(), False)


def test_an_event_may_come_while_another_is_taken():
    """From a timer that interrupts between two steps: at each of them nothing is lost, doubled or torn."""

    class Cut:
        """The ring's slots; reading the one that is numbered `at` lets the timer in."""

        def __init__(self, slots, at):
            self.slots, self.at = slots, at

        def __getitem__(self, n):
            if self.at == n % 4 and put:
                queue.put(n_.EVENT_KEY, *put.pop())
            return self.slots[n]

        def __setitem__(self, n, value):
            self.slots[n] = value

    for at in range(4):
        queue = ring.Ring(3)
        queue._ints = Cut(queue._ints, at)
        put = []
        queue.put(n_.EVENT_KEY, 1, 2, 3)
        put = [(4, 5, 6)]
        equal(events(queue), [(1, 2, 3), (4, 5, 6)])


def test_nothing_is_allocated():
    clock, pins, queue, keyboard = board()
    taken = 0
    micropython.heap_lock()
    try:
        for n in range(2000):
            pins.mask = 63 if n % 300 < 290 else 0
            clock.now += 5
            keyboard.poll()
            while queue.take():
                taken += 1
    finally:
        micropython.heap_unlock()
    if taken < 100:
        raise AssertionError("only %d events came" % taken)


run(globals())
