"""What the re-derivation found: damage, differences and remarks, each in one sentence that says where."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

DAMAGE, DIFFERENCE, NOTE = "damage", "difference", "note"
MOST = 200  # findings of one kind that are kept: a broken event would have one for each number


class Damaged(ValueError):
    """A fact cannot be read; `where` and the text say which and why."""

    def __init__(self, where: str, text: str) -> None:
        super().__init__(text)
        self.where = where


@dataclass(frozen=True)
class Finding:
    """One thing. `kind`: "damage" (a fact is not whole), "difference" (two numbers disagree), "note" (worth a look, no fault)."""

    kind: str
    where: str
    text: str
    ours: Any = None
    theirs: Any = None

    def line(self) -> str:
        """For a person."""
        numbers = f": ours {self.ours}, told {self.theirs}" if self.kind == DIFFERENCE else ""
        return f"{self.where}: {self.text}{numbers}"


@dataclass
class Report:
    """`findings` in the order in which they were found; `counts`: what was looked at, by name."""

    findings: list[Finding] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    event: str = ""

    @property
    def ok(self) -> bool:
        """Nothing is damaged and nothing differs."""
        return self.first is None

    @property
    def first(self) -> Finding | None:
        """The first damage or difference: where to look."""
        return next((one for one in self.findings if one.kind != NOTE), None)

    def count(self, name: str, more: int = 1) -> None:
        """`more` further things of that name were looked at."""
        self.counts[name] = self.counts.get(name, 0) + more

    def add(self, kind: str, where: str, text: str, ours: Any = None, theirs: Any = None) -> None:
        """Keep a finding, up to MOST of a kind; of all there is the number in `counts`."""
        self.count(f"{kind}s" if kind != DAMAGE else DAMAGE)
        if sum(one.kind == kind for one in self.findings) < MOST:
            self.findings.append(Finding(kind, where, text, ours, theirs))

    def same(self, where: str, text: str, ours: Any, theirs: Any) -> bool:
        """Compare one number (or short text) with what was told. Whether they agree."""
        self.count("numbers compared")
        if ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool):
            return True
        self.add(DIFFERENCE, where, text, ours, theirs)
        return False

    def as_dict(self) -> dict[str, Any]:
        """Plain data for `--json`."""
        found = [{"kind": f.kind, "where": f.where, "text": f.text, "ours": f.ours, "theirs": f.theirs} for f in self.findings]
        return {"ok": self.ok, "event": self.event, "counts": self.counts, "findings": found}

    def lines(self) -> Iterable[str]:
        """For a terminal: the first difference, or that all agrees; then the remarks, and what was looked at."""
        if self.first is None:
            yield "all agrees"
        else:
            yield f"first {self.first.kind}: {self.first.line()}"
            more = sum(one.kind != NOTE for one in self.findings) - 1
            if more:
                yield f"and {more} more"
        yield from (f"note: {one.line()}" for one in self.findings if one.kind == NOTE)
        yield ", ".join(f"{name} {number}" for name, number in self.counts.items())
