"""Paper sheets typed in by hand, and sheets corrected as far as the law allows (RULES 5, Correctable after delivery)."""

from typing import Any

from host_tools.engine import law_words
from tests.server.desk import Office
from tests.server.paper import LOSE, WIN, begun, deal, finish, following, played, ranked, shown, whole

PHASES = [{"method": "danish", "rounds": 3, "deals": 2}]
BETTER = WIN | {"positive": 350}  # 705
WHY = {"why": "visto sul foglio"}


def row(office: Office, table: int = 1) -> Any:
    return office.do("sheet.list")["sheets"][table - 1]


def correct(office: Office, **more: Any) -> dict[str, Any]:
    """Deal 1 of table 1 gets five points more, as a component that was typed wrongly."""
    body = {"round": 1, "table": 1, "deal": 1, "ns": BETTER, "ew": LOSE, "error": "misentry", "both_admit": True}
    return body | WHY | more


def acts(office: Office, kind: str) -> list[Any]:
    book = office.host.hall.book
    assert book is not None
    return [act for act in book.acts if act.kind == kind]


def test_a_paper_sheet_in_parts_counts_as_signed_once_it_is_whole(office: Office) -> None:
    begun(office)
    assert [one["state"] for one in office.do("sheet.list")["sheets"]] == ["missing", "missing"]
    first = office.do("sheet.enter", round=1, table=1, deals=[deal(2)])
    assert (first["new"], first["signed"]) == (1, [])
    assert (row(office)["state"], row(office)["vp"], office.do("sheet.list")["missing"]) == ("part", None, [1, 2])
    assert all(vp == 0 for vp, _ in ranked(office).values()), "half a sheet counts for nothing yet"
    done = office.do("sheet.enter", round=1, table=1, deals=[deal(1), deal(2)])
    assert (done["new"], done["signed"]) == (1, [1])
    now = row(office)
    assert (now["state"], now["mp"], now["vp"], now["corrected"]) == (
        "by_hand",
        {"ns": 1400, "ew": 440},
        {"ns": 19, "ew": 1},
        False,
    )
    assert now["differs"] == [] and office.do("sheet.list")["missing"] == [2]
    assert sorted(ranked(office).values()) == [(0, 0), (0, 0), (1, -960), (19, 960)]
    assert office.refused("round.close").code == "unsigned", "the other table"
    office.do("sheet.enter", round=1, **whole(2))
    office.do("round.close")
    assert office.do("ranking")["provisional"] == []
    assert [act.data["signed"] for act in acts(office, "sheet.enter")] == [False, True, True]


def test_the_same_twice_is_nothing_new_and_other_figures_are_a_correction(office: Office) -> None:
    begun(office)
    office.do("sheet.enter", round=1, table=1, deals=[deal(1)])
    assert office.refused("sheet.enter", round=1, table=1, deals=[deal(1)]).code == "nothing_new"
    assert office.refused("sheet.enter", round=1, table=1, deals=[deal(1, BETTER), deal(2)]).code == "other_version"
    office.do("sheet.enter", round=1, table=1, deals=[deal(2)])
    assert office.refused("sheet.enter", round=1, **whole(1)).code == "nothing_new"
    assert office.refused("sheet.enter", round=1, table=1, deals=[deal(2, BETTER)]).code == "other_version"
    assert shown(office)["mp"] == {"ns": 1400, "ew": 440}


