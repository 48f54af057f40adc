"""Settings: every number of the rules can be changed, is checked, says where it stands; awards at each length (RULES 2, 6)."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.engine import profile_rules, setting_words
from host_tools.engine.acts import ActError
from host_tools.engine.awards import Award, award, equivalent_mp
from host_tools.engine.field_of import Order
from host_tools.engine.next_round import Ask, next_round
from host_tools.engine.profile_rules import SETTINGS, Rules, SettingError, checked, length_key, rules_of
from host_tools.engine.setting_kinds import LENGTHS
from host_tools.engine.state import EventState
from tavolo.domain import kinds as k
from tavolo.domain import profile_articles, scales
from tests.unit.engine_cases import build

PROFILES = (k.FIBUR, k.FIBUR_2008, k.FEBURIT)
AWARDS = ("bye", "late_present", "late_absent", "leaver_temporary")
OWN: dict[str, Any] = {
    "flag": True,
    "number": 7,
    "text": "seme 2026",
    "lengths": {"4": 20},
    "awards": {"4": [13, 505]},
    "steps": [[3, 50], [8, 120]],
}


def bands(deals: int | str) -> tuple[tuple[int, int, int], ...]:
    row = scales.default_for(deals) or scales.by_id("house_5_deals")
    assert row is not None
    found: tuple[tuple[int, int, int], ...] = row[3]
    return found


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_has_its_usual_value_and_its_article(name: str, profile: int) -> None:
    rules, setting = Rules(profile, {}), SETTINGS[name]
    assert setting.help and rules.article(name) and not rules.is_own(name)
    usual = rules.value(name)
    assert usual is None or setting.read(json.loads(json.dumps(usual))) == usual


@pytest.mark.parametrize("name", SETTINGS)
def test_the_organisers_own_value_counts_and_is_never_official(name: str) -> None:
    setting = SETTINGS[name]
    value: Any = list(setting.choices[::-1]) if setting.kind == "order" else OWN.get(setting.kind, (setting.choices or ("",))[-1])
    rules = Rules(k.FIBUR, checked({name: value}))
    own: Any = rules.value(name)
    assert own == value if setting.kind not in ("awards", "lengths") else own["4"] == value["4"]
    assert rules.is_own(name) and not rules.official(name)
    assert rules.article(name).startswith("organiser's own")
    row = next(row for row in rules.listed() if row["name"] == name)
    assert row["own"] and row["value"] == own and json.loads(json.dumps(row)) == row


BAD = [
    ("bye", {"7": [1, 2]}),
    ("bye", {"4": [1]}),
    ("bye", {"4": [True, 0]}),
    ("bye", {"4": [12, 99999]}),
    ("bye", [12, 305]),
    ("bye_vp", -1),
    ("bye_vp", "12"),
    ("late_steps", [[5, 100], [5, 150]]),
    ("late_steps", [[5]]),
    ("late_steps", [[1, 1]] * 11),
    ("late_steps", "5"),
    ("late_absent_from", 601),
    ("late_absent_from", True),
    ("late_warning", 1),
    ("warning_rule", "any"),
    ("warning_rule", ["any_two"]),
    ("warning_mp", {"4": -1}),
    ("tie_breaks", ["lot", "lot"]),
    ("tie_breaks", ["vp"]),
    ("tie_breaks", "lot"),
    ("lot_seed", "x" * 81),
    ("lot_seed", "a\nb"),
    ("lot_seed", 5),
    ("control_minutes", 1441),
    ("no_such", 1),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_value_that_does_not_fit_is_refused_with_what_would(name: str, value: Any) -> None:
    with pytest.raises(SettingError, match=f"setting {name}: ") as refused:
        checked({name: value})
    assert refused.value.name == name and len(str(refused.value)) > len(f"setting {name}: ") + 10


def test_pages_have_each_setting_and_each_choice_in_italian() -> None:
    assert set(setting_words.LABELS) == set(SETTINGS)
    choices = {name: set(setting.choices) for name, setting in SETTINGS.items() if setting.choices}
    assert {name: set(words) for name, words in setting_words.CHOICES.items()} == choices


def test_none_goes_back_to_the_usual_value() -> None:
    assert checked({"bye_vp": None}) == {"bye_vp": None}
    assert Rules(k.FIBUR, checked({"tie_restart": None})).flag("tie_restart") is False


def test_settings_of_other_parts_are_passed_over() -> None:
    state = EventState(profile=k.FEBURIT, settings={"language": "it", "muted": True, "win_by": "mp"})
    assert rules_of(state).own == {"win_by": "mp"}


@pytest.mark.parametrize("name", ["bye", "late_present", "late_absent"])
@pytest.mark.parametrize("key", [2, 3, 4, "team"])
@pytest.mark.parametrize("profile", PROFILES)
def test_awards_are_those_of_the_articles(profile: int, key: int | str, name: str) -> None:
    found = award(Rules(profile, {}), name, str(key), bands(key))
    assert (found.vp, found.mp_net) == profile_articles.value(profile, name)[0 if key == "team" else key]
    assert found.official == (profile != k.FEBURIT or name == "bye")


@pytest.mark.parametrize(
    ("key", "present", "absent"),
    [("1", (14, 180), (6, -180)), ("5", (12, 380), (8, -380)), ("6", (12, 455), (8, -455))],
    ids=["1 deal", "5 deals", "6 deals"],
)
def test_lengths_that_the_book_does_not_name_are_proposed_and_not_official(
    key: str, present: tuple[int, int], absent: tuple[int, int]
) -> None:
    row = scales.by_id(f"house_{key}_deals")
    assert row is not None, "RULES 2.1: a house scale for 1, 5 and 6 deals"
    for name in AWARDS:
        found = award(Rules(k.FIBUR, {}), name, key, row[3])
        assert (found.vp, found.mp_net) == (present if name in ("bye", "late_present") else absent)
        assert not found.official and "proposed" in found.article


def test_a_scale_without_the_band_gives_no_match_points_and_is_not_official() -> None:
    odd = ((100, 5, 5), (32767, 10, 0))
    assert award(Rules(k.FEBURIT, {}), "bye", "4", odd) == Award(7, 0, False)


def test_70_percent_follow_an_organisers_own_scale_under_the_second_profile() -> None:
    short = ((100, 5, 5), (300, 7, 3), (32767, 10, 0))
    assert award(Rules(k.FEBURIT, {}), "bye", "4", short) == Award(7, 105, True)


def test_a_team_match_has_lengths_of_its_own() -> None:
    assert [length_key("teams", 4), length_key("pairs", 4), length_key("individual", 3)] == ["team", "4", "3"]


def test_victory_points_stand_for_the_lowest_difference_of_their_band() -> None:
    assert [equivalent_mp(bands(4), vp) for vp in (10, 12, 14, 20)] == [0, 305, 705, 2005]
    with pytest.raises(ValueError, match="no band of 21"):
        equivalent_mp(bands(4), 21)


@pytest.mark.parametrize("kind", ["event.new", "event.settings"])
def test_an_act_with_a_value_that_cannot_be_does_not_fit_the_event(kind: str) -> None:
    case: dict[str, Any] = {"entries": [1, 2], "rounds": []}
    bad = {"tie_breaks": ["fortune"]}
    with pytest.raises(ActError, match=rf"act \d \({kind}\): setting tie_breaks: one of "):
        if kind == "event.new":
            build(case | {"settings": bad})
        else:
            acts = [[kind, {"settings": bad}]]
            build(case | {"rounds": [{"seats": {"1": [1, 2]}, "acts": acts}]})


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=90),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.sampled_from((*LENGTHS, "7", "")), part, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(SETTINGS)), _JSON)
def test_any_value_is_kept_as_plain_json_or_refused_in_words(name: str, value: Any) -> None:
    try:
        kept = checked({name: value})
    except SettingError as refused:
        assert 20 < len(str(refused)) < 400
        return
    assert json.loads(json.dumps(kept)) == kept
    assert checked(kept) == kept
    rules = Rules(k.FIBUR, kept)
    assert rules.listed() and award(rules, "bye", "4", bands(4)).article


@pytest.mark.parametrize(
    ("again", "rests"), [(False, [2]), (True, [3])], ids=["000 par.14, 003, 004 LOI 34: never twice", "setting"]
)
def test_who_has_rested_rests_again_in_a_session_by_setting_only(again: bool, rests: list[int]) -> None:
    first = {"seats": {"1": [1, 2]}, "results": {"1": [1000, 900]}, "rests": [3]}
    second = {"seats": {}, "open": True}
    played = build({"entries": [1, 2, 3], "settings": {"bye_again": again}, "rounds": [first, second]})
    played.state.rounds.pop()
    made = next_round(played.state, Order([1, 2, 3]), Ask("seed", "danish"))
    assert made.rests == rests


def test_no_setting_is_without_effect() -> None:
    engine = Path(profile_rules.__file__).parent
    code = "".join(path.read_text(encoding="utf-8") for path in engine.glob("*.py") if not path.name.startswith("setting_"))
    code += (engine.parent / "server/orders/entries.py").read_text(encoding="utf-8")  # how many tables a line-up is for
    assert [name for name in SETTINGS if f'"{name}"' not in code] == []
