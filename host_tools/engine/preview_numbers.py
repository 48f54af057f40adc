"""The ranking of a state by the results at hand: what a preview compares before and after. Pure."""

from collections.abc import Mapping, Sequence

from host_tools.engine.extras import extras
from host_tools.engine.ranking import Standing, rank
from host_tools.engine.results import TableResult
from host_tools.engine.scoring import round_scores
from host_tools.engine.state import CLOSED, DRAFT, EventState


def standings(state: EventState, results: Mapping[str, Sequence[TableResult]]) -> list[Standing]:
    """For `preview(..., numbers=standings)`. `results`: round id -> its tables. Of an open round the signed ones count, as on the
    arbiter's page; results of a round that is no more published count for nobody. Raises SettingError for a bad setting."""
    scores = [
        score
        for info in state.rounds
        if info.state != DRAFT
        for score in round_scores(state, info, [one for one in results.get(info.id, ()) if info.state == CLOSED or one.signed])
    ]
    return rank(state, scores, extras(state))
