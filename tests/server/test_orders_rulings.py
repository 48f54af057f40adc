"""What the arbiter lays down beside the sheets: previewed, given with its article, counted at once (RULES 5-6)."""

from typing import Any

import pytest

from host_tools.engine.profile_rules import Rules
from host_tools.server import ruling_views
from tavolo.domain import kinds as k
from tests.server.desk import Office, entry, pairs
from tests.server.kit import Running, seated
from tests.server.paper import begun, finish, following, played, ranked, whole

PHASES = [{"method": "danish", "rounds": 3, "deals": 2}]
WHY = {"why": "visto al tavolo"}


def rule(office: Office, kind: str, **more: Any) -> Any:
    return office.do("ruling.add", kind=kind, **WHY | more)


def test_warnings_are_counted_and_say_what_the_next_one_costs(office: Office) -> None:
    played(office, phases=PHASES)
    first = rule(office, "warning", competitors=[1], offence="pile_seen", person=1)
    assert first["costs"] == [] and "LOI 20-21" in first["article"]
    log = office.do("ruling.list")["warnings"]
    assert [(one["number"], one["count"], one["cost"]) for one in log] == [(1, 1, {"vp": 0, "mp": 0})]
    assert log[0]["next"] == {"pile_seen": {"vp": -1, "mp": -80}, "other": {"vp": -1, "mp": -80}}
    assert log[0]["persons"] == [{"person": 1, "name": "Anna1", "count": 1}]
    before = ranked(office)[1]
    shown = office.do("ruling.preview", kind="warning", competitors=[1], offence="smazzata")
    assert [(one["number"], one["vp"], one["mp"]) for one in shown["costs"]] == [(1, -1, -80)]
    assert ranked(office)[1] == before, "a preview changes nothing"
    assert rule(office, "warning", competitors=[1], offence="smazzata")["costs"] == shown["costs"]
    assert ranked(office)[1] == (before[0] - 1, before[1] - 80)
    assert office.do("ruling.list")["warnings"][0]["next"]["other"] == {"vp": 0, "mp": 0}, "two that cost together are used up"
    line = next(one for one in office.do("ranking")["ranking"] if one["number"] == 1)
    assert [(extra["vp"], extra["mp"]) for extra in line["extras"]] == [(-1, -80)]


def test_every_kind_counts_at_once_with_its_article_and_is_listed(office: Office) -> None:
    played(office, 5, phases=PHASES)  # 1400 to 440 at both tables, 5 rests: 19, 1 and 14 VP
    rule(office, "late", round=1, table=1, unit=2, minutes=5)
    assert ranked(office)[1] == (20, 1060), "100 MP before the look-up (004 LOI 34)"
    rule(office, "adjust", round=1, table=1, unit=1, mp=-100, vp=1, article="002 Art 36")
    assert (ranked(office)[1], ranked(office)[2]) == ((20, 960), (1, -960))
    rule(office, "set", round=1, table=2, ns={"vp": 12, "mp_net": 0})
    rule(office, "award", round=1, competitors=[5], vp=10, mp=0)
    rule(office, "penalty", competitors=[5], vp=-2, mp=-50)
    numbers = ranked(office)
    assert numbers[5] == (8, -50) and sorted([numbers[3], numbers[4]]) == [(1, -960), (12, 0)]
    found = rule(office, "absent", round=1, table=1, unit=1, mode="temporary")
    assert found["article"].startswith("004 LOI 33") and ranked(office)[1][0] == 6 + 1
    listed = office.do("ruling.list")["rulings"]
    assert [one["kind"] for one in listed] == ["late", "adjust", "set", "award", "penalty", "absent"]
    assert all(one["article"] and one["why"] == WHY["why"] and one["who"] == "organiser" for one in listed)
    assert listed[1]["article"] == "002 Art 36" and listed[4]["of"] == [{"number": 5, "names": "Anna5 - Bruno5"}]
    checks = office.do("checks", round=1)
    assert checks["ok"], checks["wrong"]


