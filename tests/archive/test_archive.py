"""An event goes out as one file and comes back as it was: into an empty database, on another computer, beside other events."""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.archive.form import sealed, text_of
from tests.server.desk import Office, pairs


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path / "one")
    yield made
    made.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Office]:
    """Another computer, with keys of its own."""
    made = Office(tmp_path / "two")
    yield made
    made.close()


def line(chance: random.Random, closes: bool) -> dict[str, Any]:
    counts = {"clean": chance.randrange(1, 3), "semi": chance.randrange(2), "dirty": chance.randrange(2)}
    return counts | {"closed": closes, "negative": 5 * chance.randrange(2, 20), "positive": 5 * chance.randrange(60, 90)}


def play(office: Office, seed: int, close: bool = True) -> Any:
    """A round on paper; one table sat the other way round."""
    chance = random.Random(seed)
    made = office.do("round.pair")["round"]
    office.do("round.publish", seen=made["id"])
    sheets = []
    for seat in made["seats"]:
        deals = [{"deal": n, "ns": line(chance, n == 1), "ew": line(chance, n != 1)} for n in range(1, made["deals"] + 1)]
        sheets.append({"table": seat["table"], "deals": deals, "swapped": seat["table"] == 2})
    office.do("sheet.enter_all", round=made["number"], sheets=sheets)
    if close:
        office.do("round.close")
    return made


def full_event(office: Office) -> None:
    """Corrections, rulings, an undoing, an erased name, a late pair, a withdrawal."""
    office.event(pairs(7))
    play(office, 1)
    other = {"clean": 0, "semi": 0, "dirty": 1, "closed": True, "negative": 0, "positive": 500}
    deal = {"round": 1, "table": 1, "deal": 1, "ns": other, "ew": other | {"closed": False}}
    claim = {"error": "misentry", "both_admit": True, "told_in_time": True, "against": "detto subito", "why": "prova"}
    office.do("sheet.correct", **deal, **claim)
    office.do("ruling.add", kind="warning", competitors=[2], offence="other", why="prova")
    office.do("entry.add", entries=[{"persons": [{"name": "Àngela Ünal"}, {"name": "=Zoë"}]}], accept=["late_entry"], why="tardi")
    office.do("entry.erase", person=3, why="richiesta")
    play(office, 2)
    shown = office.do("undo.preview", what="close")["seen"]
    office.do("undo.do", what="close", seen=shown, why="prova")
    office.do("round.close")
    play(office, 3, close=False)


def exported(office: Office, **which: Any) -> dict[str, Any]:
    archive: dict[str, Any] = office.do("archive.export", **which)["archive"]
    return archive


def test_it_comes_back_on_another_computer_byte_for_byte(office: Office, other: Office) -> None:
    full_event(office)
    first = exported(office)
    assert len(first["acts"]) > 15 and len(first["records"]) > 40 and any(one["erased"] for one in first["persons"])
    done = other.do("archive.import", archive=json.loads(text_of(first)))
    assert done["new"] and done["added"]["records"] == len(first["records"]) and other.host.hall.book is None
    assert text_of(exported(other, event=first["event"])) == text_of(first)
    other.do("event.open", event=first["event"])
    assert other.do("numbers") == office.do("numbers")
    for number in (1, 2, 3):
        assert other.do("sheet.list", round=number) == office.do("sheet.list", round=number)
    assert other.do("event.history") == office.do("event.history")
    other.close()
    other.open()  # and after a start
    assert other.do("numbers") == office.do("numbers") and text_of(exported(other)) == text_of(first)
    assert other.do("verify")["ok"] and office.do("verify")["ok"]


def test_it_goes_on_there(office: Office, other: Office) -> None:
    full_event(office)
    event = exported(office)["event"]
    other.do("archive.import", archive=exported(office))
    other.do("event.open", event=event)
    other.do("round.close")
    play(other, 4)
    found = other.do("verify")
    assert found["ok"], found["lines"]
    back = exported(other)
    told = office.refused("archive.import", archive=back)
    assert told.code == "event_known" and "acts" in told.message
    assert office.do("archive.import", archive=back, more=True, look=True)["kept"] is False
    assert office.refused("archive.import", archive=back).code == "event_known"  # looking has kept nothing
    done = office.do("archive.import", archive=back, more=True)
    assert not done["new"] and done["added"]["acts"] > 2
    assert office.do("numbers") == other.do("numbers") and text_of(exported(office)) == text_of(back)
    assert other.do("archive.import", archive=back)["same"]


