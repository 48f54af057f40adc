"""An event of 10 rounds is opened from its database, as a start of the server does it; an act is added to it, and its rounds
are paired. PRODUCT 7 has no row for these: the targets are ours (an arbiter does not wait for a page)."""

import asyncio
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from bench.figures import Figure, at_most, plain
from host_tools.server import records
from host_tools.server.host import Host
from host_tools.server.orders.registry import carry_out
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, pack

ROUNDS, SIZES = 10, (50, 500)
OPEN_S, ADD_MS, SHOW_MS = 1.0, 50.0, 100.0
WON = [2, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0]
LOST = [0, 0, 1, 0, k.PILE_PLAYED, 60, 180, 0]


def measure(work: Path) -> list[Figure]:
    """Both sizes."""
    figures: list[Figure] = []
    for pairs in SIZES:
        folder = work / str(pairs)
        folder.mkdir()
        asyncio.run(_played(folder, pairs))
        figures += asyncio.run(_opened(folder, pairs))
    return figures


async def _played(folder: Path, pairs: int) -> None:
    """An event of 2-deal rounds, all of its sheets signed."""
    host = Host(folder)
    host.open()
    await host.start(alone=True)
    phases = [{"method": "modified", "rounds": ROUNDS, "deals": 2}]
    await _do(host, "event.new", name="Misura", phases=phases)
    entries = [{"persons": [{"name": f"Giocatrice {n}"}, {"name": f"Compagno {n}"}]} for n in range(1, pairs + 1)]
    await _do(host, "entry.add", entries=entries)
    for number in range(1, ROUNDS + 1):
        await _do(host, "round.pair")
        await _do(host, "round.publish")
        await _signed(host, number)
        await _do(host, "round.close")
    await host.stop()


async def _signed(host: Host, number: int) -> None:
    info = host.hall.current()
    assert info is not None and host.hall.event is not None
    event, round_id = bytes.fromhex(host.hall.event.id), bytes.fromhex(info.id)
    made = []
    for table in info.seats:
        lines = (WON, LOST) if (table * 7 + number) % 3 else (LOST, WON)
        said = [(k.PRESENCE, facts.numbers_payload(line, k.HERE)) for line in (0, 1)]
        for deal in (1, 2):
            said += [(k.PHASE, facts.numbers_payload(deal, phase)) for phase in (k.PLAY, k.COUNT)]
            said.append((k.DEAL, fact_writer.deal_payload(deal, *lines)))
        sheet = Record(0, table.to_bytes(4, "big"), bytes(4), 0, 0, b"")
        for at, (kind, payload) in enumerate(said, 20 * number):
            made.append(Record(kind, sheet.device, sheet.log, at, 1000 + at, payload).place(event, round_id, table))

    def job(connection: Any) -> list[Any]:
        return [records.take(connection, host.logs, rec, pack(rec), bytes(8), records.PLACED) for rec in made]

    await host.store.submit(job, lambda found: [host.taken(one) for one in found])
    signs = []
    for table in host.hall.round_tables(info):
        payload = fact_writer.sign_payload(*(2, *table.sheet.result()[:2], *table.sheet.result()[3:]))
        rec = Record(k.SIGN, table.number.to_bytes(4, "big"), bytes(4), 20 * number + 15, 2000, payload)
        signs.append(rec.place(event, round_id, table.number))

    def sign(connection: Any) -> list[Any]:
        return [records.take(connection, host.logs, rec, pack(rec), bytes(8), records.PLACED) for rec in signs]

    await host.store.submit(sign, lambda found: [host.taken(one) for one in found])


def _do(host: Host, name: str, /, **body: Any) -> Awaitable[Any]:
    return carry_out(host, name, body, "organiser")


def _ranked(host: Host) -> list[Figure]:
    """A sheet is counted once and kept (TableState.result): after a start all are new, at a pairing those of the last round."""
    figures = []
    for name, new in (("first ranking, all sheets are counted", host.hall.rounds), ("", [host.hall.current()])):
        for table in [table for info in new for table in host.hall.round_tables(info)]:
            table.counted = (-1, None)
        began = time.perf_counter()
        host.hall.order()
        ms = (time.perf_counter() - began) * 1000
        figures.append(plain(f"  {name}", ms, "ms") if name else at_most("  the ranking for the next pairing", ms, "ms", SHOW_MS))
    return figures


async def _opened(folder: Path, pairs: int) -> list[Figure]:
    host = Host(folder)
    began = time.perf_counter()
    host.open()
    opened = time.perf_counter() - began
    await host.start(alone=True)
    await _do(host, "event.list")  # all orders are loaded
    count = sum(len(table.log) for table in host.hall.tables.values())
    steps = {
        "event.show": ("event.show", {}, SHOW_MS),
        "an act is added (a setting of the rules)": ("event.settings", {"settings": {"warning_vp": 1}, "why": "misura"}, ADD_MS),
    }
    figures = [at_most(f"{pairs} pairs x {ROUNDS} rounds, {count} records: opening", opened, "s", OPEN_S)]
    for name, (order, body, limit) in steps.items():
        began = time.perf_counter()
        await _do(host, order, **body)
        figures.append(at_most(f"  {name}", (time.perf_counter() - began) * 1000, "ms", limit))
    figures += _ranked(host)
    acts = len(host.hall.book.acts) if host.hall.book else 0
    await host.stop()
    return [*figures, plain("  acts", acts, "")]