def test_a_result_laid_down_is_the_same_pairs_before_and_after_a_swap_of_lines(office: Office) -> None:
    """RULES 5, Arbiter's score and Correctable after delivery, 2; `units` may name them outright."""
    made = begun(office, phases=PHASES)
    first, second = ((seat["ns"]["unit"], seat["ew"]["unit"]) for seat in made["seats"])
    laid = {"vp": 15, "mp_net": 700}
    rule(office, "set", round=1, table=1, ns=laid)
    office.do("sheet.enter", round=1, **whole(1, swapped=True))  # 1400 to 440 for those who were planned E/W
    office.do("sheet.enter", round=1, **whole(2, swapped=True))
    rule(office, "set", round=1, table=2, ew=laid)  # who sits E/W by the sheet was planned N/S
    expected = {first[0]: (15, 700), first[1]: (19, 960), second[0]: (15, 700), second[1]: (19, 960)}
    assert ranked(office) == expected
    for table in (1, 2):
        office.do("sheet.swap", round=1, table=table, both_admit=True, **WHY)
    assert ranked(office) == expected | {first[1]: (1, -960), second[1]: (1, -960)}, "the others have what was played"
    listed = office.do("ruling.list")["rulings"]
    assert [one["data"]["units"] for one in listed] == [[*first], [*second[::-1]]]
    assert listed[0]["sides"] == [f"Anna{first[0]} - Bruno{first[0]}", f"Anna{first[1]} - Bruno{first[1]}"]
    rule(office, "set", round=1, table=2, ns=laid, units=[second[1], second[0]])
    assert ranked(office)[second[1]] == (15, 700)
    refused = office.refused("ruling.add", kind="set", round=1, table=2, ns=laid, units=[second[0], first[0]], **WHY)
    assert refused.code == "does_not_fit" and "not the two that sit at table 2" in str(refused)


def test_a_ruling_whose_fields_do_not_fit_is_refused(office: Office) -> None:
    played(office, phases=PHASES)
    office.do("round.pair")
    good: dict[str, Any] = {"kind": "late", "round": 1, "table": 1, "unit": 1, "minutes": 5} | WHY
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"table": None}, "bad_input"),
        ({"vp": 1}, "bad_input"),
        ({"minutes": -1}, "bad_input"),
        ({"why": ""}, "bad_input"),
        ({"unit": 4}, "does_not_fit"),
        ({"table": 9}, "does_not_fit"),
        ({"round": 2}, "no_round"),
        ({"round": 3}, "no_round"),
        ({"kind": "set", "unit": None, "minutes": None}, "bad_input"),
        ({"kind": "other"}, "bad_input"),
    ]
    for more, code in wrong:
        body = {name: value for name, value in (good | more).items() if value is not None}
        assert office.refused("ruling.add", **body).code == code, more
    twice = office.refused("ruling.add", kind="penalty", competitors=[1, 2, 1], vp=-1, mp=0, **WHY)
    assert "number 1 is named twice" in twice.message
    award = {"kind": "award", "round": 1, "competitors": [1], "vp": 9, "mp": 0} | WHY
    assert office.refused("ruling.add", **award).code == "not_resting", "it sits at a table"
    late = office.refused("ruling.add", **good | {"competitors": [1, 4]})
    assert (late.code, str(late)) == ("does_not_fit", "number 4 does not sit at table 1")
    warning: dict[str, Any] = {"kind": "warning", "competitors": [1], "offence": "altro"} | WHY
    assert office.refused("ruling.add", **warning | {"competitors": [9]}).code == "does_not_fit"
    assert office.refused("ruling.add", **warning | {"person": 99}).code == "no_person"


