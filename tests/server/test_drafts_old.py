"""A draft that is old: what it hangs on has changed since it was made, and publishing says what; or publishes it all the same."""

from typing import Any

from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tests.server.desk import Office, do, entry, pairs, refused
from tests.server.kit import EW, NS, Running, seated
from tests.server.paper import played, whole

WHY = "deciso dall'arbitro"


def phase(method: str, rounds: int, deals: int = 2, **more: Any) -> dict[str, Any]:
    return {"method": method, "rounds": rounds, "deals": deals} | more


def old(office: Office) -> list[tuple[str, Any]]:
    """(kind, what) of each change as the round's view has it; publishing says the same."""
    view = office.do("round.show")["round"]
    assert view["state"] == "draft"
    found = [one for one in view["unmet"] if "anyway" in one]
    assert (view["old"], view["anyway"]) == (bool(found), bool(found) and all(one["anyway"] for one in found))
    if found:
        refusal = office.refused("round.publish", why=WHY)
        assert refusal.code == "draft_old" and all(one["text"] in refusal.message for one in found)
        assert ("`anyway`" in refusal.hint) == view["anyway"]
        if not view["anyway"]:
            assert office.refused("round.publish", anyway=True, why=WHY).code == "draft_old"
    return [(one["kind"], one.get("name") or one["who"]) for one in found]


def settings(office: Office, **changed: Any) -> list[tuple[str, Any]]:
    told, since = office.do("event.settings", settings=changed, why=WHY)["pair_anew"], old(office)
    assert told == bool(since)
    return since


def phases(office: Office, *changed: dict[str, Any]) -> list[tuple[str, Any]]:
    told, since = office.do("event.phases", phases=list(changed), why=WHY)["pair_anew"], old(office)
    assert told == bool(since)
    return since


def taken_back(office: Office) -> None:
    """The last act, undone: the draft is as good as before."""
    seen = office.do("undo.preview", what="last")["seen"]
    office.do("undo.do", what="last", seen=seen, why=WHY)
    assert old(office) == []


def last_act(office: Office) -> Any:
    assert office.host.hall.book is not None
    return office.host.hall.book.acts[-1]


def test_what_a_draft_is_paired_and_played_by_makes_it_old(office: Office) -> None:
    first = phase("mitchell", 1)
    played(office, 5, phases=[first, phase("modified", 3)])
    office.do("round.pair")
    assert old(office) == []
    assert settings(office, rematch="all") == [("setting", "rematch")]
    taken_back(office)
    assert settings(office, bye_again=True) == [("setting", "bye_again")]
    taken_back(office)
    assert settings(office, control_minutes=20, match_tables=3) == [], "it does not hang on these"
    assert phases(office, first, phase("modified", 3, 4)) == [("format", "deals"), ("format", "minutes"), ("format", "scale")]
    taken_back(office)
    assert phases(office, first, phase("danish", 3)) == [("method", [])]
    taken_back(office)
    assert phases(office, first, phase("modified", 3, options={"lines": "rank"})) == [("option", "lines")]
    taken_back(office)
    assert phases(office, first, phase("modified", 1)) == [("last_round", [])]
    taken_back(office)
    assert phases(office, first, phase("modified", 2), phase("draw", 2)) == [], "what comes after it is another matter"
    office.do("entry.edit", number=3, group=2, why=WHY)
    assert old(office) == [("group", [3])]
    office.do("round.pair")
    assert old(office) == []


def test_a_draft_hangs_on_the_ranking_that_it_was_paired_by(office: Office) -> None:
    rested = played(office, 5, phases=[phase("mitchell", 1), phase("modified", 3)])["rests"][0]["number"]
    office.do("round.pair")
    assert settings(office, warning_vp=3) == [], "no place is another one"
    assert settings(office, bye_vp=0) == [("ranking", [rested])]
    office.do("round.pair", method="draw")
    assert settings(office, bye_vp=20) == [], "a draw does not hang on it"


def test_a_draft_that_is_the_organisers_own_does_not_hang_on_what_it_did_not_take(office: Office) -> None:
    office.event(pairs(4), phases=[phase("mitchell", 3, options={"step": 1})])
    office.do("round.pair", method="draw", options={"repeat": "none"})
    assert phases(office, phase("italian", 3)) == [] and settings(office, rematch="none", bye_again=True) == []
    office.do("round.pair", tables=[[1, 1, 2], [2, 3, 4]])
    assert phases(office, phase("danish", 3, options={"repeat": "all"})) == []
    assert phases(office, phase("danish", 3, 4))[0] == ("format", "deals")


