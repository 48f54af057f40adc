"""A connect storm: the server is killed and started again, all tables come back at once, and strangers with them.

`python -m tests.second_table.storm --tables 250` prints what was seen.
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.second_table import records as r
from tests.second_table.hall import Hall
from tests.second_table.table import Table
from tests.second_table.websocket import Closed, WebSocket

SAID = 4  # records that each table writes before the kill, and again while the server is away
PATIENCE_S = 120


@dataclass
class Seen:
    """What a storm showed; times in seconds, from the moment when the new server is ready."""

    tables: int = 0
    restart_s: float = 0.0
    first_link_s: float = 0.0
    half_linked_s: float = 0.0
    all_linked_s: float = 0.0
    all_acked_s: float = 0.0
    server_cpu_s: float = 0.0
    memory_kb: int = 0
    lost: int = 0
    doubled: int = 0
    strangers_refused: int = 0
    strangers_let_in: int = 0
    ends: dict[str, int] = field(default_factory=dict)  # why tables' connections ended


class Strangers:
    """They have the ids of real devices and no key. `refused`: how many tries the host ended; `let_in` must stay 0."""

    def __init__(self, hall: Hall, count: int) -> None:
        self.refused = self.let_in = 0
        self.tasks = [asyncio.create_task(self._try(hall, hall.devices[n % len(hall.devices)][0])) for n in range(count)]

    async def _try(self, hall: Hall, device: bytes) -> None:
        while True:
            socket = None
            try:
                async with asyncio.timeout(20):
                    socket = await WebSocket.connect("127.0.0.1", hall.server.port, "/table")
                    socket.send(json.dumps({"t": "hello", "v": 1, "dev": device.hex(), "nd": os.urandom(16).hex(), "fw": "x"}))
                    await socket.receive()
                    socket.send(json.dumps({"t": "proof", "proof": os.urandom(16).hex()}))
                    await socket.receive()
                self.let_in += 1
            except Closed as end:
                self.refused += end.code == 4401
            except (OSError, TimeoutError):
                pass  # the server is away, or busy with others: a stranger has no right to an answer
            finally:
                if socket:
                    socket.cut()
            await asyncio.sleep(random.uniform(5.0, 15.0) if socket else random.uniform(0.2, 2.0))

    async def stop(self) -> None:
        """End them all."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def _say(tables: list[Table]) -> None:
    for table in tables:
        for n in range(SAID):
            table.say(r.PHASE, bytes([1 + n // 3, 2 + n % 3]))


async def _links(tables: list[Table], since: float) -> list[float]:
    """When each table was linked, in seconds after `since`, in order."""

    async def one(table: Table) -> float:
        await table.until(lambda: table.linked, PATIENCE_S)
        return time.monotonic() - since

    return sorted(await asyncio.gather(*(one(table) for table in tables)))


def _why(tables: list[Table]) -> dict[str, int]:
    """Why their connections ended, counted; connections that were refused while nobody listened are one kind."""
    return dict(Counter(str(end).partition(" (")[0] or type(end).__name__ for table in tables for end in table.ends))


async def storm(hall: Hall, count: int, strangers: int) -> Seen:
    """`count` tables are linked and have written; the server is killed, they write on, it comes back. What was seen."""
    tables = [hall.table(n) for n in range(count)]
    runs = [asyncio.create_task(table.run()) for table in tables]
    crowd = None
    try:
        await _links(tables, time.monotonic())
        _say(tables)
        await asyncio.gather(*(table.delivered(PATIENCE_S) for table in tables))
        hall.server.kill()
        await asyncio.gather(*(table.until(lambda table=table: not table.linked) for table in tables))  # type: ignore[misc]
        _say(tables)
        for table in tables:
            table.ends.clear()
        crowd = Strangers(hall, strangers)
        start = time.monotonic()
        await asyncio.to_thread(hall.server.start)
        seen = Seen(count, time.monotonic() - start)
        since = time.monotonic()
        try:
            times = await _links(tables, since)
        except TimeoutError:
            raise AssertionError(f"not all came back: {_why(tables)}") from None
        seen.first_link_s, seen.half_linked_s, seen.all_linked_s = times[0], times[len(times) // 2], times[-1]
        await asyncio.gather(*(table.delivered(PATIENCE_S) for table in tables))
        seen.all_acked_s = time.monotonic() - since
        seen.strangers_refused, seen.strangers_let_in = crowd.refused, crowd.let_in
        seen.ends = _why(tables)
    finally:
        if crowd:
            await crowd.stop()
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)
    _count(seen, hall, tables)
    return seen


def _count(seen: Seen, hall: Hall, tables: list[Table]) -> None:
    with suppress(FileNotFoundError):  # figures of the process where there is /proc
        seen.memory_kb, seen.server_cpu_s = hall.memory_kb(), hall.cpu_s()
    stored = hall.stored()
    for table in tables:
        rows = stored.pop(table.device + table.log, [])
        seen.lost += len({(m.seq, m.data) for m in table.mine} - set(rows))
        seen.doubled += len(rows) - len(table.mine)
    authors = {device for device, _ in hall.devices}
    seen.doubled += sum(len(rows) for author, rows in stored.items() if author[:4] in authors)


def main() -> None:
    """Run one storm and print what was seen."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--strangers", type=int, default=-1, help="as many as tables unless given")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder), wanted.tables)
        try:
            crowd = wanted.tables if wanted.strangers < 0 else wanted.strangers
            seen = asyncio.run(storm(hall, wanted.tables, crowd))
        finally:
            hall.server.stop()
    for name, value in asdict(seen).items():
        print(f"{name:18} {round(value, 2) if isinstance(value, float) else value}")


if __name__ == "__main__":
    main()
