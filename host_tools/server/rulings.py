"""What the arbiter answers to one table: its calls, and rulings on a deal that a hard check refuses (RULES 1.7)."""

from host_tools.server.commands import Refused
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.tournament import RoundInfo
from tavolo.domain import facts
from tavolo.domain import kinds as k


def _table(host: Host, number: int) -> tuple[RoundInfo, TableState]:
    info, table = host.hall.current(), host.hall.table(number)
    if info is None or table is None:
        raise Refused("no_table", f"table {number} is not in this round", status=404)
    return info, table


async def answer_call(host: Host, number: int, state: int, who: str) -> None:
    """Tell a table that its call was seen, that the arbiter comes, or that it is settled."""
    async with in_turn(host):
        info, table = _table(host, number)
        call = table.sheet.call
        if call is None:
            raise Refused("no_call", f"table {number} is not calling", "it may have been withdrawn")
        if state <= call[0]:
            raise Refused("answered", f"the call of table {number} has that answer already")
        payload = facts.numbers_payload(state, call[3])
        await host.command([(number, k.CALL_ANSWER, payload)], info.id, who, "call_answer", f"table {number}: {state}")


def _deal(table: TableState, deal: int) -> None:
    if not 1 <= deal <= table.sheet.deals():
        raise Refused("no_deal", f"table {table.number} has deals 1 to {table.sheet.deals()}", status=422)


async def override(host: Host, number: int, deal: int, reason: int, why: str, who: str) -> None:
    """Approve hard findings of one deal at one table."""
    async with in_turn(host):
        info, table = _table(host, number)
        _deal(table, deal)
        payload = facts.numbers_payload(deal, reason)
        await host.command(
            [(number, k.OVERRIDE, payload)], info.id, who, "override", f"table {number} deal {deal}: {reason} {why}"
        )


async def refuse(host: Host, number: int, deal: int, who: str) -> None:
    """Answer no to a table that asked for a ruling: the hard checks stay."""
    async with in_turn(host):
        info, table = _table(host, number)
        _deal(table, deal)
        asked = table.sheet.ruling_ask
        if asked is None or asked[0] != deal or asked[1] == k.RULING_NO:
            raise Refused("not_asked", f"table {number} asks for no ruling on deal {deal}", "it may have been answered already")
        payload = facts.numbers_payload(deal, k.RULING_NO)
        await host.command(
            [(number, k.RULING_ASK, payload)], info.id, who, "ruling_no", f"table {number} deal {deal}: {asked[1]}"
        )
