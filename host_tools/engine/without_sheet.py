"""Which tables need no sheet, since the arbiter's word alone gives everybody there a score (RULES 5-6). Pure."""

from host_tools.engine.meetings import credits_of, seated
from host_tools.engine.round_rulings import round_rulings
from host_tools.engine.scoring import round_scores
from host_tools.engine.state import EventState, RoundState


def ruled_tables(state: EventState, info: RoundState) -> frozenset[int]:
    """Tables of a round whose two lines have a score without any sheet: results laid down for both (RULES 5, Arbiter's score),
    a line that was absent or too late (6, Late pair), or had left (6, Withdrawal); of teams: all tables of such a match."""
    rulings = round_rulings(state, info.number)
    if not rulings.tables and seated(state, info).isdisjoint(rulings.gone):  # asked for with each look at the wall
        return frozenset()
    scored = {score.number for score in round_scores(state, info, [])}
    credits = {table: {who for unit in units for who in credits_of(state, unit)} for table, units in info.seats.items()}
    return frozenset(table for table, numbers in credits.items() if numbers <= scored)
