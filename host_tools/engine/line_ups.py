"""Team matches: which two of a team sit at which table, and who is N/S there (RULES 6, Kinds; the number of tables is a
setting). Pure."""

from collections.abc import Sequence

from host_tools.engine.made_round import Made, unit_of
from host_tools.engine.pairing import PairingError
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.state import EventState


def line_up(state: EventState, round_number: int, team: int, tables: int) -> list[list[int]]:
    """The persons of `team` at each table of its match: as given for the round (004: partners may change before each match),
    else two by two in order of entry. Raises PairingError when there are too few."""
    given = state.line_ups.get((round_number, team))
    persons = list(state.competitors[team].persons)
    found = [list(two) for two in given] if given else [persons[at : at + 2] for at in range(0, 2 * tables, 2)]
    if len(found) != tables or any(len(two) != 2 or not set(two) <= set(persons) for two in found):
        raise PairingError(f"team {team}: a match has {tables} tables of two; give its line-up, or set `match_tables`")
    return found


def match_units(state: EventState, made: Made, matches: Sequence[tuple[int, int, int]]) -> None:
    """Seat the matches (match from 1, home, away): the home team N/S at the first, third, ... table, E/W at the others."""
    tables = rules_of(state).number("match_tables")
    for match, home, away in matches:
        ups = [line_up(state, made.number, team, tables) for team in (home, away)]
        for at in range(tables):
            units = [unit_of(state, made, up[at], (team,)) for team, up in zip((home, away), ups, strict=True)]
            ns, ew = units if at % 2 == 0 else units[::-1]
            table = (match - 1) * tables + at + 1
            made.seat(table, ns, ew)
            made.matches[table] = match
