"""The correction law, row by row (RULES 5, "Correctable after delivery" 1-6; 8, 18), in each phase and under each rule set."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from host_tools.engine import law
from host_tools.engine.acts import ActError, Draft
from host_tools.engine.law import ALLOWED, REFUSED, WITHOUT_PAIRING, Ask, Verdict, judge
from host_tools.engine.law_rules import ARTICLES, CHOICES, check, law_rules
from host_tools.engine.law_words import STILL, TEXTS
from host_tools.engine.state import EventState
from tavolo.domain import kinds as k
from tests.unit import engine_event as ev

FINAL = Draft("event.final")
# where the event stands when a correction of round 1 is asked: what came after it
PHASES: dict[str, list[Draft]] = {
    "playing": ev.played(1)[:2],
    "closed": ev.played(1),
    "draft": [*ev.played(1), ev.pair(2)],
    "free_draft": [*ev.played(1), ev.pair(2, "mitchell")],
    "published": [*ev.played(1), *ev.played(2)[:2]],
    "free_published": [*ev.played(1), *ev.played(2, "italian")[:2]],
    "two_later": [*ev.played(1), *ev.played(2), ev.pair(3)],
    "last_over": [*ev.played(1), *ev.played(2), *ev.played(3)],
    "final": [*ev.played(1), *ev.played(2), *ev.played(3), FINAL],
}
ADMIT = {"both_admit": True}
IN_TIME = ADMIT | {"told_in_time": True, "countersigned": True, "minutes": 5}


def at(phase: str, profile: int = k.FIBUR, **settings: Any) -> EventState:
    return ev.state_of(
        ev.new(ev.phase("modified", 3), profile=profile, settings=settings), ev.entries(1, 2, 3, 4), *PHASES[phase]
    )


def ruled(state: EventState, asked: str, number: int = 1, **words: Any) -> Verdict:
    return judge(state, Ask(asked, number, 1, **words), law_rules(state))


A, W, R = ALLOWED, WITHOUT_PAIRING, REFUSED
ORDER = ("playing", "closed", "draft", "free_draft", "published", "free_published", "two_later", "last_over", "final")
# rule set, asked, the words with it -> verdict in each phase of ORDER
ROWS: list[tuple[str, int, str, dict[str, Any], tuple[str, ...]]] = [
    ("item 1 by 004's (a)-(c)", k.FIBUR, "sum_error", {}, (A, A, A, A, W, A, W, R, R)),
    ("item 1 by 004's (a)-(c)", k.FIBUR_2008, "sum_error", {}, (A, A, A, A, W, A, W, R, R)),
    ("item 1 by its letter", k.FEBURIT, "sum_error", {}, (A, A, R, R, R, R, R, R, R)),
    ("item 2, one line alone", k.FIBUR, "swapped_scores", {}, (R,) * 9),
    ("item 2, one line alone", k.FEBURIT, "swapped_scores", {}, (R,) * 9),
    ("item 2, 004 gives no time", k.FIBUR, "swapped_scores", ADMIT, (A, A, A, A, W, A, W, R, R)),
    ("item 2, 004 gives no time", k.FIBUR_2008, "swapped_scores", ADMIT, (A, A, A, A, W, A, W, R, R)),
    ("item 2, after ranking and pairing too", k.FEBURIT, "swapped_scores", ADMIT, (A, A, A, A, W, A, W, W, R)),
    ("mis-entry, one line alone", k.FIBUR, "misentry", {}, (R,) * 9),
    ("mis-entry as a sum error", k.FIBUR, "misentry", ADMIT, (A, A, A, A, W, A, W, R, R)),
    ("mis-entry as a sum error", k.FEBURIT, "misentry", ADMIT, (A, A, R, R, R, R, R, R, R)),
    ("item 1, a forgotten burraco", k.FIBUR, "forgotten_burraco", IN_TIME, (R,) * 9),
    ("item 1, a forgotten burraco", k.FIBUR_2008, "forgotten_burraco", IN_TIME, (R,) * 9),
    ("item 1, a forgotten burraco", k.FEBURIT, "forgotten_burraco", IN_TIME, (R,) * 9),
    ("item 5 since 2012", k.FIBUR, "sum_error", IN_TIME, (A, A, A, A, W, A, W, W, R)),
    ("item 5 by its letter", k.FIBUR_2008, "sum_error", IN_TIME, (A, A, A, A, W, A, W, R, R)),
    ("item 5, swapped", k.FIBUR, "swapped_scores", IN_TIME, (A, A, A, A, W, A, W, W, R)),
    ("arbiter's score", k.FIBUR, "arbiter_score", {}, (A, A, A, A, W, A, W, W, R)),
    ("arbiter's score", k.FEBURIT, "arbiter_score", {}, (A, A, A, A, W, A, W, W, R)),
    ("a void deal", k.FIBUR_2008, "void_deal", {}, (A, A, A, A, W, A, W, W, R)),
    ("two versions", k.FIBUR, "record_conflict", {}, (A, A, A, A, W, A, W, W, R)),
    ("not delivered", k.FEBURIT, "not_delivered", {}, (A, A, A, A, W, A, W, W, W)),
]
CASES = [(*row[:4], phase, said) for row in ROWS for phase, said in zip(ORDER, row[4], strict=True)]


@pytest.mark.parametrize(("row", "profile", "asked", "words", "phase", "said"), CASES)
def test_each_row_in_each_phase(row: str, profile: int, asked: str, words: dict[str, Any], phase: str, said: str) -> None:
    found = ruled(at(phase, profile), asked, **words)
    assert found.outcome == said, f"{row}: {found}"
    assert found.article and found.text and found.code
    assert bool(found.still) == (said == R), "a refusal says what can still be done"
    assert ("seating_stays" in found.effects) == ("set_right_next_round" in found.effects) == (said == W), "item 6"
    assert ("result_corrected" in found.effects) == (said != R)


def test_every_thing_that_can_be_asked_has_a_row() -> None:
    assert {row[2] for row in ROWS} == set(law.ASKED)
    assert {row[1] for row in ROWS} == set(ARTICLES)


@pytest.mark.parametrize(
    ("phase", "code", "article"),
    [
        ("closed", "before_pairing", "004 LOI 19"),
        ("draft", "not_published", "004 LOI 19 (a)"),
        ("published", "published", "004 LOI 19 (b)"),
        ("free_published", "score_free", "004 LOI 19"),
        ("last_over", "told_late", "2012 update of art. 19 [P11]"),
        ("final", "final", "2012 update of art. 19 [P11]"),
    ],
)
def test_items_3_to_5_each_with_its_article(phase: str, code: str, article: str) -> None:
    found = ruled(at(phase), "sum_error")
    assert (found.code, found.article) == (code, article)


def test_item_4_a_draft_that_hangs_on_the_result_is_made_anew_a_mitchell_draft_is_not() -> None:
    found = ruled(at("draft"), "sum_error")
    assert found.drafts == ("r2",) and "draft_paired_anew" in found.effects and found.rounds == ()
    assert ruled(at("free_draft"), "sum_error").drafts == ()


def test_item_6_published_pairs_sit_as_designated_and_the_draft_after_them_is_made_anew() -> None:
    found = ruled(at("two_later"), "sum_error")
    assert found.rounds == (2,) and found.drafts == ("r3",)
    assert found.effects == ("result_corrected", "draft_paired_anew", "seating_stays", "set_right_next_round")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({}, "told_late"),
        ({"countersigned": True}, "told_late"),
        ({"told_in_time": True}, "countersign"),
        ({"told_in_time": True, "countersigned": True, "minutes": 16}, "control_over"),
    ],
)
def test_item_5_since_2012_needs_all_three(words: dict[str, Any], code: str) -> None:
    assert ruled(at("last_over"), "sum_error", 3, **words).code == code
    assert ruled(at("last_over"), "sum_error", 3, **IN_TIME | {"minutes": 15}).outcome == ALLOWED


@pytest.mark.parametrize(
    ("profile", "asked", "words", "said", "code", "article"),
    [
        (k.FEBURIT, "sum_error", {}, R, "after_ranking", "000 par.13; 003"),
        (k.FEBURIT, "swapped_scores", ADMIT, A, "control", "000 par.13; 003 (inf)"),
        (k.FIBUR, "swapped_scores", IN_TIME, A, "control", "2012 update of art. 19 [P11]"),
        (k.FIBUR, "swapped_scores", ADMIT, R, "told_late", "2012 update of art. 19 [P11]"),
        (k.FIBUR_2008, "swapped_scores", IN_TIME, R, "after_last_round", "004 LOI 19 (c)"),
        (k.FIBUR_2008, "record_conflict", {}, A, "decision", law._DECISION_LAW["record_conflict"]),
    ],
)
def test_the_last_rounds_own_sheets_after_its_end(
    profile: int, asked: str, words: dict[str, Any], said: str, code: str, article: str
) -> None:
    found = ruled(at("last_over", profile), asked, 3, **words)
    assert (found.outcome, found.code, found.article) == (said, code, article)


def test_the_last_rounds_own_sheet_can_be_corrected_while_others_still_play() -> None:
    state = ev.state_of(ev.new(ev.phase("modified", 1)), ev.entries(1, 2, 3, 4), *ev.played(1)[:2])
    assert ruled(state, "sum_error").outcome == ALLOWED


@pytest.mark.parametrize(
    ("settings", "profile", "asked", "phase", "said", "article"),
    [
        ({"sum_errors": "until_pairing"}, k.FIBUR, "sum_error", "published", R, "004 LOI 19"),
        ({"sum_errors": "by_phase"}, k.FEBURIT, "sum_error", "draft", A, "004 LOI 19, by the organiser's choice"),
        ({"forgotten_burracos": "as_sum_errors"}, k.FIBUR, "forgotten_burraco", "published", W, "004 LOI 19 (b)"),
        ({"misentries": "never"}, k.FIBUR, "misentry", "closed", R, "004 LOI 19"),
        ({"misentries": "as_swapped"}, k.FEBURIT, "misentry", "published", W, "000 par.13; 003: pairs sit as designated"),
        ({"misentries": "as_swapped"}, k.FEBURIT, "misentry", "last_over", W, "000 par.13; 003: pairs sit as designated"),
        ({"after_last_round": "until_final"}, k.FIBUR, "sum_error", "last_over", W, "004 LOI 19 (b)"),
        ({"after_last_round": "none"}, k.FIBUR, "sum_error", "last_over", R, "004 LOI 19 (c)"),
    ],
)
def test_section_8_row_18_each_is_a_setting(
    settings: dict[str, Any], profile: int, asked: str, phase: str, said: str, article: str
) -> None:
    found = ruled(at(phase, profile, **settings), asked, both_admit=True)
    assert (found.outcome, found.article) == (said, article)


def test_no_limit_in_minutes_when_the_control_period_is_0() -> None:
    assert ruled(at("last_over", control_minutes=0), "sum_error", **IN_TIME | {"minutes": 900}).outcome == WITHOUT_PAIRING


def test_a_strict_law_cannot_be_gone_against_and_an_advice_can_with_a_reason() -> None:
    ask = Ask("sum_error", 1, 1)
    strict, advice = at("published", k.FEBURIT), at("published", k.FEBURIT, correction_law="advice")
    assert not judge(strict, ask, law_rules(strict)).may_insist
    with pytest.raises(ActError, match="the next pairing has been made.*000 par.13"):
        law.insist(strict, ask, law_rules(strict), "all four agree")
    assert judge(advice, ask, law_rules(advice)).outcome == REFUSED
    with pytest.raises(ActError, match="reason"):
        law.insist(advice, ask, law_rules(advice), " ")
    found = law.insist(advice, ask, law_rules(advice), "all four agree")
    assert (found.outcome, found.article, found.against) == (WITHOUT_PAIRING, "against 000 par.13; 003", "all four agree")
    assert found.rounds == (2,) and found.code == "after_pairing" and found.ground == "published"
    assert found.text.startswith("the result is corrected; ") and found.text.endswith("sum errors are no longer corrected")


def test_a_final_ranking_is_not_gone_against_it_is_undone_first() -> None:
    state = at("final", correction_law="advice")
    found = ruled(state, "arbiter_score")
    assert not found.may_insist and "undo" in found.still


def test_insisting_on_what_is_allowed_changes_nothing() -> None:
    state = at("closed", correction_law="advice")
    ask = Ask("sum_error", 1, 1)
    assert law.insist(state, ask, law_rules(state), "") == judge(state, ask, law_rules(state))


def test_carried_out_drops_the_draft_leaves_what_is_published_and_writes_the_verdict_down() -> None:
    state = at("two_later")
    correction = Draft("sheet.correct", {"round": 1, "table": 1}, "added wrongly on paper")
    drafts = law.carried_out(state, ruled(state, "sum_error"), correction)
    assert [draft.kind for draft in drafts] == ["sheet.correct", "round.drop"]
    assert drafts[0].article == "004 LOI 19 (b)" and drafts[0].data["law"]["outcome"] == WITHOUT_PAIRING
    head = [ev.new(ev.phase("modified", 3)), ev.entries(1, 2, 3, 4), *PHASES["two_later"]]
    after = ev.state_of(*head, *drafts)
    assert [(info.id, info.state) for info in after.rounds] == [("r1", "closed"), ("r2", "closed")]
    assert after.by_id("r2") == state.by_id("r2") and after.replaced == {"r3"}


def test_carried_out_refuses_what_was_refused_what_has_no_reason_and_what_has_changed_meanwhile() -> None:
    state = at("final")
    with pytest.raises(ActError, match="the ranking is final"):
        law.carried_out(state, ruled(state, "sum_error"), Draft("sheet.correct", {}, "why"))
    draft = at("draft")
    with pytest.raises(ActError, match="reason"):
        law.carried_out(draft, ruled(draft, "sum_error"), Draft("sheet.correct"))
    with pytest.raises(ActError, match="judge again"):
        law.carried_out(at("closed"), ruled(draft, "sum_error"), Draft("sheet.correct", {}, "why"))
    with pytest.raises(ActError, match="judge again"):
        law.carried_out(at("published"), ruled(draft, "sum_error"), Draft("sheet.correct", {}, "why"))


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (Ask("sum_error", 2, 1), "round 2 has not been played"),
        (Ask("sum_error", 9, 1), "round 9 has not been played"),
        (Ask("sum_error", 1, 7), "no table 7"),
        (Ask("mercy", 1, 1), "'mercy'"),
    ],
)
def test_what_cannot_be_asked(ask: Ask, words: str) -> None:
    state = at("draft")
    with pytest.raises(ActError, match=words):
        judge(state, ask, law_rules(state))


def test_every_value_of_every_setting_is_judged_and_no_other_is_taken() -> None:
    seen = set()
    for profile, (name, values) in itertools.product(ARTICLES, CHOICES.items()):
        for value in values:
            state = at("last_over", profile, **{name: value})
            seen |= {ruled(state, asked, **IN_TIME).outcome for asked in law.ASKED}
    assert seen == {WITHOUT_PAIRING, REFUSED}
    for name, wrong in (("correction_law", "mild"), ("control_minutes", -1), ("control_minutes", True), ("colour", "red")):
        with pytest.raises(ActError, match=name):
            check(name, wrong)
    strange = at("closed")
    strange.profile = 9
    with pytest.raises(ActError, match="rule set"):
        law_rules(strange)


def test_a_verdict_is_plain_json() -> None:
    found = ruled(at("two_later"), "sum_error").as_dict()
    assert found["rounds"] == [2] and found["drafts"] == ["r3"] and found["outcome"] == WITHOUT_PAIRING


PAGE = (Path(__file__).parents[2] / "docs" / "corrections.md").read_text(encoding="utf-8")
SAID = {
    "sum error": "sum_error",
    "swapped scores": "swapped_scores",
    "mis-entry": "misentry",
    "forgotten burraco": "forgotten_burraco",
}
SAID |= {
    "arbiter's score": "arbiter_score",
    "void deal": "void_deal",
    "two versions": "record_conflict",
    "not signed": "not_delivered",
}
PROFILES = {"FIBUR": [k.FIBUR], "FIBUR_2008": [k.FIBUR_2008], "FEBURIT": [k.FEBURIT], "all": [*ARTICLES]}


def test_the_page_says_what_the_law_does_cell_by_cell() -> None:
    phases = ("playing", "closed", "draft", "free_draft", "published", "free_published", "last_over", "final")
    rows = re.findall(r"^\| (FIBUR|FIBUR_2008|FEBURIT|all), (.+?) ((?:\| [aw-] ){8})\|$", PAGE, re.M)
    assert len(rows) == 10
    for rule_set, what, cells in rows:
        asked = [name for words, name in SAID.items() if words in what] or ["swapped_scores", "misentry"]
        words = IN_TIME if "told in time" in what else {"both_admit": "one line alone" not in what}
        for profile, name, (phase, cell) in itertools.product(
            PROFILES[rule_set], asked, zip(phases, re.findall("[aw-]", cells), strict=True)
        ):
            found = ruled(at(phase, profile), name, **words)
            assert {A: "a", W: "w", R: "-"}[found.outcome] == cell, (rule_set, what, name, phase)


def test_the_page_has_every_refusal_and_every_setting() -> None:
    for code in STILL["en"].keys() | CHOICES.keys() | {value for values in CHOICES.values() for value in values}:
        assert f"`{code}`" in PAGE, code


def test_every_code_has_its_words_in_both_languages_and_every_refusal_what_can_still_be_done() -> None:
    made = {ruled(at(phase, row[1]), row[2], **row[3]).code for row in ROWS for phase in ORDER}
    made |= {"not_allowed_here", "countersign", "control_over", "after_ranking", "control"}  # each has its test above
    assert set(TEXTS["en"]) == set(TEXTS["it"]) == made
    assert STILL["en"].keys() == STILL["it"].keys() and STILL["en"].keys() < made
    found = ruled(at("published", k.FEBURIT), "sum_error").as_dict("it")
    assert found["text"].startswith("l'abbinamento successivo è fatto") and found["still"].startswith(
        "si gioca ai posti assegnati"
    )