def test_a_draft_that_hangs_on_the_points_goes_and_a_published_round_stays(office: Office) -> None:
    played(office, phases=PHASES)
    office.do("round.pair")
    assert not rule(office, "warning", competitors=[1], offence="altro")["dropped"], "it costs nothing yet"
    shown = office.do("ruling.preview", kind="penalty", competitors=[1], vp=-5, mp=0)
    assert shown["dropped"] and "round_gone" in {change["code"] for change in shown["changes"]}
    assert rule(office, "penalty", competitors=[1], vp=-5, mp=0)["dropped"]
    assert office.refused("round.publish").code == "no_draft"
    second = following(office)
    found = rule(office, "penalty", competitors=[1], vp=-5, mp=0)
    assert (found["dropped"], found["seating_stays"]) == (False, [2])
    assert office.do("round.show")["round"]["seats"] == second["seats"]


def test_of_two_players_on_a_line_only_the_one_who_was_not_there_is_meant(office: Office) -> None:
    """RULES 6, Kinds: credit to the player; his partner waited like the opponents."""
    phases = [{"method": "entry", "rounds": 2, "deals": 2}]
    office.do("event.new", name="Prova", kind="individual", phases=phases)
    office.do("entry.add", entries=[entry(f"Gino{n}") for n in range(1, 9)])
    first, second = following(office)["seats"]
    side, others = first["ns"], first["ew"]
    (gone, partner), line = side["numbers"], {"round": 1, "table": first["table"], "unit": side["unit"]}
    found = rule(office, "absent", **line, competitors=[gone], mode="temporary")
    assert [one["number"] for one in found["of"]] == [gone]
    scores = ranked(office)
    assert (scores[gone], scores[partner]) == ((6, -305), (14, 305))
    assert {scores[number] for number in others["numbers"]} == {(14, 305)}
    late = second["ew"]
    rule(office, "late", round=1, table=second["table"], unit=late["unit"], minutes=20, competitors=late["numbers"][1:])
    scores = ranked(office)
    assert [scores[number] for number in late["numbers"]] == [(14, 305), (6, -305)]
    assert [one["number"] for one in office.do("ruling.list")["warnings"]] == late["numbers"][1:]


def test_a_table_that_is_wholly_ruled_needs_no_sheet(office: Office) -> None:
    """RULES 6, Late pair and Withdrawal; 5, Arbiter's score: both lines have their score without it."""
    office.event(pairs(6), phases=PHASES)
    first, second, third = following(office)["seats"]
    rule(office, "absent", round=1, table=first["table"], unit=first["ns"]["unit"])
    rule(office, "set", round=1, table=second["table"], ns={"vp": 12, "mp_net": 200})
    assert office.refused("round.close").message == "sheets not signed yet: table 2, 3", "of table 2 one line has nothing yet"
    rule(office, "set", round=1, table=second["table"], ns={"vp": 12, "mp_net": 200}, ew={"vp": 12, "mp_net": 0})
    listed = office.do("sheet.list")
    assert ([one["state"] for one in listed["sheets"]], listed["missing"]) == (["ruled", "ruled", "missing"], [3])
    office.do("sheet.enter", round=1, **whole(third["table"]))
    assert office.do("round.close")["round"]["state"] == "closed"
    assert office.do("ranking")["provisional"] == [], "nothing is open"
    listed = office.do("ruling.list")
    ruling = next(one["act"] for one in listed["rulings"] if one["kind"] == "absent")
    office.do("undo.do", what="ruling", number=ruling, seen=listed["acts"], why="erano al bar")
    assert office.do("ranking")["provisional"] == [{"round": 1, "table": 1, "why": "missing_deal"}]


