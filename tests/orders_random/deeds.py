"""An organiser who does anything at all, at random: orders that fit and orders that do not, in every kind of event."""

from typing import Any

from tests.orders_random.secretary import Secretary
from tests.server.desk import entry

_METHODS = {
    "pairs": ("mitchell", "modified", "danish", "italian", "draw", "entry", "manual"),
    "individual": ("modified", "danish", "draw", "entry"),
    "teams": ("modified", "danish", "italian", "draw", "entry", "mitchell"),
}
_SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"bye_again": True},
    {"late_entry": "allow"},
    {"warning_rule": "pile_seen_again"},
    {"warning_worth": "mp"},
    {"withdrawn_ranked": "apart"},
    {"rematch": "all"},
    {"tie_breaks": ["own_mp", "wins", "lot"], "shared_ranks": False},
    {"match_adding": "vp"},
    {"withdrawal_present": "bye"},
    {"late_warning": False},
    {"correction_law": "advice"},
)


class Organiser(Secretary):
    """Makes an event, then goes on with it step by step."""

    def begin(self) -> None:
        """A new event with some entries."""
        chance, phases, session = self.chance, [], 1
        for _ in range(chance.randrange(1, 4)):
            deals = chance.choice((1, 2, 2, 3, 4, 6))
            method = chance.choice(_METHODS[self.kind])
            phase: dict[str, Any] = {"method": method, "rounds": chance.randrange(1, 4), "deals": deals}
            session += chance.randrange(4) == 0
            phase |= {"session": session} | ({"scale": "house_5_deals"} if deals in (1, 6) else {})
            phases.append(phase)
        how = {"profile": chance.choice(("fibur", "fibur_2008", "feburit")), "settings": chance.choice(_SETTINGS)}
        made = self.go("event.new", name="Prova", kind=self.kind, phases=phases, **how)
        assert made is not None, self.done[-1]
        groups = chance.choice((1, 1, 1, 2))
        for _ in range(chance.randrange(3, 7 if self.kind == "teams" else 12)):
            self.enters(chance.randrange(1, groups + 1))

    def enters(self, group: int = 1) -> None:
        """One more entry."""
        size = {"pairs": 2, "individual": 1, "teams": self.chance.randrange(4, 7)}[self.kind]
        people = [f"Anna{self.names + at} Rossi" for at in range(size)]
        self.names += size
        ways = self.chance.choice(({}, {"accept": ["late_entry"], "why": "completa il tavolo"}))
        self.go(
            "entry.add",
            entries=[entry(*people, group=group, **({"name": f"S{self.names}"} if self.kind == "teams" else {}))],
            **ways,
        )

    def step(self) -> None:
        """One thing that an organiser may do."""
        rounds = self.state.rounds
        last = rounds[-1].state if rounds else "none"
        usual = {"none": self.pairs, "closed": self.pairs, "draft": self.publishes, "published": self.types_in}[last]
        other = (
            self.enters,
            self.leaves,
            self.returns,
            self.rules,
            self.undoes,
            self.corrects,
            self.swaps,
            self.closes,
            self.edits,
        )
        more = (
            self.rules,
            self.undoes,
            self.corrects,
            self.settings,
            self.ends,
            self.pairs,
            self.drops,
            self.line_up,
            self.phases,
            self.joins,
            self.reads_in,
            self.types_one,
            self.voids,
            self.prints,
        )
        (usual if self.chance.randrange(5) < 3 else self.chance.choice(other + more))()

    def pairs(self) -> None:
        """Pair the next round, mostly as its phase says; where it cannot be, make it possible or seat by hand."""
        ways: list[dict[str, Any]] = [{}] * 6 + [
            {"method": "draw"},
            {"method": "danish"},
            {"absent": [self.number()]},
            {"rests": [self.number()]},
        ]
        how = dict(self.chance.choice(ways))
        if (made := self.go("round.pair", **how)) is not None:
            assert not made["round"]["old"], f"made just now, and old: {made['round']['unmet']}"
            self.all_have_a_place(how.get("absent", []))
            return
        why = self.done[-1][2]
        if why.startswith("last_round"):
            self.phases()
        elif why.startswith("final"):
            self.opens()
        elif "too few" in why:
            for _ in range(4):
                self.enters()
        elif self.chance.randrange(2):
            self.by_hand()

    def all_have_a_place(self, absent: list[int]) -> None:
        """In a round that was just paired each competitor that is there sits once or rests, and nobody else does."""
        info, state = self.state.rounds[-1], self.state
        seated = [n for units in info.seats.values() for unit in units for n in self.credited(unit)]
        there = {
            n
            for n, one in state.competitors.items()
            if one.since <= info.number and (one.left is None or one.left["round"] > info.number)
        }
        tables = len(info.seats) // max(1, len(set(info.matches.values()))) if info.matches else 1
        want = sorted([n for n in there - set(absent) for _ in range(1 if n in info.rests else tables)])
        assert sorted([*seated, *info.rests]) == want, (
            f"round {info.number}: {info.seats} rests {info.rests}, there {sorted(there)}"
        )

    def credited(self, unit: int) -> tuple[int, ...]:
        """The competitors that a unit plays for."""
        one = self.state.units.get(unit)
        return one.credits if one else (unit,)

    def opens(self) -> None:
        """The ranking is not final after all."""
        body = {"what": "act", "number": self.state.final}
        self.go("undo.do", seen=self.state.acts, why="prova", **body)

    def by_hand(self) -> None:
        """Seat all that are there in an order of one's own."""
        numbers = [n for n, one in self.state.competitors.items() if one.left is None]
        self.chance.shuffle(numbers)
        four = 4 if self.kind == "individual" else 2
        tables = [[at // four + 1, *numbers[at : at + four]] for at in range(0, len(numbers) - four + 1, four)]
        rests = numbers[len(tables) * four :]
        self.go("round.pair", method="manual", tables=tables, rests=rests)

    def publishes(self) -> None:
        """Publish the draft, now and then though it is old; one that is refused as old is paired anew."""
        how = self.chance.choice(({}, {"seen": self.state.acts}, {"anyway": True, "why": "prova"}))
        if self.go("round.publish", **how) is None and self.done[-1][2].startswith("draft_old"):
            self.pairs()

    def drops(self) -> None:
        """Throw the draft away."""
        self.go("round.drop")

    def closes(self) -> None:
        """Close the round, now and then by force."""
        self.go("round.close", **self.chance.choice(({}, {"force": True, "reason": "prova"})))

    def types_in(self) -> None:
        """Type in some of a round's sheets, whole or in part."""
        info = self.chance.choice(self.state.rounds[-2:]) if self.state.rounds else None
        if info is None or not info.seats:
            return
        missing = self.office.do("sheet.list", round=info.number)["missing"] if info.state != "draft" else list(info.seats)
        tables = [t for t in info.seats if t in missing or self.chance.randrange(9) == 0][: self.chance.randrange(1, 9)]
        if not tables:
            self.closes()
            return
        sheets = []
        for table in tables:
            many = info.deals if self.chance.randrange(6) else self.chance.randrange(0, info.deals + 1)
            sheet: dict[str, Any] = {"table": table, "deals": [self.deal(at) for at in range(1, many + 1)]}
            sheets.append(sheet | self.chance.choice(({}, {}, {"swapped": True}, {"signed": True})))
        self.go("sheet.enter_all", round=info.number, sheets=sheets, **self.chance.choice(({}, {"why": "carta"})))
        if self.chance.randrange(2):
            self.closes()

    def corrects(self) -> None:
        """Correct a deal under the law, or against it."""
        where = self.place()
        error = self.chance.choice(("sum_error", "misentry", "forgotten_burraco", "arbiter_score", "office_typing"))
        flags: dict[str, Any] = {name: self.chance.randrange(2) == 0 for name in ("both_admit", "told_in_time", "countersigned")}
        flags |= {"against": "deciso"} if self.chance.randrange(2) else {}
        self.go("sheet.judge", **where, **flags)
        self.go("sheet.correct", **where, **self.deal(self.chance.randrange(1, 5)), error=error, why="prova", **flags)

    def swaps(self) -> None:
        """Exchange the lines of a sheet."""
        flags = {name: self.chance.randrange(3) > 0 for name in ("both_admit", "told_in_time", "countersigned")}
        self.go(
            "sheet.swap", **self.place(), why="scambio", **flags, **({"against": "deciso"} if self.chance.randrange(2) else {})
        )

    def leaves(self) -> None:
        """Somebody withdraws, in one way or another."""
        mode = self.chance.choice(("justified", "temporary", "unjustified", "removed"))
        when = {"round": self.chance.randrange(1, 6)} if self.chance.randrange(2) else {}
        self.go("entry.withdraw", number=self.number(), mode=mode, why="prova", **when)

    def returns(self) -> None:
        """Somebody comes back."""
        gone = [n for n, one in self.state.competitors.items() if one.left]
        self.go("entry.return", number=self.chance.choice(gone) if gone else self.number(), why="torna")

    def edits(self) -> None:
        """Change an entry; now and then erase a name, or close the entries."""
        self.names += 1
        number = self.number()
        one = self.state.competitors.get(number)
        size = len(one.persons) if one else 2
        people = [{"name": f"Nuova{self.names}x{at}"} for at in range(size)]
        ways: list[dict[str, Any]] = [
            {"group": self.chance.randrange(1, 3)},
            {"persons": people},
            {"persons": people, "replace": True},
        ]
        self.go("entry.edit", number=number, why="prova", **self.chance.choice(ways))
        if self.chance.randrange(4) == 0:
            self.go("entry.erase", person=self.chance.randrange(1, self.names + 1), why="prova")
        if self.chance.randrange(3) == 0:
            self.go("entry.close", closed=self.chance.randrange(2) == 0)

    def settings(self) -> None:
        """Change a rule."""
        self.go("event.settings", settings=self.chance.choice(_SETTINGS), why="prova")

    def phases(self) -> None:
        """A round more or less, now and then another phase."""
        phases = [
            {"method": p.method, "rounds": p.rounds, "deals": p.deals, "scale": p.scale, "session": p.session}
            for p in self.state.phases
        ]
        phases[-1]["rounds"] += self.chance.choice((-1, 1))
        if self.chance.randrange(3) == 0:
            phases.append(
                {"method": self.chance.choice(_METHODS[self.kind]), "rounds": 1, "deals": 2, "session": phases[-1]["session"]}
            )
        self.go("event.phases", phases=phases, why="prova")

    def ends(self) -> None:
        """The ranking is final."""
        self.go("event.final", why="fine")

    def line_up(self) -> None:
        """Who of a team sits where."""
        number = self.number()
        people = list(self.state.competitors[number].persons) if number in self.state.competitors else [1, 2, 3, 4]
        self.chance.shuffle(people)
        self.go("line_up.set", team=number, round=len(self.state.rounds) + 1, tables=[people[:2], people[2:4]])

    def undoes(self) -> None:
        """Take anything back."""
        chance = self.chance
        what = chance.choice(("publish", "close", "round", "entry", "ruling", "act", "act", "last", "last"))
        number = {
            "entry": self.number(),
            "ruling": chance.randrange(1, self.state.acts + 1),
            "act": chance.randrange(1, self.state.acts + 1),
        }
        which: dict[str, Any] = {"what": what} | ({"number": number[what]} if what in number else {})
        if what in ("ruling", "act") and chance.randrange(2):
            which["number"] = max(1, self.state.acts - chance.randrange(4))
        shown = self.go("undo.preview", **which)
        if shown is not None:
            self.go("undo.do", seen=shown["seen"], why="prova", **which)
