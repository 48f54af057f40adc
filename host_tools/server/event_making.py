"""An event is made, or another one is opened: one way for the pages, the command line and the old form of the API."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from host_tools.engine.acts import Draft
from host_tools.engine.next_round import check_options
from host_tools.engine.pairing import PairingError
from host_tools.engine.state import INDIVIDUAL, TEAMS
from host_tools.server import entering, event_arbiter, learn, ledger, tournament
from host_tools.server.hall import Hall
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.records import note
from host_tools.server.refusal import Refused
from host_tools.server.scales import ScaleError, choose
from host_tools.server.tournament import PUBLISHED
from tavolo.domain import profile_articles, scales

Bands = tuple[tuple[int, int, int], ...]
_HOUSE_MINUTES = {1: 15, 5: 55, 6: 65}  # no rule book names them (RULES 3.1 has 55 as the house's own)


def phase_data(kind: str, profile: int, wish: Mapping[str, Any], own: Mapping[str, Bands] | None = None) -> dict[str, Any]:
    """A phase as its act has it. `wish`: method, rounds, deals, and what is not the usual of minutes, scale (with `bands`: the
    organiser's own), session, options. `own`: scales that the event has already.

    Minutes by RULES 3.1, the scale by the number of deals, of teams the team scale. Raises Refused.
    """
    deals = wish["deals"]
    scale, bands = _scale(kind, wish, own or {})
    try:
        options = check_options(wish.get("options") or {})
    except PairingError as fault:
        raise Refused("bad_option", str(fault), "see docs/pairing.md", 422) from fault
    if kind == INDIVIDUAL and wish["method"] in ("mitchell", "italian"):
        text = f"{wish['method']} keeps partners together: it does not fit an individual event"
        raise Refused("method", text, "use draw, entry, danish or modified", 422)
    usual = profile_articles.value(profile, "minutes").get(deals) or _HOUSE_MINUTES[deals]
    phase = {"method": wish["method"], "rounds": wish["rounds"], "deals": deals, "minutes": wish.get("minutes") or usual}
    phase |= {"scale": scale, "bands": [list(band) for band in bands], "session": wish.get("session") or 1}
    return phase | ({"options": options} if options else {})


def _scale(kind: str, wish: Mapping[str, Any], own: Mapping[str, Bands]) -> tuple[str, Bands]:
    """Id and bands of a phase's scale (RULES 2.1: an organiser may print another table). Raises Refused."""
    deals, name = wish["deals"], wish.get("scale") or (scales.TEAM if kind == TEAMS else None)
    if wish.get("bands"):
        try:
            found = scales.own({"id": wish.get("scale"), "deals": None if kind == TEAMS else deals, "bands": wish["bands"]})
        except ValueError as fault:
            hint = "each band: lowest and highest difference, winner's and loser's VP; the last one's highest is null"
            raise Refused("bad_scale", f"scale {wish.get('scale') or 'without a name'}: {fault}", hint, 422) from fault
        return found[0], found[3]
    if name is not None and name in own and name not in scales.ids():
        return name, own[name]
    if name is None and scales.default_for(deals) is None:
        hint = f"name a scale, as scale=ID: {', '.join(scales.ids())}"
        raise Refused("no_scale", f"no official scale for {deals} deals", hint, 422)
    try:
        return choose(deals, name)
    except ScaleError as fault:
        raise Refused("no_scale", str(fault), "or give a table of your own: `tavolo event new --scale FILE`", 422) from fault


async def make_event(
    host: Host,
    new: Mapping[str, Any],
    entries: Sequence[entering.NewEntry],
    who: str,
    replace: bool,
    arbiter: Mapping[str, str] | None = None,
) -> None:
    """Make the event that is played from now on; what was before stays in the database. `new`: data of its act, without the id.
    `arbiter`: name and card.

    Raises Refused: a round is on and `replace` is not said, or a table could not be told the names.
    """
    async with in_turn(host):
        _not_in_a_round(host, replace)
        event, pin = secrets.token_hex(4), secrets.randbelow(1_000_000)  # the PIN is told to nobody but the arbiter
        first = Draft("event.new", {"id": event, **new})
        entering.check_new(first, entries)

        def job(connection: Connection) -> ledger.Book:
            tournament.begin(connection, event, new["name"], pin)
            named = event_arbiter.setting(connection, event, None, arbiter)
            begin = Draft("event.new", first.data | {"settings": {**new["settings"], **named}})
            drafts = [begin, *entering.added(connection, event, entries)]
            phase = new["phases"][0]
            what = f"{event} {new['name']}: {len(entries)} {new['kind']}, {phase['deals']} deals, {phase['minutes']} min"
            note(connection, who, "event", new=what)
            return ledger.append(connection, event, drafts, who)

        await host.store.submit(job, lambda book: began(host, book, str(pin)))
        await learn.release(host, ("event", "round"))


def began(host: Host, book: ledger.Book, pin: str) -> None:
    """After the commit of a new event: it is the one that is played, and each device is told."""
    host.hall.follow(book, pin)
    _told(host)


def _told(host: Host) -> None:
    renewed = host.clock.renew()
    for device, live in host.hall.live.items():
        if live.link and renewed:
            live.link.end(1012, "a new event has a new clock")
        host.send_snapshot(device)
    host.hub.changed("round")


async def open_event(host: Host, event: str, who: str, replace: bool) -> None:
    """Play another event of the database, as it was left. Raises Refused."""
    async with in_turn(host):
        now = host.hall.event
        if now is not None and now.id == event:
            return
        _not_in_a_round(host, replace)

        def job(connection: Connection) -> Hall:
            if event not in [one["id"] for one in tournament.list_events(connection)]:
                raise Refused("no_event", f"there is no event {event}", "`event.list` tells which there are", 404)
            tournament.play(connection, event)
            note(connection, who, "event_opened", old=now.id if now else "", new=event)
            hall = Hall(host.hall.author)
            hall.rebuild(connection)
            return hall

        await host.store.submit(job, lambda hall: _opened(host, hall))
        await learn.release(host, ("event", "round"))


def _opened(host: Host, hall: Hall) -> None:
    host.hall.take_over(hall)
    _told(host)


def _not_in_a_round(host: Host, replace: bool) -> None:
    open_round = host.hall.current()
    if open_round and open_round.state == PUBLISHED and not replace:
        text = f"round {open_round.number} is being played"
        raise Refused("round_open", text, "close it first, or confirm the replacement")
