"""Every field of every kind of act with every wrong JSON type, and texts that nothing can hold: refused in words, or harmless."""

import copy
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from host_tools.archive.form import FORMAT, LISTS, ArchiveError, sealed, text_of
from host_tools.archive.reading import checked
from host_tools.engine import told
from host_tools.engine.act_shapes import SHAPES
from host_tools.engine.acts import LASTING, ActError, Draft
from host_tools.engine.audit_view import history
from host_tools.engine.fold import fold
from tests.server.desk import Office, pairs
from tests.unit import engine_event as ev

D = Draft
_SIDE = {"vp": 12, "mp_net": 100, "mp_for": 900, "mp_against": 800}
_AT = {"round": 1, "table": 1}
_FORMAT = {"phase": 0, "deals": 4, "minutes": 45, "scale": "four", "bands": ev.BANDS}
_EXTRA = {"rests": [5], "absent": [], "matches": {"1": 1}, "notes": ["x"], "unmet": [{"kind": "x"}], "reasons": {"5": "last"}}
_UNITS = {"units": [[1001, [1, 3], [1, 2]]], "ranked": [1, 2], "seed": "s", "options": {"repeat": "all"}, "again": "r0"}
# an event in which each kind of act has all its fields at least once
WHOLE = [
    ev.new(ev.phase("modified", 12, session=1, options={})),
    D("event.settings", {"settings": {"blind": True}, "name": "Coppa"}),
    D("event.phases", {"phases": [ev.phase("modified", 12, session=1, options={"repeat": "all"})]}),
    D(
        "entry.add",
        {"entries": [{"number": n, "persons": [2 * n - 1, 2 * n], "name": "x", "group": 1, "since": 1} for n in range(1, 7)]},
    ),
    D("entry.edit", {"number": 6, "persons": [11, 12], "name": "y", "group": 1, "since": 1}),
    D("entry.drop", {"number": 6}),
    D("person.edit", {"person": 1, "fields": ["club"]}),
    D("person.erase", {"person": 1}),
    D("line_up", {"round": 1, "team": 1, "tables": [[1, 2]]}),
    ev.pair(1, round_id="d1"),
    ev.on_round("drop", "d1"),
    ev.pair(1, **_FORMAT, **_EXTRA, **_UNITS),
    ev.on_round("seat", "r1", table=1, ns=1, ew=2, units=[[1002, [5, 7], [3, 4]]], match=1),
    ev.on_round("rest", "r1", rests=[5]),
    ev.on_round("method", "r1", method="draw"),
    ev.on_round("publish", "r1", anyway=[{"kind": "came", "who": [5], "name": "x"}]),
    D("sheet.enter", {"round": 1, "table": 1}),
    D("sheet.correct", {"round": 1, "table": 1}),
    D("ruling.warning", {"competitors": [1], "offence": "other", "person": 1} | _AT),
    D("ruling.penalty", {"competitors": [1], "vp": -1, "mp": 0, "person": 1} | _AT),
    D("ruling.late", {"unit": 1, "minutes": 6, "competitors": [1]} | _AT),
    D("ruling.absent", {"unit": 3, "mode": "temporary", "round": 1, "table": 2, "competitors": [3]}),
    D("ruling.adjust", {"unit": 1, "mp": 5, "vp": 1} | _AT),
    D("ruling.set", {"ns": _SIDE, "ew": None, "units": [2, 1]} | _AT),
    D("ruling.award", {"round": 1, "competitors": [5], "vp": 12, "mp": 100}),
    ev.on_round("close", "r1", told={"tables": []}, learned=False),
    D("entry.withdraw", {"number": 1, "round": 2, "mode": "justified"}),
    D("entry.return", {"number": 1, "round": 3}),
    D("entry.close", {"closed": True}),
    D("round.back", {"id": "b9", "number": 9, "method": "draw"} | _FORMAT),
    D("undo", {"acts": [20]}),
    D("event.final"),
]
WRONG = [None, True, 1.5, 10**20, "x", [[1]], {"a": [1]}]


def archive_of(drafts: list[Draft]) -> dict[str, Any]:
    acts = ev.acts_of(*drafts)
    plain: dict[str, Any] = {name: [] for name in LISTS} | {"format": FORMAT, "tavolo": "0", "made_at": 1, "name": "Trofeo"}
    plain |= {"event": "e0000001", "head": acts[-1].hash, "acts": [asdict(act) for act in acts]}
    plain["persons"] = [{"number": n, "name": f"P{n}", "club": "", "card": "", "erased": False} for n in range(1, 13)]
    return sealed(plain)