def test_beside_another_event_nothing_else_changes(office: Office, other: Office) -> None:
    full_event(office)
    other.event(pairs(5))
    play(other, 9)
    mine, numbers = text_of(exported(other)), other.do("numbers")
    first = exported(office)
    other.do("archive.import", archive=first)
    assert text_of(exported(other)) == mine and other.do("numbers") == numbers
    assert text_of(exported(other, event=first["event"])) == text_of(first)
    assert [one["playing"] for one in other.do("event.list")["events"]] == [False, True]
    assert other.do("verify", event=first["event"])["ok"]


def test_an_older_and_another_one_are_refused(office: Office, other: Office) -> None:
    office.event(pairs(4))
    old = exported(office)
    other.do("archive.import", archive=old)
    play(office, 1)
    assert office.refused("archive.import", archive=old).code == "event_newer"
    other.do("event.open", event=old["event"])
    other.do("entry.close", closed=True)
    assert other.refused("archive.import", archive=exported(office), more=True).code == "event_other"


def test_a_name_that_was_erased_does_not_come_back(office: Office) -> None:
    office.event(pairs(4))
    old = exported(office)
    office.do("entry.erase", person=1, why="richiesta")
    assert office.refused("archive.import", archive=old).code == "event_newer"
    assert "Anna1" not in json.dumps(exported(office)["persons"])


def test_no_secret_is_in_it(office: Office) -> None:
    full_event(office)
    pin = str(office.do("event.show")["event"]["pin"])
    text = text_of(exported(office))
    assert office.host.keys.own().hex() not in text and f'"{pin}"' not in text and '"pin"' not in text


@pytest.mark.parametrize(
    ("part", "change", "said"),
    [
        ("acts", lambda rows: rows[3].update(why="altro"), "act 4"),
        ("acts", lambda rows: rows.pop(2), "act 3"),
        ("acts", lambda rows: rows.pop(), "head"),
        ("acts", lambda rows: rows[1].update(number="2"), "row 2: number"),
        ("records", lambda rows: rows[0].update(place=99), "columns"),
        ("records", lambda rows: rows[5].update(bytes=rows[5]["bytes"][:-8] + "AAAAAAA="), "record"),
        ("records", lambda rows: rows.append(rows[0]), "twice"),
        ("records", lambda rows: rows[0].update(status="mine"), "status"),
        ("records", lambda rows: rows[0].update(tag="AAAA"), "tag"),
        ("persons", lambda rows: rows.pop(), "missing"),
        ("persons", lambda rows: rows[0].update(name="x" * 81), "name"),
        ("persons", lambda rows: rows[0].update(name="a\0b"), "name"),
        ("gaps", lambda rows: rows.append({"device": "x"}), "fields"),
    ],
)
def test_a_damaged_one_is_refused_in_words_and_nothing_is_kept(
    office: Office, other: Office, part: str, change: Any, said: str
) -> None:
    office.event(pairs(4))
    play(office, 1)
    archive = json.loads(text_of(exported(office)))
    change(archive[part])
    assert "sum" in other.refused("archive.import", archive=archive).message or said in _told(other, archive)
    assert said in _told(other, sealed(archive))
    assert other.do("event.list")["events"] == []


def _told(office: Office, archive: dict[str, Any]) -> str:
    return office.refused("archive.import", archive=archive).message


def test_a_file_is_taken_by_name_from_one_folder_only(office: Office, other: Office) -> None:
    office.event(pairs(4))
    folder = other.folder / "incoming"
    folder.mkdir()
    (folder / "a.json").write_text(text_of(exported(office)), encoding="ascii")
    (other.folder / "b.json").write_text(text_of(exported(office)), encoding="ascii")
    (folder / "c.json").symlink_to(other.folder / "b.json")
    for name in ("../b.json", "c.json", "d.json", "/etc/passwd"):
        assert other.refused("archive.import", file=name).code == "archive"
    assert other.do("archive.import", file="a.json")["new"]
    for path in (folder / "a.json", folder / "c.json"):  # of a command that was killed, an hour and more ago
        os.utime(path, (1, 1), follow_symlinks=False)
    (folder / "new.json").write_text("{}")
    other.close()
    other.open()
    assert [path.name for path in folder.iterdir()] == ["new.json"] and (other.folder / "b.json").exists()
