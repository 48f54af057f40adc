"""What the arbiter decides on a sheet: versions that contradict each other, his own one, a void deal, two records of one id."""

import json
import threading
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from host_tools.server import schema
from host_tools.usb.line import Row
from host_tools.usb.log_file import lines
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tests.server.fake_table import FakeTable
from tests.server.kit import EW, NS, OTHER, Running, begin, seated

LINE = {"clean": 1, "semi": 0, "dirty": 0, "closed": True, "pile": "played", "negative": 50, "positive": 300, "arbiter": 0}
ZERO = {"clean": 0, "semi": 0, "dirty": 0, "closed": False, "pile": "taken", "negative": 100, "positive": 50, "arbiter": 0}
WHY = {"why": "visto al tavolo", "article": "art. 19"}


@pytest.fixture
def played(server: Running) -> tuple[httpx.Client, FakeTable]:
    """Table 1 has played and signed two deals, 1400 to 440."""
    client, table = seated(server)
    table.play([(NS, EW), (NS, EW)])
    return client, table


def sheet(client: httpx.Client) -> Any:
    return client.get("/api/sheets/1/1").json()


def deal(client: httpx.Client, number: int = 1) -> Any:
    return sheet(client)["deals"][number - 1]


def standing(client: httpx.Client, number: int = 1) -> list[str]:
    found: list[str] = deal(client, number)["standing"]
    return found


def ask(client: httpx.Client, what: str, number: int = 1, **more: Any) -> httpx.Response:
    body = {"deal": number, "seen": standing(client, number), **WHY, **more}
    return client.post(f"/api/sheets/1/1/{what}", json=body)


def says(table: FakeTable, totals: tuple[int, int]) -> None:
    """The table hears of it, too."""
    table.until(lambda: table.sheet.totals() == totals, f"the table's sheet says {totals}")


def contradict(server: Running, client: httpx.Client, table: FakeTable, entry: list[int] = OTHER) -> FakeTable:
    """A device that had the table before comes back with another version of deal 1."""
    other = server.device("two")
    server.host.hall.ever.add((other.device, 1))
    other.place = table.place
    rec = other.record(k.DEAL, fact_writer.deal_payload(1, NS, entry))
    found = client.post("/api/logs", content=lines(other.device, [Row(*other.tagged(rec))]))
    assert found.json()["records"] == [{"device": other.device, "seq": 1, "kind": k.DEAL, "table": 1, "what": "new"}]
    return other


def provisional(client: httpx.Client) -> list[Any]:
    found: list[Any] = client.get("/api/ranking").json()["provisional"]
    return found


def test_of_two_versions_one_is_chosen_for_host_and_table(server: Running, played: tuple[httpx.Client, FakeTable]) -> None:
    client, table = played
    other = contradict(server, client, table)
    row = deal(client)
    assert row["conflict"] and len(row["standing"]) == 2
    assert [(v["name"], v["ew"]["total"], v["stands"]) for v in row["versions"]] == [("one", 220, True), ("two", 320, True)]
    assert provisional(client) == [{"round": 1, "table": 1, "why": "deal"}]
    loser, winner = row["versions"][0]["id"], row["versions"][1]["id"]
    assert winner[:8] == other.device
    assert ask(client, "choose", ref="0" * 24).status_code == 409
    assert ask(client, "choose", ref=winner, why=" ").status_code == 422
    assert ask(client, "choose", ref=winner).status_code == 200
    row = deal(client)
    assert (row["conflict"], row["standing"], row["totals"]) == (False, [winner], {"ns": 700, "ew": 320})
    lost = next(v for v in row["versions"] if v["id"] == loser)
    assert lost["void"] and lost["decision"]["why"] == WHY["why"] and lost["decision"]["article"] == "art. 19"
    assert provisional(client) == [] and sheet(client)["state"]["corrected"]
    assert ask(client, "choose", ref=winner).json()["error"]["code"] == "no_conflict"
    server.host.store.read_now(server.host.hall.rebuild)
    assert deal(client)["totals"] == {"ns": 700, "ew": 320}, "also after a restart"
    assert next(v for v in deal(client)["versions"] if v["id"] == loser)["decision"]["who"] == "organiser"
    table.until(lambda: table.sheet.deal(1) is None or table.sheet.deal(1).ref.hex() == winner, "its own version is void")  # type: ignore[union-attr]


