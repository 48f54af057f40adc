"""What random events found, each as a small case of its own."""

from dataclasses import replace

from host_tools.engine.checks import round_checks
from host_tools.engine.field_of import Order
from host_tools.engine.next_round import Ask, next_round
from host_tools.engine.scoring import round_scores
from host_tools.engine.state import CLOSED
from tavolo.domain import scales
from tests.checker.play import Play
from tests.checker.seating import act_of


def _begun(kind: str, count: int, method: str, settings: dict[str, str], bands: tuple[tuple[int, int, int], ...] = ()) -> Play:
    """An event whose first round is on."""
    row = scales.default_for(4)
    assert row is not None
    play = Play(1)
    scale = [list(band) for band in bands or row[3]]
    phase = {"method": method, "rounds": 2, "deals": 4, "minutes": 45, "scale": "own" if bands else row[0], "bands": scale}
    play.act("event.new", {"id": "00000001", "name": "T", "kind": kind, "profile": 0, "settings": settings, "phases": [phase]})
    size = {"individual": 1, "pairs": 2, "teams": 4}[kind]
    play.act("entry.add", {"entries": [{"number": n, "persons": play.persons(size)} for n in range(1, count + 1)]})
    play.act("round.pair", act_of(next_round(play.state, Order(), Ask("seme")), "0000000a", {}))
    play.act("round.publish", {"id": "0000000a"})
    info = play.state.rounds[0]
    play.results[1] = [replace(play.invent(info, table), mp_ns=900, mp_ew=100, vp_ns=14, vp_ew=6) for table in info.seats]
    return play


def _broken(play: Play) -> list[str]:
    """What the checksums of the first round, closed, find."""
    info = replace(play.state.rounds[0], state=CLOSED)
    scores = round_scores(play.state, info, play.results[1])
    return [check.why for check in round_checks(play.state, info, play.results[1], scores) if not check.ok]


def test_entry_order_stands_as_it_is_in_a_later_round() -> None:
    """It followed the ranking there, though it counts as a way that hangs on no scores (RULES 5, item 3)."""
    play = _begun("pairs", 6, "entry", {})
    play.act("round.close", {"id": "0000000a"})
    made = next_round(play.state, Order([6, 1, 4, 2, 5, 3]), Ask("seme"))
    assert sorted(sorted(units) for units in made.seats.values()) == [[1, 2], [3, 4], [5, 6]]


def test_a_players_award_sets_its_whole_table_apart() -> None:
    """Its partner's points had no mirror any more, and the round's checksums were said to be broken."""
    play = _begun("individual", 4, "draw", {})
    play.act("ruling.award", {"round": 1, "competitors": [2], "vp": 13, "mp": 200}, "ferita", "004 LOI 34")
    assert _broken(play) == []


def test_a_match_on_a_scale_of_many_sums_has_no_sum_to_check() -> None:
    """Where its tables' victory points are added, that of equal results was taken for each table's."""
    play = _begun("teams", 2, "draw", {"match_adding": "vp"}, ((50, 8, 8), (400, 10, 5), (32767, 16, 0)))
    play.results[1] = [replace(row, mp_ns=600, mp_ew=300, vp_ns=10, vp_ew=5) for row in play.results[1]]
    assert _broken(play) == []


def test_a_drawn_round_with_a_rest_by_hand_lists_its_rematches() -> None:
    """The last round was free of them by the rule for modified Danish, of which a draw knows nothing: one was silent."""
    play = _begun("pairs", 3, "draw", {})
    play.act("round.close", {"id": "0000000a"})
    made = next_round(play.state, Order([1, 2, 3]), Ask("seme", rests=tuple(play.state.rounds[0].rests)))
    assert {"rematch", "second_bye"} <= {one["kind"] for one in made.unmet}
