"""Puts the genuine records of a copied log into the database, as if they had come by radio: same checks, same writer, once."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from host_tools.server import learn, records, relearn
from host_tools.server.holder import HeldError
from host_tools.server.host import Host
from host_tools.server.records import Arrived
from host_tools.usb.line import Row
from host_tools.usb.verify import Verdict, judge


@dataclass
class Merged:
    """What became of the genuine records: `new` ones; of these `foreign`, of no round or table of this event; `known`
    before; in `conflict` with other bytes of the same id (both are kept). `learned`: the host's own that were new to it."""

    verdict: Verdict
    new: int = 0
    foreign: int = 0
    known: int = 0
    conflict: int = 0
    learned: int = 0
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
        out["learned"] = self.learned
        return out | {"others": verdict.others, "unknown": verdict.unknown, "wrong": verdict.wrong}


class MergeError(RuntimeError):
    """Nothing was merged; the text says why."""


async def merge(host: Host, rows: list[Row], who: str, device: str = "") -> Merged:
    """Into a server that runs, in its own event loop. `device`: whose copy it says it is. What the host itself has said comes
    first, as the rest may need it to have a place; then all the rest or nothing. The pages show it after the commit."""
    author, own = host.hall.author[0], host.keys.own()
    out = Merged(judge(rows, host.keys.key, lambda rec, data: rec.device == author and records.believed(data, own)))
    if out.verdict.own:
        await _learn(host, out, device if host.keys.key(device) else "", who)
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


async def _learn(host: Host, out: Merged, device: str, who: str) -> None:
    """A host that was restored from an old copy learns what it had said, as over the radio (server/learn.py)."""

    def job(connection: Connection) -> list[relearn.Relearned]:
        found = [relearn.take(connection, host.logs, rec, data, device) for rec, data in out.verdict.own]
        out.learned = sum(one.arrived.new for one in found)
        if out.learned:
            records.note(connection, who, "learned_back", new=f"{device} by a copied log: {out.learned} records")
        return found

    def done(found: list[relearn.Relearned]) -> None:
        for one in found:
            relearn.show(host, one)

    await host.store.submit(job, done)
    await learn.adopt(host)


def _count(out: Merged, arrived: list[Arrived]) -> None:
    out.arrived = arrived
    for one in arrived:
        out.conflict += one.conflict
        out.known += not one.new and not one.conflict
        out.new += one.new
        out.foreign += one.new and one.status != records.PLACED


def _text(out: Merged) -> str:
    return f"new {out.new}, foreign {out.foreign}, known {out.known}, conflict {out.conflict}, wrong {len(out.verdict.wrong)}"


def merge_closed(folder: Path, rows: list[Row], who: str, device: str = "") -> Merged:
    """As `merge`, into a data directory that no server holds. Raises MergeError, StoreError, KeysError, OSError."""
    if not (folder / "tavolo.sqlite").exists():
        raise MergeError(f"{folder} holds no database of an event")
    try:
        return asyncio.run(_closed(Host(folder), rows, who, device))
    except HeldError as fault:
        raise MergeError(f"{fault}, or give its address with --server") from fault


async def _closed(host: Host, rows: list[Row], who: str, device: str) -> Merged:
    host.open()
    host.store.start()
    try:
        return await merge(host, rows, who, device)
    finally:
        await host.stop()
