"""The second reading of a table's records against the first: other code, the same sheet, over random logs."""

import base64
import binascii
import random
from typing import Any

import pytest

from host_tools.engine.results import table_result
from host_tools.server.order import by_time
from host_tools.verify import records, sheets
from host_tools.verify.report import Damaged, Report
from host_tools.verify.scale import BOUNDS, official, split, worth
from tavolo.domain import scales
from tavolo.domain.record import RecordError, pack
from tavolo.domain.sheet import Sheet
from tests.verify.record_logs import HOST, Log, random_log

LOGS = 600


def _theirs(log: Log) -> Sheet:
    sheet = Sheet()
    for rec in log.made:
        try:
            sheet.apply(rec)
        except (RecordError, IndexError):
            continue
    return sheet


def _row(data: bytes, **changed: Any) -> dict[str, Any]:
    tag = b"" if data[4:8] == HOST[0] else bytes(16)
    row = {"device": data[4:8].hex(), "log": data[8:12].hex(), "seq": int.from_bytes(data[12:16], "big"), "kind": data[1]}
    row |= {"event": data[20:24].hex(), "round": data[24:28].hex(), "place": int.from_bytes(data[28:30], "big")}
    row |= {"bytes": base64.b64encode(data).decode(), "tag": base64.b64encode(tag).decode(), "status": "placed", "received_at": 1}
    return row | changed


def _rows(log: Log) -> list[dict[str, Any]]:
    return [_row(data) for data in log.bytes()]


def test_random_logs_give_the_sheet_that_the_engine_makes_of_them() -> None:
    signed = copied = swapped = conflicts = 0
    for seed in range(LOGS):
        log, report = random_log(seed), Report()
        facts = records.placed({"records": _rows(log)}, report)
        assert report.ok, report.first
        found = sheets.outcome(sheets.fold(facts))
        sheet = _theirs(log)
        assert found is not None and sheet.plan is not None
        told = table_result(3, 1, 2, sheet)
        line = (told.mp_ns, told.mp_ew, told.vp_ns, told.vp_ew, told.ns == 2, told.signed, told.played)
        ours = (found.mp_ns, found.mp_ew, found.vp_ns, found.vp_ew, found.swapped, found.signed, found.played)
        assert ours == line, f"seed {seed}"
        assert bool(found.said) == bool(told.differs), f"seed {seed}"
        signed, copied, swapped = signed + told.signed, copied + told.copied, swapped + (told.ns == 2)
        conflicts += any(len(sheet.valid(n)) > 1 for n in range(1, sheet.deals() + 1))
    assert min(signed, copied, swapped, conflicts) > LOGS // 20, (signed, copied, swapped, conflicts)


def test_records_that_came_back_after_a_restore_stand_where_the_host_puts_them() -> None:
    """Any order of commit, some of the host's own given back: the plan first, by time, nothing before what it replaces."""
    moved = 0
    for seed in range(200):
        log, chance = random_log(seed), random.Random(seed)
        made = log.made[:]
        chance.shuffle(made)
        rows = [_row(pack(rec)) for rec in made]
        back = base64.b64encode(b"own").decode()
        rows = [row | {"tag": back} if row["device"] == HOST[0].hex() and chance.random() < 0.5 else row for row in rows]
        if not any(row["tag"] == back for row in rows):
            continue
        found = sheets.in_order(records.placed({"records": rows}, Report()))
        due = [rec.ref() for rec, _ in by_time([(rec, b"") for rec in made])]
        assert [fact.ref for fact in found] == due, f"seed {seed}"
        moved += due != [rec.ref() for rec in made]
    assert moved > 100


@pytest.mark.parametrize("at", [0, 1, 3, 5, 9, 13, 21, 26, 29, 33, 40, -2])
def test_one_changed_byte_is_found(at: int) -> None:
    rows = _rows(random_log(1))
    data = bytearray(base64.b64decode(rows[0]["bytes"]))
    data[at] ^= 1
    rows[0]["bytes"] = base64.b64encode(data).decode()
    report = Report()
    records.placed({"records": rows}, report)
    assert report.first is not None and report.first.where.startswith("record ")


@pytest.mark.parametrize("column", ["device", "log", "seq", "kind", "event", "round", "place"])
def test_a_column_that_says_other_than_the_bytes_is_found(column: str) -> None:
    rows = _rows(random_log(1))
    rows[2][column] = "99999999" if isinstance(rows[2][column], str) else rows[2][column] + 1
    report = Report()
    records.placed({"records": rows}, report)
    assert report.first is not None and column in report.first.text


def test_a_missing_record_is_found_and_one_noted_as_lost_is_not() -> None:
    rows = _rows(random_log(3))
    mine = [row for row in rows if row["device"] == HOST[0].hex()]
    assert len(mine) > 2
    rows.remove(mine[1])
    report = Report()
    records.placed({"records": rows}, report)
    assert report.first is not None and report.first.text == "number 2 is missing"
    gap = {"device": HOST[0].hex(), "log": HOST[1].hex(), "first": 2, "last": 2}
    report = Report()
    records.placed({"records": rows, "gaps": [gap]}, report)
    assert report.ok


def test_the_same_record_twice_is_found() -> None:
    rows = _rows(random_log(4))
    report = Report()
    records.placed({"records": [*rows, rows[1]]}, report)
    assert report.first is not None and "second time" in report.first.text


def test_what_a_table_says_in_the_hosts_name_never_counts() -> None:
    log = random_log(5)
    data = bytearray(log.bytes()[[rec.kind for rec in log.made].index(1)])
    data[4:8] = b"\x10\x00\x00\x09"  # a plan by a table
    data[-4:] = binascii.crc32(data[:-4]).to_bytes(4, "big")
    assert records.placed({"records": [_row(bytes(data))]}, Report()) == []


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_the_scales_typed_here_are_those_of_the_product(name: str) -> None:
    row = scales.by_id(name)
    assert row is not None
    bands = row[3]
    assert official(name, bands) is True
    changed = [list(band) for band in bands]
    changed[3][0] += 5
    assert official(name, [(a, b, c) for a, b, c in changed]) is False
    for difference in range(0, 2700, 5):
        high = 10 + sum(difference > limit for limit in BOUNDS[name])
        assert split(bands, difference, 0) == (high, 20 - high) and split(bands, 0, difference) == (20 - high, high)


def test_equivalents_of_the_bye_are_those_of_rules_6() -> None:
    named = {"fibur_2_deals": (14, 305), "fibur_3_deals": (14, 355), "fibur_4_deals": (12, 305), "fibur_team": (12, 355)}
    for name, (vp, mp) in named.items():
        row = scales.by_id(name)
        assert row is not None and worth(row[3], vp) == mp
    assert worth(((100, 10, 10),), 14) is None


@pytest.mark.parametrize("data", [b"", bytes(36), b"\x02" + bytes(40), b"\x01" * 35])
def test_bytes_that_are_no_record_are_named_not_a_crash(data: bytes) -> None:
    with pytest.raises(Damaged):
        records.decode(data, "here")
