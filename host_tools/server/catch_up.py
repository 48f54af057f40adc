"""After a restore: tables that slept through a command which no copy of theirs brings back get it anew, as it was.

A command of the clock goes to all tables of a round at the same time. Where the database has it for some tables, learned back
from them, and a table that is back has it not, it never heard it.
"""

from host_tools.server import learn, plans, records
from host_tools.server.host import Host
from tavolo.domain import kinds as k


async def catch_up(host: Host) -> None:
    """Say again what tables of the round that are back have missed: their plan, and the clock's commands, with their times.
    Before that, what was kept aside and has a place by now gets it."""
    if host.hall.foreign:  # a device may have a table since, at which it wrote before
        await learn.adopt(host)
    if host.hall.learned:
        async with host.catching_up, host.hall.deciding:
            await _say_again(host)


async def _say_again(host: Host) -> None:
    hall = host.hall
    info = hall.current()
    if info is None or hall.event is None:
        return
    back = [table for table in hall.round_tables(info) if _is_back(host, table.number)]
    unplanned = [table.number for table in back if table.sheet.plan is None]
    if unplanned:
        drafts = [(number, k.PLAN, plans.payload(hall.event, info, number)) for number in unplanned]
        await host.command(drafts, info.id, "tavolo", "said_again", f"plan, tables {unplanned}")
        for number in unplanned:
            host.send_snapshot(hall.device_at(number) or "")
    for (at_ms, kind), rec in hall.clock_commands(info).items():
        told = (kind, at_ms)
        missed = [t.number for t in back if told not in {(r.kind, r.at_ms) for r, _ in t.log if r.device == hall.author[0]}]
        if missed:
            payload = rec.payload[: -records.OWN_TAG]
            drafts = [(number, kind, payload) for number in missed]
            await host.command(drafts, info.id, "tavolo", "said_again", f"kind {kind}, tables {missed}", at_ms=at_ms)


def _is_back(host: Host, number: int) -> bool:
    """Its device has told all that it has; or it has none, and whoever gets it will find what was said."""
    device = host.hall.device_at(number)
    if device is None:
        return True
    if device in host.hall.held:
        return False
    link = host.hall.live_of(device).link
    return link is not None and link.settled
