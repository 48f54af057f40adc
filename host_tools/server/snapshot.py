"""What a table is told when it connects, or when its assignment changes (docs/protocol.md, snap)."""

from typing import Any

from host_tools.server import places
from host_tools.server.hall import NO_ID, Hall
from tavolo.domain.record import Record
from tavolo.wire import messages

_MOST_LOGS = 8


def rec_message(data: bytes) -> dict[str, Any]:
    """One record on its way to a table."""
    return {"t": "rec", "r": messages.to_text(data)}


def snapshot(hall: Hall, device: str) -> tuple[list[dict[str, Any]], list[Record]]:
    """(messages, records among them, in order: each will be answered) for `device` as things are now.

    The table's records come in order of commit, but for those of the log that the device itself goes on writing. A device
    that lost its flash writes a new log, so it gets back what it had delivered.
    """
    place = places.told(hall, device)
    table = hall.table(place) if place else None
    info = hall.current()
    live = hall.live_of(device)
    own = (bytes.fromhex(device), bytes.fromhex(live.log)) if live.log else None
    log = [(rec, data) for rec, data in table.log if (rec.device, rec.log) != own] if table else []
    have = [[name, upto] for name, upto in live.have.items()][-_MOST_LOGS:]
    first = {"t": "snap", "table": place, "event": NO_ID, "round": NO_ID, "n": len(log), "have": have}
    if table and info and hall.event:
        first |= {"event": hall.event.id, "round": info.id}
    out = [first, *(rec_message(data) for _, data in log), {"t": "snapend"}]
    return out, [rec for rec, _ in log]