def test_the_sample_is_whole() -> None:
    assert checked(archive_of(WHOLE)).state.acts == len(WHOLE)
    for kind, shape in SHAPES.items():
        fields = set().union(*(one.data for one in WHOLE if one.kind == kind))
        missing = {name.removesuffix("?") for name in shape} - fields
        assert any(one.kind == kind for one in WHOLE) and not missing, (kind, missing)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field, and the first thing of each list, however deep."""
    if path:
        yield path
    inner: Any = value if isinstance(value, dict) else value[:1] if isinstance(value, list) else ()
    for at in inner if isinstance(inner, dict) else range(len(inner)):
        yield from places(value[at], (*path, at))


def spoiled(draft: Draft, path: tuple[Any, ...], wrong: Any) -> Draft:
    data = copy.deepcopy(draft.data)
    inner: Any = data
    for at in path[:-1]:
        inner = inner[at]
    inner[path[-1]] = wrong
    return D(draft.kind, data)


@pytest.mark.parametrize("at", range(len(WHOLE)), ids=lambda at: f"{at}-{WHOLE[at].kind}")
def test_every_field_with_every_wrong_type(at: int) -> None:
    """As it counts, and undone: who undoes an act reads it, too. What is taken must be fit for all that reads it later."""
    refused = 0
    for path in places(WHOLE[at].data):
        for wrong in WRONG:
            drafts = [*WHOLE[:at], spoiled(WHOLE[at], path, wrong)]
            undone = [] if WHOLE[at].kind in LASTING else [[*drafts, D("undo", {"acts": [at + 1]})]]
            for each in (drafts, *undone):
                acts = ev.acts_of(*each)
                try:
                    state = fold(acts)
                except ActError as fault:
                    assert str(fault)
                    refused += 1
                    continue
                told.numbers(state, {info.id: [] for info in state.rounds})
                assert len(history(acts, str)) == len(each)
    assert refused or not SHAPES[WHOLE[at].kind] or WHOLE[at].kind == "undo"


def _export(folder: Path) -> dict[str, Any]:
    office = Office(folder)
    office.event(pairs(4))
    office.play()
    archive: dict[str, Any] = json.loads(text_of(office.do("archive.export")["archive"]))
    office.close()
    archive["decisions"] = [{"about": "00000002/1/1", "who": "a", "at": 1, "why": "b", "article": ""}]
    return archive


HALF, TURNED, BROKEN = "Anna \ud800", "Anna \u202eB", "Anna\nB"
TEXTS = [("persons", field, text) for field in ("name", "club", "card") for text in (HALF, TURNED, BROKEN)]
TEXTS += [("persons", "name", ""), ("persons", "name", "  "), ("", "name", HALF), ("", "name", TURNED), ("", "tavolo", HALF)]
TEXTS += [("decisions", field, HALF) for field in ("who", "why", "about", "article")]


def test_texts_that_nothing_can_hold_and_names_that_nobody_sees(tmp_path: Path) -> None:
    whole = _export(tmp_path / "one")
    other = Office(tmp_path / "two")
    for part, field, text in TEXTS:
        archive = copy.deepcopy(whole)
        (archive[part][0] if part else archive)[field] = text
        why = other.refused("archive.import", archive=sealed(archive))
        assert why.code == "archive" and field in why.message, (part, field, text)
    assert other.do("event.list")["events"] == []
    assert other.do("archive.import", archive=sealed(whole))["new"], "the same without them is taken"
    other.close()


@pytest.mark.parametrize("kind", ["round.publish", "round.close", "round.pair"])
def test_an_undone_act_whose_id_is_no_text(kind: str) -> None:
    drafts = [*WHOLE[:4], ev.pair(1), ev.on_round("publish", "r1"), ev.on_round("close", "r1")]
    at = next(at for at, one in enumerate(drafts) if one.kind == kind)
    drafts[at] = D(kind, drafts[at].data | {"id": [1]})
    with pytest.raises(ArchiveError, match=f"{kind}.*id"):
        checked(archive_of([*drafts[: at + 1], D("undo", {"acts": [at + 1]})]))


def test_half_a_letter_in_an_act() -> None:
    archive = archive_of(WHOLE)
    archive["acts"][1]["data"]["name"] = HALF
    with pytest.raises(ArchiveError):
        checked(sealed(archive))
