"""What the arbiter lays down beside the sheets, at random."""

from typing import Any

from tests.orders_random.walk import Walk


class Arbiter(Walk):
    """Rules on whatever there is, now and then on what there is not."""

    def rules(self) -> None:
        """A ruling of any kind, previewed first."""
        chance, where = self.chance, self.place()
        info = self.state.round(where["round"])
        units = list(info.seats.get(where["table"], (1, 2))) if info else [1, 2]
        unit = where | {"unit": chance.choice(units)}
        line: dict[str, Any] = {"vp": chance.randrange(0, 21), "mp_net": 5 * chance.randrange(-100, 100)}
        whole = line | {"mp_for": 500, "mp_against": 400}
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("warning", {"competitors": [self.number()], "offence": chance.choice(("pile_seen", "condotta"))}),
            ("warning", {"competitors": [self.number(), self.number()], "offence": "pile_seen"} | where),
            ("penalty", {"competitors": [self.number()], "vp": -chance.randrange(3), "mp": -100}),
            ("late", unit | {"minutes": chance.choice((0, 4, 5, 7, 10, 11, 30))}),
            ("absent", unit | chance.choice(({}, {"mode": "temporary"}, {"mode": "unjustified"}, {"mode": "late"}))),
            ("adjust", unit | {"mp": 5 * chance.randrange(-60, 60), "vp": chance.randrange(-3, 4)}),
            ("set", where | {"ns": line, "ew": chance.choice((line, whole))}),
            ("set", where | {"ns": whole}),
            ("award", {"round": where["round"], "competitors": [self.number()], "vp": 15, "mp": 300}),
        ]
        kind, body = chance.choice(kinds)
        self.go("ruling.preview", kind=kind, **body)
        self.go("ruling.add", kind=kind, why="prova", **body)

    def number(self) -> int:
        """A competitor, now and then one that is none."""
        known = [*self.state.competitors, 77] if self.chance.randrange(15) == 0 else list(self.state.competitors)
        return int(self.chance.choice(known or [1]))

    def place(self) -> dict[str, Any]:
        """A round and a table, mostly of the event."""
        rounds = self.state.rounds
        info = self.chance.choice(rounds) if rounds else None
        if info is None or not info.seats:
            return {"round": 1, "table": 1}
        return {"round": info.number, "table": self.chance.choice(list(info.seats))}
