"""What the arbiter decides about a sheet on the command line: of contradicting versions, of a copied result, of a void deal."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.server import listening
from host_tools.server.short_ids import short_ids
from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tests.cli.test_commands import Desk
from tests.server.desk import do
from tests.server.kit import EW, NS, Running, begin, seated
from tests.server.paper import deal
from tests.server.test_conflicts import OTHER, _same_id, contradict

WHY = ("--why", "seen at the table")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """One that the commands find."""
    for name in ("TAVOLO_DATA", "TAVOLO_USER", "TAVOLO_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    running = Running(tmp_path / "event")
    listening.remember(running.folder, "127.0.0.1", running.port)
    yield running
    running.stop()


def ids(desk: Desk) -> list[str]:
    """Short ids as the console shows them."""
    return re.findall(r"^([0-9a-f]{4,12})  c1 ", desk.run("sheet", "show", "1", "1").output, re.MULTILINE)


def code(desk: Desk, *words: str) -> str:
    found: str = desk.json("sheet", *words, *WHY, code=1)["error"]["code"]
    return found


def test_what_a_table_leaves_open_is_decided_by_commands_beside_a_server(server: Running) -> None:
    client, table = seated(server)
    desk = Desk(server.folder)
    table.say(k.DEAL, fact_writer.deal_payload(1, NS, EW))
    table.delivered()
    do(client, "sheet.enter", round=1, table=1, deals=[deal(1), deal(2)])
    table.until(lambda: table.sheet.totals() == (1400, 440), "the table hears of it")
    assert code(desk, "result", "1", "1", "records") == "no_conflict"
    first_seq = int.from_bytes(table.sheet.deal(1).ref[8:], "big")  # type: ignore[union-attr]
    table.say(k.SIGN, fact_writer.sign_payload(2, 1300, 440, 19, 1))  # the players signed another sum
    table.delivered()
    assert "MP 1400 : 440   VP 19 : 1" in desk.run("sheet", "show", "1", "1").output.split("contradict")[1]
    assert desk.run("sheet", "result", "1", "1", "both", *WHY).exit_code == 2
    assert desk.json("sheet", "result", "1", "1", "copied", *WHY)["sheet"]["copied"]["counts"]
    assert desk.json("ranking")["provisional"] == []

    contradict(server, client, table)
    first = ids(desk)
    assert len(set(first)) == 2 and code(desk, "choose", "1", "1", "1", "0000") == "changed"
    contradict(server, client, table, EW_TOO := [0, 0, 3, 0, k.PILE_PLAYED, 60, 180, 0])
    now = ids(desk)
    assert len(set(now)) == 3 and not set(first) & set(now)
    assert code(desk, "choose", "1", "1", "1", first[1]) == "changed", "a third version came since"
    done = desk.json("sheet", "choose", "1", "1", "1", now[1].upper(), *WHY, "--article", "19")["sheet"]["deals"][0]
    assert (done["totals"], done["conflict"]) == ({"ns": 700, "ew": 320}, False)
    assert EW_TOO != OTHER and sorted(v["decision"]["article"] for v in done["versions"] if v["void"]) == ["19", "19"]
    assert code(desk, "choose", "1", "1", "1", now[1]) == "changed"
    assert code(desk, "choose", "1", "1", "1", done["standing"][0]) == "no_conflict"

    name = _same_id(client, table, k.DEAL, fact_writer.deal_payload(1, NS, [0, 0, 1, 0, 9, 60, 180, 0]), first_seq)
    told = desk.run("sheet", "records").output
    assert f"record {name}" in told and "0 0 1 0 9 60 180 0" in told, "what no line can have is shown as it is"
    assert code(desk, "settle", name, "999") == "no_conflict"
    assert desk.json("sheet", "settle", name, "0", *WHY) == {"records": []}
    assert code(desk, "settle", name, "0") == "changed"
    table.close()


def test_a_deal_is_void_and_an_old_draft_published_by_command_with_no_server(server: Running) -> None:
    client, table = seated(server)
    table.play([(NS, EW), (NS, EW)])
    contradict(server, client, table)
    table.close()
    server.stop()
    desk = Desk(server.folder)
    stale = desk.json("sheet", "show", "1", "1")["sheet"]["deals"][0]["standing"]
    assert desk.run("sheet", "choose", "1", "1", "1", ids(desk)[0], *WHY).exit_code == 0
    assert desk.run("sheet", "swap", "1", "1", *WHY).exit_code == 1
    assert code(desk, "void", "1", "1", "1", *(word for one in stale for word in ("--seen", one))) == "changed"
    assert code(desk, "void", "1", "1", "3") == "no_deal"
    told = desk.run("sheet", "void", "1", "1", "2", *WHY)
    assert told.exit_code == 0 and "2 (void)" in told.output
    found: Any = desk.json("sheet", "show", "1", "1")["sheet"]
    assert (found["state"]["phase"], found["mp"], found["signed"]) == ("dealing", {"ns": 700, "ew": 220}, None)
    assert code(desk, "void", "1", "1", "2") == "no_deal"
    desk.json("round", "close", "--force", *WHY)
    assert code(desk, "void", "1", "1", "1") == "closed"

    desk.json("round", "pair")
    desk.json("entry", "add", "Tardi Ada", "Tardi Leo", "--accept", "late_entry", *WHY)
    told = desk.run("round", "publish")
    assert told.exit_code == 1 and "number 5 came later" in told.stderr and '--anyway --why "..."' in told.stderr
    assert "THIS DRAFT IS OLD" in desk.run("round", "show").output
    assert desk.json("round", "publish", "--anyway", *WHY)["round"]["state"] == "published"


def test_short_ids_of_one_deal_are_never_the_same() -> None:
    many = [number.to_bytes(12, "big") for number in range(2000)]  # of so many two begin alike
    found = short_ids(many)
    assert len(set(found.values())) == 2000 and {len(text) for text in found.values()} != {4}
    assert set(short_ids(many[:2]).values()).isdisjoint(short_ids(many[:3]).values())


def test_the_clock_of_all_tables_goes_by_commands_where_a_server_runs(server: Running) -> None:
    client = server.organiser()
    table = server.device("one").open().ready()
    begin(client)
    table.until(lambda: table.sheet.plan, "plan")
    desk = Desk(server.folder)
    assert desk.run("round", "clock").output == "round 1 has not been started: 2 tables\n"
    assert desk.json("round", "clock", "add", code=1)["error"]["code"] == "bad_input"
    assert desk.run("round", "clock", "start").output.startswith("round 1 is running, 2")
    table.until(lambda: table.sheet.clock.state == 1, "START")
    before = table.sheet.clock.deadline_ms
    found = desk.json("round", "clock", "add", "--minutes", "-10")
    table.until(lambda: table.sheet.clock.deadline_ms == before - 600_000, "ten minutes less")
    assert (found["clock"]["state"], found["clock"]["deadline_ms"]) == ("running", before - 600_000)
    assert 0 < found["clock"]["left_ms"] <= 15 * 60_000
    assert desk.json("round", "clock", "start", code=1)["error"]["code"] == "wrong_state"
    desk.run("round", "clock", "end")
    assert desk.run("round", "clock").output == "round 1 has ended: 2 tables\n"
    table.close()
    server.stop()
    assert desk.json("round", "clock", "pause", code=1)["error"]["code"] == "no_server"
    assert desk.json("round", "clock")["clock"]["state"] == "ended", "it is looked at without a server, too"
