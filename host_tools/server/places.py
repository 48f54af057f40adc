"""Which device is which table: a number for a newcomer, what a device is told, what a spare was before.

A device keeps its number from round to round; where the round that is on has no such table, it is a spare.
"""

from sqlalchemy import Connection, func, select

from host_tools.server import schema
from host_tools.server.hall import Hall


def free_table(hall: Hall, now_ms: int, away_ms: int = 120_000) -> int:
    """Number for a device that has none: the lowest without a device, else one whose device is long silent; none that a held
    table plays under. Where play has begun, only the arbiter or the PIN brings another device: the silent one may count on
    without a link."""
    info = hall.current() or hall.draft()
    held = {hall.held_at[device]["table"] for device in hall.held if device in hall.held_at}
    numbers = [number for number in sorted(info.seats) if number not in held and not begun(hall, number)] if info else []
    taken = {place: device for device, place in hall.assigned.items()}
    for number in numbers:
        if number not in taken:
            return number
    for number in numbers:
        live = hall.live.get(taken[number])
        if live is None or (live.link is None and now_ms - live.contact_ms > away_ms):
            return number
    number = 1
    while number in taken or number in held or begun(hall, number):
        number += 1
    return number


def begun(hall: Hall, number: int) -> bool:
    """Whether somebody has signalled at a table of this round."""
    table = hall.table(number)
    return table is not None and table.sheet.presence_state != [0, 0]


def told(hall: Hall, device: str) -> int:
    """The number that a device is told and shows; 0: it is a spare."""
    place = hall.assigned.get(device, 0)
    return place if hall.current() is None or hall.table(place) else 0


def was(hall: Hall, device: str) -> int:
    """The table of this round that was taken from a spare, or 0."""
    place = hall.left.get(device, 0)
    return place if hall.table(place) and not told(hall, device) else 0


def move(hall: Hall, device: str, place: int) -> None:
    """A device has another number from now on (0: none)."""
    had = hall.assigned.pop(device, 0)
    if place:
        hall.assigned[device] = place
        hall.ever.add((device, place))
        table = hall.table(place)
        if table and begun(hall, place):
            table.given = device  # it asks whether the names are right
    elif had:
        hall.left[device] = had


def load_left(connection: Connection) -> dict[str, int]:
    """device -> the number that was taken from it last, since the event was made."""
    rows = schema.assignment
    since = connection.execute(select(func.max(schema.event.c.made_at))).scalar() or 0
    now: dict[str, int] = {}
    left: dict[str, int] = {}
    for row in connection.execute(select(rows).order_by(rows.c.id)):
        if not row.place and now.get(row.device) and row.made_at >= since:
            left[row.device] = now[row.device]
        now[row.device] = row.place
    return left
