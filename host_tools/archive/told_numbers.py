"""The engine's own numbers of an archived event: what `tavolo verify` compares its second reckoning with (docs/verify.md)."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.engine import told
from host_tools.engine.acts import Act, ActError
from host_tools.engine.fold import fold
from host_tools.engine.profile_rules import SettingError
from host_tools.engine.results import TableResult, table_result
from host_tools.engine.state import DRAFT, RoundState
from host_tools.server import authors, records
from host_tools.server.order import Item, by_time
from tavolo.domain.record import RecordError, unpack
from tavolo.domain.sheet import Sheet

_TABLES_TAG = 16
_UNREADABLE = (ActError, SettingError, RecordError, binascii.Error, KeyError, TypeError, ValueError, AttributeError, IndexError)


class Unreadable(ValueError):
    """The engine cannot read the archive; the text says why."""


def told_numbers(archive: Mapping[str, Any]) -> dict[str, Any]:
    """All numbers of an archive's event (engine/told.py). Raises Unreadable."""
    try:
        state = fold([Act(**act) for act in archive["acts"]])
        sheets = _sheets(archive["records"], state.id)
        results = {info.id: _results(info, sheets) for info in state.rounds if info.state != DRAFT}
        return told.numbers(state, results)
    except _UNREADABLE as fault:
        raise Unreadable(f"the engine cannot read this archive: {fault!r:.300}") from fault


def _results(info: RoundState, sheets: Mapping[tuple[str, int], Sheet]) -> list[TableResult]:
    """What each table's sheet of a round came to."""
    found = [(table, units, sheets.get((info.id, table))) for table, units in sorted(info.seats.items())]
    return [table_result(table, *units, sheet) for table, units, sheet in found if sheet is not None and sheet.plan is not None]


def _sheets(rows: Sequence[Mapping[str, Any]], event: str) -> dict[tuple[str, int], Sheet]:
    """Every table's sheet by round and table, its records in the order in which the hall folds them."""
    logs: dict[tuple[str, int], list[Item]] = {}
    mixed: set[tuple[str, int]] = set()
    for row in rows:
        data, tag = base64.b64decode(row["bytes"]), base64.b64decode(row["tag"])
        rec = unpack(data)
        place = (rec.round.hex(), rec.table)
        of_table = len(tag) == _TABLES_TAG
        if row["status"] != records.PLACED or rec.event.hex() != event or (of_table and authors.speaks_for_host(rec)):
            continue
        logs.setdefault(place, []).append((rec, data))
        if tag == records.LEARNED:
            mixed.add(place)
    return {place: _sheet(by_time(log) if place in mixed else _in_turn(log)) for place, log in logs.items()}


def _in_turn(log: list[Item]) -> list[Item]:
    """As committed, but each author's records in his own order."""
    mine = {author: iter(sorted((i for i in log if i[0].author() == author), key=lambda i: i[0].seq)) for author in _authors(log)}
    return [next(mine[rec.author()]) for rec, _ in log]


def _authors(log: list[Item]) -> set[bytes]:
    return {rec.author() for rec, _ in log}


def _sheet(log: list[Item]) -> Sheet:
    sheet = Sheet()
    for rec, _ in log:
        try:
            sheet.apply(rec)
        except (RecordError, IndexError):
            continue  # genuine bytes of a broken or newer device: the hall passes over them, too
    return sheet
