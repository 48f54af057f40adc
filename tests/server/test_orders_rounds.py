"""Rounds of every kind of event by every method: who sits where, who rests and why, what was not met."""

from typing import Any

import pytest

from tests.server.desk import Office, entry, pairs, seats
from tests.server.paper import begun, whole


def phase(method: str, rounds: int, **more: Any) -> dict[str, Any]:
    return {"method": method, "rounds": rounds, "deals": 2} | more


def met(made: Any) -> list[set[int]]:
    """Competitors of both sides of each table."""
    return [set(seat["ns"]["numbers"]) | set(seat["ew"]["numbers"]) for seat in made["seats"]]


def everybody(made: Any) -> list[int]:
    return sorted([who for table in met(made) for who in table] + [one["number"] for one in made["rests"]])


@pytest.mark.parametrize("method", ["danish", "modified", "mitchell", "italian", "draw", "entry"])
def test_pairs_by_each_method_all_play_or_rest_once_a_round(office: Office, method: str) -> None:
    office.event(pairs(7), phases=[phase(method, 3)])
    rounds = [office.play() for _ in range(3)]
    assert all(everybody(made) == list(range(1, 8)) for made in rounds)
    rests = [one["number"] for made in rounds for one in made["rests"]]
    assert len(set(rests)) == 3, "nobody rests twice while another has not"
    assert all(one["reason"] for made in rounds for one in made["rests"])
    if method in ("mitchell", "italian", "draw"):
        tables = [frozenset(table) for made in rounds for table in met(made)]
        assert len(set(tables)) == len(tables), "nobody meets twice"


def test_a_movement_counts_its_turns_in_its_own_phase_and_group(office: Office) -> None:
    """Two groups, two Mitchell phases around a Danish one: tables of the second group stay where they are."""
    entries = [one | {"group": 1 + n % 2} for n, one in enumerate(pairs(10))]
    office.event(entries, phases=[phase("mitchell", 2), phase("danish", 1), phase("mitchell", 2, session=2)])
    rounds = [office.play() for _ in range(5)]
    first, second, fourth, fifth = ({t: (ns, ew) for t, ns, ew in seats(rounds[n])} for n in (0, 1, 3, 4))
    assert first == {1: (1, 3), 2: (5, 7), 4: (2, 4), 5: (6, 8)}
    assert second == {2: (5, 3), 3: (9, 7), 5: (6, 4), 6: (10, 8)}
    assert (fourth, fifth) == (first, second), "a new session begins anew"


def test_a_movement_by_lot_keeps_its_order_and_who_comes_or_goes_moves_nobody_else(office: Office) -> None:
    office.event(
        pairs(8), phases=[phase("mitchell", 3, options={"order": "draw", "seed": "a"})], settings={"late_entry": "allow"}
    )
    first = office.play()
    office.do("entry.withdraw", number=3, mode="justified", why="x")
    office.do("entry.add", entries=[entry("Tardi", "Dopo")])
    second = office.play()
    before = {seat[1]: seat[0] for seat in seats(first)}
    assert first["seed"] == second["seed"] == "a" and seats(first) != [(1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8)]
    stayed = {ns: table for table, ns, _ in seats(second) if ns in before}
    assert len(stayed) >= 2 and all(before[ns] == table for ns, table in stayed.items())
    assert 9 in everybody(second) and 3 not in everybody(second)


def test_an_italian_calendar_is_fixed_and_an_opponent_who_left_means_a_rest(office: Office) -> None:
    office.event(pairs(4), phases=[phase("italian", 3)], settings={"late_entry": "allow"})
    first = office.play()
    assert len(seats(first)) == 2
    office.do("entry.withdraw", number=4, mode="justified", why="x")
    second = office.do("round.pair")["round"]
    assert len(second["seats"]) == 1 and len(second["rests"]) == 1 and "opponent is not there" in second["rests"][0]["reason"]
    office.do("entry.add", entries=[entry("Tardi", "Dopo")])
    assert "calendar" in office.refused("round.pair").message
    office.do("round.pair", method="modified")


def test_players_of_an_individual_event_change_partners_and_units_are_found_again(office: Office) -> None:
    players = [entry(f"Anna{n}") for n in range(1, 11)]
    office.event(players, kind="individual", phases=[phase("draw", 1), phase("modified", 3)])
    rounds = [office.play() for _ in range(4)]
    assert all(everybody(made) == list(range(1, 11)) and len(made["rests"]) == 2 for made in rounds)
    partners = [frozenset(side["numbers"]) for made in rounds for seat in made["seats"] for side in (seat["ns"], seat["ew"])]
    assert len(set(partners)) == len(partners) == 16
    units = {side["unit"] for made in rounds for seat in made["seats"] for side in (seat["ns"], seat["ew"])}
    assert units == set(range(1001, 1017))
    hand = office.refused("round.pair", method="mitchell")
    assert hand.code == "last_round"


