# heap: 1M
"""The small services: settings, draft, tones, the event's clock, the outbox by itself, the supervisor."""

import asyncio
import json
import os
import sys

from harness import Clock, counted, equal, raises, run
from tavolo.domain import kinds as k
from tavolo.services import draft, files, journal, link, outbox, settings, supervisor, timesync, tones
from tavolo.services import numbers as n_
from tavolo.wire import messages

ROOT = sys.argv[1] if len(sys.argv) > 1 else "/tmp"


def folder(name):
    path = ROOT + "/" + name
    os.mkdir(path)
    return path


def write_text(path, text):
    with open(path, "w") as f:
        f.write(text)


# -- settings -----------------------------------------------------------------------------------------------------

GOOD = {
    "device": "a1b2c3d4",
    "key": "00" * 31 + "ff",
    "hosts": [["192.168.1.10", 8770], ["10.0.0.1", 80]],
    "wifi": [["Circolo", "segreta"]],
    "lang": "fr",
    "panel": "sh1106",
    "flip": True,
    "swap_line_keys": False,
}


def test_good_settings_are_read_whole():
    root = folder("good")
    write_text(root + "/settings.json", json.dumps(GOOD))
    got = settings.load(root)
    equal(got.faults, [])
    equal((got.device, got.key), (b"\xa1\xb2\xc3\xd4", bytes(31) + b"\xff"))
    equal(got.hosts, [("192.168.1.10", 8770), ("10.0.0.1", 80)])
    equal(got.wifi, [("Circolo", "segreta")])
    equal((got.lang, got.panel, got.flip, got.swap_line_keys), ("fr", "sh1106", True, False))


def test_bad_values_fall_back_one_by_one_and_are_named():
    root = folder("bad")
    for name, value in (
        ("device", "a1b2c3"),
        ("device", 5),
        ("key", "zz" * 32),
        ("key", "00" * 31),
        ("hosts", [["host.local", 8770]]),
        ("hosts", [["10.0.0.1", 0]]),
        ("hosts", [["10.0.0.1", 65536]]),
        ("hosts", [["10.0.0.256", 1]]),
        ("hosts", [["10.0.0.1", True]]),
        ("hosts", [["10.0.0.1"]]),
        ("hosts", 7),
        ("hosts", {"10.0.0.1": 8770}),
        ("wifi", [["x" * 33, "y"]]),
        ("wifi", "Circolo"),
        ("lang", "de"),
        ("lang", ["it"]),
        ("panel", 3),
        ("flip", 1),
        ("swap_line_keys", "yes"),
    ):
        given = dict(GOOD)
        given[name] = value
        write_text(root + "/settings.json", json.dumps(given))
        got = settings.load(root)
        equal(got.faults, ["settings.json: %s is wrong, default used" % name])
        equal(getattr(got, name), getattr(settings.Settings(), name))
        equal(got.panel if name != "panel" else "sh1106", "sh1106")


def test_no_settings_or_rubbish_leave_a_table_that_works_alone():
    root = folder("none")
    for text in (None, "", "{", "[1,2]", "null", "7", "\xff\0", "[" * 1500, '{"lang": "' + "x" * 3000 + '"}'):
        if text is not None:
            write_text(root + "/settings.json", text)
        got = settings.load(root)
        equal(got.faults, ["settings.json is missing or not JSON: provision the board"])
        equal((got.device, got.key, got.hosts, got.lang), (bytes(4), bytes(32), [], "it"))


def test_a_change_of_language_keeps_the_rest():
    root = folder("change")
    write_text(root + "/settings.json", json.dumps(GOOD))
    settings.save(root, {"lang": "en"})
    got = settings.load(root)
    equal((got.lang, got.faults, got.hosts), ("en", [], [("192.168.1.10", 8770), ("10.0.0.1", 80)]))
    raises(ValueError, settings.save, root, {"lang": "xx"})
    equal(settings.load(root).lang, "en")


def test_the_address_that_worked_last_comes_first():
    root = folder("last")
    write_text(root + "/settings.json", json.dumps(GOOD))
    for text, first in (
        ("10.9.8.7 8770", ("10.9.8.7", 8770)),
        ("10.9.8 8770", ("192.168.1.10", 8770)),
        ("10.9.8.7 x", ("192.168.1.10", 8770)),
        ("10.9.8.7", ("192.168.1.10", 8770)),
        ("\0" * 20, ("192.168.1.10", 8770)),
        ("9" * 99, ("192.168.1.10", 8770)),
    ):
        write_text(root + "/host", text)
        equal(settings.load(root).hosts[0], first)
    equal(settings.Settings().hosts, [])


# -- draft --------------------------------------------------------------------------------------------------------


def test_a_draft_survives_a_restart_until_it_is_cleared():
    root = folder("draft")
    equal(draft.Draft(root).load(), None)
    draft.Draft(root).save(b"\0\1\2 half a deal")
    equal(draft.Draft(root).load(), b"\0\1\2 half a deal")
    write_text(root + "/draft", "x" * 500)
    equal(draft.Draft(root).load(), None)
    kept = draft.Draft(root)
    kept.save(b"deal")
    kept.clear()
    equal(draft.Draft(root).load(), None)


