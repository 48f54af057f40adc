"""What must hold after every event, whatever was pressed: the sheet is the fold of the log on flash, the log only grows,
nothing is shown as recorded that is not, the stack of overlays is small, BACK leads home, a draft outlives a reset.

Reads the flash by itself and folds anew; the firmware's own reading is not asked.
"""

import gc
import os
import sys

import table as table_

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.ui.texts import keys as t

MOST_OVERLAYS = 4
LEAK_BYTES = 12000  # a screen whose code an old word on the stack still holds (8 KB on 64 bits), lists that double
NOTES_BYTES = 1500  # what these checks and the hall keep for each record and each kind of state
MOST_BACKS = 8
RESTED_MS = 700  # keys rest 0.6 s after a signal
_NOT_FOLDED = ("_low_ms",)  # what the round clock has warned of: the device's own, no fact
_DEVICE = b"\xa1\xb2\xc3\xd4"


def plain(value):
    """A value, or an object with all that it holds, as tuples: to compare."""
    if isinstance(value, (list, tuple)):
        return tuple([plain(item) for item in value])
    if isinstance(value, dict):
        return tuple(sorted([(str(key), plain(value[key])) for key in value if str(key) not in _NOT_FOLDED]))
    if value is None or isinstance(value, (bool, int, str, bytes)):
        return value
    return plain(value.__dict__)


def segments():
    """Names of the log's files, in order, with their lengths."""
    return [(entry[0], entry[3]) for entry in sorted(os.ilistdir(table_.ROOT + "/log")) if entry[0].endswith(".seg")]


def read_log():
    """The bytes of every segment, in order."""
    out = []
    for name, _ in segments():
        with open(table_.ROOT + "/log/" + name, "rb") as f:
            out.append(f.read())
    return b"".join(out)


def split(data):
    """Records in a log's bytes. Raises AssertionError where there is anything else."""
    out = []
    at = 0
    while at < len(data):
        size = record.length_at(data, at)
        assert size and at + size <= len(data), "no record at byte %d of %d" % (at, len(data))
        out.append(record.unpack(data[at : at + size]))
        at += size
    return out


