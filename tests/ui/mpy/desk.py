"""A table for the tests of the screens: the real Actions, deeds, Navigator and Canvas over small fakes of the services.

Run by MicroPython. Keys come as events with a time that the test moves; the host's records go the way they take on a device.
"""

import sys

import framebuf

from tavolo.actions import Actions
from tavolo.domain import facts, plan_writer, record
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.services import numbers as n
from tavolo.services.journal import JournalError
from tavolo.ui.assets import load_texts
from tavolo.ui.canvas import Canvas
from tavolo.ui.model import Model
from tavolo.ui.navigator import Navigator
from tavolo.wire import messages

ASSETS = sys.argv[1]
EVENT, ROUND, TABLE = b"EVNT", b"RND1", 12
BANDS = ((100, 10, 10), (300, 11, 9), (500, 12, 8), (700, 13, 7), (900, 14, 6), (1100, 15, 5), (1300, 16, 4), (1500, 17, 3))
BANDS += ((1700, 18, 2), (2000, 19, 1), (32767, 20, 0))
NAMES = (("Rossi", "Bianchi"), ("Verdi", "Nerì"))
MINUTE_MS = 60000


class Journal:
    """Keeps records in a list; `full` makes the next append fail."""

    def __init__(self):
        self.records = []
        self.last_seq = 0
        self.log = b"LOGA"
        self.first = []
        self.faults = []
        self.full = False

    def append(self, kind, payload, at_ms, event, round_id, table, flags=0):
        if self.full:
            raise JournalError("flash is full")
        self.last_seq += 1
        rec = record.Record(kind, b"DEV1", b"LOGA", self.last_seq, at_ms, payload).place(event, round_id, table, flags)
        self.records.append(record.unpack(record.pack(rec)))
        return rec

    def store(self, data):
        self.records.append(record.unpack(data))

    def replay(self, fold, event, round_id, table):
        for rec in self.records:
            if rec.round == round_id:
                fold(rec)

    def last(self, kind):
        found = [rec for rec in self.records if rec.kind == kind]
        return found[-1] if found else None


class DraftFile:
    """What the flash would hold of a half-typed deal."""

    def __init__(self):
        self.data = b""

    def save(self, data):
        self.data = data
        return True

    def load(self):
        return self.data or None

    def clear(self):
        self.data = b""


class Sounds:
    """Remembers what was played."""

    def __init__(self):
        self.played = []

    def play(self, sound):
        self.played.append(sound)


class Link:
    """No network here."""

    refused = 0

    def beat_now(self):
        pass


class Outbox:
    """Nothing is sent."""

    key = bytes(32)
    cursor = 0

    def have(self, have):
        pass

    def acked(self, log, upto):
        pass


class Net:
    """A hall's Wi-Fi."""

    def rssi(self):
        return -61


class Port:
    """A board, as far as information and self-test ask it."""

    net = Net()

    def battery_mv(self):
        return 3912

    def random(self, size):
        return bytes(range(size))


class Care:
    """A panel that has been on for long."""

    hours = 1234
    low = False


class TimeSync:
    """A clock that was compared with the host's."""

    quality_ms = 12


class Paper(Canvas):
    """A canvas on which no letter may stick out."""

    def text(self, x, y, text, font=None, inverse=False):
        size = font or self.small
        fits = x >= 0 and x + len(text) * size.width <= 128 and y >= 0 and y + size.height <= 64
        assert fits, (x, y, text, size.width)
        super().text(x, y, text, font, inverse)


def shortest(value, start=0):
    """(rows of 100, fifths of 20, steps of 5 up or down) that lead from `start` to `value` with the fewest presses."""
    best = (999, 0, 0)
    for rows in range(10):
        for fifths in range(5):
            steps = (value - start - 100 * rows - 20 * fifths) // 5
            if rows + fifths + abs(steps) < best[0] + best[1] + abs(best[2]):
                best = (rows, fifths, steps)
    return best


