"""One generated event as it goes on: its acts, the engine's state, the results at the tables, and what happened, counted."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from host_tools.engine.acts import Act, Draft, chained
from host_tools.engine.fold import apply, fold
from host_tools.engine.results import TableResult
from host_tools.engine.state import EventState, RoundState
from host_tools.engine.undoing import Undo
from tavolo.domain import victory

START = 1_790_000_000


class Play:
    """`features`: what occurred, for the counts that a test demands. `results`: round -> its tables' results as they stand."""

    def __init__(self, seed: int) -> None:
        self.seed, self.chance = seed, random.Random(seed)
        self.acts: list[Act] = []
        self.state = EventState()
        self.results: dict[int, list[TableResult]] = {}
        self.features: Counter[str] = Counter()
        self.tie_step = 5  # results are multiples of it: a large one makes many equal results
        self.result_of: Callable[[RoundState, int], TableResult] = self.invent  # or from real records (papers.py)
        self.corrected_of: Callable[[RoundState, int], TableResult] = self.invent
        self.changes: list[list[Any]] = []  # every result as it came: after how many acts, its round, its row
        self.asked: list[list[Any]] = []  # what the correction law was asked: after how many acts, what, its verdict
        self.papers: Any = None
        self._person = self._round = 0

    def maybe(self, chance: float) -> bool:
        """True so often."""
        return self.chance.random() < chance

    def act(self, kind: str, data: dict[str, Any], why: str = "", article: str = "") -> int:
        """Add an act and change the state by it. Returns its number. Raises ActError when the engine refuses it."""
        last = self.acts[-1] if self.acts else None
        made = chained([Draft(kind, data, why, article)], last, "arbiter", START + 60 * len(self.acts))
        if kind == "undo":
            self.state = fold([*self.acts, *made])
        else:
            apply(self.state, made[0])
        self.acts += made
        self.features[kind] += 1
        return made[0].number

    def undo(self, *numbers: int) -> int:
        """Take acts back."""
        for number in numbers:
            self.features[f"undone {self.acts[number - 1].kind}"] += 1
        return self.act("undo", {"acts": list(numbers)}, "by mistake")

    def take_back(self, undo: Undo) -> None:
        """An undoing as the engine planned it, with what must follow it."""
        for draft in undo.drafts("by mistake"):
            for number in draft.data["acts"] if draft.kind == "undo" else ():
                self.features[f"undone {self.acts[number - 1].kind}"] += 1
            self.act(draft.kind, draft.data, draft.why, draft.article)

    def new_id(self) -> str:
        """An id that no round had."""
        self._round += 1
        return f"{self._round:08x}"

    def persons(self, count: int) -> list[int]:
        """New persons' numbers."""
        self._person += count
        return list(range(self._person - count + 1, self._person + 1))

    def there(self, number: int) -> list[int]:
        """Competitors that play round `number`, in order of entry."""
        return [
            one.number
            for one in self.state.competitors.values()
            if one.since <= number and (one.left is None or one.left["round"] > number)
        ]

    def invent(self, info: RoundState, table: int) -> TableResult:
        """A result out of the air, with the VP of the round's scale."""
        deals = max(1, info.deals)
        points = [self.chance.randrange(-60 * deals, 400 * deals) // self.tie_step * self.tie_step for _ in range(2)]
        ns, ew = points if self.maybe(0.95) else (points[0], points[0])
        more, less = victory.vp(info.bands, abs(ns - ew))
        vp = (more, less) if ns >= ew else (less, more)
        units = info.seats[table]
        return TableResult(table, *units, ns, ew, *vp, True, info.deals)

    def noted(self, number: int, result: TableResult) -> None:
        """A result stands from now on: after the acts that there are."""
        r = result
        row = [r.table, r.ns, r.ew, r.mp_ns, r.mp_ew, r.vp_ns, r.vp_ew]
        self.changes.append([len(self.acts), number, row])

    def forget(self, number: int) -> None:
        """Round `number` was taken back: what was played by its old plan counts nowhere."""
        self.results.pop(number, None)
        self.changes.append([len(self.acts), number, None])

    def forget_tables(self) -> None:
        """A table of a round that came back is not one of its tables after all."""
        for info in self.state.rounds:
            rows = self.results.get(info.number, [])
            for row in [one for one in rows if one.table not in info.seats]:
                rows.remove(row)
                self.changes.append([len(self.acts), info.number, [row.table]])

    def facts(self) -> dict[str, Any]:
        """What the checker gets: plain data, nothing of the engine's own."""
        acts = [dict(vars(act)) for act in self.acts]
        return {"seed": self.seed, "acts": acts, "results": self.changes, "asked": self.asked}