class Checks:
    """`records`: all that the log has; `states`: kinds of states from which BACK was tried; `counts` for the report."""

    def __init__(self, table):
        self.table = table
        self.records = []
        self.states = set()
        self.counts = {}
        self._data = b""
        self._sizes = None
        self._starts = 0
        self._place = None
        self._sheet = self._shadow = None
        self._notice = None
        self._deals = 0
        self._safe = set()
        self._used = {}

    def count(self, name, by=1):
        """For the report."""
        self.counts[name] = self.counts.get(name, 0) + by

    # -- after every event --------------------------------------------------------------------------------------------

    def all(self):
        """Everything that can be looked at without touching a key."""
        app = self.table.app
        for name in self.table.hall.store:
            self._safe.add(name)
        self.log()
        self.sheet()
        self.shown()
        assert len(app.navigator._stack) <= MOST_OVERLAYS, "overlays: %r" % app.navigator._stack
        assert not app.model.fault and not app.journal.faults, (app.model.fault, app.journal.faults)
        assert not app.ring.dropped, "key events were lost"

    def log(self):
        """The log only grows, holds every id once, own numbers without a gap."""
        sizes = segments()
        if sizes == self._sizes and self._starts == self.table.starts:
            return
        self._sizes, self._starts = sizes, self.table.starts
        data = read_log()
        if data == self._data:
            return
        assert data[: len(self._data)] == self._data, "the log changed before its end"
        self.records += split(data[len(self._data) :])
        self._data = data
        self._shadow = None
        seqs = [rec.seq for rec in self.records if rec.device == _DEVICE]
        assert seqs == list(range(1, len(seqs) + 1)), "own records are not 1..n"
        refs = [rec.ref() for rec in self.records]
        assert len(set(refs)) == len(refs), "a record is twice in the log"
        mine = {rec.ref(): record.pack(rec) for rec in self.records[-8:]}
        store = self.table.hall.store
        for ref in mine:
            assert store.get(ref, mine[ref]) == mine[ref], "the host has another record than the log"

    def sheet(self):
        """The sheet on the screen is the fold of the log."""
        from tavolo.domain.sheet import Sheet
        from tavolo.modules import forget

        app = self.table.app
        actions = app.actions
        place = (actions.event, actions.round, actions.table)
        if self._shadow is None or place != self._place:
            self._place = place
            had = list(sys.modules)
            sheet = Sheet()
            for rec in self.records:
                if (rec.event, rec.round, rec.table) == place:
                    try:
                        sheet.apply(rec)
                    except record.RecordError:
                        self.count("refused by the fold")
            self._sheet = sheet
            self._shadow = plain(sheet)
            for name in list(sys.modules):
                if name not in had:
                    forget(name)  # what only this fold has brought
        mine = plain(app.model.sheet)
        if mine != self._shadow:
            odd = [(one, other) for one, other in zip(mine, self._shadow) if one != other]
            raise AssertionError("sheet is not the fold of the log: %r" % odd)

    def shown(self):
        """ "Recorded" and "on the PC" are said of what is so."""
        app = self.table.app
        texts, shown = app.model.texts, self.table.shown
        top = app.navigator.top()
        deals = [rec for rec in self.records if rec.kind in (k.DEAL, k.REVISE) and rec.device == _DEVICE]
        if type(top).__name__ == "Message" and texts[t.RECORDED] in shown and top is not self._notice:
            self._notice = top
            assert len(deals) > self._deals, "said to be recorded, and is not in the log"
            assert "%s %d" % (texts[t.DEAL], deals[-1].payload[0]) in shown, shown
            self._deals = len(deals)
            self.count("deals recorded")
        if type(top).__name__ == "Signed":
            assert self._sheet.signed, "shown as signed, and is not in the log"
            if texts[t.SAFE_PC] in shown:
                unsafe = [rec.seq for rec in self.records if rec.device == _DEVICE and rec.ref() not in self._safe]
                assert not unsafe, "said to be on the PC: %r" % unsafe

    # -- with keys ----------------------------------------------------------------------------------------------------

    def state(self):
        """What kind of state the table is in, for counting."""
        navigator = self.table.app.navigator
        names = [type(screen).__name__ for screen in [navigator._base] + navigator._stack]
        inner = getattr(navigator.top(), "overlay", None)
        draft = self.table.app.model.draft
        return tuple(names) + (type(inner).__name__, self.table.app.model.sheet.phase, draft.step if draft else -1)

    def at_home(self):
        """No overlay, and nothing is being entered but what waits behind TIME OUT."""
        app = self.table.app
        if app.navigator._stack:
            return False
        return app.navigator._base_name in ("TimeOut", "Lap") or (app.model.draft is None and app.model.sheet.phase != k.COUNT)

    def home(self):
        """At most eight short presses of BACK lead home."""
        table = self.table
        table.release_all()
        table.run(RESTED_MS)
        self.states.add(self.state())
        path = []
        for _ in range(MOST_BACKS):
            if self.at_home():
                break
            path.append(self.state())
            table.press(k.BACK)
        assert self.at_home(), "eight presses of BACK do not lead home: %r" % path
        self.count("ways home")

    def memory(self):
        """At home: the bytes in use are those of the last time at this place in this life, but for what the log brought."""
        app = self.table.app
        sheet = app.model.sheet
        place = (self.table.starts, app.navigator._base_name, sheet.phase, sheet.deal_no, len(sheet.versions), app.model.language)
        place += (app.actions.round, app.link.linked(), app.actions.kept is None)
        gc.collect()
        used = gc.mem_alloc()
        notes = len(self.records) + len(self.states) + len(self._used)
        if place in self._used:
            first, then, modules = self._used[place]
            more = used - first - NOTES_BYTES * (notes - then)
            stayed = [name for name in sys.modules if name not in modules]
            assert more < LEAK_BYTES, "memory: %d bytes more than the first time at %r; stayed: %r" % (more, place, stayed)
            self.count("looks at memory")
        else:
            self._used[place] = (used, notes, list(sys.modules))

    def entered(self):
        """(deal, replaced record, both lines' entries) of what is being counted or was left for play; None."""
        app = self.table.app
        kept = app.actions.kept if app.model.sheet.phase in (k.PLAY, k.COUNT) else None  # once the round is over, nobody needs it
        draft = app.model.draft or kept
        if draft and draft.replaces:
            old = app.model.sheet.deal(draft.deal)
            if old and draft.lines[0] + draft.lines[1] == old.ns + old.ew:
                return None  # a correction in which nothing was typed yet
        return draft and (draft.deal, draft.replaces, draft.lines[0] + draft.lines[1])

    def outlives(self, before, lost=1):
        """After a restart: what was entered is there again, but for `lost` answers (and what only follows from others)."""
        after = self.entered()
        if lost > 1 and (before is None or after is None or before[:2] != after[:2]):
            return  # cut in the middle of a record: that deal, or its count, may have begun or ended with it
        if before is None:
            others = [value for value in (after[2] if after else ()) if value not in (k.UNKNOWN, 0)]
            assert not others, "another's entry: %r" % (after,)
            return
        if after is None:
            given = [value for value in before[2] if value not in (k.UNKNOWN, 0)]
            assert len(given) <= lost, "what was entered is gone: %r" % (before,)
            return
        assert after[:2] == before[:2], (after, before)
        odd = [at for at in range(len(before[2])) if before[2][at] != after[2][at] and before[2][at] not in (k.UNKNOWN, 0)]
        assert len(odd) <= lost, "entered %r, after the restart %r" % (before[2], after[2])
        self.count("drafts after a restart")
