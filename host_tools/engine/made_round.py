"""A round that has been made and is not yet an act, and the units that sit in it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from host_tools.engine.pairing import PairingError
from host_tools.engine.state import EventState, Unit

FIRST_UNIT = 1001  # units of individual and team events; competitors' numbers are below


@dataclass
class Made:
    """A round as its act will have it. `units`: those that are new."""

    number: int
    method: str
    phase: int
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[int, tuple[int, int]] = field(default_factory=dict)
    rests: list[int] = field(default_factory=list)
    matches: dict[int, int] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unmet: list[dict[str, Any]] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    seed: str = ""
    used: int = 0  # the last table (of teams: match) that is taken

    def seat(self, table: int, ns: int, ew: int) -> None:
        """Put two units at a table. Raises PairingError where it is taken."""
        if table in self.seats:
            raise PairingError(f"table {table} is used twice: give one of them another number")
        self.seats[table] = (ns, ew)


def unit_of(state: EventState, made: Made, persons: Sequence[int], credits: Sequence[int]) -> int:
    """The unit of these two; the same two for the same competitors are always the same unit."""
    wanted = tuple(persons), tuple(credits)
    for unit in (*state.units.values(), *made.units):
        if (unit.persons, unit.credits) == wanted:
            return unit.number
    number = max([FIRST_UNIT - 1, *state.units, *(unit.number for unit in made.units)]) + 1
    made.units.append(Unit(number, *wanted))
    return number