def test_a_setting_that_was_undone_since_counts_as_a_change_too(office: Office) -> None:
    played(office, 4, phases=[phase("modified", 3)])
    office.do("event.settings", settings={"rematch": "all"}, why=WHY)
    changed = last_act(office).number
    office.do("round.pair")
    seen = office.do("undo.preview", what="act", number=changed)["seen"]
    office.do("undo.do", what="act", number=changed, seen=seen, why=WHY)
    assert old(office) == [("setting", "rematch")]


def test_an_old_draft_is_published_all_the_same_with_a_reason_where_nobody_of_it_has_left(office: Office) -> None:
    played(office, 4, phases=[phase("modified", 3)], settings={"late_entry": "allow"})
    office.do("round.pair")
    office.do("entry.add", entries=[entry("Tardi", "Dopo")])
    assert settings(office, rematch="all") == [("came", [5]), ("setting", "rematch")]
    assert office.refused("round.publish", anyway=True, why=" ").code == "draft_old", "it needs a reason"
    office.do("entry.withdraw", number=1, mode="justified", why="x")
    assert [kind for kind, _ in old(office)] == ["left", "came", "setting"]
    office.do("entry.return", number=1, why="x")
    office.do("round.publish", anyway=True, why=WHY)
    act = last_act(office)
    assert (act.kind, act.why) == ("round.publish", WHY)
    assert act.data["anyway"] == [{"kind": "came", "who": [5]}, {"kind": "setting", "name": "rematch"}]
    told = [office.do("event.history", kinds=["round.publish"], language=one)["history"][-1]["text"] for one in ("en", "it")]
    assert "5 Tardi - Dopo has no place in it; setting rematch was changed" in told[0]
    assert "5 Tardi - Dopo non ha un posto; la regola rematch è cambiata" in told[1]
    seen = office.do("undo.preview", what="publish", number=2)["seen"]
    office.do("undo.do", what="publish", number=2, seen=seen, why=WHY)
    assert old(office) == [("came", [5]), ("setting", "rematch")], "its seats are as old as they were"
    office.do("round.pair")
    office.do("round.publish", anyway=True, why=WHY)
    assert "anyway" not in last_act(office).data, "a draft that is not old is just published"


def test_teams_and_players_are_seated_as_they_are_now(office: Office) -> None:
    teams = [entry(*[f"G{team}{n}" for n in range(4)], name=f"Squadra {team}") for team in (1, 2)]
    office.event(teams, kind="teams", phases=[phase("danish", 2)])
    office.do("round.pair")
    four = [one["person"] for one in office.do("entry.list")["entries"][0]["persons"]]
    office.do("line_up.set", round=1, team=1, tables=[four[2:], four[:2]])
    assert old(office) == [("line_up", [1])]
    office.do("round.pair")
    assert settings(office, match_tables=1) == [("setting", "match_tables")]
    office.do("event.new", name="Altro", kind="individual", phases=[phase("draw", 2)], replace=True)
    office.do("entry.add", entries=[entry(f"Anna{n}") for n in range(4)])
    office.do("round.pair")
    office.do("entry.edit", number=2, persons=[{"name": "Al suo posto"}], replace=True, why=WHY)
    assert [kind for kind, _ in old(office)] == ["persons"]


def test_what_a_table_sends_after_its_round_was_closed_makes_a_draft_old(server: Running) -> None:
    client, table = seated(server)
    table.say(k.DEAL, fact_writer.deal_payload(1, NS, EW))
    table.delivered()
    do(client, "sheet.enter", round=1, **whole(2))
    do(client, "round.close", force=True, reason=WHY)
    assert do(client, "round.pair", method="danish")["round"]["old"] is False
    table.say(k.DEAL, fact_writer.deal_payload(2, EW, [1, 0, 1, 1, k.PILE_PLAYED, 45, 545, 0]))  # 220 to 900
    mp_ns, mp_ew, _, vp_ns, vp_ew = table.sheet.result()
    table.say(k.SIGN, fact_writer.sign_payload(2, mp_ns, mp_ew, vp_ns, vp_ew))
    table.delivered()
    found = do(client, "round.show")["round"]
    since = [(one["kind"], one["who"]) for one in found["unmet"] if "anyway" in one]
    assert (since, found["anyway"]) == ([("ranking", [1])], False), "not 1, but 2 has won"
    assert refused(client, "round.publish") == "draft_old"
    assert do(client, "round.pair", method="danish")["round"]["old"] is False
    table.close()
