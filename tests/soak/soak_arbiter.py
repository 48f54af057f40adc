"""Organiser and arbiter of a session: they look at the hall and do what is next, whatever was killed meanwhile."""

from typing import Any

from host_tools.server import commands, rulings
from host_tools.server.commands import EventWish, Refused
from host_tools.server.tournament import CLOSED, PUBLISHED
from tavolo.domain import facts, round_clock
from tavolo.domain import kinds as k

WHO = "arbiter"
_PATIENCE_MS = 30_000  # what tables give back to a restored host is not said anew


def entries_of(deal: dict[str, dict[str, Any]]) -> tuple[int, int]:
    """Negative points of both lines: what a misread deal differs in."""
    return deal["ns"]["negative"], deal["ew"]["negative"]


class Arbiter:
    """`plan`: soak_plan.py; `places`: device -> table, as the arbiter wants it; `done`: every sheet of every round is signed."""

    def __init__(self, plan: dict[str, Any], places: dict[str, int]) -> None:
        self.plan = plan
        self.places = places
        self._task: Any = None
        self._published_ms = self._started_ms = 0
        self._paused_ms = -1
        self.pauses = plan["pauses"]
        self.timed_out = False
        self.decided = 0
        self.done = False

    def idle(self) -> bool:
        """Nothing of theirs is under way."""
        return self._task is None or bool(self._task.done())

    def restored(self, now: int) -> None:
        """An older copy of the database: wait and see what the tables say."""
        self._published_ms = now + _PATIENCE_MS

    def killed(self) -> None:
        """The host is gone, and what was being done with it."""
        self._task = None

    def poll(self, server: Any, now: int) -> None:
        """Once a turn, while the host runs."""
        if self._task is not None:
            if not self._task.done():
                return
            fault = None if self._task.cancelled() else self._task.exception()
            self._task = None
            if fault is not None and not isinstance(fault, Refused):
                raise fault
        work = self._next(server.host, now)
        if work is not None:
            self._task = server.run(work)

    def _next(self, host: Any, now: int) -> Any:
        hall = host.hall
        if hall.event is None:
            return commands.new_event(host, self._wish(), WHO, False)
        for device, place in self.places.items():
            if hall.assigned.get(device, 0) != place:
                return host.assign(device, place, WHO)
        conflict = self._conflict(host)
        if conflict is not None:
            return conflict
        if hall.draft():
            self._published_ms = now
            return commands.publish(host, WHO)
        current = hall.current()
        if current is None:
            return commands.pair(host, "mitchell", WHO)
        return self._round(host, current, now)

    def _wish(self) -> EventWish:
        pairs = [(f"Anna{n}", f"Bruno{n}") for n in range(1, self.plan["pairs"] + 1)]
        rounds = len(self.plan["rounds"])
        return EventWish("Prova", 2, 45, rounds, k.FIBUR, pairs, 0, 5, [5])

    def _round(self, host: Any, current: Any, now: int) -> Any:
        tables = host.hall.round_tables(current)
        for table in tables:
            if table.sheet.call:
                return rulings.answer_call(host, table.number, k.CALL_CLOSED, WHO)
        clock = host.hall.clocks[current.id]
        if clock.state == round_clock.IDLE:
            if now - self._published_ms > 3000:
                self._started_ms = now
                return commands.clock_command(host, "start", WHO)
            return None
        if not commands.unsigned(tables):
            if current.number == len(self.plan["rounds"]):
                self.done = True
                return commands.close_round(host, WHO, False, "") if current.state == PUBLISHED else None
            self.done = False
            return commands.pair(host, "danish", WHO)
        self.done = False
        return self._signal(host, clock, current.number, now) if current.state != CLOSED else None

    def _signal(self, host: Any, clock: Any, number: int, now: int) -> Any:
        since = now - self._started_ms
        if clock.state == round_clock.PAUSED and now - self._paused_ms > 4000:
            return commands.clock_command(host, "resume", WHO)
        if clock.state != round_clock.RUNNING:
            return None
        if self.pauses and since > 6000:
            self.pauses -= 1
            self._paused_ms = now
            return commands.clock_command(host, "pause", WHO)
        if self.plan["time_out"] and not self.timed_out and since > self.plan["time_out"] and number == 1:
            self.timed_out = True
            return commands.clock_command(host, "timeout", WHO)
        return None

    def _conflict(self, host: Any) -> Any:
        """Two versions of a deal, from two devices: the one that was meant stays."""
        for info in host.hall.rounds:
            for table in host.hall.round_tables(info):
                for deal in range(1, table.sheet.deals() + 1):
                    versions = table.sheet.valid(deal)
                    if len(versions) > 1:
                        return self._decide(host, info, table, versions)
        return None

    def _decide(self, host: Any, info: Any, table: Any, versions: list[Any]) -> Any:
        self.decided += 1
        number = versions[0].number
        meant = entries_of(self.plan["rounds"][info.number - 1][table.number - 1]["meant"][number - 1])
        good = [v for v in versions if (v.ns[k.NEGATIVE], v.ew[k.NEGATIVE]) == meant]
        keep = min(good or versions, key=lambda version: version.ref)
        away = next(version for version in versions if version is not keep)
        payload = facts.numbers_payload(number, 0) + away.ref
        return host.command([(table.number, k.VOID, payload)], info.id, WHO, "decide", f"table {table.number} deal {number}")
