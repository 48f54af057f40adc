"""What each competitor earned in a round, by tables and the arbiter's word (RULES 2, 5, 6). Nothing is clamped or evened out."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from host_tools.verify.book import Book
from host_tools.verify.event import CLOSED, Event, Turn
from host_tools.verify.rulings import (
    CAME_LATE,
    FOR_A_TIME,
    UNJUSTIFIED,
    Act,
    Word,
    gone,
    late_points,
    minutes_of,
    not_there,
    words,
)
from host_tools.verify.scale import split

_NOT_THERE = {"absent_late", "left", "left_unjustified", "both_left"}
_AT_THE_TABLE = {"played", "late", "adjusted", "set"}  # "kept": the meeting was broken off


@dataclass(frozen=True)
class Result:
    """A table's round as its sheet says. `ns`, `ew`: units; `counts`: signed, or at least begun."""

    table: int
    ns: int
    ew: int
    mp_ns: int
    mp_ew: int
    vp_ns: int
    vp_ew: int
    counts: bool = True


@dataclass(frozen=True)
class Earned:
    """One competitor's round. `how`: in one word; `won`: True, False, None where nobody could win; `met`: the other side."""

    number: int
    round: int
    vp: int
    mp_net: int
    how: str
    mp_for: int = 0
    mp_against: int = 0
    met: tuple[int, ...] = ()
    won: bool | None = None
    deals: int = 0


@dataclass
class _Side:
    """One side of a meeting: its competitors, its points with all additions, and what the additions were."""

    who: tuple[int, ...]
    mp: int = 0
    vp: int = 0
    late: int = 0
    adjust: tuple[int, int] = (0, 0)
    ruled: bool = False
    absent: dict[int, str] = field(default_factory=dict)  # who was not there -> how

    @property
    def how(self) -> str:
        """Of those who were not there the gravest case, by which the others are scored; "" when all were."""
        return next((how for how in (UNJUSTIFIED, FOR_A_TIME, CAME_LATE) if how in self.absent.values()), "")


@dataclass
class _Meeting:
    sides: tuple[_Side, _Side]
    whole: bool = True
    laid: list[tuple[int, dict[str, object] | None, dict[str, object] | None]] = field(default_factory=list)


@dataclass(frozen=True)
class _Got:
    """What one side gets: VP, net MP, how, own MP, the others' MP."""

    vp: int
    mp_net: int
    how: str
    mp_for: int = 0
    mp_against: int = 0


