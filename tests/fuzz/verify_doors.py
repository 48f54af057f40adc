"""The doors of `tavolo verify`, as doors.py has them: an archive from anywhere, and its second reading of a record."""

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any

from host_tools.verify import records, sheets, verify
from host_tools.verify.report import Damaged
from tavolo.domain import fact_writer, scales
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.plan_writer import plan_bytes
from tavolo.domain.record import Record, RecordError, pack, unpack

_NAMES = ("number", "at", "who", "kind", "data", "why", "article", "old", "before")


def archive_file(data: bytes) -> None:
    """An archive and told numbers: a report comes, whatever is in them. The acts are chained anew where they can be, as one would
    who means harm."""
    try:
        plain = json.loads(data)
        found = plain["archive"], plain.get("told")
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return
    chain(found[0])
    report = verify(*found)
    assert list(report.lines()) and json.dumps(report.as_dict())


def chain(archive: Any) -> None:
    """Number the acts and chain them anew, where they are such."""
    acts = archive.get("acts") if isinstance(archive, dict) else None
    if not isinstance(acts, list) or not all(isinstance(act, dict) and set(_NAMES) <= set(act) for act in acts):
        return
    before = "0" * 64
    for number, act in enumerate(acts, 1):
        act["number"], act["before"] = number, before
        said = json.dumps([act[name] for name in _NAMES], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        act["hash"] = before = hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()


def verified_record(data: bytes) -> None:
    """Both readings of a record take and refuse the same bytes; of what is in it only the declared error comes."""
    try:
        fact = records.decode(data, "here")
    except Damaged:
        fact = None
    try:
        rec = unpack(data)
    except RecordError:
        rec = None
    # a payload of more than 400 bytes, or of kind 0, is refused by the first reader alone
    assert rec is None or fact is not None and (fact.kind, fact.seq, fact.payload) == (rec.kind, rec.seq, rec.payload)
    if fact is not None:
        sheets.outcome(sheets.fold([fact]))


DOORS: dict[str, Callable[[bytes], None]] = {door.__name__: door for door in (archive_file, verified_record)}


def _plan() -> bytes:
    made = Plan()
    row = scales.default_for(2)
    assert row is not None
    made.deals, made.scale_id, made.bands = 2, row[0], row[3]
    return plan_bytes(made)


def _record(kind: int, seq: int, payload: bytes, device: bytes = b"\0\0\0\1") -> bytes:
    data: bytes = pack(Record(kind, device, b"LOG1", seq, 0, payload).place(b"\0\0\0\1", b"\0\0\0\2", 1))
    return data


def _act(kind: str, /, **data: Any) -> dict[str, Any]:
    return dict.fromkeys(_NAMES, "") | {"number": 1, "at": 5, "kind": kind, "data": data, "old": None, "hash": ""}


def _row(data: bytes, tag: bytes = b"") -> dict[str, Any]:
    row = {"device": data[4:8].hex(), "log": data[8:12].hex(), "seq": data[15], "kind": data[1], "event": "00000001"}
    row |= {"round": "00000002", "place": 1, "status": "placed", "received_at": 1}
    return row | {"bytes": base64.b64encode(data).decode(), "tag": base64.b64encode(tag).decode()}


_ENTRY = [1, 0, 0, 1, 0, 5, 300, 0]
_RECORDS = [_record(k.PLAN, 1, _plan()), _record(k.DEAL, 2, fact_writer.deal_payload(1, _ENTRY, [0] * 8, 2))]
_RECORDS += [_record(k.RESULT, 3, fact_writer.sign_payload(2, 600, 0, 16, 4) + b"DEV1"), _record(k.VOID, 4, b"\1\0" + bytes(12))]
_PHASE = {"method": "danish", "rounds": 2, "deals": 2, "minutes": 25, "scale": "mine", "bands": [[100, 10, 10], [32767, 20, 0]]}
_PAIRS = [{"number": 1, "persons": [1, 2]}, {"number": 2, "persons": [3, 4]}, {"number": 3, "persons": [5, 6]}]
_ID = "00000002"
_ACTS = [
    _act("event.new", id="00000001", name="x", kind="pairs", profile=0, settings={"bye_vp": 11}, phases=[_PHASE]),
    _act("entry.add", entries=_PAIRS),
    _act("round.pair", id=_ID, number=1, method="danish", seats={"1": [1, 2]}, rests=[3]),
    _act("round.publish", id=_ID),
    _act("ruling.late", round=1, table=1, unit=1, minutes=7),
    _act("ruling.warning", competitors=[1], offence="pile_seen"),
    _act("ruling.set", round=1, table=1, ns={"vp": 3, "mp_net": -5}, ew=None, units=[2, 1]),
    _act("round.close", id=_ID, told=None),
    _act("undo", acts=[7]),
    _act("round.back", id="00000003", number=2, method="danish"),
    _act("round.seat", id="00000003", table=1, ns=1, ew=1001, units=[[1001, [3, 4], [2]]], match=1),
]
ARCHIVE: dict[str, Any] = {
    "format": 1,
    "event": "00000001",
    "acts": _ACTS,
    "records": [_row(data) for data in _RECORDS],
    "gaps": [],
}
_TOLD = {"ranking": [], "rounds": [{"number": 1, "tables": [], "scores": []}], "groups": {"1": [[1, 1]]}}
SEEDS: dict[str, list[bytes]] = {
    "archive_file": [json.dumps({"archive": ARCHIVE, "told": told}).encode() for told in (None, _TOLD)],
    "verified_record": [*_RECORDS, _record(k.DEAL, 9, fact_writer.deal_payload(2, _ENTRY, _ENTRY), b"\0\0\x10\0")],
}
