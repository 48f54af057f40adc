"""A file from anywhere -> an archive in which everything fits, or ArchiveError with the first thing that does not."""

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.archive.form import FORMAT, HEAD, LIMIT_BYTES, LISTS, SUM, TABLES_TAG, ArchiveError, sum_of
from host_tools.engine.acts import FIRST, Act, ActError, ChainError, check_chain
from host_tools.engine.fold import fold
from host_tools.engine.state import EventState
from host_tools.server import records
from host_tools.server.models import visible
from tavolo.domain.record import RecordError, unpack

_WHOLE = (1 << 53) - 1
_STATUS = (records.PLACED, records.FOREIGN_EVENT, records.FOREIGN_ROUND, records.FOREIGN_TABLE, records.HOSTS_WORD, records.ALONE)
_LEARNED = records.LEARNED
Check = Callable[[Any], bool]


@dataclass(frozen=True)
class Archive:
    """A checked archive: `plain` as it was read, its acts, the event that they make. `hosts`: devices (hexadecimal) of the
    computers that spoke as its host."""

    plain: dict[str, Any]
    acts: list[Act]
    state: EventState
    hosts: frozenset[str]

    @property
    def event(self) -> str:
        """Its id."""
        return self.state.id


def _whole(low: int, high: int = _WHOLE) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _text(most: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= most and "\0" not in value and _whole_letters(value)


def _whole_letters(text: str) -> bool:
    """JSON can spell half of a letter ("\\ud800"), which no database and no page takes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _name(most: int) -> Check:
    """Text that people read: nothing invisible in it, as every other way in has it (server/models.py)."""
    text = _text(most)

    def check(value: Any) -> bool:
        try:
            return text(value) and visible(value) == value
        except ValueError:
            return False

    return check


def _hex(digits: int) -> Check:
    form = re.compile(f"[0-9a-f]{{{digits}}}")
    return lambda value: isinstance(value, str) and form.fullmatch(value) is not None


def _base64(value: Any) -> bool:
    if not isinstance(value, str) or len(value) > 1000:
        return False
    try:
        return base64.b64encode(base64.b64decode(value, validate=True)).decode() == value
    except (binascii.Error, ValueError):
        return False


def _any(value: Any) -> bool:
    return True


_id, _time = _hex(8), _whole(0)
_AUTHOR = {"device": _id, "log": _id, "seq": _whole(1, (1 << 30) - 1), "bytes": _base64, "tag": _base64, "received_at": _time}
_ROWS: dict[str, dict[str, Check]] = {
    "acts": {
        "number": _whole(1),
        "at": _time,
        "who": _text(40),
        "kind": _text(40),
        "data": lambda value: isinstance(value, dict),
        "why": _text(10_000),
        "article": _text(10_000),
        "old": _any,
        "before": _hex(64),
        "hash": _hex(64),
    },
    "persons": {
        "number": _whole(1),
        "name": _name(80),
        "club": _name(80),
        "card": _name(40),
        "erased": lambda value: isinstance(value, bool),
    },
    "records": _AUTHOR
    | {"event": _id, "round": _id, "place": _whole(0, 65535), "kind": _whole(0, 255), "status": lambda value: value in _STATUS},
    "conflicts": _AUTHOR,
    "decisions": {"about": _text(40), "who": _text(40), "at": _time, "why": _text(10_000), "article": _text(40)},
    "gaps": {"device": _id, "log": _id, "first": _whole(1), "last": _whole(1)},
    "assignments": {"device": _id, "place": _whole(0, 65535), "made_at": _time},
}
_HEAD: dict[str, Check] = {
    "format": _whole(1, 10_000),
    "tavolo": _text(40),
    "event": _id,
    "name": _name(80),
    "made_at": _time,
    "head": _hex(64),
    SUM: _hex(64),
}


def read(data: bytes) -> Archive:
    """Read and check a file's bytes. Raises ArchiveError."""
    if len(data) > LIMIT_BYTES:
        raise ArchiveError(f"{len(data)} bytes; {LIMIT_BYTES} at most")
    try:
        plain = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as fault:
        raise ArchiveError(f"no JSON: {fault}") from fault
    return checked(plain)


def checked(plain: Any) -> Archive:
    """Check an archive that was read already. Raises ArchiveError."""
    try:
        return _checked(plain)
    except (ChainError, ActError) as fault:
        raise ArchiveError(f"acts: {fault}") from fault
    except (UnicodeEncodeError, RecursionError) as fault:  # half a letter, or nested without end
        raise ArchiveError(f"not plain JSON: {fault}") from fault


def _checked(plain: Any) -> Archive:
    if not isinstance(plain, dict) or "acts" not in plain or "format" not in plain:
        raise ArchiveError("no archive of tavolo: it must be an object with acts")
    if type(plain["format"]) is int and plain["format"] > FORMAT:
        raise ArchiveError(f"format {plain['format']}: a newer Tavolo wrote it: install that")
    strange = [*(set(plain) ^ {*HEAD, *LISTS, SUM})]
    if strange:
        raise ArchiveError(f"{sorted(map(str, strange))[0][:40]!r}: missing, or no part of an archive")
    for name, check in _HEAD.items():
        if not check(plain[name]):
            raise ArchiveError(f"{name}: not as docs/archive.md says")
    for name, most in LISTS.items():
        _rows(plain[name], name, most)
    if plain[SUM] != sum_of(plain):
        raise ArchiveError("its sum is wrong: the file was changed or cut off; use another copy of it")
    acts = [Act(**row) for row in plain["acts"]]
    check_chain(acts)
    state = fold(acts)
    if not state.id or state.id != plain["event"] or plain["head"] != (acts[-1].hash if acts else FIRST):
        raise ArchiveError("event or head: they are not those of its acts")
    _persons(plain, acts)
    return Archive(plain, acts, state, _records(plain))


def _rows(rows: Any, name: str, most: int) -> None:
    if not isinstance(rows, list) or len(rows) > most:
        raise ArchiveError(f"{name}: must be a list of at most {most} rows")
    shape = _ROWS[name]
    for at, row in enumerate(rows, 1):
        if not isinstance(row, dict) or set(row) != set(shape):
            raise ArchiveError(f"{name}, row {at}: its fields must be {', '.join(shape)}")
        wrong = next((field for field, check in shape.items() if not check(row[field])), None)
        if wrong:
            raise ArchiveError(f"{name}, row {at}: {wrong} is not as docs/archive.md says")


def _persons(plain: Mapping[str, Any], acts: list[Act]) -> None:
    """Each number once, and everybody of whom the acts speak."""
    numbers = [row["number"] for row in plain["persons"]]
    if numbers != sorted(set(numbers)):
        raise ArchiveError("persons: each number once, in order")
    named = {person for act in acts if act.kind == "entry.add" for one in act.data["entries"] for person in one["persons"]}
    if lost := sorted(named - set(numbers)):
        raise ArchiveError(f"persons: number {lost[0]} is missing, who is in the entries")
    if any(row["erased"] and (row["name"] or row["club"] or row["card"]) for row in plain["persons"]):
        raise ArchiveError("persons: one that is erased has a name")
    if nameless := [row["number"] for row in plain["persons"] if not row["erased"] and not row["name"].strip()]:
        raise ArchiveError(f"persons: number {nameless[0]} has no name, and was not erased")


def _records(plain: Mapping[str, Any]) -> frozenset[str]:
    """Each record's bytes against its columns, each id once. The devices that spoke as hosts."""
    seen: set[tuple[str, str, int]] = set()
    hosts: set[str] = set()
    tables: set[str] = set()
    for row in plain["records"]:
        where = f"record {row['device']}/{row['log']}/{row['seq']}"
        data, tag = _unpacked(row, where)
        said = (data.event.hex(), data.round.hex(), data.table, data.kind)
        if said != (row["event"], row["round"], row["place"], row["kind"]) or row["event"] != plain["event"]:
            raise ArchiveError(f"{where}: its columns are not those of its bytes, or it is of another event")
        if (key := (row["device"], row["log"], row["seq"])) in seen:
            raise ArchiveError(f"{where}: it is there twice")
        seen.add(key)
        (tables if len(tag) == TABLES_TAG else hosts).add(row["device"])
    if both := sorted(hosts & tables):
        raise ArchiveError(f"records: {both[0]} speaks as a host and as a table")
    for row in plain["conflicts"]:
        where = f"conflict {row['device']}/{row['log']}/{row['seq']}"
        data, _ = _unpacked(row, where)
        if (row["device"], row["log"], row["seq"]) not in seen and data.event.hex() != plain["event"]:
            raise ArchiveError(f"{where}: it belongs to no record of this event")
    if any(row["last"] < row["first"] for row in plain["gaps"]):
        raise ArchiveError("gaps: one ends before it begins")
    return frozenset(hosts)


def _unpacked(row: Mapping[str, Any], where: str) -> tuple[Any, bytes]:
    tag = base64.b64decode(row["tag"])
    if len(tag) != TABLES_TAG and tag not in (b"", _LEARNED):
        raise ArchiveError(f"{where}: its tag is of no kind that there is")
    try:
        rec = unpack(base64.b64decode(row["bytes"]))
    except RecordError as fault:
        raise ArchiveError(f"{where}: {fault}") from fault
    if (rec.device.hex(), rec.log.hex(), rec.seq) != (row["device"], row["log"], row["seq"]):
        raise ArchiveError(f"{where}: its bytes have another id")
    return rec, tag