class Reckoner:
    """Scores of one round. Raises KeyError, TypeError, ValueError for acts of a wrong shape, Damaged for settings."""

    def __init__(self, event: Event, turn: Turn, book: Book) -> None:
        self.event, self.turn, self.book = event, turn, book
        self.said: Word = words(event, turn.number)

    def scores(self, results: Mapping[int, Result]) -> dict[int, Earned]:
        """Competitor -> what it earned; those who rest only once the round is closed."""
        found: dict[int, Earned] = {}
        for meeting in self._meetings({t: r for t, r in results.items() if r.counts}):
            found |= self._both(meeting)
        closed = self.turn.state == CLOSED
        for number in self.turn.rests:
            if closed and number not in found and gone(self.event, number, self.turn.number) is None:
                vp, mp = self._award("bye")
                found[number] = self._earned(number, _Got(vp, mp, "bye"), ())
        for number, (vp, mp) in self.said.awards.items():
            if closed or number in found:
                met = found[number].met if number in found else ()
                found[number] = self._earned(number, _Got(vp, mp, "award"), met)
        return found

    def _award(self, name: str) -> tuple[int, int]:
        return self.book.award(name, self.turn.deals, self.turn.bands, self._tables())

    def _tables(self) -> int:
        """Tables of a match whose victory points are added; 1 where a match is looked up once."""
        if self.event.kind != "teams" or self.book["match_adding"] == "differences":
            return 1
        sizes = Counter(self.turn.matches.values()).values()
        return max(sizes) if sizes and not self.turn.back else int(self.book["match_tables"])

    def _earned(self, number: int, got: _Got, met: tuple[int, ...], won: bool | None = None) -> Earned:
        numbers = (got.vp, got.mp_net, got.how, got.mp_for, got.mp_against)
        return Earned(number, self.turn.number, *numbers, met, won, self.turn.deals)

    # -- who met whom -------------------------------------------------------------------------------------------

    def _meetings(self, results: Mapping[int, Result]) -> list[_Meeting]:
        """A table, or all tables of a team match."""
        out: dict[tuple[str, int], _Meeting] = {}
        for table in sorted({*self.turn.seats, *results}):
            match = self.turn.matches.get(table) if self.event.kind == "teams" else None
            result = results.get(table)
            ns, ew = (result.ns, result.ew) if result else self.turn.seats[table]
            first, second = (self.event.credits.get(unit, (unit,)) for unit in (ns, ew))
            key = ("table", table) if match is None else ("match", match)
            meeting = out.setdefault(key, _Meeting((_Side(first), _Side(second))))
            one, two = meeting.sides if meeting.sides[0].who == first else meeting.sides[::-1]
            if (one.who, two.who) != (first, second):
                raise ValueError(f"table {table}: its match is of other teams")
            self._table(meeting, (one, two), table, (ns, ew), result)
        if self.turn.back and self.event.kind == "teams":
            here = Counter(self.turn.matches.get(table) for table in {*self.turn.seats, *results})
            for (kind, number), meeting in out.items():
                meeting.whole &= (here[number] if kind == "match" else 1) >= self.book["match_tables"]
        if self.event.kind == "teams" and self.book["match_adding"] == "differences":
            for meeting in out.values():
                one, two = meeting.sides
                one.vp, two.vp = split(self.turn.bands, one.mp, two.mp)
        return list(out.values())

    def _table(
        self, meeting: _Meeting, sides: tuple[_Side, _Side], table: int, units: tuple[int, int], result: Result | None
    ) -> None:
        own = (result.mp_ns, result.mp_ew) if result else (0, 0)
        more = []
        for side, unit, other in ((sides[0], *units), (sides[1], *units[::-1])):
            late = late_points(self.book, minutes_of(self.event, self.said, table, other))
            mp, vp = self.said.adjusted.get((table, unit), (0, 0))
            side.late += late
            side.adjust = (side.adjust[0] + mp, side.adjust[1] + vp)
            side.ruled |= (table, unit) in self.said.adjusted
            side.absent = not_there(self.event, self.turn, self.book, self.said, table, unit) or side.absent
            more.append(late + mp)
        points = [own[0] + more[0], own[1] + more[1]]
        if result and more == [0, 0]:
            vps = (result.vp_ns, result.vp_ew)
        else:
            vps = split(self.turn.bands, *points)
        for side, mp, vp in zip(sides, points, vps, strict=True):
            side.mp += mp
            side.vp += vp
        meeting.whole &= result is not None
        act = self.said.laid_down.get(table)
        if act is not None:
            meeting.laid.append((act["number"], *self._by_side(act, meeting, sides[0])))

    def _by_side(self, act: Act, meeting: _Meeting, ns: _Side) -> tuple[Any, Any]:
        """What was laid down, in the order of the meeting's sides. It is the score of the two that the act names, wherever they
        sat in the end (RULES 5); where it names none, of those who sat `ns`, and of the others."""
        said = act["data"]
        named = said.get("units")
        if named is None:
            whose = ns.who
        else:
            first, second = named
            if {first, second} != set(self.turn.seats.get(said["table"], ())):
                raise ValueError(f"act {act['number']}: {first} and {second} do not sit at table {said['table']}")
            whose = self.event.credits.get(first, (first,))
        both = (said["ns"], said["ew"])
        return both if meeting.sides[0].who == whose else both[::-1]

    # -- what each gets -----------------------------------------------------------------------------------------

    def _both(self, meeting: _Meeting) -> dict[int, Earned]:
        lines = [self._line(meeting, at) for at in (0, 1)]
        if meeting.laid:
            for at, said in enumerate(max(meeting.laid, key=lambda laid: laid[0])[1:]):
                lines[at] = lines[at] if said is None else _laid_down(said, lines[at])
        out: dict[int, Earned] = {}
        for at, got in enumerate(lines):
            side, other = meeting.sides[at], meeting.sides[1 - at]
            for number in side.who if got else ():
                assert got is not None
                mine = got
                if got.how in _NOT_THERE:  # whose partner is gone, waited as the others did
                    how = side.absent.get(number)
                    mine = self._absent(how, side, other) if how else self._waited(side, None)
                out[number] = self._earned(number, mine, other.who, self._won(mine, lines[1 - at]))
        return out

    def _line(self, meeting: _Meeting, at: int) -> _Got | None:
        side, other = meeting.sides[at], meeting.sides[1 - at]
        if side.absent:
            return self._absent(side.how, side, other)
        own = self._own(side, other) if meeting.whole else None
        return self._waited(other, own, side) if other.absent else own

    def _own(self, side: _Side, other: _Side) -> _Got:
        how = "late" if side.late or other.late else "played"
        if side.ruled or other.adjust[0]:  # the others' victory points alone are none of this side's
            how = "adjusted"
        return _Got(side.vp + side.adjust[1], side.mp - other.mp, how, side.mp, other.mp)

    def _absent(self, mode: str, side: _Side, other: _Side) -> _Got:
        names = {CAME_LATE: "late_absent", FOR_A_TIME: "leaver_temporary", UNJUSTIFIED: "leaver_unjustified"}
        how = {CAME_LATE: "absent_late", FOR_A_TIME: "left", UNJUSTIFIED: "left_unjustified"}[mode]
        name = names[mode]
        if other.absent and CAME_LATE not in (mode, other.how):
            name = how = "both_left"
        vp, mp = self._award(name)
        return _Got(vp + side.adjust[1], mp + side.adjust[0], how)

    def _waited(self, gone_side: _Side, own: _Got | None, side: _Side | None = None) -> _Got:
        """Those present: 70 or 60 % when the others did not come; the bye's score, or their own if better, when they left."""
        if gone_side.how == CAME_LATE:
            got = _Got(*self._award("late_present"), "others_late")
        else:
            got = _Got(*self._award("bye"), "others_left")
            if own and self.book["withdrawal_present"] == "better" and (own.vp, own.mp_net) > (got.vp, got.mp_net):
                return replace(own, how="kept")
        mp, vp = side.adjust if side else (0, 0)
        return replace(got, vp=got.vp + vp, mp_net=got.mp_net + mp)

    def _won(self, got: _Got, other: _Got | None) -> bool | None:
        if got.how not in _AT_THE_TABLE or other is None:
            return None
        return got.vp > other.vp if self.book["win_by"] == "vp" else got.mp_net > other.mp_net


def _laid_down(said: Mapping[str, object], known: _Got | None) -> _Got:
    own = [said.get("mp_for", known.mp_for if known else 0), said.get("mp_against", known.mp_against if known else 0)]
    numbers = [said["vp"], said["mp_net"], *own]
    if not all(isinstance(number, int) for number in numbers):
        raise ValueError("a result that was laid down has no whole numbers")
    vp, mp, mine, theirs = (int(str(number)) for number in numbers)
    return _Got(vp, mp, "set", mine, theirs)
