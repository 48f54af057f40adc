"""Commands and decisions at once, and rounds that tables bring back meanwhile: one is done, the others are told."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from host_tools.engine.acts import Draft
from host_tools.server import commands, corrections, ledger, schema, tournament
from host_tools.server.commands import Refused
from host_tools.server.corrections import Word
from host_tools.server.host import Host
from host_tools.server.tournament import CLOSED, PUBLISHED
from tavolo.domain import kinds as k
from tests.server.club import Club, first_round
from tests.server.kit import Running, begin, event_body

WHO = "organiser"


@pytest.fixture
def signed(server: Running) -> httpx.Client:
    """A round of one table, played and signed."""
    client = server.organiser()
    club = Club.__new__(Club)
    club.folder, club.server, club.client, club.tables = server.folder, server, client, []
    first_round(club, 1, 2)
    return client


def together(server: Running, *jobs: Callable[[Host], Awaitable[Any]]) -> list[str]:
    """Do them at once in the server's own loop, begun in this order; "" or why not for each."""

    async def one(job: Callable[[Host], Awaitable[Any]]) -> str:
        try:
            await job(server.host)
        except Refused as fault:
            return fault.code
        return ""

    async def run() -> list[str]:
        return await asyncio.gather(*(one(job) for job in jobs))

    loop = server.host.store._loop
    assert loop is not None
    return asyncio.run_coroutine_threadsafe(run(), loop).result(10)


def rounds(server: Running) -> list[tuple[int, str]]:
    book = server.host.store.read_now(tournament.load_book)
    return [(info.number, info.state) for info in book.state.rounds]


def count(server: Running, kind: int) -> int:
    query = select(func.count()).where(schema.record.c.kind == kind)
    return int(server.host.store.read_now(lambda c: c.execute(query).scalar()))


def publish(host: Host) -> Awaitable[Any]:
    return commands.publish(host, WHO)


def pair(host: Host) -> Awaitable[Any]:
    return commands.pair(host, "mitchell", WHO)


def start(host: Host) -> Awaitable[Any]:
    return commands.clock_command(host, "start", WHO)


def close(host: Host) -> Awaitable[Any]:
    return commands.close_round(host, WHO, False, "")


def void(seen: list[str]) -> Callable[[Host], Awaitable[Any]]:
    return lambda host: corrections.void(host, 1, 1, 1, seen, Word(WHO, "so", ""))


def standing(client: httpx.Client) -> list[str]:
    found: list[str] = client.get("/api/sheets/1/1").json()["deals"][0]["standing"]
    return found


@pytest.mark.parametrize(
    ("jobs", "answers"),
    [
        ((publish, pair), ["", "unsigned"]),
        ((pair, publish), ["", ""]),
        ((pair, pair, publish, publish), ["", "", "", "no_draft"]),
    ],
)
def test_a_round_is_published_once(server: Running, jobs: Any, answers: list[str]) -> None:
    client = server.organiser()
    client.post("/api/event", json=event_body(4))
    client.post("/api/round/pair", json={"method": "mitchell"})
    assert together(server, *jobs) == answers
    assert rounds(server) == [(1, PUBLISHED)]
    assert count(server, k.PLAN) == 2


def test_of_many_starts_one_counts(server: Running) -> None:
    begin(server.organiser())
    assert sorted(together(server, *[start] * 6)) == [""] + ["wrong_state"] * 5
    assert count(server, k.START) == 2, "one for each table"


def test_of_a_new_event_and_a_publication_both_are_whole(server: Running) -> None:
    client = server.organiser()
    client.post("/api/event", json=event_body(4))
    client.post("/api/round/pair", json={"method": "mitchell"})
    wish = commands.EventWish("Altro", 2, 25, 3, k.FIBUR, [("A", "B"), ("C", "D")], 1, 5, [5])
    assert together(server, publish, lambda host: commands.new_event(host, wish, WHO, True), start) == ["", "", "no_round"]
    rows = schema.record.c
    found = server.host.store.read_now(lambda c: c.execute(select(rows.event, rows.round)).all())
    acts = schema.act.c
    made = select(acts.event, acts.data).where(acts.kind == "round.pair")
    own = {json.loads(row.data)["id"]: row.event for row in server.host.store.read_now(lambda c: c.execute(made).all())}
    assert found and all(own[row.round] == row.event for row in found)


def test_a_deal_is_void_or_its_round_is_closed(server: Running, signed: httpx.Client) -> None:
    assert together(server, void(standing(signed)), close) == ["", "unsigned"]


def test_no_deal_of_a_closed_round_is_void(server: Running, signed: httpx.Client) -> None:
    seen = standing(signed)
    assert together(server, close, void(seen)) == ["", "closed"]
    assert standing(signed) == seen and signed.get("/api/ranking").json()["provisional"] == []


def test_a_round_closed_without_a_deal_leaves_the_ranking_provisional_until_the_arbiter_enters_it(
    server: Running, signed: httpx.Client
) -> None:
    assert together(server, void(standing(signed))) == [""]
    assert together(server, lambda host: commands.close_round(host, WHO, True, "tardi")) == [""]
    found = signed.get("/api/ranking").json()["provisional"]
    assert found == [{"round": 1, "table": 1, "why": "missing_deal"}]
    line = {"clean": 1, "semi": 0, "dirty": 0, "closed": True, "pile": "played", "negative": 50, "positive": 300, "arbiter": 0}
    zero = line | {"clean": 0, "closed": False, "pile": "taken", "negative": 100, "positive": 50}
    body = {"deal": 1, "seen": [], "ns": line, "ew": zero, "why": "visto"}
    assert signed.post("/api/sheets/1/1/enter", json=body).status_code == 200
    assert signed.get("/api/ranking").json()["provisional"] == [], "his entry stands for the signatures"


@pytest.mark.parametrize(("state", "job"), [("replaced", publish), (PUBLISHED, publish), (CLOSED, close), (PUBLISHED, pair)])
def test_what_a_table_has_brought_back_meanwhile_is_not_done_over(server: Running, state: str, job: Any) -> None:
    """The database changes between the look and the transaction, as when a table gives back the true rounds."""
    client = server.organiser()
    client.post("/api/event", json=event_body(2))
    client.post("/api/round/pair", json={"method": "mitchell"})
    hall = server.host.hall
    if job is close:
        client.post("/api/round/publish")
    info, plans = hall.rounds[-1], count(server, k.PLAN)

    async def learned(host: Host) -> None:
        event = hall.event.id if hall.event else ""
        known = {PUBLISHED: tournament.publishing, CLOSED: tournament.closing}
        drop = Draft("round.drop", {"id": info.id})
        draft = known[state](info) if state in known else drop
        await host.store.submit(lambda c: ledger.append(c, event, [draft], "tavolo"))

    def forced(host: Host) -> Awaitable[Any]:
        return commands.close_round(host, WHO, True, "so") if job is close else job(host)

    assert together(server, learned, forced) == ["", "changed"]
    assert rounds(server) == ([] if state == "replaced" else [(1, state)]) and count(server, k.PLAN) == plans
    assert (info.id in hall.clocks) == (job is close), "nothing is left of what was not published"


def test_a_name_that_no_table_can_be_told_is_refused_for_every_pair(server: Running) -> None:
    client = server.organiser()
    names = [["Anna", "Bruno"], ["Carla", "Dino"], ["Eva", "è" * 40], ["Fede", "Gino"]]
    found = client.post("/api/event", json=event_body(pairs=4) | {"pairs": names})
    assert found.status_code == 422 and found.json()["error"]["message"].startswith("pair 3:")
    assert client.get("/api/state").json()["event"] is None
