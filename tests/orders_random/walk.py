"""A walk through the organiser's orders, and what must hold after each step (what an organiser does: deeds.py).

After each step all that asks must answer, the chain must be whole, what is told must be what `verify` derives from the raw facts,
and a refused order must have changed nothing.
"""

import random
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from host_tools.engine.acts import check_chain
from host_tools.engine.fold import fold
from host_tools.server import ledger, schema
from host_tools.server.commands import Refused
from host_tools.verify import verify
from tests.server.desk import Office

_QUESTIONS = ("event.show", "ranking", "checks", "event.history", "entry.list", "ruling.list", "event.list", "event.rules")


class Walk:
    """An event on its way; `done` is what led here, each order with how it went."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311
        self.office = Office(folder)
        self.done: list[tuple[str, dict[str, Any], str]] = []
        self.kind = self.chance.choice(("pairs", "pairs", "individual", "teams"))
        self.names = 0

    def go(self, name: str, /, **body: Any) -> Any:
        """An order; None where it is refused, and then nothing has changed."""
        before = self._size()
        try:
            found = self.office.do(name, **body)
        except Refused as fault:
            self.done.append((name, body, f"{fault.code}: {fault.message}"))
            assert self._size() == before, f"refused, and it has changed something: {self.done[-1]}"
            return None
        except BaseException:
            self.done.append((name, body, "BROKEN"))
            raise
        self.done.append((name, body, "done"))
        return found

    def _size(self) -> tuple[int, ...]:
        tables = (schema.record, schema.act, schema.person)
        return self.office.host.store.read_now(
            lambda connection: tuple(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
        )

    @property
    def state(self) -> Any:
        """The event as it is now."""
        book = self.office.host.hall.book
        assert book is not None
        return book.state

    def check(self) -> None:
        """What must hold after every step: all that asks answers, and the numbers are right."""
        state, do = self.state, self.office.do
        taken = do("archive.export", numbers=True)
        report = verify(taken["archive"], taken["numbers"])
        assert report.ok, "\n".join(list(report.lines())[:8])
        assert taken["numbers"] == do("numbers")
        for name in _QUESTIONS:
            do(name)
        for info in state.rounds:
            do("round.show", number=info.number)
            if info.state != "draft":
                shown = do("sheet.list", round=info.number)["sheets"]
                assert [row["table"] for row in shown] == sorted(info.seats)
                for table in info.seats:
                    do("sheet.show", round=info.number, table=table)

    def again(self) -> None:
        """The chain is whole, the acts make the event that is here, and a new start finds the same."""
        state, answers = self.state, {name: self.office.do(name) for name in ("numbers", *_QUESTIONS)}
        acts = self.office.host.store.read_now(lambda connection: ledger.load_acts(connection, state.id))
        check_chain(acts)
        assert fold(acts) == state, "the acts fold to something else than the hall has"
        self.office.close()
        self.office.open()
        for name, answer in answers.items():
            assert self.office.do(name) == answer, f"{name} answers otherwise after a restart"

    def elsewhere(self, folder: Path) -> None:
        """Another database that takes the event's archive has the same event."""
        taken, other = self.office.do("archive.export", numbers=True), Office(folder)
        try:
            other.do("archive.import", archive=taken["archive"])
            other.do("event.open", event=self.state.id)
            assert other.do("numbers") == taken["numbers"], "the imported event has other numbers"
        finally:
            other.close()


def told_of(walk: Walk) -> str:
    """The walk in words, for one who must do it again."""
    return "\n".join(f"{name} {body} -> {how}" for name, body, how in walk.done)