def test_a_paper_sheet_has_a_tables_own_checks(office: Office) -> None:
    begun(office)
    both_close = deal(1, WIN, WIN)
    fault = office.refused("sheet.enter", round=1, table=1, deals=[both_close, deal(2)])
    assert (fault.code, fault.status) == ("hard", 422) and fault.message.startswith("table 1 deal 1: only one line can close")
    assert row(office)["played"] == 0, "of one that is refused nothing is written"
    office.do("sheet.enter", round=1, table=1, deals=[both_close | {"reason": 5}])
    assert shown(office)["deals"][0]["versions"][0]["reason"] == 5
    for wrong in (deal(3), deal(7)):
        assert office.refused("sheet.enter", round=1, table=1, deals=[wrong]).status == 422
    assert office.refused("sheet.enter", round=1, table=1, deals=[deal(2), deal(2)]).code == "no_deal"
    assert office.refused("sheet.enter", round=1, table=9, deals=[deal(1)]).code == "no_sheet"
    assert office.refused("sheet.enter", round=2, table=1, deals=[deal(1)]).code == "no_sheet"
    assert office.refused("sheet.enter", round=1, table=1, deals=[deal(2, WIN | {"more": 1})]).code == "bad_input"
    assert office.refused("sheet.enter", round=1, table=2, deals=[], signed=True).code == "no_deal"
    bare = {"pile": "not_taken", "negative": 10, "positive": 20}
    asked = office.do("sheet.enter", round=1, table=2, deals=[deal(1, WIN, bare)])["unlikely"]
    doubt = next(one for one in asked if one["code"] == "few_cards")  # what a table would ask about once
    assert (doubt["table"], doubt["deal"], doubt["line"]) == (2, 1, "ew")
    assert doubt["text"].startswith("EW: ") and doubt["text"].endswith("(entered: 30)")
    assert doubt["text_it"].startswith("Est-Ovest: ") and doubt["text_it"].endswith("(scritto: 30)")


def test_lines_that_sat_the_other_way_round_get_their_own_points(office: Office) -> None:
    made = begun(office)
    seat = made["seats"][0]
    assert office.refused("sheet.enter", round=1, table=1, deals=[deal(1)], swapped=True).code == "swapped"
    office.do("sheet.enter", round=1, **whole(1, swapped=True))
    now = row(office)
    assert (now["swapped"], now["ns"]["pair"], now["ew"]["pair"]) == (True, seat["ew"]["unit"], seat["ns"]["unit"])
    assert ranked(office)[seat["ew"]["unit"]] == (19, 960)


def test_a_round_that_ended_early_is_signed_with_fewer_deals(office: Office) -> None:
    begun(office)
    office.do("sheet.enter", round=1, table=1, deals=[deal(1)], signed=True)
    assert (row(office)["state"], row(office)["vp"]) == ("by_hand", {"ns": 15, "ew": 5})
    assert office.refused("sheet.enter", round=1, table=1, deals=[deal(2)]).code == "delivered"
    added = office.do("sheet.correct", **correct(office, deal=2, ns=WIN, error="arbiter_score"))
    assert added["sheet"]["mp"] == {"ns": 1400, "ew": 440} and row(office)["differs"] == []


def test_a_whole_round_is_typed_in_or_nothing_of_it(office: Office) -> None:
    begun(office, 8)
    sheets = [whole(table) for table in (1, 2, 3)]
    bad = {"table": 4, "deals": [deal(1, WIN, WIN)]}
    assert office.refused("sheet.enter_all", round=1, sheets=[*sheets, bad]).code == "hard"
    assert office.refused("sheet.enter_all", round=1, sheets=[*sheets, whole(1)]).code == "bad_input"
    assert [one["played"] for one in office.do("sheet.list")["sheets"]] == [0, 0, 0, 0]
    done = office.do("sheet.enter_all", round=1, sheets=sheets)
    assert (done["new"], done["signed"], done["missing"]) == (6, [1, 2, 3], [4])


def test_a_sheet_of_a_round_closed_without_it_still_comes_in(office: Office) -> None:
    begun(office, phases=PHASES)
    office.do("sheet.enter", round=1, **whole(1))
    office.do("round.close", force=True, reason="manca il foglio 2")
    assert office.do("ranking")["provisional"] == [{"round": 1, "table": 2, "why": "missing_deal"}]
    office.do("round.pair")
    office.do("sheet.enter", round=1, **whole(2))
    assert office.do("ranking")["provisional"] == []
    assert office.refused("round.publish").code == "no_draft", "the draft hung on a ranking without that sheet"
    assert acts(office, "round.drop")[0].why


def test_what_was_typed_in_is_there_after_a_restart(office: Office) -> None:
    begun(office)
    office.do("sheet.enter", round=1, **whole(1, swapped=True))
    before = row(office)
    office.close()
    office.open()
    assert row(office) == before and before["state"] == "by_hand"


LAW = [
    ("sum_error", {}, "allowed"),
    ("misentry", {"both_admit": True}, "allowed"),
    ("misentry", {}, "both_must_admit"),
    ("swapped_scores", {}, "both_must_admit"),
    ("forgotten_burraco", {"both_admit": True}, "not_a_sum_error"),
    ("arbiter_score", {}, "allowed"),
    ("office_typing", {}, "allowed"),
]


