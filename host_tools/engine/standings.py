"""The ranking of an event as it stands: closed rounds, and what is signed of the one that is on. Pure."""

from collections.abc import Mapping, Sequence

from host_tools.engine.ranking import Standing, rank
from host_tools.engine.results import TableResult
from host_tools.engine.scoring import Score, extras, round_scores
from host_tools.engine.state import CLOSED, PUBLISHED, EventState

Results = Mapping[str, Sequence[TableResult]]  # round id -> its tables that have a plan


def scores(state: EventState, results: Results) -> list[Score]:
    """Scores of all rounds that count. Raises SettingError for a setting that does not fit."""
    found: list[Score] = []
    for info in state.rounds:
        tables = results.get(info.id, ())
        if info.back:  # one of its tables may be taken back, and those who sat there may be new to the event with it
            tables = [result for result in tables if result.table in info.seats]
        if info.state == CLOSED:
            found += round_scores(state, info, tables)
        elif info.state == PUBLISHED:
            found += round_scores(state, info, [result for result in tables if result.signed])
    return found


def standings(state: EventState, results: Results, group: int | None = None) -> list[Standing]:
    """The ranking, best first; of one group (girone), or of all. Raises as `scores` does."""
    return rank(state, scores(state, results), extras(state), group)
