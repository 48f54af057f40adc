"""Puts the genuine records of a copied log into the database, as if they had come by radio: same checks, same writer, once."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from host_tools.server import records
from host_tools.server.holder import HeldError
from host_tools.server.host import Host
from host_tools.server.records import Arrived
from host_tools.usb.line import Row
from host_tools.usb.verify import Verdict, judge


@dataclass
class Merged:
    """What became of the genuine records: `new` ones; of these `foreign`, of no round or table of this event; `known`
    before; in `conflict` with other bytes of the same id (both are kept)."""

    verdict: Verdict
    new: int = 0
    foreign: int = 0
    known: int = 0
    conflict: int = 0
    arrived: list[Arrived] = field(default_factory=list)

    def each(self) -> list[dict[str, Any]]:
        """What became of each genuine record: new, known, foreign (of no round or table of this event), conflict."""
        out = []
        for one in self.arrived:
            rec = one.rec
            what = (
                "conflict" if one.conflict else "known" if not one.new else "new" if one.status == records.PLACED else "foreign"
            )
            out.append({"device": rec.device.hex(), "seq": rec.seq, "kind": rec.kind, "table": rec.table, "what": what})
        return out

    def figures(self) -> dict[str, Any]:
        """For JSON: the counts, and what was wrong in words."""
        verdict = self.verdict
        out: dict[str, Any] = {"new": self.new, "foreign": self.foreign, "known": self.known, "conflict": self.conflict}
        return out | {"others": verdict.others, "unknown": verdict.unknown, "wrong": verdict.wrong}


class MergeError(RuntimeError):
    """Nothing was merged; the text says why."""


async def merge(host: Host, rows: list[Row], who: str) -> Merged:
    """Into a server that runs, in its own event loop. All or nothing; the pages show it after the commit."""
    out = Merged(judge(rows, host.keys.key))
    found = [(rec, row, host.hall.place_of(rec)) for rec, row in out.verdict.genuine]

    def job(connection: Connection) -> list[Arrived]:
        arrived = [records.take(connection, host.logs, rec, row.data, row.tag, status) for rec, row, status in found]
        _count(out, arrived)
        records.note(connection, who, "log_merged", new=_text(out))
        return arrived

    def done(arrived: list[Arrived]) -> None:
        for one in arrived:
            host.taken(one)

    await host.store.submit(job, done)
    return out


def _count(out: Merged, arrived: list[Arrived]) -> None:
    out.arrived = arrived
    for one in arrived:
        out.conflict += one.conflict
        out.known += not one.new and not one.conflict
        out.new += one.new
        out.foreign += one.new and one.status != records.PLACED


def _text(out: Merged) -> str:
    return f"new {out.new}, foreign {out.foreign}, known {out.known}, conflict {out.conflict}, wrong {len(out.verdict.wrong)}"


def merge_closed(folder: Path, rows: list[Row], who: str) -> Merged:
    """Into a data directory that no server holds. Raises MergeError, StoreError, KeysError, OSError."""
    if not (folder / "tavolo.sqlite").exists():
        raise MergeError(f"{folder} holds no database of an event")
    try:
        return asyncio.run(_closed(Host(folder), rows, who))
    except HeldError as fault:
        raise MergeError(f"{fault}, or give its address with --server") from fault


async def _closed(host: Host, rows: list[Row], who: str) -> Merged:
    host.open()
    host.store.start()
    try:
        return await merge(host, rows, who)
    finally:
        await host.stop()
