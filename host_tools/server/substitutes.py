"""Nobody takes the place of one who has played (RULES 6, Withdrawal: no substitutes), unless the arbiter wants it so."""

from collections.abc import Sequence

from host_tools.engine.meetings import placed
from host_tools.engine.state import DRAFT, TEAMS, EventState
from host_tools.server.refusal import Refused
from tavolo.domain import kinds as k


def substitute(state: EventState, number: int, accept: Sequence[str]) -> str:
    """The article against it where others take the place of entry `number` although it has played, and `accept` has "substitute";
    "" where it has not played yet. Of a team's players any may change. Raises Refused."""
    played = any(info.state != DRAFT and number in placed(state, info) for info in state.rounds)
    if state.kind == TEAMS or not played:
        return ""
    article = "000 par.14, 003" if state.profile == k.FEBURIT else "004 LOI 33"
    if "substitute" not in accept:
        text = f"number {number} has played, and there are no substitutes ({article})"
        raise Refused("substitute", text, 'let it withdraw; if it is to be all the same: accept "substitute"')
    return f"against {article}: no substitutes"