def test_arbiters_own_version_corrects_a_signed_sheet_that_stays_signed(played: tuple[httpx.Client, FakeTable]) -> None:
    client, table = played
    found = ask(client, "enter", ns=LINE, ew=ZERO)
    assert found.status_code == 200, found.text
    first = found.json()["sheet"]["deals"][0]
    assert first["totals"] == {"ns": 550, "ew": -50}
    assert [(v["by_arbiter"], v["host"], v["stands"]) for v in first["versions"]] == [(False, False, False), (True, True, True)]
    assert first["versions"][0]["decision"]["why"] == WHY["why"]
    says(table, (1250, 170))
    assert table.sheet.phase == k.SIGNED and table.sheet.deal(1).flags == k.BY_ARBITER  # type: ignore[union-attr]
    view = sheet(client)
    assert view["state"]["signed"] and view["state"]["corrected"] and view["state"]["differs"] == []
    assert (view["mp"], provisional(client)) == ({"ns": 1250, "ew": 170}, [])
    ranked = client.get("/api/ranking").json()["ranking"]
    assert {line["pair"]: line["points_for"] for line in ranked}[1] == 1250
    again = ask(client, "enter", ns=LINE | {"positive": 305}, ew=ZERO)
    assert again.status_code == 200, "a correction is corrected"
    says(table, (1255, 170))


def test_of_two_arbiters_at_once_the_second_is_told(server: Running, played: tuple[httpx.Client, FakeTable]) -> None:
    client, table = played
    body = {"deal": 1, "seen": standing(client), "ns": LINE, "ew": ZERO, **WHY}
    answers: list[int] = []

    def one() -> None:
        answers.append(server_client.post("/api/sheets/1/1/enter", json=body).status_code)

    server_client = server.organiser()
    jobs = [threading.Thread(target=one) for _ in range(4)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert sorted(answers) == [200, 409, 409, 409]
    assert len(standing(client)) == 1
    assert client.post("/api/sheets/1/1/enter", json=body).json()["error"]["code"] == "changed"
    assert client.post("/api/sheets/1/1/void", json={"deal": 1, "seen": body["seen"], **WHY}).status_code == 409


def test_void_deal_is_played_and_signed_again(played: tuple[httpx.Client, FakeTable]) -> None:
    client, table = played
    assert ask(client, "void", 2).status_code == 200
    table.until(lambda: table.sheet.phase == k.DEALING, "dealt again")
    assert (table.sheet.deal_no, table.sheet.signed) == (2, None)
    view = sheet(client)
    assert (view["state"]["phase"], view["state"]["signed"], view["mp"]) == ("dealing", False, {"ns": 700, "ew": 220})
    assert all(line["rounds"] == 0 for line in client.get("/api/ranking").json()["ranking"])
    assert ask(client, "void", 2).json()["error"]["code"] == "no_deal"
    table.say(k.DEAL, fact_writer.deal_payload(2, EW, NS))
    mp_ns, mp_ew, _, vp_ns, vp_ew = table.sheet.result()
    table.say(k.SIGN, fact_writer.sign_payload(2, mp_ns, mp_ew, vp_ns, vp_ew))
    table.delivered()
    view = sheet(client)
    assert (view["state"]["phase"], view["mp"], view["state"]["differs"]) == ("signed", {"ns": 920, "ew": 920}, [])


def test_deal_in_play_is_void_and_one_that_was_never_recorded_is_entered(server: Running) -> None:
    client = server.organiser()
    table = server.device("one").open().ready()
    begin(client)
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    assert ask(client, "void").status_code == 409, "nobody plays yet"
    client.post("/api/round/start")
    table.until(lambda: table.sheet.phase == k.PLAY, "start")
    assert ask(client, "void").status_code == 200
    table.until(lambda: table.sheet.phase == k.DEALING, "dealt again")
    assert ask(client, "enter", 2, ns=LINE, ew=ZERO).status_code == 200
    says(table, (550, -50))
    assert (table.sheet.deal_no, deal(client, 2)["decision"]["why"]) == (1, WHY["why"])


def test_what_cannot_be_is_refused_and_so_are_sheets_that_are_not_there(
    played: tuple[httpx.Client, FakeTable],
) -> None:
    client, table = played
    both = {"ns": LINE, "ew": LINE}
    refused = ask(client, "enter", **both)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "hard")
    error = refused.json()["error"]
    assert "only one line can close" in error["message"] and "può chiudere una linea sola" in error["italian"]
    assert ask(client, "enter", **both, reason=5).status_code == 200
    version = deal(client)["versions"][-1]
    assert (version["approved"], version["reason"]) == (True, 5)
    for wrong in ({"positive": 5001}, {"clean": -1}, {"pile": "no"}, {"closed": 1}, {"more": 1}, {"arbiter": 40_000}):
        assert ask(client, "enter", ns=LINE | wrong, ew=ZERO).status_code == 422, wrong
    body = {"deal": 1, "seen": [], **WHY}
    for place in ("2/1", "1/9", "0/0"):
        assert client.post(f"/api/sheets/{place}/void", json=body).status_code == 404
    assert client.post("/api/sheets/1/1/void", json=body | {"deal": 3}).status_code == 422
    assert client.post("/api/sheets/1/1/void", json=body | {"deal": 7}).status_code == 422


