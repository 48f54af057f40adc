# heap: 1M
"""The outbox by itself, and the supervisor."""

from harness import Clock, counted, equal, folder, raises, run

from tavolo.domain import kinds as k
from tavolo.services import journal, outbox, supervisor
from tavolo.wire import messages

# -- outbox --------------------------------------------------------------------------------------------------------


class Wire:
    """A link that a test opens, fills and breaks."""

    def __init__(self):
        self.sessions = 0
        self.up = False
        self.room = True
        self.sent = []

    def linked(self):
        return self.up

    def send(self, message):
        if self.up and self.room:
            messages.check(message, messages.TO_HOST)
            self.sent.append(messages.from_text(message["r"])[15])
            return True
        return False

    def connect(self):
        self.up = True
        self.sessions += 1
        self.sent.clear()


def box_with(name, records):
    book = journal.Journal(folder(name), b"dev1", counted(3))
    book.open()
    for n in range(records):
        book.append(k.DEAL, b"%d" % n, n, b"evnt", b"rnd1", 1)
    wire = Wire()
    return book, wire, outbox.Outbox(book, wire, bytes(32)), book.log.hex()


def polls(box, count, now=0):
    for n in range(count):
        box.poll(now + n * 10)


def test_at_most_four_are_in_flight_and_nothing_before_the_host_told_what_it_has():
    book, wire, box, log = box_with("flight", 10)
    polls(box, 9)
    wire.connect()
    polls(box, 9)
    equal(wire.sent, [])
    box.have([])
    polls(box, 9)
    equal(wire.sent, [1, 2, 3, 4])
    box.acked(log, 2)
    polls(box, 9)
    equal(wire.sent, [1, 2, 3, 4, 5, 6])
    equal(box.unsent(), 8)
    box.acked(log, 10)
    polls(box, 9)
    equal((wire.sent[-1], box.unsent()), (6, 0))


def test_a_full_socket_is_tried_again_and_order_is_kept():
    book, wire, box, log = box_with("full", 3)
    wire.connect()
    box.have([[log, 0]])
    wire.room = False
    polls(box, 5)
    wire.room = True
    polls(box, 9)
    equal(wire.sent, [1, 2, 3])


def test_after_a_break_the_unacknowledged_are_sent_again():
    book, wire, box, log = box_with("again", 6)
    wire.connect()
    box.have([["00" * 4, 99], [log, 1]])
    polls(box, 9)
    equal(wire.sent, [2, 3, 4, 5])
    box.acked(log, 3)
    wire.up = False
    polls(box, 9)
    wire.connect()
    polls(box, 9)
    equal(wire.sent, [])
    box.have([[log, 4]])
    polls(box, 9)
    equal(wire.sent, [5, 6])


def test_a_restored_host_lowers_the_cursor_and_gets_the_rest_again():
    book, wire, box, log = box_with("restored", 30)
    wire.connect()
    box.have([[log, 30]])
    polls(box, 9)
    equal((wire.sent, box.unsent()), ([], 0))
    wire.connect()
    box.have([[log, 27]])
    equal(box.unsent(), 3)
    polls(box, 9)
    equal(wire.sent, [28, 29, 30])
    box.acked(log, 30)
    box.acked(log, 28)
    polls(box, 9)
    equal((wire.sent[3:], box.unsent()), ([29, 30], 2))


def test_foolish_acknowledgements_change_nothing():
    book, wire, box, log = box_with("foolish", 5)
    wire.connect()
    box.have([[log, 2]])
    box.acked(log, 6)
    box.acked("00" * 4, 4)
    equal(box.cursor, 2)
    box.have([[log, 1 << 29]])
    equal(box.unsent(), 0)


def test_a_host_that_never_acknowledges_gets_them_again_after_a_while():
    book, wire, box, log = box_with("never", 2)
    wire.connect()
    box.have([])
    polls(box, 9)
    polls(box, 5, 5000)
    equal(wire.sent, [1, 2])
    polls(box, 5, 10100)
    equal(wire.sent, [1, 2, 1, 2])


