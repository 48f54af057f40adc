"""What is done at the office's desk, at random: files of entries, a late pair at the free table, one sheet, papers to print."""

import base64
from typing import Any

from tests.orders_random.arbiter import Arbiter

_PAPERS = ("seating", "slips", "sheets", "ranking", "entries", "rulings", "results")
_HEADS = {"pairs": "Giocatore 1;Giocatore 2", "individual": "Giocatore", "teams": "Squadra;1;2;3;4"}


class Secretary(Arbiter):
    """Types, reads in and prints."""

    def line(self, closes: bool) -> dict[str, Any]:
        """A count that no check refuses."""
        counts = {"clean": self.chance.randrange(1, 3), "semi": 0, "dirty": self.chance.randrange(2)}
        return counts | {
            "closed": closes,
            "negative": 5 * self.chance.randrange(2, 20),
            "positive": 5 * self.chance.randrange(60, 90),
        }

    def deal(self, number: int) -> dict[str, Any]:
        """A deal of a paper sheet."""
        closes = self.chance.randrange(2) == 0
        return {"deal": number, "ns": self.line(closes), "ew": self.line(not closes)}

    def joins(self) -> None:
        """Somebody takes the free table of the round that is on."""
        self.go("entry.join", number=self.number(), why="completa il tavolo", **self.chance.choice(({}, {"table": 99})))

    def reads_in(self) -> None:
        """A file of entries: previewed, then entered."""
        rows = [";".join(f"Carla{self.names + at}x{place} Bianchi" for place in range(self._persons())) for at in range(2)]
        self.names += 2
        named = [f"Squadra{self.names}{at};{row}" if self.kind == "teams" else row for at, row in enumerate(rows)]
        file = base64.b64encode("\n".join([_HEADS[self.kind], *named]).encode()).decode()
        self.go("entry.preview", file=file, filename="iscritti.csv")
        self.go("entry.import", file=file, filename="iscritti.csv", accept=["late_entry"], why="dopo l'inizio")

    def _persons(self) -> int:
        return {"pairs": 2, "individual": 1, "teams": 4}[self.kind]

    def types_one(self) -> None:
        """One sheet, whole or in part; or a deal that is looked at first."""
        deals = [self.deal(at) for at in range(1, self.chance.randrange(2, 5))]
        more = self.chance.choice(({}, {"signed": True}, {"swapped": False}, {"why": "carta"}))
        self.go("sheet.enter", **self.place(), deals=deals, **more)
        self.go("sheet.preview", **self.place(), **self.deal(1), error=self.chance.choice(("sum_error", "office_typing")))

    def voids(self) -> None:
        """A deal does not count, and is dealt again."""
        self.go("sheet.void", **self.place(), deal=self.chance.randrange(1, 5), why="annullata")

    def prints(self) -> None:
        """Any paper, of any round; it changes nothing."""
        rounds = [info.number for info in self.state.rounds]
        before = self.state.acts
        which = {"round": self.chance.choice(rounds)} if rounds and self.chance.randrange(2) else {}
        form = self.chance.choice(("html", "html", "csv", "json", "xlsx"))
        self.go(f"print.{self.chance.choice(_PAPERS)}", format=form, **which)
        assert self.state.acts == before
