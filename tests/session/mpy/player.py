"""Four players with a script: what they press depends only on the screen and on what the log already has, so that a reset at
any place is survived by looking again. Each `step` is one act.
"""

from tavolo.domain import facts, plan_writer
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.ui.texts import keys as t

_NAMES = (("Rossi", "Bianchi"), ("Verdi", "Ner\xec"))
MINUTE_MS = 60000


class Player:
    """`rounds`: the script (script.py); `checks`: knows the log. `done`: all rounds are signed and the host has them."""

    def __init__(self, table, checks, rounds, bands):
        self.table = table
        self.checks = checks
        self.rounds = rounds
        self.bands = tuple([tuple(band) for band in bands])
        self.at = -1
        self.done = False
        self.round = None
        self.mistakes = {}
        self.begin()

    # -- the host -----------------------------------------------------------------------------------------------------

    def begin(self):
        """The next round's plan."""
        self.at += 1
        if self.at == len(self.rounds):
            self.done = True
            return
        self.round = given = self.rounds[self.at]
        plan = Plan()
        plan.number, plan.rounds, plan.table, plan.deals = self.at + 1, len(self.rounds), 7, len(given["deals"])
        plan.profile, plan.names, plan.bands = given["profile"], _NAMES, self.bands
        self.mistakes = {tuple(mistake): True for mistake in given["mistakes"]}
        self.table.hall.move(b"RND%d" % self.at, plan.table)
        self.table.hall.say(k.PLAN, plan_writer.plan_bytes(plan))

    def say(self, kind, length=0):
        """A signal of the host, once."""
        if not self.said(kind):
            self.table.hall.say(kind, facts.time_payload(self.table.hall.now(), length))

    def said(self, kind):
        """Whether the host has said this in this round."""
        hall = self.table.hall
        return any([rec.kind == kind and rec.round == hall.round for rec in hall.said])

    def logged(self, *kinds):
        """Payloads of this round's own records of these kinds."""
        place = self.table.hall.round
        return [rec.payload for rec in self.checks.records if rec.kind in kinds and rec.round == place and rec.device != b"HOST"]

    # -- the table ----------------------------------------------------------------------------------------------------

    def step(self):
        """One act, as the screen asks for it."""
        table = self.table
        table.run(40)
        self.checks.all()
        app = table.app
        if (app.actions.round, app.actions.table) != (table.hall.round, table.hall.table) or app.model.sheet.plan is None:
            table.wait(500)  # the plan is on its way
            return
        name = type(table.top()).__name__
        how = getattr(self, "_" + name.lower(), None)
        assert how, "a screen that nobody asked for: " + name
        how(table.top(), app.model)

    def _message(self, top, m):
        if top.until:
            self.table.wait(500)  # it goes by itself
        else:
            self.table.press(k.OK)

    def _seating(self, top, m):
        for line in (k.NS, k.EW):
            if m.sheet.presence_state[line] != k.HERE:
                self.table.hold(k.KEY_NS + line)
                return

    def _seats(self, top, m):
        wanted = self.round["dealer"] if top.keeper >= 0 else self.round["keeper"]
        self.table.press(k.OK if top.seat == wanted else k.UP)

    def _waiting(self, top, m):
        self.say(k.START, 45 * MINUTE_MS)
        self.table.wait(1000)

    def _play(self, top, m):
        table, given, s = self.table, self.round, m.sheet
        if s.phase != k.DEALING and given["void"] == s.deal_no and not self.logged(k.VOID):
            self._menu_to(t.M_VOID)
        elif given["call"] == s.deal_no and not self.logged(k.CALL):
            table.hold(k.BACK)
        elif s.call:
            self._arbiter(s.call)
        elif self._to_correct(s):
            table.press(k.UP)
        elif s.phase == k.PLAY and given["time_out"] == s.deal_no:
            self.say(k.TIME_OUT)
            table.wait(1000)
        elif s.phase == k.PLAY and not given["minutes"][s.deal_no - 1]:
            table.press(k.OK)
        elif s.phase == k.PLAY:
            given["minutes"][s.deal_no - 1] -= 1
            table.wait(MINUTE_MS)
        else:
            table.press(k.OK)

    def _arbiter(self, call):
        for state in (k.CALL_SEEN, k.CALL_COMING, k.CALL_CLOSED):
            self.table.hall.say(k.CALL_ANSWER, bytes((state, call[3])))
            self.table.wait(4000)

    def _callask(self, top, m):
        self.table.press(k.OK)

    def _callstate(self, top, m):
        self.table.press(k.BACK)

    def _menu_to(self, text):
        table = self.table
        table.hold(k.OK)
        for _ in range(40):
            if not table.shows("Menu"):
                return
            menu = table.top()
            choices = menu._choices(table.app.model)
            table.press(k.OK if choices[menu.at][0] == text else k.DOWN)

    def _menu(self, top, m):
        self.table.press(k.BACK)

    # -- the count ----------------------------------------------------------------------------------------------------

    def _to_correct(self, s):
        """(deal, entries) of a correction that is due, or None."""
        done = [payload[0] for payload in self.logged(k.REVISE)]
        for after, deal, entries in self.round["corrections"]:
            if deal not in done and s.played() >= after and s.deal(deal):
                return deal, entries
        return None

    def _foglio(self, top, m):
        due = self._to_correct(m.sheet)
        if not due:
            self.table.press(k.BACK)
        else:
            shown = top.deal or max(1, m.sheet.played())
            self.table.press(k.OK if shown == due[0] else k.UP)

    def _entry(self, top, m):
        draft = m.draft
        steps = draft.steps(m.sheet.plan.profile, m.first_line())
        at = min(draft.step, len(steps) - 1)
        if top.overlay:
            self.table.press(k.OK)
            return
        entries = self._to_correct(m.sheet)[1] if draft.replaces else self.round["deals"][draft.deal - 1]
        for line, field in steps[:at]:
            mistake = (draft.deal, line, field)
            if mistake in self.mistakes and draft.lines[line][field] != entries[line][field]:
                self.mistakes[mistake] = False  # noticed one question too late
                self.table.press(k.BACK)
                return
        line, field = steps[at]
        if line < 0:
            self._closed(entries, top.value)
            return
        wanted = entries[line][field]
        if self.mistakes.get((draft.deal, line, field)):
            wanted += 1
        if field <= k.PILE:
            self.table.press(k.OK if top.value == wanted else k.UP if top.value < wanted else k.DOWN)
        else:
            self._points(top.value, wanted)

    def _closed(self, entries, shown):
        closer = [line for line in (k.NS, k.EW) if entries[line][k.CLOSED]]
        if closer:
            self.table.press(k.KEY_NS + closer[0])
        else:
            self.table.press(k.OK if shown == 2 else k.UP)

    def _points(self, shown, wanted):
        missing = wanted - max(0, shown)
        if not missing:
            self.table.press(k.OK)
        elif missing >= 90:
            self.table.press(k.KEY_NS)
        elif missing >= 15:
            self.table.press(k.KEY_EW)
        else:
            self.table.press(k.UP if missing > 0 else k.DOWN)

    def _confirm(self, top, m):
        for line in (k.NS, k.EW):
            if not m.confirmed >> line & 1:
                self.table.hold(k.KEY_NS + line)
                return

    # -- time-out, result -----------------------------------------------------------------------------------------------

    def _timeout(self, top, m):
        wanted = (k.TO_PLAY, self.round["turn"], 1 - self.round["drawn"])[top.step]
        self.table.press(k.OK if top.value == wanted else k.UP)

    def _lap(self, top, m):
        self.table.press(k.OK)

    def _rule(self, top, m):
        self.table.press(k.OK)

    def _result(self, top, m):
        if self._to_correct(m.sheet):
            self.table.press(k.UP)
            return
        for line in (k.NS, k.EW):
            if not m.signing >> line & 1:
                self.table.hold(k.KEY_NS + line)
                return

    def _signed(self, top, m):
        if m.unsent or not m.linked:
            self.table.wait(1000)
        else:
            self.begin()