def test_the_cursor_is_kept_when_idle_so_that_a_restart_knows_what_is_unsent():
    book, wire, box, log = box_with("kept", 45)
    equal(outbox.Outbox(book, wire, bytes(32)).unsent(), 45)
    wire.connect()
    box.have([])
    for upto in range(1, 46):
        box.acked(log, upto)
        box.poll(upto)
    equal(outbox.Outbox(book, wire, bytes(32)).unsent(), 0)


# -- supervisor ----------------------------------------------------------------------------------------------------


class Dog:
    def __init__(self):
        self.fed = 0

    def feed(self):
        self.fed += 1


class Halt(Exception):
    """The board has been reset."""


def watched(polls_):
    clock, dog, faults, resets = Clock(), Dog(), [], []
    boss = supervisor.Supervisor(clock, dog, faults.append, lambda: resets.append(1))
    for name, poll, period in polls_:
        boss.add(name, lambda now, poll=poll: poll(clock, now), period)
    return clock, dog, faults, resets, boss


def test_a_task_that_fails_leaves_its_name_and_resets_and_is_fed_no_more():
    turns = []

    def work(clock, now):
        clock.now += 1
        turns.append(now)
        if len(turns) == 5:
            raise ValueError("deal seven")

    clock, dog, faults, resets, boss = watched((("core", work, 1), ("keys", lambda clock, now: None, 1)))
    boss.run()
    equal(faults, ["core: ValueError: deal seven"])
    equal((len(turns), resets), (5, [1]))
    equal(dog.fed, 1)  # before it failed


def test_even_a_fault_record_that_cannot_be_written_leads_to_the_reset():
    def work(clock, now):
        raise ValueError("x")

    clock, dog, faults, resets, boss = watched((("core", work, 1),))
    boss._on_fault = lambda text: raises(ValueError, int, "flash full") and 1 // 0
    try:
        boss.run()
    except ZeroDivisionError:
        pass
    equal(resets, [1])


def test_the_watchdog_is_fed_between_turns_only():
    fed = []

    def work(clock, now):
        fed.append(dog.fed)
        clock.now += 400  # a turn that does not come back is one that is never followed by a feeding
        if now > 3000:
            boss.ended = True

    clock, dog, faults, resets, boss = watched((("core", work, 1), ("link", work, 1)))
    boss.run()
    # no turn is fed for while it goes on, and none feeds twice
    equal(fed, [0, 0, 1, 1, 2, 2, 3])
    equal((dog.fed, faults, resets), (3, [], []))


def test_no_task_gets_a_turn_after_the_end():
    turns = []

    def last(clock, now):
        boss.ended = True

    clock, dog, faults, resets, boss = watched((("usb", last, 1), ("core", lambda clock, now: turns.append(now), 1)))
    boss.run()
    equal((turns, dog.fed, resets), ([], 0, []))


def test_a_task_rests_as_long_as_it_says_unless_another_is_busy_or_something_comes():
    turns, woken = [], []

    def idle(clock, now):
        turns.append(now)
        return 200

    def other(clock, now):
        if now >= 1700:
            raise Halt
        return None if 1400 <= now < 1430 else 200

    clock, dog, faults, resets, boss = watched((("idle", idle, 10), ("other", other, 10)))
    rest = clock.rest

    def wakened(ms):
        rest(min(ms, 17) if clock.now == 1200 else ms)
        woken.append(clock.now)
        return clock.now == 1217

    clock.rest = wakened
    boss.run()
    # alone until 1,200; woken 17 ms later; while the other one is busy each period; then alone again
    equal(turns, [1000, 1200, 1217, 1417, 1427, 1437, 1637, 1837])
    equal(dog.fed, 2)


run(globals())