def test_the_law_is_told_before_and_kept_after(office: Office) -> None:
    played(office, phases=PHASES)
    now, other = 700, 705
    for error, more, outcome in LAW:
        verdict = office.do("sheet.judge", round=1, table=1, error=error, **more)["verdict"]
        assert outcome in (verdict["outcome"], verdict["code"]), error
        ns = BETTER if other == 705 else WIN
        body = {"round": 1, "table": 1, "deal": 1, "ns": ns, "ew": LOSE, "error": error} | WHY | more
        if verdict["outcome"] == "refused":
            fault = office.refused("sheet.correct", **body)
            assert fault.code == "law" and verdict["article"] in fault.message and verdict["still"] in fault.hint
            assert law_words.TEXTS["it"][verdict["code"]] in fault.italian
            assert shown(office)["mp"]["ns"] == 700 + now
            continue
        office.do("sheet.correct", **body)
        assert (shown(office)["mp"]["ns"], row(office)["corrected"]) == (700 + other, True)
        act = acts(office, "sheet.correct")[-1]
        assert (act.data["error"], act.data["law"]["outcome"]) == (error, "allowed")
        assert (act.old, act.data["new"]) == (f"1: {now} - 220", f"1: {other} - 220")
        assert act.why == WHY["why"] and act.article == verdict["article"]
        now, other = other, now


def test_after_publishing_the_result_is_corrected_and_the_seating_stays(office: Office) -> None:
    played(office, phases=PHASES)
    second = following(office)
    verdict = office.do("sheet.judge", round=1, table=1, error="sum_error")["verdict"]
    assert (verdict["outcome"], verdict["rounds"]) == ("allowed_without_pairing", [2])
    office.do("sheet.correct", **correct(office))
    assert office.do("round.show")["round"]["seats"] == second["seats"], "RULES 5, item 4: leave the pairing"
    assert ranked(office)[1] == (19, 965)


def test_a_draft_by_scores_goes_with_the_result_that_it_hangs_on_and_mitchell_stays(office: Office) -> None:
    played(office, phases=PHASES)
    office.do("round.pair")
    assert office.do("sheet.correct", **correct(office))["dropped"] == 2
    assert office.refused("round.publish").code == "no_draft"
    office.do("event.new", name="Altro", phases=[{"method": "mitchell", "rounds": 3, "deals": 2}], replace=True)
    office.do("entry.add", entries=[{"persons": [{"name": f"Carla{n}"}, {"name": f"Dino{n}"}]} for n in range(4)])
    finish(office, following(office))
    office.do("round.pair")
    assert office.do("sheet.correct", **correct(office))["dropped"] is None
    assert office.do("round.publish")["round"]["number"] == 2, "Mitchell does not hang on scores (RULES 5, item 3)"


def test_under_feburit_sum_errors_end_with_the_next_pairing(office: Office) -> None:
    played(office, phases=PHASES, profile="feburit")
    office.do("round.pair")
    body = correct(office, error="sum_error")
    assert office.refused("sheet.correct", **body).code == "law"
    assert office.refused("sheet.correct", **body, against="errore evidente").code == "law", "strict: no going on against it"
    office.do("event.settings", settings={"correction_law": "advice"}, why="deciso dall'organizzatore")
    office.do("sheet.correct", **body, against="errore evidente")
    law = acts(office, "sheet.correct")[0].data["law"]
    assert law["against"] == "errore evidente" and law["code"] == "after_pairing"


def test_after_the_end_of_the_control_period_nothing_is_written_any_more(office: Office) -> None:
    played(office, phases=[{"method": "danish", "rounds": 1, "deals": 2}])
    assert office.refused("sheet.correct", **correct(office)).message.count("told in time")
    office.do("sheet.correct", **correct(office, told_in_time=True, countersigned=True))
    assert (office.do("ranking")["final"], office.do("ranking")["last"]) == (False, True)
    office.do("event.final", why="tempo di controllo finito")
    assert office.do("ranking")["final"]
    late = correct(office, told_in_time=True, countersigned=True, ns=WIN)
    for body in (late, late | {"error": "arbiter_score"}, late | {"error": "office_typing"}):
        assert "final" in office.refused("sheet.correct", **body).message


