"""The ranking with its reasons, checksums and all numbers as told, of events of every kind, as the organiser asks for them."""

from typing import Any

from host_tools.server import ranking_views, views
from tests.server.desk import Office, entry
from tests.server.paper import LOSE, begun, deal, finish, following, played, ranked

TWO = [{"method": "mitchell", "rounds": 1, "deals": 2}, {"method": "danish", "rounds": 1, "deals": 3}]
WHY = {"why": "prova"}


def lines(office: Office, **more: Any) -> dict[int, Any]:
    return {line["number"]: line for line in office.do("ranking", **more)["ranking"]}


def told(office: Office) -> Any:
    """What the newest closing act kept."""
    book = office.host.hall.book
    assert book is not None
    return [act for act in book.acts if act.kind == "round.close"][-1].data["told"]


def test_each_line_says_why_it_is_there_and_how_its_rounds_came_about(office: Office) -> None:
    played(office, 5, phases=TWO)
    first = office.do("ranking")
    assert (first["round"], first["total_rounds"], first["final"], first["last"]) == (1, 2, False, False)
    found = lines(office)
    bye = next(line for line in found.values() if line["byes"])
    assert [(s["how"], s["vp"], s["article"]) for s in bye["scores"]] == [("bye", 14, bye["scores"][0]["article"])]
    assert "LOI 34" in bye["scores"][0]["article"] and bye["scores"][0]["text"] == "rested"
    one = next(line for line in found.values() if line["vp"] == 19)
    score = one["scores"][0]
    assert (score["how"], score["points_for"], score["points_against"], score["outcome"]) == ("played", 1400, 440, "won")
    assert len(score["opponents"]) == 1 and found[score["opponents"][0]]["scores"][0]["opponents"] == [one["number"]]
    assert [line["why"] != "" for line in first["ranking"]] == [True] * 4 + [False], "nobody is below the last"
    assert [line["rank"] for line in first["ranking"]] == [1, 2, 3, 4, 5]
    assert "scores" not in office.do("ranking", scores=False)["ranking"][0]


def test_the_ranking_after_an_earlier_round_leaves_out_what_came_later(office: Office) -> None:
    played(office, phases=TWO)
    first = ranked(office)
    second = following(office)
    deals = [deal(n, LOSE, LOSE) for n in (1, 2, 3)]
    office.do("sheet.enter_all", round=2, sheets=[{"table": seat["table"], "deals": deals} for seat in second["seats"]])
    office.do("ruling.add", kind="penalty", competitors=[1], vp=-1, mp=0, **WHY)
    office.do("ruling.add", kind="penalty", competitors=[2], vp=-1, mp=0, round=1, **WHY)
    office.do("round.close")
    now, before = ranked(office), lines(office, after_round=1)
    assert all(now[number][0] == first[number][0] + 10 - (number in (1, 2)) for number in now)
    assert {number: line["vp"] for number, line in before.items()} == {n: vp - (n == 2) for n, (vp, _) in first.items()}
    assert (office.do("ranking")["last"], office.do("ranking", after_round=1)["round"]) == (True, 1)
    assert office.refused("ranking", after_round=3).code == "no_round"
    assert office.refused("checks", round=3).code == "no_round"


def test_groups_have_rankings_of_their_own(office: Office) -> None:
    people = [entry(f"Anna{n}", f"Bruno{n}", group=1 + n % 2) for n in range(8)]
    office.event(people, phases=TWO)
    finish(office, following(office))
    group = office.do("ranking", group=2)["ranking"]
    assert len(group) == 4 and {line["group"] for line in group} == {2} and group[0]["rank"] == 1
    assert office.refused("ranking", group=9).code == "no_group"
    numbers = office.do("numbers")
    assert sorted(numbers["groups"]) == ["1", "2"]
    assert numbers["groups"]["2"] == [[line["rank"], line["number"]] for line in group]


def test_closing_writes_down_what_is_told_afterwards(office: Office) -> None:
    played(office, 5, phases=TWO)
    numbers = office.do("numbers")
    kept = told(office)
    assert kept == numbers["rounds"][0], "the bye, too, though the round was open when it was written"
    assert kept["checks"]["ok"] and {one["name"] for one in kept["checks"]["all"]} >= {
        "table_vp",
        "round_net_mp",
        "round_mean_vp",
    }
    assert len(kept["scores"]) == 5 and [table["vp_ns"] + table["vp_ew"] for table in kept["tables"]] == [20, 20]
    assert {line["number"]: (line["vp"], line["mp_net"]) for line in numbers["ranking"]} == ranked(office)


def test_a_check_that_does_not_hold_says_what_to_do(office: Office) -> None:
    begun(office, phases=TWO)
    office.do("round.close", force=True, reason="nessun foglio")
    found = office.do("checks")
    assert not found["ok"]
    wrong = found["wrong"]
    assert [(one["name"], one["expected"], one["found"]) for one in wrong] == [("round_scored", 4, 0)]
    assert "1, 2, 3, 4" in wrong[0]["why"] and "enter their sheet" in wrong[0]["why"]
    assert not told(office)["checks"]["ok"]


def test_players_are_ranked_and_units_sit_in_an_individual_event(office: Office) -> None:
    office.event([entry(f"Anna{n}") for n in range(1, 9)], kind="individual", phases=[TWO[1]])
    made = following(office)
    finish(office, made, 3)
    found = lines(office)
    assert sorted(line["vp"] for line in found.values()) == [1] * 4 + [19] * 4
    seat = made["seats"][0]
    assert all(found[number]["vp"] == 19 for number in seat["ns"]["numbers"])
    assert found[1]["names"] == "Anna1" and len(found[1]["scores"][0]["opponents"]) == 2
    view = views.round_view(office.host.hall, office.host.hall.current())
    assert view is not None
    side = view["seats"][0]["ns"]
    assert side["numbers"] == seat["ns"]["numbers"] and side["names"] == " - ".join(f"Anna{n}" for n in side["numbers"])
    assert office.do("checks")["ok"]


def test_teams_are_ranked_by_their_matches(office: Office) -> None:
    people = [entry(*(f"{name}{n}" for name in ("Anna", "Bruno", "Carla", "Dino")), name=f"Squadra {n}") for n in range(1, 5)]
    office.event(people, kind="teams", phases=[{"method": "danish", "rounds": 2, "deals": 2}])
    made = following(office)
    finish(office, made)
    found = lines(office)
    assert all(line["rounds"] == 1 for line in found.values()) and found[1]["names"] == "Squadra 1"
    view = views.round_view(office.host.hall, office.host.hall.current())
    assert view is not None
    assert view["seats"][0]["match"] is not None and view["seats"][0]["ns"]["team"].startswith("Squadra")
    assert view["seats"][0]["ns"]["names"].count(" - ") == 1, "the two at this table"
    assert office.do("checks")["ok"], office.do("checks")["wrong"]


def test_the_wall_tells_no_reasons_and_the_page_does(office: Office) -> None:
    played(office, phases=TWO)
    assert "why" not in views.wall_view(office.host)["ranking"][0]
    assert ranking_views.ranking_view(office.host.hall)[0]["why"]
    state = views.state_view(office.host)
    assert (state["final"], state["ranking_final"], state["provisional"]) == (False, False, [])
