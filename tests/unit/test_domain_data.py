"""Rules as data: the generated VP tables, the vectors made from the same file, each profile's values and articles."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from host_tools.gen import vp_tables
from tavolo.domain import kinds as k
from tavolo.domain import profile_articles, profiles, scales, turn_clock, victory

ROOT = Path(__file__).parents[2]
DATA: dict[str, Any] = json.loads(vp_tables.DATA.read_text(encoding="utf-8"))
PROFILES = [pytest.param(number, id=name) for number, name in enumerate(profiles.NAMES)]


def test_the_vp_tables_are_made_from_the_data() -> None:
    assert vp_tables.main(check=True) == 0


def test_a_changed_scale_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    changed = copy.deepcopy(DATA)
    changed["scales"][2]["bands"][0] = [0, 105, 10, 10]
    changed["scales"][2]["bands"][1] = [110, 300, 11, 9]
    path = tmp_path / "scales.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    monkeypatch.setattr(vp_tables, "DATA", path)
    assert vp_tables.main(check=True) == 1
    assert "run python -m host_tools.gen.vp_tables" in capsys.readouterr().err


def test_a_scale_with_a_gap_is_not_generated() -> None:
    broken = copy.deepcopy(DATA)
    broken["scales"][0]["bands"][1][0] = 50
    with pytest.raises(ValueError, match="fibur_2_deals: band 2: differences 45 to 45 have no VP"):
        vp_tables.make(broken)


def test_printed_bounds_and_defaults_of_the_data_agree_with_the_tables() -> None:
    for scale in DATA["scales"]:
        row = scales.by_id(scale["id"])
        assert row is not None
        assert [band[0] for band in row[3]] == [*scale["upper_bounds"], victory.OPEN_END]
        assert (row[1], row[2]) == (scale["deals"] or 0, scale["official"])
    for deals, name in DATA["default_by_deals"].items():
        assert scales.default_for(deals if deals == "team" else int(deals))[0] == name  # type: ignore[index]


def test_the_vectors_hold_every_boundary_test_of_the_data() -> None:
    vectors = json.loads((ROOT / "tests/vectors/vp_boundaries.json").read_text(encoding="utf-8"))
    assert vectors["rows"] == DATA["boundary_tests"]["rows"]
    assert len(vectors["rows"]) == 154


@pytest.mark.parametrize("profile", PROFILES)
def test_what_a_device_keeps_of_a_profile_is_what_its_articles_say(profile: int) -> None:
    families = {"to_dealer": profiles.TO_DEALER, "to_right": profiles.TO_RIGHT, "from_partner": profiles.FROM_PARTNER}
    assert profiles.semi_clean(profile) == profile_articles.value(profile, "semi_clean")
    assert profiles.both_untaken_free(profile) == profile_articles.value(profile, "both_untaken_free")
    assert turn_clock.limits(profile) == profile_articles.value(profile, "turn_limits")
    assert profiles.time_out_family(profile) == families[str(profile_articles.value(profile, "time_out"))]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_value_of_a_profile_names_its_article(profile: int) -> None:
    assert set(profile_articles.ARTICLES[profile]) == set(profile_articles.ARTICLES[k.FIBUR])
    for name in profile_articles.ARTICLES[profile]:
        assert profile_articles.article(profile, name)[:4] in ("002 ", "004 ", "000 ", "000,", "000:", "F.I.")


def test_byes_are_the_data_s() -> None:
    awards = {row["ruleset"]: row["by"] for row in DATA["awards"] if row["event"].startswith("bye")}
    bye = profile_articles.value(k.FIBUR, "bye")
    assert isinstance(bye, dict)
    for deals, award in awards["004 LOI 34"].items():
        key = 0 if deals == "team" else int(deals)
        assert bye.get(key, (None, None)) == (award["vp"], award["mp_net"])
    for deals, (vp, mp) in dict(profile_articles.value(k.FEBURIT, "bye")).items():  # type: ignore[call-overload]
        assert vp == awards["000 par.14 / 003"]["any"]["vp"]
        row = scales.default_for(deals or "team")
        assert row is not None
        assert victory.vp(row[3], mp) == (14, 6) and victory.vp(row[3], mp - 5) == (13, 7)
