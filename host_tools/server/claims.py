"""A device asks to be a table, with the event's PIN, or gives one back whose names were wrong (docs/protocol.md, claim).

Whoever has a device's key and guesses gets five tries in ten minutes; each wrong one is in the audit log.
"""

from typing import Any

from sqlalchemy import Connection, select

from host_tools.server import schema
from host_tools.server.hall import Live, TableState
from host_tools.server.host import Host
from host_tools.server.link import TableLink
from tavolo.wire import pin, seal

TRIES = 5
WINDOW_MS = 600_000
FRESH_MS = 60_000  # a table that was just taken is not taken again: two people had the same thought
PIN, LOCKED, NO_TABLE, NO_ROUND, SAME, LATE = "pin", "locked", "no_table", "no_round", "same", "late"


async def take(host: Host, link: TableLink, message: dict[str, Any]) -> None:
    """A genuine `claim`: with a PIN it asks for the table, without one it gives it back."""
    number = message["table"]
    if "pin" in message:
        why, left = await _claim(host, link.device, number, bytes.fromhex(message["pin"]))
        link.send({"t": "claim", "why": why, "n": left})
    else:
        await give_back(host, link.device, number)


async def _claim(host: Host, device: str, number: int, masked: bytes) -> tuple[str, int]:
    """(why not, or nothing; tries left). The table's snapshot is queued before this returns."""
    hall, now = host.hall, host.clocks.monotonic_ms()
    table = hall.table(number)
    if hall.event is None or hall.current() is None or "pin" not in hall.event.settings:
        return NO_ROUND, 0
    if table is None:
        return NO_TABLE, 0
    if hall.assigned.get(device) == number:
        return SAME, 0
    live = hall.live_of(device)
    left = _left(live, now)
    if not left:
        return LOCKED, 0
    if not _right(host, device, masked, hall.event.settings["pin"]):
        live.wrong.append(now)
        await host.audit(device, "claim_wrong_pin", new=f"table {number}", why=f"{left - 1} tries left")
        return (PIN, left - 1) if left > 1 else (LOCKED, 0)
    if not _first(host, table, device, now):
        return LATE, 0
    table.claimed = (device, now)  # before anything is waited for: of two at once, one is the first
    await host.audit(device, "claim", old=hall.device_at(number) or "", new=f"table {number}")
    await host.assign(device, number, device)
    return "", 0


def _left(live: Live, now: int) -> int:
    while live.wrong and now - live.wrong[0] > WINDOW_MS:
        live.wrong.popleft()
    return TRIES - len(live.wrong)


def _right(host: Host, device: str, masked: bytes, wanted: int) -> bool:
    """In a time that does not tell which digit differs."""
    key = host.keys.key(device)
    typed = pin.pin_of(key, masked) if key else -1
    return seal.same(typed.to_bytes(4, "big", signed=True), wanted.to_bytes(4, "big", signed=True))


def _first(host: Host, table: TableState, device: str, now: int) -> bool:
    """Whether nobody else, who is there, has just taken this table."""
    if table.claimed is None:
        return True
    other, at_ms = table.claimed
    return other == device or now - at_ms > FRESH_MS or host.hall.live_of(other).link is None


def forget(host: Host, number: int) -> None:
    """The arbiter has chosen a device for the table: nobody else "has just taken it"."""
    table = host.hall.table(number)
    if table is not None:
        table.claimed = None


async def give_back(host: Host, device: str, number: int) -> None:
    """The names were wrong: the table goes to the device that this one took it from, unless that has another by now."""
    hall = host.hall
    if hall.assigned.get(device) != number:
        return  # it was taken from this device meanwhile
    before = await host.store.read(lambda c: _taken_from(c, device, number))
    if hall.assigned.get(device) != number:
        return
    forget(host, number)
    free = before is not None and hall.table(hall.assigned.get(before, 0)) is None
    await host.audit(device, "claim_undone", old=f"table {number}", new=before or "" if free else "")
    if before is not None and free:
        await host.assign(before, number, device)
    else:
        await host.assign(device, 0, device)


def _taken_from(connection: Connection, device: str, number: int) -> str | None:
    """The device that had the table and lost it in the very step in which `device` got it, or None."""
    rows = schema.assignment.c
    newest = select(rows.id).where(rows.device == device, rows.place == number).order_by(rows.id.desc()).limit(1)
    got = connection.execute(newest).scalar()
    if got is None:
        return None
    lost = connection.execute(select(rows.device, rows.place).where(rows.id == got - 1)).first()
    if lost is None or lost.place or lost.device == device:
        return None
    earlier = select(rows.place).where(rows.device == lost.device, rows.id < got - 1).order_by(rows.id.desc()).limit(1)
    return str(lost.device) if connection.execute(earlier).scalar() == number else None  # else it lost another, or none