def test_who_was_away_for_a_time_may_get_a_leavers_score_for_the_round_it_missed(office: Office) -> None:
    """RULES 6, Withdrawal [004 LOI 33]: 6 VP, unless that gains a place; the arbiter's word. And who entered later."""
    played(office, 6, phases=PHASES)
    office.do("entry.withdraw", number=3, mode="temporary", **WHY)
    office.do("entry.withdraw", number=4, mode="unjustified", **WHY)
    finish(office, following(office))
    back = office.do("entry.return", number=3, **WHY)
    office.do("entry.return", number=4, **WHY)
    award = {"kind": "award", "round": 2, "competitors": [3], "vp": 6, "mp": -305}
    assert [one["ruling"] for one in back["missed"]] == [award]
    before = ranked(office)
    assert [one["ruling"] for one in office.do("ruling.list")["missed"]] == [award], "not of the one without a reason"
    office.do("ruling.add", **back["missed"][0]["ruling"], **WHY)
    assert ranked(office)[3] == (before[3][0] + 6, before[3][1] - 305)
    assert office.do("ruling.list")["missed"] == []
    office.do("entry.add", entries=pairs(7)[6:], accept=["late_entry"], **WHY)
    rule(office, "award", round=1, competitors=[7], vp=10, mp=0)
    assert ranked(office)[7] == (10, 0)
    assert office.do("checks", round=1)["ok"] and office.do("checks", round=2)["ok"]


def test_two_arbiters_do_not_give_the_same_warning_twice(office: Office) -> None:
    played(office, phases=PHASES)
    seen = office.do("ruling.list")["acts"]
    rule(office, "warning", competitors=[1], offence="pile_seen", seen=seen)
    body = {"kind": "warning", "competitors": [1], "offence": "pile_seen", "seen": seen} | WHY
    assert office.refused("ruling.add", **body).code == "changed"
    assert office.do("ruling.list")["warnings"][0]["count"] == 1


def test_nothing_is_ruled_once_the_ranking_is_final(office: Office) -> None:
    played(office, phases=[{"method": "danish", "rounds": 1, "deals": 2}])
    office.do("event.final", why="fine")
    penalty: dict[str, Any] = {"kind": "penalty", "competitors": [1], "vp": -1, "mp": 0}
    adjust: dict[str, Any] = {"kind": "adjust", "round": 1, "table": 1, "unit": 1, "mp": 5, "vp": 0}
    assert [office.refused("ruling.add", **body, **WHY).code for body in (penalty, adjust)] == ["final", "final"]


LATE = [(0, 0, 0), (299_999, 4, 0), (300_000, 5, 100), (300_001, 6, 150), (600_000, 10, 150), (600_001, 11, None)]


@pytest.mark.parametrize(("late_ms", "minutes", "mp"), [*LATE, (3_600_000, 60, None)])
def test_minutes_of_lateness_as_the_rules_count_them(late_ms: int, minutes: int, mp: int | None) -> None:
    """004 LOI 34: not within 5 minutes 100 MP, from 5 to 10 150, after 10 the round is awarded."""
    rules = Rules(k.FIBUR, {})
    found = ruling_views.minutes_late(rules, late_ms)
    assert found == minutes
    earned = max([points for minute, points in rules.value("late_steps") if found >= minute], default=0)
    assert (None if found >= rules.number("late_absent_from") else earned) == mp


def test_who_came_late_is_proposed_from_the_tables_own_records(server: Running) -> None:
    client, table = seated(server)  # both lines were there at START
    hall = server.host.hall
    info = hall.current()
    assert info is not None
    sheet = hall.tables[info.id, 1].sheet
    started = sheet.clock.started_ms
    sheet.presence[k.EW] = started + 6 * 60_000 + 1
    found = ruling_views.late_proposals(hall, server.host.clock.now())
    mine = [one for one in found if one["ruling"]["table"] == 1]
    assert [(one["ruling"]["unit"], one["ruling"]["minutes"], one["here"], one["awarded"]) for one in mine] == [
        (2, 7, True, False)
    ]
    added = client.post("/api/do/ruling.add", json={**mine[0]["ruling"], "why": "dal tavolo"})
    assert added.status_code == 200, added.text
    listed = client.post("/api/do/ruling.list", json={}).json()
    assert [one for one in listed["late"] if one["ruling"]["table"] == 1] == [], "ruled already"
