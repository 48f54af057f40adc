"""What the table does: intents of screens and messages of the host become records, and records become the sheet.

Order is always journal, then sheet, then screen; what the journal did not take has not happened.
"""

import binascii

from tavolo.domain import facts, record
from tavolo.domain import kinds as k
from tavolo.domain.sheet import Sheet
from tavolo.services import numbers as n
from tavolo.services.journal import JournalError
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t
from tavolo.wire import messages

_NOTICE_MS = 2500


def _drafts() -> type:
    """Loaded when a deal is counted or corrected; the navigator drops it with the count's screens."""
    from tavolo.ui.entry import Draft

    return Draft


class Actions:
    """`event`, `round`, `table`: the place of the round that is on (4 bytes, 4 bytes, number). Parts are the App's."""

    def __init__(self, app: object) -> None:
        self._app = app
        self.event = self.round = bytes(4)
        self.table = 0
        self.answers = []  # answers to the host that wait for room on the link
        self._kept = None  # the draft of a count that was left for play

    # -- the log --------------------------------------------------------------------------------------------------

    def restore(self) -> None:
        """After start: the round of the newest plan, as the journal has it, and what was being typed."""
        app = self._app
        plan = app.journal.last(k.PLAN)
        if plan:
            self._move(plan.event, plan.round, plan.table)
        data = app.draft_file.load()
        draft = _drafts().from_bytes(data) if data else None
        s = app.model.sheet
        if draft and s.plan and (draft.replaces or (s.phase == k.COUNT and draft.deal == s.deal_no)):
            app.model.draft = draft
        self.settle()

    def _move(self, event: bytes, round_id: bytes, table: int) -> None:
        self.event, self.round, self.table = event, round_id, table
        model = self._app.model
        model.sheet = sheet = Sheet()
        model.draft = self._kept = None
        model.confirmed = model.signing = 0
        if table:
            self._app.journal.replay(sheet.apply, event, round_id, table)

    def write(self, kind: int, payload: bytes) -> bool:
        """Journal a fact and fold it. False, with a message on the screen, when it could not be kept."""
        app = self._app
        now_ms = app.model.event_ms
        flags = record.ABOUT if app.model.about or now_ms < 0 else 0
        try:
            rec = app.journal.append(
                kind, payload, max(now_ms, 0) & 0x3FFFFFFF, self.event, self.round, self.table, flags
            )
        except JournalError as e:
            app.model.fault = str(e)[:21]
            texts = app.model.texts
            app.navigator.notice(texts[t.NOT_SAVED], texts[t.FLASH_FULL])
            app.tones.play(n.SOUND_REFUSED)
            return False
        app.model.sheet.apply(rec)
        self.settle()
        return True

    def settle(self) -> None:
        """Make the draft fit the phase: there is one while a deal is counted or corrected."""
        model = self._app.model
        s = model.sheet
        draft = model.draft
        if s.phase == k.COUNT and s.plan:
            if draft is None:
                kept = self._kept
                model.draft = kept if kept and kept.deal == s.deal_no else _drafts()(s.deal_no)
                model.confirmed = 0
        elif draft is not None and not draft.replaces:
            self._kept = draft
            model.draft = None
        self._app.navigator.dirty = True
        self._app.link.beat_now()

    # -- what screens want ------------------------------------------------------------------------------------------

    def act(self, intent: tuple) -> None:
        """Carry out an intent."""
        what = intent[0]
        app = self._app
        s = app.model.sheet
        if what in _SIMPLE:
            self.write(_SIMPLE[what], facts.numbers_payload(*intent[1:]))
        elif what == i.PHASE:
            self._phase(intent[1])
        elif what == i.DRAFT:
            app.model.confirmed = 0
            app.draft_file.save(app.model.draft.to_bytes())
        elif what == i.CONFIRM:
            app.model.confirmed |= 1 << intent[1]
            if app.model.confirmed == 3:
                self._record_deal()
        elif what == i.SIGN:
            app.model.signing |= 1 << intent[1]
            if app.model.signing == 3:
                self._sign()
        elif what == i.LAST_LAP:
            if self.write(k.LAST_LAP, facts.numbers_payload(*intent[1:])) and s.phase == k.SHEET:
                texts = app.model.texts
                app.navigator.notice(texts[t.OVER], texts[t.OVER_2])
        elif what == i.CALL:
            self._call(intent)
        elif what == i.WITHDRAW and s.call:
            self.write(k.CALL, facts.numbers_payload(k.CALL_WITHDRAWN, 255, 0, s.call[3]))
        elif what == i.START:
            self.write(k.START, facts.time_payload(max(app.model.event_ms, 0), s.plan.minutes * 60000))
            app.tones.play(n.SOUND_START)
        elif what == i.TIME_OUT:
            self.write(k.TIME_OUT, facts.time_payload(max(app.model.event_ms, 0)))
            self._time_out()
        elif what == i.VOID:
            self._kept = None
            app.model.draft = None
            self.write(k.VOID, facts.numbers_payload(intent[1], 0))
        elif what == i.CORRECT:
            self._correct(intent[1])
        elif what == i.REFUSED:
            app.tones.play(n.SOUND_REFUSED)

    def _phase(self, phase: int) -> None:
        draft = self._app.model.draft
        if draft is not None and draft.replaces:  # BACK out of a correction: nothing was changed
            self._app.model.draft = None
            self._app.draft_file.clear()
            self.settle()
        else:
            self.write(k.PHASE, facts.numbers_payload(self._app.model.sheet.deal_no, phase))

    def _correct(self, number: int) -> None:
        model = self._app.model
        old = model.sheet.deal(number)
        if model.draft is not None and not model.draft.replaces:
            self._kept = model.draft
        model.draft = _drafts()(number, old.ref)
        model.draft.fill(old.ns, old.ew)
        model.confirmed = 0
        self.settle()

    def _record_deal(self) -> None:
        app = self._app
        draft = app.model.draft
        override = app.model.sheet.override_deals.get(draft.deal, -1)
        flags = facts.OVERRIDE_FLAG if override >= 0 else 0
        payload = facts.deal_payload(draft.deal, draft.lines[0], draft.lines[1], flags, max(override, 0), draft.replaces)
        app.model.confirmed = 0
        if not self.write(k.REVISE if draft.replaces else k.DEAL, payload):
            return
        app.model.draft = self._kept if draft.replaces else None
        self._kept = None
        app.draft_file.clear()
        app.tones.play(n.SOUND_RECORDED)
        texts = app.model.texts
        app.navigator.notice(texts[t.RECORDED], "%s %d" % (texts[t.DEAL], draft.deal), until=app.now + _NOTICE_MS)
        self.settle()

    def _sign(self) -> None:
        app = self._app
        s = app.model.sheet
        ns, ew, _, vp_ns, vp_ew = s.result()
        app.model.signing = 0
        early = 1 if s.played() < s.plan.deals else 0
        if self.write(k.SIGN, facts.sign_payload(s.played(), ns, ew, vp_ns, vp_ew, early)):
            app.tones.play(n.SOUND_RECORDED)

    def _call(self, intent: tuple) -> None:
        app = self._app
        number = (app.journal.last_seq + 1) & 255  # no two calls near each other share it
        line = app.model.first_line() if intent[1] == 255 else intent[1]
        if self.table and self.write(k.CALL, facts.numbers_payload(k.CALL_MADE, line, intent[2], number)):
            app.navigator.open("CallState")
            app.tones.play(n.SOUND_RECORDED)

    def _time_out(self) -> None:
        app = self._app
        app.navigator.interrupt(app.now)
        app.tones.play(n.SOUND_TIME_OUT)
        if app.model.sheet.phase == k.COUNT:
            texts = app.model.texts
            app.navigator.notice(texts[t.TIME_OUT], texts[t.OVER_COUNT], texts[t.OVER_COUNT_2])

    # -- what the host says -----------------------------------------------------------------------------------------

    def on_message(self, message: dict) -> None:
        """A message of the host, genuine and checked."""
        app = self._app
        kind = message["t"]
        if kind == "snap":
            place = (binascii.unhexlify(message["event"]), binascii.unhexlify(message["round"]), message["table"])
            app.outbox.have(message["have"])
            if place != (self.event, self.round, self.table):
                self._move(*place)
                app.navigator.interrupt(app.now)
                self.settle()
        elif kind == "rec":
            self._take(message["r"])
        elif kind == "ack":
            app.outbox.acked(message["l"], message["u"])
        elif kind == "time":
            app.timesync.answer(message, app.now)
        elif kind == "locate":
            app.tones.play(n.SOUND_LOCATE)

    def _take(self, text: str) -> None:
        try:
            data = messages.from_text(text)
            rec = record.unpack(data)
        except ValueError:
            self._app.link.refused += 1
            return
        why = self._refusal(rec)
        app = self._app
        if not why and rec.seq > app.model.sheet.heads.get(rec.author(), 0):
            try:
                app.journal.store(data)
                app.model.sheet.apply(rec)
            except JournalError:
                why = "flash_full"
            except record.RecordError:
                why = "bad_record"
            else:
                self._react(rec)
        self.answers.append({"t": "ans", "s": rec.seq, "ok": not why, "why": why})

    def _refusal(self, rec: object) -> str:
        if rec.event != self.event:
            return "wrong_event"
        if rec.round != self.round:
            return "wrong_round"
        return "" if rec.table == self.table else "wrong_table"

    def _react(self, rec: object) -> None:
        app = self._app
        kind = rec.kind
        self.settle()
        if kind == k.TIME_OUT:
            self._time_out()
        elif kind in (k.PLAN, k.START, k.END_ROUND):
            app.navigator.interrupt(app.now)
            app.tones.play(n.SOUND_START if kind == k.START else n.SOUND_WARNING)
        elif kind in (k.CALL_ANSWER, k.OVERRIDE):
            app.tones.play(n.SOUND_COMING)
            if app.model.sheet.call and kind == k.CALL_ANSWER:
                app.navigator.interrupt(app.now)
                app.navigator.open("CallState")


_SIMPLE = {i.PRESENCE: k.PRESENCE, i.SEATS: k.SEATS, i.LAP_TURN: k.LAP_TURN}