def test_a_sheet_that_nobody_delivered_is_corrected_without_asking_the_law(office: Office) -> None:
    begun(office)
    office.do("sheet.enter", round=1, table=1, deals=[deal(1)])
    verdicts = office.do("sheet.judge", round=1, table=1)
    assert not verdicts["delivered"] and {one["outcome"] for one in verdicts["verdicts"].values()} == {"allowed"}
    office.do("sheet.correct", **correct(office, both_admit=False))
    assert shown(office)["mp"]["ns"] == 705
    assert acts(office, "sheet.correct")[0].data["law"]["code"] == "not_delivered"


def test_a_claim_must_fit_what_is_changed(office: Office) -> None:
    played(office, phases=PHASES)
    more = WIN | {"clean": 2, "positive": 380}
    assert office.refused("sheet.correct", **correct(office, error="sum_error", ns=more)).code == "wrong_error"
    assert office.refused("sheet.correct", **correct(office, ns=WIN)).code == "nothing_new"
    assert office.refused("sheet.correct", **correct(office, ew=WIN)).code == "hard"
    assert office.refused("sheet.correct", **correct(office, why=" ")).code == "bad_input"
    assert office.refused("sheet.correct", **correct(office, deal=3)).code == "no_deal"


def test_a_correction_shows_first_what_it_would_change(office: Office) -> None:
    played(office, phases=PHASES)
    office.do("round.pair")
    weak = WIN | {"clean": 0, "semi": 0, "positive": 180}
    body = {name: value for name, value in correct(office, ns=weak, error="office_typing").items() if name != "why"}
    before, acts_before = ranked(office), len(acts(office, "sheet.correct"))
    shown_first = office.do("sheet.preview", **body)
    assert shown_first["verdict"]["outcome"] == "allowed" and ranked(office) == before
    assert len(acts(office, "sheet.correct")) == acts_before
    office.do("sheet.correct", **body, **WHY)
    changed = {one["number"]: one["after"] for one in shown_first["changes"] if one["code"] == "standing"}
    after = {line["number"]: line for line in office.do("ranking")["ranking"]}
    assert {1, 2} <= set(changed)
    assert all(after[number][name] == value for number, want in changed.items() for name, value in want.items())
    assert all(after[number]["vp"] == before[number][0] for number in set(after) - set(changed))
    assert "round_gone" in {one["code"] for one in shown_first["changes"]}
    assert office.refused("round.publish").code == "no_draft"
    assert office.refused("sheet.preview", **body).code == "nothing_new"
    refused = office.do("sheet.preview", **body | {"error": "misentry", "both_admit": False, "ns": WIN})
    assert refused["verdict"]["outcome"] == "refused"


def test_swapped_scores_are_exchanged_deal_by_deal(office: Office) -> None:
    played(office, phases=PHASES)
    body = {"round": 1, "table": 1, "seen": shown(office)["seen"], "why": "le linee erano scambiate"}
    assert office.refused("sheet.swap", **body).code == "law"
    before = ranked(office)
    found = office.do("sheet.swap", **body, both_admit=True)["sheet"]
    assert (found["mp"], found["vp"], row(office)["differs"]) == ({"ns": 440, "ew": 1400}, {"ns": 1, "ew": 19}, [])
    after = ranked(office)
    assert (after[1], after[2]) == (before[2], before[1]) and (after[3], after[4]) == (before[3], before[4])
    assert office.refused("sheet.swap", **body, both_admit=True).code == "changed"
    assert acts(office, "sheet.correct")[0].data["new"] == "1: 220 - 700; 2: 220 - 700"
    again = shown(office)
    office.do("sheet.swap", **body | {"seen": again["seen"]}, both_admit=True)
    assert ranked(office) == before, "and back"
    assert [len(deal["versions"]) for deal in again["deals"]] == [2, 2], "every version is kept"


def test_of_two_who_saw_the_same_the_second_is_told(office: Office) -> None:
    played(office, phases=PHASES)
    standing = shown(office)["deals"][0]["standing"]
    office.do("sheet.correct", **correct(office, seen=standing))
    fault = office.refused("sheet.correct", **correct(office, seen=standing, ns=WIN))
    assert (fault.code, fault.status) == ("changed", 409)
    assert shown(office)["mp"]["ns"] == 1405