def test_nobody_else_decides(server: Running, played: tuple[httpx.Client, FakeTable]) -> None:
    client, _ = played
    paths = ["sheets/1/1/choose", "sheets/1/1/enter", "sheets/1/1/void", "sheets/1/1/result", "conflicts/settle"]
    stranger = httpx.Client(base_url=server.url)
    assert [stranger.post(f"/api/{path}", json={}).status_code for path in paths] == [401] * len(paths)
    assert stranger.get("/api/conflicts").status_code == 401
    seen = standing(client)
    del client.headers["X-CSRF-Token"]
    assert [client.post(f"/api/{path}", json={}).status_code for path in paths] == [403] * len(paths)
    assert client.post("/api/sheets/1/1/void", json={"deal": 1, "seen": seen, **WHY}).status_code == 403
    assert standing(client) == seen


def test_a_closed_rounds_sheet_is_corrected_too(played: tuple[httpx.Client, FakeTable]) -> None:
    client, _ = played
    assert client.post("/api/round/close", json={"force": True, "reason": "prova"}).status_code == 200
    assert ask(client, "enter", ns=LINE, ew=ZERO).status_code == 200
    ranked = client.get("/api/ranking").json()["ranking"]
    assert {line["pair"]: line["points_for"] for line in ranked}[1] == 1250


def _same_id(client: httpx.Client, table: FakeTable, kind: int, payload: bytes, seq: int) -> str:
    rec = table.record(kind, payload, seq)
    for _ in range(2):  # as often as it likes to come
        found = client.post("/api/logs", content=lines(table.device, [Row(*table.tagged(rec))])).json()
        assert found["conflict"] == 1
    return f"{table.device}/{table.log.hex()}/{seq}"


