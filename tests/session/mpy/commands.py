"""What a host may say at any time, sensible or not."""

from tavolo.domain import fact_writer, facts, plan_writer
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan

_NAMES = (
    ("Rossi", "Bianchi"),
    ("Verdi", "Ner\xec"),
    ("Castellacci Della Scala", "D'Annunzio"),
    ("\xc5ngstr\xf6m", "M\xfcller"),
    ("", ""),
    ("Po", ""),
)
_BANDS = ((100, 10, 10), (500, 12, 8), (1000, 15, 5), (32767, 20, 0))


class Commands:
    """`say(what, a, b)`: command number `what` with two random numbers 0..255."""

    def __init__(self, table):
        self.table = table
        self._rounds = 0

    def say(self, what, a, b):
        """Carry out a command."""
        how = (
            self._new_round,
            self._plan,
            self._start,
            self._pause,
            self._resume,
            self._add,
            self._time_out,
            self._end,
            self._override,
            self._answer,
            self._repeat,
            self._odd,
            self._locate,
            self._forget,
            self._void,
            self._newest_call,
        )
        how[what % len(how)](a, b)

    def _new_round(self, a, b):
        self._rounds += 1
        self.table.hall.move(b"R%03d" % (self._rounds % 1000), 1 + a % 20)
        self._plan(a, b)

    def _plan(self, a, b):
        plan = Plan()
        plan.number, plan.rounds, plan.table = 1 + self._rounds % 4, 4, self.table.hall.table
        plan.deals = 1 + a % 4
        plan.profile, plan.policy = a // 4 % 3, b % 3
        plan.minutes = (1, 5, 45, 120)[b // 4 % 4]
        plan.warnings = ((), (5,), (10, 5, 1))[b % 3]
        plan.names = (_NAMES[a % 6], _NAMES[b % 6])
        plan.bands = _BANDS
        if b & 64:
            plan.blind, plan.turn_clock = bool(a & 1), bool(a & 2)
            plan.turn_s = ((0, 0, 0), (10, 20, 40))[a >> 2 & 1]
            plan.language = ("", "it", "en", "fr")[a >> 3 & 3]
            plan.muted = b
            plan.leave = (((7, 1), (0, 0)), ())[a >> 5 & 1]
        if self.table.hall.table:
            self.table.hall.say(k.PLAN, plan_writer.plan_bytes(plan))

    def _say(self, kind, payload):
        if self.table.hall.table:
            self.table.hall.say(kind, payload)

    def _at(self, kind, shift=0, length=0):
        self._say(kind, facts.time_payload(max(0, self.table.hall.now() + shift), length))

    def _start(self, a, b):
        self._at(k.START, 0, (1 + a % 50) * 60000)

    def _pause(self, a, b):
        self._at(k.PAUSE, -b)

    def _resume(self, a, b):
        self._at(k.RESUME, b)

    def _add(self, a, b):
        self._say(k.ADD_TIME, fact_writer.delta_payload((a - 128) * 10000))

    def _time_out(self, a, b):
        self._at(k.TIME_OUT)

    def _end(self, a, b):
        self._at(k.END_ROUND)

    def _override(self, a, b):
        self._say(k.OVERRIDE, bytes((1 + a % 4, b % 6)))

    def _answer(self, a, b):
        self._say(k.CALL_ANSWER, bytes((3 + a % 3, b)))

    def _newest_call(self, a, b):
        calls = [data for data in self.table.hall.store.values() if data[1] == k.CALL]
        newest = max([data[12:16] + data[35:36] for data in calls] or [b"\0\0\0\0\0"])
        self._say(k.CALL_ANSWER, bytes((3 + a % 3, newest[4])))

    def _repeat(self, a, b):
        self.table.hall.repeat(a % 5)

    def _odd(self, a, b):
        hall = self.table.hall
        if b & 1:
            hall.say(k.START, facts.time_payload(hall.now(), 60000), b"ELSE", 1 + a % 20)
        else:
            self._say(200 + a % 50, bytes(b % 9))  # a kind of a newer host

    def _locate(self, a, b):
        self.table.hall.locate()

    def _forget(self, a, b):
        self.table.hall.forget(a)

    def _void(self, a, b):
        deals = [data for data in self.table.hall.store.values() if data[1] == k.DEAL]
        ref = deals[b % len(deals)][4:16] if deals else bytes(12)
        deal = deals[b % len(deals)][32] if deals else 1
        self._say(k.VOID, bytes((deal, 0)) + ref)
