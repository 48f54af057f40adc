"""The table's own record of a deal that came off its screen before, and that the arbiter has corrected or made void meanwhile.

He decided on the copy, as the original was not here yet. It is the same deal, so what he decided holds for it, too: the host
makes it void by name. Otherwise it would stand again beside his decision, or in spite of it.
"""

import asyncio
import logging
from functools import partial

from host_tools.server.corrections import Word, keep
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.store import StoreError
from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.domain.sheet import DealVersion, Sheet

_log = logging.getLogger("tavolo.server")


def originals(sheet: Sheet) -> list[tuple[DealVersion, DealVersion]]:
    """(version that stands, the copy of it that no longer does). Not of a deal that was played again afterwards."""
    replaced = [version.replaces for version in sheet.versions]
    gone = [v for v in sheet.versions if v.flags & k.COPIED and (v.void or v.ref in replaced)]
    out = []
    for copy in gone:
        for version in sheet.valid(copy.number):
            equal = (version.ns, version.ew) == (copy.ns, copy.ew)
            if equal and not version.flags & (k.COPIED | k.BY_ARBITER) and version.at_ms <= copy.at_ms:
                out.append((version, copy))
    return out


async def settle(host: Host, round_id: str, table: TableState) -> None:
    """Make them void, with the reason that the arbiter gave for the copy."""
    async with host.hall.deciding:
        if host.hall.tables.get((round_id, table.number)) is not table:
            return  # a new event has begun meanwhile
        for version, copy in originals(table.sheet):
            said = host.hall.decisions.get(copy.ref.hex(), {"why": "", "article": "", "who": ""})
            word, about = Word(said["who"], said["why"], said["article"]), [version.ref.hex()]
            draft = table.number, k.VOID, facts.numbers_payload(version.number, 0) + version.ref
            what = f"table {table.number} deal {version.number}: {about[0]}, as decided on its copy"
            await host.command([draft], round_id, "tavolo", "original_void", what, partial(keep, about=about, word=word))
            host.hall.decisions[about[0]] = said


def watch(host: Host) -> None:
    """From now on, and for what came while no server ran. Inside the event loop."""
    running: set[asyncio.Task[None]] = set()

    def ended(task: "asyncio.Task[None]") -> None:
        running.discard(task)
        if not task.cancelled() and isinstance(task.exception(), StoreError):
            _log.error("an original was not made void: %s", task.exception())

    def look(table: TableState) -> None:
        if originals(table.sheet):
            round_id = next(key[0] for key, other in host.hall.tables.items() if other is table)
            task = asyncio.create_task(settle(host, round_id, table))
            running.add(task)
            task.add_done_callback(ended)

    host.on_placed = look
    for table in list(host.hall.tables.values()):
        look(table)