class Desk:
    """One table. `frame()` is what the panel would show now; `intents` is what screens asked for."""

    def __init__(self, journal=None, draft_file=None):
        self.now = 1000
        self.buffer = bytearray(1024)
        self.assets, self.root = ASSETS, "/no-flash"
        self.canvas = Paper(framebuf.FrameBuffer(self.buffer, 128, 64, framebuf.MONO_VLSB), ASSETS)
        self.model = Model(load_texts(ASSETS + "/it.txt"))
        self.model.device = "a1b2c3d4"
        self.model.version = "0.1.0"
        self.model.linked = True
        self.model.event_ms = 5 * MINUTE_MS
        self.navigator = Navigator(self.model)
        self.journal = journal or Journal()
        self.draft_file = draft_file or DraftFile()
        self.tones = Sounds()
        self.port, self.care, self.timesync = Port(), Care(), TimeSync()
        self.link = Link()
        self.outbox = Outbox()
        self.actions = Actions(self)
        self.intents = []
        self._host_seq = 0
        self.actions.move(EVENT, ROUND, TABLE)
        self.actions.settle()
        self.navigator.update()

    # -- the host ---------------------------------------------------------------------------------------------------

    def host(self, kind, payload=b""):
        """A record of the host arrives."""
        self._host_seq += 1
        rec = record.Record(kind, b"HOST", b"LOGH", self._host_seq, self.model.event_ms, payload).place(EVENT, ROUND, TABLE)
        self.actions.on_message({"t": "rec", "r": messages.to_text(record.pack(rec))})
        answer = self.actions.answers.pop()
        assert answer["ok"], answer
        self.navigator.update()

    def plan(self, deals=4, profile=k.FIBUR, policy=k.CLOCK_VISIBLE, names=NAMES, **more):
        """The round's plan; `more`: further attributes of it."""
        plan = Plan()
        plan.number, plan.rounds, plan.table, plan.deals = 2, 4, TABLE, deals
        plan.profile, plan.policy, plan.names, plan.bands = profile, policy, names, BANDS
        for name, value in more.items():
            setattr(plan, name, value)
        self.host(k.PLAN, plan_writer.plan_bytes(plan))
        self.wait()

    def start(self):
        """START, 45 minutes from now."""
        self.host(k.START, facts.time_payload(self.model.event_ms, 45 * MINUTE_MS))
        self.wait()

    def time_out(self):
        """TIME OUT by the arbiter."""
        self.host(k.TIME_OUT, facts.time_payload(self.model.event_ms))
        self.wait()

    # -- hands ------------------------------------------------------------------------------------------------------

    def wait(self, ms=1000):
        """Time passes."""
        self.now += ms
        if self.model.event_ms >= 0:
            self.model.event_ms += ms
        turn, sheet = self.model.turn, self.model.sheet
        if turn is not None and turn.rang(self.now, sheet.clock.state != 1 or sheet.call is not None):
            self.tones.play(n.SOUND_EXPIRY)
        intent = self.navigator.tick(self.now)
        if intent is not None:
            self.actions.act(intent)

    def key(self, key, edge):
        """One key event, as the core handles it."""
        self.navigator.update()
        intent = self.navigator.on_key(key, edge, self.now)
        if intent is not None:
            self.intents.append(intent)
            self.actions.act(intent)
        self.navigator.update()
        return intent

    def press(self, key, times=1):
        """Short presses; the last one's intent."""
        intent = None
        for _ in range(times):
            down = self.key(key, k.PRESS)
            self.wait(60)
            intent = self.key(key, k.RELEASE) or down
            self.wait(60)
        return intent

    def hold(self, key):
        """A press long enough to be a long one."""
        self.key(key, k.PRESS)
        self.wait(500 if key >= k.KEY_NS else 1000)
        intent = self.key(key, k.LONG)
        self.wait(60)
        self.key(key, k.RELEASE)
        self.wait(60)
        return intent

    def both_hold(self):
        """Each line holds its key."""
        self.hold(k.KEY_NS)
        return self.hold(k.KEY_EW)

    # -- a round ----------------------------------------------------------------------------------------------------

    def sit(self, keeper=k.SOUTH, dealer=k.WEST):
        """Both lines are here; who keeps the device and who deals."""
        self.both_hold()
        self.press(k.UP, (keeper - k.SOUTH) % 4)
        self.press(k.OK)
        self.press(k.UP, (dealer - keeper - 1) % 4)
        self.press(k.OK)

    def to_play(self, **plan):
        """Plan, seats, START: deal 1 is played."""
        self.plan(**plan)
        self.sit()
        self.start()

    def number(self, value):
        """Card points, as a practised hand adds them up: rows, fifths of a row, then up or down by fives."""
        self.frame()
        shown = self.navigator.top().value
        rows, fifths, steps = shortest(value, max(shown, 0))
        self.press(k.KEY_NS, rows)
        self.press(k.KEY_EW, fifths)
        self.press(k.UP if steps > 0 else k.DOWN, abs(steps))
        if shown == k.UNKNOWN and value == 0:
            self.press(k.OK)  # the first one shows the zero
        return self.press(k.OK)

    def closed(self, who):
        """Who closed: 0, 1 or 2 = nobody."""
        if who < 2:
            return self.press(k.KEY_NS + who)
        self.press(k.UP)
        return self.press(k.OK)

    def line(self, clean, semi, dirty, pile, negative, positive):
        """A line's questions; semi or pile None where it is not asked."""
        for count in (clean, semi, dirty):
            if count is not None:
                self.press(k.UP, count)
                self.press(k.OK)
        if pile is not None:
            self.press(k.UP, pile)
            self.press(k.OK)
        self.number(negative)
        self.number(positive)

    def count_e1(self):
        """RULES 9, E1, from the first question to the confirmation: NS 700, EW 220."""
        self.closed(k.NS)
        self.line(1, 0, 1, None, 45, 345)
        self.line(0, 0, 1, 0, 60, 180)

    def play_e1(self):
        """A deal from play to the next one."""
        if self.model.sheet.phase == k.DEALING:
            self.press(k.OK)
        self.press(k.OK)
        self.count_e1()
        self.both_hold()
        self.press(k.OK)

    def shows(self, name):
        """Whether the top screen is of this class."""
        return type(self.navigator.top()).__name__ == name

    def frame(self):
        """The picture now, 1,024 bytes."""
        self.navigator.update()
        self.navigator.draw(self.canvas, self.now)
        return bytes(self.buffer)