def test_individual_rounds_do_not_go_by_movements_and_can_be_seated_by_hand(office: Office) -> None:
    players = [entry(f"Anna{n}") for n in range(1, 6)]
    office.event(players, kind="individual", phases=[phase("draw", 2)])
    assert office.refused("round.pair", method="italian").code == "pairing"
    made = office.do("round.pair", tables=[[3, 1, 4, 2, 5]], rests=[3])["round"]
    assert [(seat["table"], seat["ns"]["numbers"], seat["ew"]["numbers"]) for seat in made["seats"]] == [(3, [1, 4], [2, 5])]
    assert office.refused("round.pair", tables=[[3, 1, 4, 2, 2]], rests=[3]).code == "pairing"
    assert office.refused("event.new", name="x", kind="individual", phases=[phase("mitchell", 1)], replace=True).code == "method"


def test_teams_meet_at_several_tables_and_change_sides_there(office: Office) -> None:
    teams = [entry(*[f"G{team}{n}" for n in range(6)], name=f"Squadra {team}") for team in range(1, 4)]
    office.event(teams, kind="teams", phases=[phase("danish", 2)], settings={"match_tables": 3})
    made = office.play()
    assert [(s["table"], s["match"], s["ns"]["numbers"], s["ew"]["numbers"]) for s in made["seats"]] == [
        (1, 1, [1], [2]),
        (2, 1, [2], [1]),
        (3, 1, [1], [2]),
    ]
    assert [one["number"] for one in made["rests"]] == [3]
    assert made["scale"] == "fibur_team"
    again = office.play()
    assert [one["number"] for one in again["rests"]] in ([1], [2]), "by lot: nothing separates them"


def test_a_team_too_small_for_its_tables_is_told(office: Office) -> None:
    teams = [entry("A", "B", "C", "D"), entry("E", "F")]
    office.event(teams, kind="teams", phases=[phase("danish", 1)])
    refusal = office.refused("round.pair")
    assert refusal.code == "pairing" and "team 2" in refusal.message


def test_locks_rests_and_absence_are_kept_and_the_whole_round_can_be_seated_by_hand(office: Office) -> None:
    office.event(pairs(7), phases=[phase("danish", 3)])
    made = office.do("round.pair", locks=[[2, 7, 1]], rests=[2])["round"]
    assert (2, 7, 1) in seats(made) and made["rests"] == [
        {"number": 2, "names": "Anna2 - Bruno2", "reason": "by the arbiter's hand"}
    ]
    made = office.do("round.pair", absent=[3])["round"]
    assert everybody(made) == [1, 2, 4, 5, 6, 7]
    by_hand = office.do("round.pair", tables=[[9, 1, 2], [8, 3, 4], [7, 5, 6]], rests=[7])["round"]
    assert seats(by_hand) == [(7, 5, 6), (8, 3, 4), (9, 1, 2)] and by_hand["method"] == "manual"
    for wrong in ([[1, 1, 2], [2, 2, 3]], [[1, 1, 2], [1, 3, 4]], [[1, 1, 99]]):
        assert office.refused("round.pair", tables=wrong).code == "pairing"
    assert office.do("round.show")["round"]["id"] == by_hand["id"], "what was refused changes nothing"


def test_what_a_pairing_cannot_meet_is_told_before_publishing(office: Office) -> None:
    office.event(pairs(2), phases=[phase("danish", 1), phase("modified", 3, options={"repeat": "all"})])
    office.play()
    found = office.do("round.pair")
    assert [one["kind"] for one in found["unmet"] if one["kind"] == "rematch"] == ["rematch"]
    assert found["round"]["unmet"] == found["unmet"] and "meet again" in found["unmet"][0]["text"]


