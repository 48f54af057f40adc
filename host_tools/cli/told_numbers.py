"""The engine's own numbers of an archived event: what `tavolo verify` compares its second reckoning with (docs/verify.md)."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from host_tools.engine.acts import Act, ActError
from host_tools.engine.extras import extras
from host_tools.engine.fold import fold
from host_tools.engine.profile_rules import SettingError
from host_tools.engine.ranking import groups, rank
from host_tools.engine.results import TableResult, table_result
from host_tools.engine.scoring import Score, round_scores
from host_tools.engine.state import CLOSED, DRAFT, EventState
from host_tools.server import authors, records
from host_tools.server.order import Item, by_time
from tavolo.domain.record import RecordError, unpack
from tavolo.domain.sheet import Sheet

RANKED = ("rank", "number", "group", "vp", "mp_net", "mp_for", "mp_against", "rounds", "byes", "wins")
_TABLES_TAG = 16
_UNREADABLE = (ActError, SettingError, RecordError, binascii.Error, KeyError, TypeError, ValueError, AttributeError, IndexError)


class Unreadable(ValueError):
    """The engine cannot read the archive; the text says why."""


def told_numbers(archive: Mapping[str, Any]) -> dict[str, Any]:
    """{"ranking", "rounds", "groups"} of an archive's event. Raises Unreadable."""
    try:
        state = fold([Act(**act) for act in archive["acts"]])
        sheets = _sheets(archive["records"], state.id)
        return _numbers(state, sheets)
    except _UNREADABLE as fault:
        raise Unreadable(f"the engine cannot read this archive: {fault!r:.300}") from fault


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


def _numbers(state: EventState, sheets: Mapping[tuple[str, int], Sheet]) -> dict[str, Any]:
    rounds: list[dict[str, Any]] = []
    every: list[Score] = []
    for info in state.rounds:
        if info.state == DRAFT:
            continue
        results: list[TableResult] = []
        for table, (ns, ew) in sorted(info.seats.items()):
            sheet = sheets.get((info.id, table))
            if sheet is not None and sheet.plan is not None:
                result = table_result(table, ns, ew, sheet)
                if result.signed or (info.state == CLOSED and result.played):
                    results.append(result)
        scores = round_scores(state, info, results)
        every += scores
        told = [{"number": one.number, "vp": one.vp, "mp_net": one.mp_net, "how": one.how} for one in scores]
        rounds.append({"number": info.number, "tables": [asdict(result) for result in results], "scores": told})
    beside = extras(state)
    ranking = [{name: getattr(line, name) for name in RANKED} for line in rank(state, every, beside)]
    each = {str(group): [[line.rank, line.number] for line in lines] for group, lines in groups(state, every, beside).items()}
    return {"ranking": ranking, "rounds": rounds, "groups": each}
