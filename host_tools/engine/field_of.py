"""From an event's history to the field of its next round, group by group: who plays, and what went before. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from host_tools.engine.pairing.field import Field
from host_tools.engine.state import DRAFT, EventState, RoundState


@dataclass(frozen=True)
class Order:
    """Competitors `ranked`, best first, and their `scores` (VP, net MP). `swapped`: round -> tables whose two sides sat the
    other way round than planned, which only the tables' sheets know."""

    ranked: Sequence[int] = ()
    scores: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    swapped: Mapping[int, Collection[int]] = field(default_factory=dict)


def may_play(state: EventState, number: int, round_number: int) -> bool:
    """Whether competitor `number` is there in a round: entered for it or before, and not withdrawn by then (RULES 6)."""
    one = state.competitors[number]
    return one.since <= round_number and (one.left is None or int(one.left["round"]) > round_number)


def present(state: EventState, round_number: int, absent: Collection[int] = ()) -> list[int]:
    """Numbers of all who may play a round, rising. `absent`: those who are known not to be there this time."""
    return [number for number in sorted(state.competitors) if may_play(state, number, round_number) and number not in absent]


def groups(state: EventState, numbers: Iterable[int]) -> dict[int, list[int]]:
    """Group (girone) -> its numbers, in the order given; groups rising."""
    found: dict[int, list[int]] = {}
    for number in numbers:
        found.setdefault(state.competitors[number].group, []).append(number)
    return dict(sorted(found.items()))


@dataclass
class _Past:
    met: list[int] = field(default_factory=list)
    partners: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=lambda: [0, 0])
    byes: int = 0


def field_for(state: EventState, numbers: Sequence[int], round_number: int, session: int, order: Order | None = None) -> Field:
    """The field of those `numbers` before round `round_number`. Whoever `order` does not name stands at the end by number.

    Byes and lines count within the session (RULES 6, Bye); opponents, partners and tables in all rounds. Two have met when they
    were seated together, whether or not both came. Raises PairingError for fewer than two.
    """
    order = order or Order()
    place = {number: at for at, number in enumerate(order.ranked)}
    ranked = tuple(sorted(numbers, key=lambda number: (place.get(number, len(place)), number)))
    past = {number: _Past() for number in ranked}
    for info in state.rounds:
        if info.state != DRAFT and info.number < round_number:
            _add(state, past, info, info.session == session, order.swapped.get(info.number, ()))
    return Field(
        ranked,
        {number: tuple(one.met) for number, one in past.items()},
        {number: one.byes for number, one in past.items()},
        {number: (one.lines[0], one.lines[1]) for number, one in past.items()},
        {number: tuple(one.tables) for number, one in past.items()},
        {number: tuple(one.partners) for number, one in past.items()},
        round_number == state.total_rounds(),
        {number: order.scores[number] for number in ranked if number in order.scores},
    )


def _add(state: EventState, past: Mapping[int, _Past], info: RoundState, counts: bool, swapped: Collection[int]) -> None:
    """One round: a team is looked at once, at the first table of its match."""
    there: set[int] = set()
    for table, units in sorted(info.seats.items()):
        sides = [state.units[unit].credits for unit in units]
        for line, side in enumerate(sides):
            for number in side:
                if number not in past or number in there:
                    continue
                there.add(number)
                one = past[number]
                one.met += sides[1 - line]
                one.partners += [other for other in side if other != number]
                one.tables.append(info.matches.get(table, table))
                one.lines[line ^ (table in swapped)] += counts
    for number, one in past.items():
        if number not in there:
            one.met.append(0)
            one.byes += counts and number in info.rests
