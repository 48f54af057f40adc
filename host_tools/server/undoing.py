"""Undoing: what was done is taken back by an act that says so, and the hall and the tables follow. Nothing is deleted."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from host_tools.engine import undoing
from host_tools.engine.acts import Act, Draft
from host_tools.engine.preview import Preview, preview
from host_tools.engine.standings import standings
from host_tools.engine.state import CLOSED, DRAFT, PUBLISHED, SCORE_FREE
from host_tools.engine.undoing import Undo
from host_tools.server import learn, ledger, records, relearn, schema
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.ledger import Book
from host_tools.server.records import note
from host_tools.server.refusal import OTHERS, Refused
from host_tools.server.round_making import the_book
from tavolo.domain.record import Record


@dataclass
class _Taken:
    """After the commit: the event, the records of rounds that count again, and what else has a place now."""

    book: Book
    kept: list[tuple[bytes, bytes]]
    adopted: list[tuple[Record, bytes, bytes]]
    placed: int  # how many of `kept` had been kept aside


def wanted(acts: Sequence[Act], what: str, number: int | None, rulings: bool = False) -> Undo:
    """The undoing that is meant. `number`: of a round (none: the newest), an entry, or an act; `rulings`: those about the round
    go with it. Raises Refused, ActError."""
    new_id = secrets.token_hex(4)
    if what == "last":
        return undoing.undo_last(acts, new_id)
    if number is None:
        if what not in ("publish", "close", "round"):
            raise Refused("bad_input", f"number: which {what} is meant?", "", 422)
        number = _newest(acts)
    if what == "publish":
        return undoing.undo_publish(acts, number, new_id)
    if what == "close":
        return undoing.undo_close(acts, number)
    if what == "round":
        return undoing.undo_round(acts, number, rulings)
    if what == "entry":
        return undoing.undo_entry(acts, number)
    return undoing.undo_ruling(acts, number) if what == "ruling" else undoing.undo_act(acts, number, new_id)


def _newest(acts: Sequence[Act]) -> int:
    made = [act.data["number"] for act in undoing.counted(acts) if act.kind in ("round.pair", "round.back")]
    if not made:
        raise Refused("no_round", "no round has been made yet", "", 404)
    return int(max(made))


def look(host: Host, drafts: Sequence[Draft]) -> Preview:
    """What these acts would change, the ranking too. Raises ActError where they do not fit."""
    hall = host.hall
    results = {info.id: hall.results(info) for info in hall.rounds if info.state in (PUBLISHED, CLOSED)}
    played = {info.id: [t.number for t in hall.round_tables(info) if len(t.log) > 1] for info in hall.rounds}
    return preview(the_book(host).acts, drafts, results, standings, played=played)


def with_drops(host: Host, drafts: Sequence[Draft]) -> tuple[list[Draft], Preview]:
    """These acts, and what they would change: a draft of the next round that hangs on points or ranks that become others goes
    with them, a published one stays (RULES 5, 4). Raises ActError where they do not fit."""
    shown = look(host, drafts)
    before = {info.id for info in the_book(host).state.rounds}
    hang = [i for i in shown.after.rounds if i.state == DRAFT and i.method not in SCORE_FREE and i.id in before]
    if not hang or not shown.about("standing"):
        return list(drafts), shown
    why = "points that it hangs on have changed"
    more = [*drafts, *(Draft("round.drop", {"id": info.id}, why, "004 LOI 19 (a)") for info in hang)]
    return more, look(host, more)


async def undo(host: Host, what: tuple[str, int | None, bool], seen: int, why: str, who: str) -> Preview:
    """Take back `what`, as `wanted` has it. `seen`: number of acts when the preview was looked at. Raises Refused, ActError."""
    async with in_turn(host):
        book = the_book(host)
        if seen != book.state.acts:
            raise Refused(*OTHERS)
        found = wanted(book.acts, *what)
        drafts, shown = with_drops(host, found.drafts(why))
        before = host.hall.current()
        own, counting = host.hall.author[0].hex(), {info.id for info in book.state.rounds if info.state in (PUBLISHED, CLOSED)}

        def job(connection: Connection) -> _Taken:
            after = ledger.append(connection, book.state.id, drafts, who, seen)
            note(connection, who, "undo", old=f"acts {list(found.acts)}", new=f"{what[0]} {what[1] or ''}".strip(), why=why)
            adopted = relearn.adopt(connection, own)
            again = {info.id for info in after.state.rounds if info.state in (PUBLISHED, CLOSED)} - counting
            kept, others = _kept(connection, after.state.id, again), [one for one in adopted if one[0].round.hex() not in again]
            return _Taken(after, kept, others, len(adopted) - len(others))

        try:
            await host.store.submit(job, lambda taken: _follow(host, taken))
        except ledger.StaleError as fault:
            raise Refused(*OTHERS) from fault
        await _tell(host, before, shown)
        return shown


def _kept(connection: Connection, event: str, rounds: set[str]) -> list[tuple[bytes, bytes]]:
    """Records of these rounds that have a place, in order of commit: (bytes, tag)."""
    rows = schema.record
    mine = (rows.c.event == event, rows.c.round.in_(sorted(rounds)), rows.c.status == records.PLACED)
    return [(row.bytes, row.tag) for row in connection.execute(select(rows.c.bytes, rows.c.tag).where(*mine).order_by(rows.c.id))]


def _follow(host: Host, taken: _Taken) -> None:
    host.hall.refold(taken.book, taken.kept)
    host.hall.foreign -= taken.placed
    relearn.fold(host, taken.adopted)
    host.hub.changed("round")


async def _tell(host: Host, before: Any, shown: Preview) -> None:
    """Tables whose round is another one now get what counts: the round before, or none."""
    now = host.hall.current()
    seats = (now.id, dict(now.seats)) if now else None
    if seats != ((before.id, dict(before.seats)) if before else None):
        for device, live in list(host.hall.live.items()):
            if live.link:
                host.send_snapshot(device)
        await learn.release(host, ("round",))
    for table in sorted({change["table"] for change in shown.changes if "table" in change}):
        host.hub.changed(table)