def test_two_records_of_one_id_stand_side_by_side_and_the_other_deal_is_taken(
    server: Running, played: tuple[httpx.Client, FakeTable]
) -> None:
    client, table = played
    seq = table.sheet.deal(1).ref  # type: ignore[union-attr]
    name = _same_id(client, table, k.DEAL, fact_writer.deal_payload(1, NS, OTHER), int.from_bytes(seq[8:], "big"))
    assert client.get("/api/state").json()["record_conflicts"] == [name]
    found = client.get("/api/conflicts").json()["conflicts"]
    assert [v["deal"]["totals"] for v in found[0]["versions"]] == [[700, 220], [700, 320]]
    assert [v["number"] == 0 for v in found[0]["versions"]] == [True, False]
    body = {"name": name, "take": found[0]["versions"][1]["number"], **WHY}
    assert client.post("/api/conflicts/settle", json=body | {"take": 999}).status_code == 404
    assert client.post("/api/conflicts/settle", json=body).status_code == 200
    says(table, (1400, 540))
    assert client.post("/api/conflicts/settle", json=body).json()["error"]["code"] == "changed"
    _same_id(client, table, k.DEAL, fact_writer.deal_payload(1, NS, OTHER), int.from_bytes(seq[8:], "big"))
    for _ in range(2):
        assert client.get("/api/conflicts").json() == {"conflicts": []}, "once decided it stays decided"
        server.host.store.read_now(server.host.hall.rebuild)


def test_another_deal_that_cannot_be_is_not_taken(server: Running, played: tuple[httpx.Client, FakeTable]) -> None:
    client, table = played
    seq = int.from_bytes(table.sheet.deal(1).ref[8:], "big")  # type: ignore[union-attr]
    closing = [0, 0, 0, 1, k.PILE_PLAYED, 45, 345, 0]
    for payload in (b"\1\0\0", b"\1" + b"\xff" * 40, b"\1\4\1" + b"\x7f" * 22, fact_writer.deal_payload(1, closing, EW)):
        name = _same_id(client, table, k.DEAL, payload, seq)
    versions = client.get("/api/conflicts").json()["conflicts"][0]["versions"]
    assert len(versions) == 5
    for version in versions[1:]:
        found = client.post("/api/conflicts/settle", json={"name": name, "take": version["number"], **WHY})
        assert (found.status_code, found.json()["error"]["code"] in ("no_deal", "hard")) == (422, True), found.text
    assert client.get("/api/sheets/1/1").json()["mp"] == {"ns": 1400, "ew": 440}
    assert client.post("/api/conflicts/settle", json={"name": name, "take": 0, **WHY}).status_code == 200


def test_first_of_two_records_is_kept(server: Running, played: tuple[httpx.Client, FakeTable]) -> None:
    client, table = played
    name = _same_id(client, table, k.SEATS, facts.numbers_payload(k.NORTH, k.EAST), 3)
    number = client.get("/api/conflicts").json()["conflicts"][0]["versions"][1]["number"]
    body = {"name": name, "take": number, **WHY}
    assert client.post("/api/conflicts/settle", json=body).json()["error"]["code"] == "no_deal"
    assert client.post("/api/conflicts/settle", json=body | {"take": 0}).status_code == 200
    assert client.get("/api/state").json()["record_conflicts"] == []
    with server.host.store._readers.connect() as connection:
        audit = [(row.what, row.new, row.why) for row in connection.execute(select(schema.audit))]
    assert ("record_conflict_settled", name, "visto al tavolo (art. 19)") in audit


def test_every_decision_is_in_the_audit_log(server: Running, played: tuple[httpx.Client, FakeTable]) -> None:
    client, table = played
    contradict(server, client, table)
    ask(client, "choose", ref=standing(client)[0])
    ask(client, "enter", ns=LINE, ew=ZERO)
    ask(client, "void", 2)
    with server.host.store._readers.connect() as connection:
        rows = connection.execute(select(schema.audit.c.who, schema.audit.c.what, schema.audit.c.new)).all()
    for what in ("deal_chosen", "deal_entered", "deal_void"):
        line = next(row for row in rows if row.what == what)
        assert line.who == "organiser" and "visto al tavolo (art. 19)" in line.new and "round 1 table 1" in line.new
    assert json.dumps([row.new for row in rows]).count("visto al tavolo") == 3
