"""A real host's event, from its database: entered, paired, typed in from paper, corrected, taken back; then verified."""

import base64
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from host_tools.archive.told_numbers import told_numbers
from host_tools.server import ledger, schema
from host_tools.verify import verify
from tests.server.desk import Office, pairs

FIELDS = ("device", "log", "seq", "event", "round", "place", "kind", "status", "received_at")


def archive_of(connection: Connection, event: str) -> dict[str, Any]:
    """The event's facts as docs/verify.md has them."""
    rows = schema.record
    records = []
    for row in connection.execute(select(rows).where(rows.c.event == event).order_by(rows.c.id)):
        plain = {name: getattr(row, name) for name in FIELDS}
        coded = {name: base64.b64encode(getattr(row, name)).decode() for name in ("bytes", "tag")}
        records.append(plain | coded)
    gaps = [dict(row._mapping) for row in connection.execute(select(schema.gap))]
    acts = [dict(vars(act)) for act in ledger.load_acts(connection, event)]
    return {"format": 1, "event": event, "acts": acts, "persons": [], "records": records, "gaps": gaps}


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path)
    yield made
    made.close()


def _line(chance: random.Random, closes: bool) -> dict[str, Any]:
    """A count that no check refuses: one burraco at least, and enough cards in it."""
    counts = {"clean": chance.randrange(1, 3), "semi": chance.randrange(2), "dirty": chance.randrange(2)}
    return counts | {"closed": closes, "negative": 5 * chance.randrange(2, 20), "positive": 5 * chance.randrange(60, 90)}


def _sheet(chance: random.Random, table: int, deals: int) -> dict[str, Any]:
    played = []
    for deal in range(1, deals + 1):
        closes = chance.randrange(2) == 0
        played.append({"deal": deal, "ns": _line(chance, closes), "ew": _line(chance, not closes)})
    return {"table": table, "deals": played, "swapped": chance.randrange(4) == 0}


def _play(office: Office, chance: random.Random, leaves: int = 0) -> None:
    made = office.do("round.pair")["round"]
    office.do("round.publish", seen=made["id"])
    sheets = [_sheet(chance, seat["table"], made["deals"]) for seat in made["seats"]]
    if leaves:
        office.do("entry.withdraw", number=leaves, round=made["number"], mode="unjustified", why="prova")
    office.do("sheet.enter_all", round=made["number"], sheets=sheets[:1])
    _verified(office)  # in mid-round
    office.do("sheet.enter_all", round=made["number"], sheets=sheets[1:])
    office.do("round.close")


def _verified(office: Office) -> dict[str, int]:
    book = office.host.hall.book
    assert book is not None
    archive = office.host.store.read_now(lambda connection: archive_of(connection, book.state.id))
    told = office.do("numbers")
    report = verify(archive, told)
    assert report.ok, list(report.lines())
    assert all(note.text.startswith("was c") for note in report.findings), list(report.lines())
    assert all(" VP" in note.text and not set(note.text) & set("[]'") for note in report.findings), "in plain words"
    ours = told_numbers(archive)
    assert all(ours[part] == told[part] for part in ("ranking", "groups"))
    return report.counts


@pytest.mark.parametrize("count", [6, 7])
def test_the_numbers_of_a_host_are_verified_after_every_step(office: Office, count: int) -> None:
    chance = random.Random(count)
    office.event(pairs(count))
    for number in range(1, 5):
        _play(office, chance, leaves=2 if number == 3 else 0)
        assert _verified(office)["rounds"] == number
    before = office.do("numbers")["ranking"]
    shown = office.do("undo.preview", what="close")["seen"]
    office.do("undo.do", what="close", seen=shown, why="prova")
    _verified(office)
    office.do("round.close")
    assert office.do("numbers")["ranking"] == before
    office.close()
    office.open()
    counts = _verified(office)
    assert counts["deals"] == 2 * counts["tables"] and counts["numbers compared"] > 200


def test_records_of_a_correction_that_were_taken_out_are_missed(office: Office) -> None:
    """After its round is closed no later act tells a corrected number again: its own act is what the records are held against."""
    chance = random.Random(4)
    office.event(pairs(6))
    _play(office, chance)
    deal = {"deal": 1, "ns": _line(chance, True), "ew": _line(chance, False)}
    office.do("sheet.correct", round=1, table=2, error="office_typing", why="prova", **deal)
    office.do("sheet.swap", round=1, table=3, both_admit=True, why="prova")
    office.do("round.publish", seen=office.do("round.pair")["round"]["id"])
    office.do("sheet.enter", round=2, table=1, deals=[deal], signed=False)
    office.do("sheet.void", round=2, table=1, deal=1, why="prova")
    _verified(office)
    book = office.host.hall.book
    assert book is not None
    archive = office.host.store.read_now(lambda connection: archive_of(connection, book.state.id))
    logs = {(row["log"], row["round"], row["place"]): row["kind"] for row in archive["records"]}
    found = []
    for log, round_id, place in logs:
        rest = [row for row in archive["records"] if (row["log"], row["round"], row["place"]) != (log, round_id, place)]
        report = verify(archive | {"records": rest})
        found += [f"{one.where}: {one.text}" for one in report.findings if one.kind == "damage"]
    for text in ("table 2: deal 1 as act", "table 3: deal 1 as act", "round 2 table 1: deal 1 as act", "no record says so"):
        assert any(text in one for one in found), text
