# heap: 1M
"""What a table gives back to a host that was restored from a copy: the host's own records of one event, however many segments."""

from harness import counted, equal, folder, run

from tavolo import heard
from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.services import connect, journal
from tavolo.wire import messages

EVENT = b"evnt"


class Actions:
    """A table that is somewhere, and its answers."""

    def __init__(self):
        self.answers = []
        self.event, self.round, self.table = EVENT, b"rnd1", 300


class App:
    def __init__(self, name):
        self.journal = journal.Journal(folder(name), b"dev1", counted(3))
        self.journal.open()
        self.actions = Actions()

    def host_says(self, seq, device=b"host", event=EVENT):
        rec = record.Record(k.START, device, b"log1", seq, 5, b"payload%d" % seq).place(event, b"rnd1", 300)
        self.journal.store(record.pack(rec))

    def asked(self):
        """All that it gives, asked one by one, and how many answers that took."""
        found, at, turns = [], 0, 0
        while True:
            heard.want(self.actions, self, {"d": b"host".hex(), "e": EVENT.hex(), "n": at})
            answer = self.actions.answers.pop()
            messages.check(answer, messages.TO_HOST)
            turns += 1
            if answer["r"]:
                found.append(record.unpack(messages.from_text(answer["r"])).seq)
            if not answer["n"]:
                return found, turns
            assert answer["n"] > at
            at = answer["n"]


def test_all_of_the_hosts_records_of_the_event_and_none_else_in_order():
    app = App("give")
    for seq in range(1, 31):
        app.host_says(seq)
        app.journal.append(k.DEAL, b"own", 1, EVENT, b"rnd1", 300)
        app.host_says(seq, b"spar")
        app.host_says(seq, event=b"old ")
    found, turns = app.asked()
    equal(found, list(range(1, 31)))
    equal(turns <= 30 + len(app.journal.first) + 1, True)


def test_segments_without_any_are_passed_one_at_a_time():
    app = App("few")
    app.host_says(1)
    for _ in range(70):
        app.journal.append(k.DEAL, b"own", 1, EVENT, b"rnd1", 300)
    app.host_says(2)
    found, turns = app.asked()
    equal(found, [1, 2])
    equal(turns >= len(app.journal.first), True)


def test_an_empty_journal_has_nothing():
    equal(App("none").asked(), ([], 1))


class Sheet:
    heads = {b"dev1log0": 9, b"hostlog1": 70000, b"sparlog2": 2}


def test_the_hello_says_where_it_is_and_what_it_has_of_others():
    app = App("at")
    app.model = Sheet()
    app.model.sheet = Sheet()
    app.link = Sheet()
    app.link.settings = Sheet()
    app.link.settings.device = b"dev1"
    at = connect._at(app)
    equal(at[:10], EVENT + b"rnd1\x01\x2c")
    parts = sorted([at[n : n + 12] for n in range(10, len(at), 12)])
    equal(parts, [b"hostlog1\x00\x01\x11\x70", b"sparlog2\x00\x00\x00\x02"])
    app.model.sheet.heads = {b"%03dxlog1" % n + b"": n for n in range(9)}
    equal(len(connect._at(app)), 82)
    app.actions.table = 0
    equal(connect._at(app), b"")


run(globals())
