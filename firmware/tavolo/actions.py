"""What the table does: intents of screens and messages of the host become records, and records become the sheet. What is
rare is loaded for it and forgotten: deeds.py, heard.py, acts/.

Order is always journal, then sheet, then screen; what the journal did not take has not happened.
"""

from tavolo.domain import facts, record
from tavolo.domain import kinds as k
from tavolo.domain.sheet import Sheet
from tavolo.modules import forget
from tavolo.services import numbers as n
from tavolo.services.journal import JournalError
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t

# by group of intents (ui/intents.py)
_GROUPS = (
    "tavolo.deeds",
    "tavolo.acts.clocks",
    "tavolo.acts.ruling",
    "tavolo.acts.alone",
    "tavolo.acts.service",
    "tavolo.acts.code",
    "tavolo.acts.check",
)


class Actions:
    """`event`, `round`, `table`: where the round that is on takes place (4 bytes, 4 bytes, number). `kept`: the draft of a
    count that was left for play. Parts are the App's."""

    def __init__(self, app) -> None:
        self._app = app
        self.event = self.round = bytes(4)
        self.table = 0
        self.answers = []  # answers to the host that wait for room on the link
        self.kept = None

    # -- the log --------------------------------------------------------------------------------------------------

    def move(self, event: bytes, round_id: bytes, table: int) -> None:
        self.event, self.round, self.table = event, round_id, table
        model = self._app.model
        model.sheet = sheet = Sheet()
        model.draft = self.kept = None
        model.confirmed = model.signing = 0
        if table:
            self._app.journal.replay(sheet.apply, event, round_id, table)
            sheet.clock.passed(model.event_ms, ())  # what was warned of before a reset is not warned of again

    def write(self, kind: int, payload: bytes) -> bool:
        """Journal a fact and fold it. False, with a message on the screen, when it could not be kept."""
        app = self._app
        now_ms = app.model.event_ms
        flags = record.ABOUT if app.model.about or now_ms < 0 else 0
        try:
            rec = app.journal.append(kind, payload, max(now_ms, 0) & 0x3FFFFFFF, self.event, self.round, self.table, flags)
        except JournalError as e:
            self.deed("not_saved", e, "tavolo.acts.room")
            return False
        app.model.sheet.apply(rec)
        forget("tavolo.domain.folds")
        self.settle()
        return True

    def drop_count(self) -> None:
        """What was typed of the deal in play counts no more, after a reset neither."""
        self.kept = self._app.model.draft = None
        self._app.draft_file.clear()

    def settle(self) -> None:
        """Make the draft fit the phase: there is one while a deal is counted or corrected."""
        app = self._app
        model = app.model
        s = model.sheet
        draft = model.draft
        if s.phase == k.COUNT and s.plan:
            if draft is None:
                kept = self.kept
                if not kept or kept.deal != s.deal_no:
                    from tavolo.ui.entry import Draft  # the navigator drops it with the count's screens

                    kept = Draft(s.deal_no)
                model.draft = kept
                model.confirmed = 0
        elif draft is not None and not draft.replaces:
            self.kept = draft
            model.draft = None
        if s.phase != k.PLAY or s.lap:
            model.turn = None
        model.waiting = self.kept is not None and s.phase == k.PLAY and self.kept.deal == s.deal_no
        app.tones.muted = 255 if model.silent else s.plan.muted if s.plan else 0
        app.navigator.dirty = True
        app.link.beat_now()

    # -- what screens want ------------------------------------------------------------------------------------------

    def act(self, intent: tuple) -> None:
        """Carry out an intent. What is done often is done here; the rest is loaded for it (deeds.py)."""
        what = intent[0]
        model = self._app.model
        if what in _SIMPLE:
            self.write(_SIMPLE[what], facts.numbers_payload(*intent[1:]))
        elif what == i.PHASE and (intent[1] == k.COUNT or not (model.draft and model.draft.replaces)):
            self.write(k.PHASE, facts.numbers_payload(model.sheet.deal_no, intent[1]))
        elif what == i.DRAFT:
            model.confirmed = 0
            if not self._app.draft_file.save(model.draft.to_bytes()):
                model.fault = model.texts[t.ROOM_ERROR]  # typing goes on: what is lost with the power is what was typed
        elif what == i.REFUSED:
            self._app.tones.play(n.SOUND_REFUSED)
        elif what == i.CONFIRM:
            model.confirmed |= 1 << intent[1]
            if model.confirmed == 3:
                self.deed("record_deal", intent)
        elif what == i.SIGN:
            model.signing |= 1 << intent[1]
            if model.signing == 3:
                self.deed("sign", intent)
        else:
            self.deed("do", intent, _GROUPS[what >> 5])

    def deed(self, name: str, what=(), module: str = "tavolo.deeds") -> None:
        """Load a module of rare work, let its function `name` do `what`, forget it and what it brought."""
        getattr(__import__(module, None, None, (name,)), name)(self, self._app, what)
        for gone in (module, "tavolo.domain.fact_writer", "tavolo.domain.folds", "tavolo.domain.plan_reader"):
            forget(gone)

    def time_out(self) -> None:
        """TIME OUT takes the screen, whoever called it."""
        app = self._app
        app.navigator.interrupt(app.now)
        app.tones.play(n.SOUND_TIME_OUT)
        if app.model.sheet.phase == k.COUNT:
            texts = app.model.texts
            app.navigator.notice(texts[t.TIME_OUT], texts[t.OVER_COUNT], texts[t.OVER_COUNT_2])

    def on_message(self, message: dict) -> None:
        """A message of the host, genuine and checked."""
        app = self._app
        kind = message["t"]
        if kind == "ack":
            app.outbox.acked(message["l"], message["u"])
        elif kind == "time":
            app.timesync.answer(message, app.now)
        elif kind == "locate":
            app.tones.play(n.SOUND_LOCATE)
        elif kind != "beat":
            self.deed(kind, message, "tavolo.heard")


_SIMPLE = {i.PRESENCE: k.PRESENCE, i.SEATS: k.SEATS, i.LAP_TURN: k.LAP_TURN}
