"""The tables' endpoint: one WebSocket per device (docs/protocol.md, The link)."""

import secrets
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from host_tools.server import claims, learn
from host_tools.server import link as links
from host_tools.server.arrivals import answer, take_record
from host_tools.server.catch_up import catch_up
from host_tools.server.host import Host
from host_tools.server.keys import KeysError
from host_tools.server.knocks import KNOCKS
from host_tools.server.link import LinkEnd, TableLink
from host_tools.server.marks import note_if_possible
from host_tools.server.origin import own_origin
from host_tools.server.store import StoreError
from tavolo.wire import messages

router = APIRouter()


async def take(host: Host, link: TableLink, message: dict[str, Any]) -> None:
    """One genuine message of a table."""
    _same_key(host, link)
    kind = message["t"]
    if kind == "time":
        assert host.check is not None
        host.check.ask(link, message)
    elif kind == "beat":
        host.hall.live_of(link.device).beat = message
        link.send({"t": "beat"})
    elif kind == "rec":
        await take_record(host, link, message)
    elif kind == "claim":
        await claims.take(host, link, message)
        await catch_up(host)
    elif kind == "had":
        if await learn.had(host, link, message):
            await welcome(host, link)
    elif kind == "ans":
        answer(host, link, message)
    else:
        raise LinkEnd(links.BAD, f"{kind} after the hello")
    host.heard(link.device)


def _same_key(host: Host, link: TableLink) -> None:
    """A device that was re-keyed or removed meanwhile is heard no more. Raises LinkEnd.

    A file that cannot be read now says nothing about the device: the link stays, and a record ends it.
    """
    try:
        same = host.keys.key(link.device) == link.key
    except KeysError:
        return
    if not same:
        raise LinkEnd(links.UNKNOWN, "the device has another key by now")


@router.websocket(messages.PATH)
async def table(socket: WebSocket) -> None:
    """Serve one table until one side ends it."""
    host: Host = socket.app.state.host
    used: list[bytes | None] = []

    def key_of(device: str) -> bytes | None:
        used.append(host.keys.key(device))
        return used[-1]

    # boards send no Origin; a browser must come from our own pages, or a foreign page could use its user's network
    if not own_origin(socket.headers):
        await links.close(socket, LinkEnd(4403, "foreign origin"))  # before the upgrade: the client sees HTTP 403
        return
    await socket.accept()
    try:
        first, sealer = await links.hello(socket, key_of, secrets.token_bytes(16))
    except LinkEnd as end:
        address = socket.client.host if socket.client else "?"
        KNOCKS.refused(address)
        await host.stranger(address, end.reason)
        await links.close(socket, end)
        return
    except KeysError as fault:
        await links.close(socket, LinkEnd(1011, str(fault)))
        return
    except (WebSocketDisconnect, RuntimeError):
        return  # the peer left during the hello
    link = TableLink(socket, first["dev"], sealer)
    link.key = used[-1]
    await serve(host, link, first)


async def welcome(host: Host, link: TableLink) -> None:
    """Nothing is to be learned from this table any more: its place, its snapshot, and what it has missed."""
    link.settled = True
    await host.welcome(link)
    await catch_up(host)
    learn.ask_all(host, link)


async def serve(host: Host, link: TableLink, first: dict[str, Any]) -> None:
    """The sealed part of a connection. `first`: the table's hello."""
    try:
        await host.connected(link, first["fw"])
        if not await learn.begin(host, link, first["at"]):
            await welcome(host, link)
        end = await link.run(lambda peer, message: take(host, peer, message))
    except (StoreError, KeysError) as fault:
        end = LinkEnd(1011, str(fault))
    finally:
        host.disconnected(link, "closed")
    host.hall.live_of(link.device).trouble.append(end.reason)
    if end.code in (links.BAD, links.TOO_LONG, links.AGAIN, 1011):
        await note_if_possible(host, link.device, "link_ended", str(end.code), end.reason)
    await links.close(link.socket, end)