def test_tables_of_a_second_group_are_named_as_they_stand_in_the_hall(office: Office) -> None:
    entries = [one | {"group": 1 + n // 2} for n, one in enumerate(pairs(4))]
    office.event(entries, phases=[phase("modified", 3)])
    office.play()
    found = office.do("round.pair")
    assert {one["text"].split(":")[0] for one in found["unmet"] if one["kind"] == "rematch"} == {"table 1", "table 2"}
    assert office.refused("round.pair", locks=[[1, 1, 3]]).code == "pairing", "they are of two groups"


def test_a_draft_is_replaced_dropped_and_published_only_as_it_was_seen(office: Office) -> None:
    office.event(pairs(4), phases=[phase("draw", 2)])
    first = office.do("round.pair", seed="uno")["round"]
    again = office.do("round.pair", seed="uno")["round"]
    assert seats(first) == seats(again) and first["id"] != again["id"], "the printed seed gives the same draw"
    assert office.refused("round.publish", seen=first["id"]).code == "changed"
    acts = office.do("round.show")["acts"]
    assert office.refused("round.publish", seen=acts - 1).code == "changed"
    office.do("round.drop")
    assert office.refused("round.publish").code == "no_draft"
    made = office.do("round.pair")["round"]
    office.do("round.publish", seen=made["id"])
    assert office.refused("round.close").code == "unsigned"
    assert office.refused("round.close", force=True).code == "no_reason"


def test_an_organisers_own_table_of_victory_points_is_played_by_and_known_by_its_name(office: Office) -> None:
    own = phase("entry", 1) | {"scale": "club", "bands": [[0, 100, 10, 10], [105, None, 15, 5]]}
    office.event(pairs(2), phases=[own, phase("danish", 1)])
    assert office.play()["scale"] == "club"
    (table,) = office.host.hall.tables.values()
    assert table.sheet.plan.bands == ((100, 10, 10), (32_767, 15, 5))
    known = phase("entry", 1) | {"scale": "club"}
    office.do("event.phases", phases=[known, known | {"method": "danish"}], why="anche il secondo turno")
    assert office.play()["scale"] == "club"
    for wrong in ({"scale": "fibur_2_deals"}, {"scale": None}, {"bands": [[0, 100, 10, 10], [200, None, 15, 5]]}):
        assert office.refused("event.phases", phases=[known, own | wrong], why="no").code == "bad_scale"
    assert office.refused("event.new", name="Altro", phases=[known]).code == "no_scale"


def test_deals_may_differ_from_phase_to_phase_and_rounds_end(office: Office) -> None:
    office.event(pairs(4), phases=[phase("entry", 1), {"method": "danish", "rounds": 1, "deals": 4}])
    first, second = office.play(), office.play()
    assert [(one["deals"], one["minutes"], one["scale"]) for one in (first, second)] == [
        (2, 25, "fibur_2_deals"),
        (4, 45, "fibur_4_deals"),
    ]
    assert office.refused("round.pair").code == "last_round"
    phases = [phase("entry", 1), {"method": "danish", "rounds": 2, "deals": 4}]
    assert office.refused("event.phases", phases=[phase("entry", 2), phase("danish", 1)], why="no").code == "phases"
    office.do("event.phases", phases=phases, why="si gioca ancora")
    office.play()
    office.do("event.final", why="finito il controllo")
    assert office.refused("event.final", why="ancora").code == "final"


def half_pairs_of(round_: dict[str, Any]) -> list[list[int]]:
    return [one["who"] for one in round_["unmet"] if one["kind"] == "half_pair"]


def test_no_event_has_more_rounds_and_no_table_a_higher_number_than_tables_can_be_told(office: Office) -> None:
    many = [phase("danish", 30)] * 3
    assert office.refused("event.new", name="Prova", phases=[*many, phase("draw", 10)]).code == "bad_input"
    office.event(pairs(4), phases=[*many, phase("draw", 9)])
    assert office.refused("event.phases", phases=[*many, phase("draw", 10)], why="ancora").code == "bad_input"
    seated = {"method": "manual", "tables": [[1000, 1, 2], [1, 3, 4]]}
    assert "go up to 999" in office.refused("round.pair", **seated).message
    office.do("round.pair", method="manual", tables=[[999, 1, 2], [1, 3, 4]])
    office.do("round.publish")
    office.do("sheet.enter_all", round=1, sheets=[whole(1), whole(999)])


def test_a_pairing_that_is_refused_leaves_the_round_before_open(office: Office) -> None:
    first = begun(office, 4, phases=[{"method": "danish", "rounds": 2, "deals": 2}])
    office.do("sheet.enter_all", round=1, sheets=[whole(seat["table"]) for seat in first["seats"]])
    half_a_letter = {"options": {"seed": "\ud800"}}
    for how in ({"method": "manual"}, {"rests": [1], "locks": [[1, 1, 2]]}, half_a_letter, {"options": {"seed": "a\nb"}}):
        assert office.refused("round.pair", **how).code == "pairing", how
        assert office.do("round.show")["round"]["state"] == "published"
    second = office.do("round.pair")["round"]  # both in one step
    kinds = [line["kind"] for line in office.do("event.history")["history"]]
    assert kinds[-2:] == ["round.close", "round.pair"]
    office.do("round.publish", seen=second["id"])
    office.do("sheet.enter_all", round=2, sheets=[whole(seat["table"]) for seat in second["seats"]])
    assert office.refused("round.pair").code == "last_round"
    assert office.do("round.show")["round"]["state"] == "published"
    assert office.do("verify")["ok"]


def test_somebody_without_a_partner_is_told_and_not_seated_without_the_organisers_word(office: Office) -> None:
    office.event([*pairs(2), entry("Sola Rita"), entry("Solo Ivo")], phases=[phase("entry", 2)])
    assert [one["half"] for one in office.do("entry.list")["entries"]] == [False, False, True, True]
    assert [one["half"] for one in office.do("event.show")["event"]["entries"]] == [False, False, True, True]
    made = office.do("round.pair")
    assert half_pairs_of(made) == half_pairs_of(made["round"]) == [[3], [4]], "both are told, also to each other's table"
    refusal = office.refused("round.publish", seen=made["round"]["id"])
    assert refusal.code == "half_pair" and "pair 3 (Sola Rita)" in refusal.message and "pair 4 (Solo Ivo)" in refusal.message
    assert office.refused("round.publish", accept=["half_pair"]).code == "half_pair", "it needs a reason"
    assert office.refused("round.publish", why="arriva").code == "half_pair"
    office.do("entry.edit", number=4, persons=[{"name": "Solo Ivo"}, {"name": "Nuovi Ada"}], why="è arrivata")
    assert half_pairs_of(office.do("round.show")["round"]) == [[3]], "the draft stays, and tells how it is now"
    found = office.do("round.publish", accept=["half_pair"], why="la compagna parcheggia")
    assert half_pairs_of(found["round"]) == []
    assert office.host.hall.book is not None
    last = office.host.hall.book.acts[-1]
    assert (last.kind, last.why) == ("round.publish", "la compagna parcheggia")


def changed(round_: dict[str, Any]) -> list[tuple[str, list[int]]]:
    return [(one["kind"], one["who"]) for one in round_["unmet"] if one["kind"] in ("came", "left")]


@pytest.mark.parametrize("method", ["danish", "modified", "mitchell", "draw", "entry"])
def test_a_draft_without_somebody_who_came_since_is_not_published(office: Office, method: str) -> None:
    office.event(pairs(6), phases=[phase(method, 3)])
    assert changed(office.do("round.pair", absent=[2])["round"]) == [], "who is left out by the organiser's word did not come"
    office.do("entry.add", entries=[entry("Tardi", "Dopo")])
    assert changed(office.do("round.show")["round"]) == [("came", [7])]
    refusal = office.refused("round.publish")
    assert refusal.code == "draft_old" and "number 7" in refusal.message
    made = office.do("round.pair")["round"]
    assert changed(made) == [] and everybody(made) == list(range(1, 8))
    office.do("entry.withdraw", number=5, mode="justified", why="x")
    assert changed(office.do("round.show")["round"]) == [("left", [5])]
    assert office.refused("round.publish").code == "draft_old"
    office.do("entry.return", number=5, why="y")
    assert changed(office.do("round.show")["round"]) == []
    office.do("round.publish")
    undone = office.do("undo.preview", what="publish", number=1)
    office.do("undo.do", what="publish", number=1, seen=undone["seen"], why="dimenticata una coppia")
    office.do("entry.add", entries=[entry("Ancora", "Altri")])
    assert changed(office.do("round.show")["round"]) == [("came", [8])], "the draft that came back lacks it, too"
    assert office.refused("round.publish").code == "draft_old"


def test_a_draft_keeps_whom_it_left_out_after_its_publishing_is_undone(office: Office) -> None:
    office.event(pairs(5), phases=[phase("danish", 3)])
    office.do("round.pair", absent=[2])
    office.do("round.publish")
    undone = office.do("undo.preview", what="publish", number=1)
    office.do("undo.do", what="publish", number=1, seen=undone["seen"], why="prova")
    assert changed(office.do("round.show")["round"]) == []
    office.do("round.publish")


def test_a_half_pair_that_rests_or_withdraws_keeps_nobody_waiting(office: Office) -> None:
    office.event([*pairs(2), entry("Sola Rita")], phases=[phase("entry", 2)])
    made = office.do("round.pair", rests=[3])
    assert half_pairs_of(made) == []
    office.do("round.publish")
    office.do("round.close", force=True, reason="prova")
    assert half_pairs_of(office.do("round.pair", rests=[1])) == [[3]]
    office.do("entry.withdraw", number=3, mode="justified", why="nessun compagno")
    assert office.refused("round.publish").code == "draft_old"
    office.do("round.pair")
    office.do("round.publish")


def test_a_player_or_a_team_is_never_half_a_pair(office: Office) -> None:
    office.event([entry(f"Anna{n}") for n in range(4)], kind="individual", phases=[phase("draw", 1)])
    assert not any(one["half"] for one in office.do("entry.list")["entries"])
    assert half_pairs_of(office.play()) == []
