"""Paper and tables together: a sheet that was begun at its table is finished on paper, and what the table says later."""

from typing import Any

import httpx

from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tests.server.desk import do
from tests.server.fake_table import FakeTable
from tests.server.kit import EW, NS, Running, seated
from tests.server.paper import LOSE, WIN, deal, whole


def finished_on_paper(server: Running) -> tuple[httpx.Client, FakeTable]:
    """Table 1 has recorded deal 1 (700 to 220) and not signed; deal 2 comes from paper."""
    client, table = seated(server)
    table.say(k.DEAL, fact_writer.deal_payload(1, NS, EW))
    table.delivered()
    found = do(client, "sheet.enter", round=1, table=1, deals=[deal(1), deal(2)])
    assert (found["new"], found["signed"]) == (1, [1])
    table.until(lambda: table.sheet.totals() == (1400, 440), "the table hears of it")
    return client, table


def row(client: httpx.Client) -> Any:
    return do(client, "sheet.list")["sheets"][0]


def sign(table: FakeTable) -> None:
    mp_ns, mp_ew, _, vp_ns, vp_ew = table.sheet.result()
    table.say(k.SIGN, fact_writer.sign_payload(2, mp_ns, mp_ew, vp_ns, vp_ew))
    table.delivered()


def test_a_sheet_begun_at_the_table_is_finished_on_paper_and_may_still_be_signed_there(server: Running) -> None:
    client, table = finished_on_paper(server)
    assert (row(client)["state"], row(client)["vp"]) == ("by_hand", {"ns": 19, "ew": 1})
    sign(table)
    now = row(client)
    assert (now["state"], now["differs"], now["conflicts"]) == ("signed", [], [])
    assert do(client, "ranking", scores=False)["provisional"] == []
    server.host.store.read_now(server.host.hall.rebuild)
    assert row(client) == now, "also after a restart"


def test_a_whole_round_of_the_largest_event_fits_a_request(server: Running) -> None:
    client, _ = seated(server)
    line = {
        "clean": 1,
        "semi": 0,
        "dirty": 0,
        "closed": False,
        "pile": "not_taken",
        "negative": 100,
        "positive": 300,
        "arbiter": -100,
    }
    sheets = [{"table": table, "deals": [deal(n, line, line) for n in range(1, 7)]} for table in range(1, 251)]
    found = client.post("/api/do/sheet.enter_all", json={"round": 1, "sheets": sheets})
    assert (found.status_code, found.json()["error"]["code"]) == (404, "no_sheet"), "it was read, and table 3 is not there"


def test_a_table_that_says_otherwise_than_the_paper_is_for_the_arbiter_to_decide(server: Running) -> None:
    client, table = finished_on_paper(server)
    table.say(k.DEAL, fact_writer.deal_payload(2, EW, NS))
    table.delivered()
    assert row(client)["conflicts"] == [2]
    assert do(client, "ranking", scores=False)["provisional"] == [{"round": 1, "table": 1, "why": "deal"}]
    shown = do(client, "sheet.show", round=1, table=1)["sheet"]["deals"][1]
    paper = next(version["id"] for version in shown["versions"] if version["host"])
    assert client.post("/api/do/sheet.swap", json={"round": 1, "table": 1, "why": "x"}).json()["error"]["code"] == "conflict"
    body = {"deal": 2, "seen": shown["standing"], "ref": paper, "why": "vale il foglio"}
    assert client.post("/api/sheets/1/1/choose", json=body).status_code == 200
    now = row(client)
    assert (now["conflicts"], now["mp"], now["differs"]) == ([], {"ns": 1400, "ew": 440}, [])
    assert do(client, "ranking", scores=False)["provisional"] == []
    history = do(client, "event.history", kinds=["sheet"])["history"]
    assert [line["kind"] for line in history] == ["sheet.enter", "sheet.correct"] and history[1]["why"] == "vale il foglio"


def test_a_paper_result_that_the_arbiter_decided_for_follows_a_later_correction(server: Running) -> None:
    client, table = finished_on_paper(server)
    table.say(k.SIGN, fact_writer.sign_payload(2, 1300, 440, 19, 1))  # the players signed another sum
    table.delivered()
    assert do(client, "ranking", scores=False)["provisional"] == [{"round": 1, "table": 1, "why": "result"}]
    copied = do(client, "sheet.show", round=1, table=1)["sheet"]["copied"]
    body = {"ref": copied["ref"], "copied": True, "why": "vale il foglio"}
    assert client.post("/api/sheets/1/1/result", json=body).status_code == 200
    change = {"deal": 2, "ns": WIN | {"positive": 350}, "ew": LOSE, "error": "office_typing", "why": "letto male"}
    do(client, "sheet.correct", round=1, table=1, **change)
    assert row(client)["mp"] == {"ns": 1405, "ew": 440}
    line = next(one for one in do(client, "ranking")["ranking"] if one["number"] == 1)
    assert (line["points_for"], line["scores"][0]["points_for"]) == (1405, 1405)
    assert do(client, "ranking", scores=False)["provisional"] == []


def test_the_older_ways_of_correcting_ask_the_same_law(server: Running) -> None:
    client, table = seated(server)
    table.play([(NS, EW), (NS, EW)])
    do(client, "sheet.enter", round=1, **whole(2))
    do(client, "round.pair", method="danish")  # closes the round
    line = {"clean": 1, "semi": 0, "dirty": 1, "closed": True, "pile": "played", "negative": 45, "positive": 350, "arbiter": 0}

    def enter(positive: int) -> httpx.Response:
        seen = do(client, "sheet.show", round=1, table=1)["sheet"]["deals"][0]["standing"]
        body = {"deal": 1, "seen": seen, "ns": line | {"positive": positive}, "ew": LOSE, "why": "visto"}
        return client.post("/api/sheets/1/1/enter", json=body)

    assert enter(350).status_code == 200
    history = do(client, "event.history", kinds=["sheet.correct", "round.drop"])["history"]
    assert [one["kind"] for one in history] == ["sheet.correct", "round.drop"], "the draft hung on the old result"
    assert (history[0]["old"], history[0]["new"], history[0]["why"]) == ("1: 700 - 220", "1: 705 - 220", "visto")
    do(client, "event.final", why="fine")
    found = enter(345)
    assert (found.status_code, found.json()["error"]["code"]) == (409, "law") and "final" in found.json()["error"]["message"]
    assert do(client, "sheet.show", round=1, table=1)["sheet"]["mp"]["ns"] == 1405
