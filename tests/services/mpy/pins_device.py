"""Keys at the pin: contacts that bounce, bursts of 15 presses a second, a loop that comes late because the panel is redrawn or
the flash erases. Time goes in steps of a millisecond; the board's driver and the debouncer are the real ones."""

from harness import equal, run

from boards.drivers import parts
from tavolo.domain import kinds as k
from tavolo.services import keys, ring

BOUNCE_MS = 10
PERIOD_MS = 66  # 15 a second
DOWN_MS = 33


class Dice:
    def __init__(self, seed):
        self.state = seed * 7919 + 1

    def below(self, limit):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % limit


class Pin:
    """High while the key is up. A falling edge calls the handler at once, or when the processor is free again."""

    IRQ_FALLING = 2

    def __init__(self):
        self.level = 1
        self.held_back = False
        self.handler = None

    def irq(self, handler, trigger):
        equal(trigger, Pin.IRQ_FALLING)
        self.handler = handler

    def value(self):
        return self.level

    def set(self, level, busy):
        if level < self.level:
            self.held_back = True  # the chip keeps one for later
        self.level = level
        self.free(busy)

    def free(self, busy):
        if self.held_back and not busy:
            self.held_back = False
            self.handler(self)


class Board:
    """Pins, driver, debouncer; `now` in ms."""

    def __init__(self, slots=16):
        self.now = 1000
        self.pins = [Pin() for _ in range(6)]
        self.ring = ring.Ring(slots)
        self.keys = keys.Keys(parts.Keys(self.pins), self.ring, self)
        self.events = []

    def ms(self):
        return self.now

    def take(self):
        while self.ring.take():
            self.events.append((self.ring.a, self.ring.b, self.ring.t))

    def presses(self, key):
        return len([1 for a, b, _ in self.events if a == key and b == k.PRESS])

    def releases(self, key):
        return len([1 for a, b, _ in self.events if a == key and b == k.RELEASE])


def burst(seed, stalls, presses=60, key=k.UP, first=0):
    """Press `key`; `stalls(dice)` -> how long the loop is away before its next turn, in ms, at least 5. Returns the Board."""
    dice = Dice(seed)
    board = Board()
    pin = board.pins[key]
    next_poll = board.now + 1 + dice.below(5)
    away_from = next_poll  # the processor is busy from the end of one turn's slice to the next turn, when that is long
    start = board.now + first + dice.below(20)
    for at in range(board.now, start + presses * PERIOD_MS + 100):
        board.now = at
        since = (at - start) % PERIOD_MS
        pressed = at >= start and at < start + presses * PERIOD_MS and since < DOWN_MS
        changed = since if since < DOWN_MS else since - DOWN_MS
        bouncing = at >= start and changed < BOUNCE_MS and at < start + presses * PERIOD_MS
        busy = away_from <= at < next_poll
        pin.set(dice.below(2) if bouncing else 0 if pressed else 1, busy)
        if at >= next_poll:
            pin.free(False)
            board.keys.poll()
            if dice.below(2):
                board.take()  # the core's turn comes at every second one or so
            away = stalls(dice)
            away_from = at + 1 if away > 5 else at + away
            next_poll = at + away
    board.take()
    return board


def tries(stalls, count=60):
    """Bursts that lost or doubled a press: their numbers."""
    wrong = []
    for seed in range(count):
        key = seed % 6
        board = burst(seed, stalls, key=key)
        equal(board.ring.dropped, 0)
        equal(board.releases(key), board.presses(key))
        equal(len([1 for a, _, _ in board.events if a != key]), 0)
        if board.presses(key) != 60:
            wrong.append((seed, board.presses(key)))
    return wrong


def test_a_burst_at_the_even_pace_of_the_loop():
    equal(tries(lambda dice: 5), [])


def test_a_burst_while_the_panel_is_redrawn():
    # the samples' timer is served between two steps of the interpreter; the longest is a window of 4 ms on the bus
    equal(tries(lambda dice: (5, 5, 5, 9)[dice.below(4)]), [])


class Journal:
    """Writes now and then; one sector erased is 27 to 50 ms during which nothing runs, interrupts neither."""

    stalls = 0

    def __call__(self, dice):
        self.wait = getattr(self, "wait", 10) - 1
        if self.wait > 0:
            return (5, 5, 5, 9)[dice.below(4)]
        self.wait = 25 + dice.below(20)
        Journal.stalls += 1
        return 27 + dice.below(24)


def test_a_burst_while_the_journal_writes():
    """Nothing is ever doubled. What is lost: of a press that begins while the contact still bounces from the last one, or
    ends just when the erasing does, the chip keeps one edge, and that cannot be told from bouncing."""
    lost = 0
    for seed in range(60):
        board = burst(seed, Journal(), key=seed % 6)
        equal(board.ring.dropped, 0)
        equal(board.releases(seed % 6), board.presses(seed % 6))
        if board.presses(seed % 6) > 60:
            raise AssertionError("doubled: %d" % board.presses(seed % 6))
        lost += 60 - board.presses(seed % 6)
    if lost * 100 > 8 * Journal.stalls:
        raise AssertionError("%d lost in %d stalls" % (lost, Journal.stalls))


def test_a_press_that_is_wholly_within_a_stall_is_seen_once_in_its_order():
    board = Board()
    for _ in range(40):
        board.now += 5
        board.keys.poll()
    pin = board.pins[k.OK]
    for at in range(60):
        board.now += 1
        pin.set(0 if 10 <= at < 43 else 1, True)
    pin.free(False)
    for _ in range(20):
        board.keys.poll()
        board.now += 5
    board.take()
    equal([(a, b) for a, b, _ in board.events], [(k.OK, k.PRESS), (k.OK, k.RELEASE)])


def test_edges_without_a_stall_are_no_presses():
    """A spike between two samples, which an interrupt sees and a hand does not make."""
    board = Board()
    for at in range(400):
        board.now += 1
        board.pins[k.OK].set(0 if at % 50 == 7 else 1, False)
        if at % 5 == 0:
            board.keys.poll()
    board.take()
    equal(board.events, [])


def test_two_lines_at_once_in_a_burst():
    dice = Dice(5)
    board = Board()
    ns, ew = board.pins[k.KEY_NS], board.pins[k.KEY_EW]
    start = board.now
    for at in range(start, start + 30 * PERIOD_MS + 100):
        board.now = at
        since = (at - start) % PERIOD_MS
        on = at < start + 30 * PERIOD_MS and since < DOWN_MS
        ns.set(dice.below(2) if on and since < BOUNCE_MS else 0 if on else 1, False)
        later = since >= 20 and since < 20 + DOWN_MS and at < start + 30 * PERIOD_MS
        ew.set(dice.below(2) if later and since < 20 + BOUNCE_MS else 0 if later else 1, False)
        if at % 5 == 0:
            board.keys.poll()
            board.take()
    equal((board.presses(k.KEY_NS), board.presses(k.KEY_EW)), (30, 30))
    equal(board.ring.dropped, 0)


run(globals())
