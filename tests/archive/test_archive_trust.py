"""What an archive from elsewhere is not believed."""

import base64
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from host_tools.archive.form import sealed, text_of
from host_tools.engine.acts import Draft, chained
from host_tools.server import records
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, pack, unpack
from tests.server.databases import lost
from tests.server.desk import Office, pairs
from tests.server.paper import finish


def _archive(folder: Path) -> tuple[dict[str, Any], Office]:
    office = Office(folder)
    office.event(pairs(4))
    made = office.do("round.pair")["round"]
    office.do("round.publish", seen=made["id"])
    finish(office, made)
    return json.loads(text_of(office.do("archive.export")["archive"])), office


def _row(archive: dict[str, Any], device: bytes, tag: bytes, payload: bytes, kind: int = k.SIGN) -> dict[str, Any]:
    first = unpack(base64.b64decode(archive["records"][0]["bytes"]))
    rec = Record(kind, device, b"LOG1", 1, 5, payload).place(first.event, first.round, 1)
    row: dict[str, Any] = {
        "device": device.hex(),
        "log": b"LOG1".hex(),
        "seq": 1,
        "event": rec.event.hex(),
        "round": rec.round.hex(),
    }
    row |= {"place": 1, "kind": kind, "status": records.PLACED, "received_at": 1}
    return row | {"bytes": base64.b64encode(pack(rec)).decode(), "tag": base64.b64encode(tag).decode()}


SIGN = fact_writer.sign_payload(2, 9, 8, 7, 6)


@pytest.mark.parametrize("how", ["key", "record"])
def test_a_table_that_is_known_becomes_no_host(tmp_path: Path, how: str) -> None:
    archive, office = _archive(tmp_path / "one")
    office.close()
    other = Office(tmp_path / "two")
    device = bytes.fromhex(other.host.keys.add("Uno", [])[0]) if how == "key" else b"\0\0\0\7"
    if how == "record":
        there = _row(archive, device, bytes(16), SIGN)
        there["seq"], rec = 9, unpack(base64.b64decode(there["bytes"]))
        other.host.store.run(lambda c: records.take(c, records.Logs(), rec, pack(rec), bytes(16), records.FOREIGN_EVENT))
        archive["records"].append(_row(archive, device, b"", facts.time_payload(0, 1), k.PAUSE))
        archive["records"][-1]["bytes"] = _other_seq(archive["records"][-1])
    else:
        archive["records"].append(_row(archive, device, b"", facts.time_payload(0, 1), k.PAUSE))
    told = other.refused("archive.import", archive=sealed(archive))
    assert told.code == "archive" and device.hex() in told.message
    assert other.do("event.list")["events"] == []
    other.close()


def _other_seq(row: dict[str, Any]) -> str:
    rec = unpack(base64.b64decode(row["bytes"]))
    rec.seq = row["seq"] = 2
    return base64.b64encode(pack(rec)).decode()


def test_one_device_is_no_host_and_table_at_once(tmp_path: Path) -> None:
    archive, office = _archive(tmp_path / "one")
    other = Office(tmp_path / "two")
    archive["records"].append(_row(archive, bytes.fromhex(archive["records"][0]["device"]), bytes(16), SIGN))
    assert "speaks as a host and as a table" in other.refused("archive.import", archive=sealed(archive)).message
    other.close()
    office.close()


def test_our_own_words_must_bear_our_mark(tmp_path: Path) -> None:
    """The archive goes back to its own computer, whose database is lost; one word in it was made up."""
    archive, office = _archive(tmp_path / "one")
    device = office.host.hall.author[0]
    office.close()
    lost(tmp_path / "one")
    office.open()
    assert office.host.hall.author[0] == device
    forged = json.loads(json.dumps(archive))
    forged["records"].append(_row(archive, device, b"", facts.time_payload(0, 1) + bytes(8), k.PAUSE))
    assert "its mark" in office.refused("archive.import", archive=sealed(forged)).message
    assert office.do("archive.import", archive=archive)["new"]
    office.close()


def test_what_a_table_has_delivered_before_takes_its_place(tmp_path: Path) -> None:
    archive, office = _archive(tmp_path / "one")
    office.close()
    archive["records"].append(_row(archive, b"\0\0\0\7", bytes(16), SIGN))
    archive = sealed(archive)
    other = Office(tmp_path / "two")
    rec = unpack(base64.b64decode(archive["records"][-1]["bytes"]))
    keep = lambda c: records.take(c, other.host.logs, rec, pack(rec), bytes(16), records.FOREIGN_EVENT)  # noqa: E731
    other.host.store.run(keep)
    assert other.do("archive.import", archive=archive)["added"]["records"] == len(archive["records"])
    assert text_of(other.do("archive.export", event=archive["event"])["archive"]) == text_of(archive)
    other.close()


def test_a_record_that_contradicts_what_is_here_is_refused(tmp_path: Path) -> None:
    archive, office = _archive(tmp_path / "one")
    office.close()
    archive["records"].append(_row(archive, b"\0\0\0\7", bytes(16), SIGN))
    other = Office(tmp_path / "two")
    rec = unpack(base64.b64decode(archive["records"][-1]["bytes"]))
    rec.at_ms += 1
    other.host.store.run(lambda c: records.take(c, other.host.logs, rec, pack(rec), bytes(16), records.FOREIGN_EVENT))
    assert "other bytes" in other.refused("archive.import", archive=sealed(archive)).message
    other.close()


def test_another_event_has_no_say_in_a_round_of_this_one(tmp_path: Path) -> None:
    """Its id is another, its round's is of the event that is played here: refused; and records that got in are passed over."""
    archive, office = _archive(tmp_path / "one")
    before = office.do("numbers")
    forged = json.loads(json.dumps(archive))
    forged["event"], forged["acts"], strange = "0badcafe", [], b"\xde\xad\xbe\xef"
    new = Draft("event.new", archive["acts"][0]["data"] | {"id": "0badcafe"})
    forged["acts"] = [asdict(act) for act in chained([new], None, "x", 1)]
    forged["persons"] = []
    rows = [_row(archive, strange, bytes(16), SIGN)]
    first = unpack(base64.b64decode(rows[0]["bytes"]))
    rec = Record(k.SIGN, strange, b"LOG1", 1, 5, SIGN).place(bytes.fromhex("0badcafe"), first.round, 1)
    rows[0] |= {"bytes": base64.b64encode(pack(rec)).decode(), "event": "0badcafe"}
    forged["head"], forged["records"], forged["decisions"] = forged["acts"][0]["hash"], rows, []
    told = office.refused("archive.import", archive=sealed(forged))
    assert told.code == "archive" and "a round of another event" in told.message
    office.host.store.run(lambda c: records.take(c, records.Logs(), rec, pack(rec), bytes(16), records.PLACED))
    office.close()
    again = Office(tmp_path / "one")
    assert again.do("numbers") == before
    again.close()