# -- sound and light ----------------------------------------------------------------------------------------------


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
        equal(lit, not self.lit)
        self.lit = lit
        self.changes += 1


def play(box, until_ms, now=0):
    while now < until_ms:
        box.poll(now)
        now += 10
    return now


def test_start_is_three_rising_tones_and_then_silence():
    buzzer = Buzzer()
    box = tones.Tones(buzzer, Led())
    box.play(n_.SOUND_START)
    play(box, 3000)
    equal(len(buzzer.said), 4)
    equal(buzzer.said, sorted(buzzer.said[:3]) + [0])


def test_time_out_comes_back_every_ten_seconds_until_a_key():
    buzzer = Buzzer()
    box = tones.Tones(buzzer, Led())
    box.play(n_.SOUND_TIME_OUT)
    now = play(box, 9900)
    once = list(buzzer.said)
    equal(len([hz for hz in once if hz]), 3)
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
    equal(buzzer.said, [])
    box.muted = 0
    box.play(n_.SOUND_START)
    now = play(box, 100)
    box.play(n_.SOUND_RECORDED)
    play(box, 3000, now)
    equal(len(buzzer.said), 4)
    for sound in range(8):
        box.play(sound)
        now = play(box, now + 9000, now)
        box.quiet()
        equal(buzzer.said[-1], 0)


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


# -- the event's clock --------------------------------------------------------------------------------------------


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


# -- where to look for the host -----------------------------------------------------------------------------------


class DeadNet:
    """A network in which nobody answers; `asked`: (address, when)."""

    def __init__(self):
        self.alive = True
        self.route = None
        self.asked = []
        self.now = 0

    def poll(self):
        pass

    def up(self):
        return self.alive

    def gateway(self):
        return self.route

    def connect(self, host, port):
        self.asked.append(((host, port), self.now))
        raise OSError(113)


class NetPort:
    def __init__(self, name):
        self.net = DeadNet()
        self.random = counted(200)
        self.flash_root = folder(name)


def searching(name, hosts):
    port = NetPort(name)
    given = settings.Settings()
    given.hosts = hosts
    return port.net, link.Link(port, given, "0.1.0", None, None)


def pass_time(net, table, until, step=10):
    while net.now < until:
        net.now += step
        table.poll(net.now)


def test_addresses_take_turns_last_good_provisioned_gateway():
    net, table = searching("turns", [("10.0.0.1", 1), ("10.0.0.2", 2)])
    net.route = "10.0.0.3"
    pass_time(net, table, 12000)
    asked = [host for host, _ in net.asked]
    equal(asked[:4], [("10.0.0.1", 1), ("10.0.0.2", 2), ("10.0.0.3", messages.PORT), ("10.0.0.1", 1)])
    if "113" not in table.why:
        raise AssertionError(table.why)


def test_pauses_between_tries_grow_to_two_seconds_and_are_not_equal():
    net, table = searching("pauses", [("10.0.0.1", 1)])
    pass_time(net, table, 60000)
    times = [at for _, at in net.asked]
    gaps = [later - sooner for sooner, later in zip(times, times[1:])]
    if not (125 <= gaps[0] <= 280 and min(gaps[4:]) >= 1000 and max(gaps) <= 2030 and len(set(gaps[4:])) > 3):
        raise AssertionError(gaps)


def test_without_a_network_or_an_address_nothing_is_tried():
    net, table = searching("quiet", [("10.0.0.1", 1)])
    net.alive = False
    pass_time(net, table, 20000)
    equal(net.asked, [])
    net.alive = True
    pass_time(net, table, 20100)
    equal(len(net.asked), 1)
    net, table = searching("nowhere", [])
    pass_time(net, table, 20000)
    equal((net.asked, table.linked(), table.send({"t": "time", "a": 1})), ([], False, False))


# -- outbox -------------------------------------------------------------------------------------------------------


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


# -- supervisor ---------------------------------------------------------------------------------------------------


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
    asyncio.new_event_loop()
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
    fed = dog.fed
    boss.guard()
    equal(dog.fed, fed)


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


def test_the_watchdog_is_fed_only_while_every_beat_is_fresh():
    clock, dog, faults, resets, boss = watched((("core", None, 1), ("link", None, 1)))
    boss.guard()
    equal(dog.fed, 1)  # nobody has begun yet: the start may take its time
    for task in boss._tasks:
        task[3] = clock.now
    clock.now += 2900
    boss.guard()
    equal(dog.fed, 2)
    boss._tasks[0][3] = clock.now
    clock.now += 200
    boss.guard()
    equal(dog.fed, 2)


def test_the_longest_turn_is_known():
    def work(clock, now):
        clock.now += 51 if now < 1200 else 3
        if now > 1300:
            raise Halt

    clock, dog, faults, resets, boss = watched((("core", work, 1),))
    boss.run()
    equal(boss.worst_ms, 51)


run(globals())
