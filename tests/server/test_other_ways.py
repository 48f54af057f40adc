"""Records by another way than the radio, and the typed code, at a running server: same checks, same effect, once."""

import httpx
import pytest

from host_tools.usb.line import Row
from host_tools.usb.log_file import lines
from host_tools.usb.merge import MergeError
from host_tools.usb.send import send
from tavolo.domain import fact_writer, facts, sheet_code
from tavolo.domain import kinds as k
from tavolo.wire import seal
from tests.server.fake_table import FakeTable
from tests.server.kit import EW, NS, Running, begin


def alone(table: FakeTable, deals: int) -> None:
    """Records that the table writes while no radio is there."""
    for number in range(1, deals + 1):
        for kind, payload in (
            (k.PHASE, facts.numbers_payload(number, k.COUNT)),
            (k.DEAL, fact_writer.deal_payload(number, NS, EW)),
        ):
            rec = table.record(kind, payload)
            table.mine.append(table.tagged(rec))
            table.sheet.apply(rec)


def copy(table: FakeTable) -> list[Row]:
    """What USB brings of the table's log."""
    return [Row(data, tag) for data, tag in table.mine]


def post(client: httpx.Client, table: FakeTable, rows: list[Row]) -> dict[str, int]:
    found = client.post("/api/logs", content=lines(table.device, rows))
    assert found.status_code == 200, found.text
    out: dict[str, int] = found.json()
    return out


def played(client: httpx.Client) -> list[int]:
    """How many versions each deal of table 1 has."""
    return [len(deal["versions"]) for deal in client.get("/api/sheets/1/1").json()["deals"]]


@pytest.fixture
def seated(server: Running) -> tuple[httpx.Client, FakeTable]:
    """An event whose table 1 has both lines seated; its radio is gone."""
    client = server.organiser()
    begin(client)
    table = server.device("one").open().ready()
    table.sit()
    table.close()
    return client, table


def test_log_by_usb_fills_the_sheet_and_the_radio_goes_on_behind_it(seated: tuple[httpx.Client, FakeTable]) -> None:
    client, table = seated
    alone(table, 1)
    sat = len(table.mine) - 2
    found = post(client, table, copy(table))
    assert (found["new"], found["known"], found["foreign"], found["wrong"]) == (2, sat, 0, [])
    assert played(client) == [1, 0]
    assert [(one["seq"], one["what"]) for one in found["records"]][-2:] == [(sat + 1, "new"), (sat + 2, "new")]  # type: ignore[index]
    again = post(client, table, copy(table))
    assert (again["new"], again["known"], again["conflict"]) == (0, sat + 2, 0)
    table.open().ready()
    assert table.acked == len(table.mine), "the host told at the connection that it has them"
    table.say(k.PHASE, facts.numbers_payload(2, k.COUNT))
    table.say(k.DEAL, fact_writer.deal_payload(2, NS, EW))
    table.delivered()
    assert played(client) == [1, 1]
    post(client, table, copy(table))
    assert played(client) == [1, 1]
    table.close()


def test_records_in_any_order_and_with_holes_are_acknowledged_when_whole(
    server: Running, seated: tuple[httpx.Client, FakeTable]
) -> None:
    client, table = seated
    alone(table, 2)
    rows = copy(table)
    post(client, table, rows[-1:])
    post(client, table, rows[-3:-2])
    assert played(client) == [1, 1], "the second deal came first"
    table.open().ready()
    table.delivered()  # the radio brings the rest, and what is there already again
    assert played(client) == [1, 1]
    table.close()
    server.host.store.run(server.host.hall.rebuild)
    assert played(client) == [1, 1], "also after a restart"


def test_forged_foreign_strange_and_contradicting_records_change_no_sheet(
    server: Running, seated: tuple[httpx.Client, FakeTable]
) -> None:
    client, table = seated
    other = server.device("two")
    deal = table.record(k.DEAL, fact_writer.deal_payload(1, NS, EW), 50)
    data, tag = table.tagged(deal)
    wrong_key = seal.record_tag(seal.record_key(other.key), data)
    found = post(client, table, [Row(data, wrong_key), Row(data, b""), Row(data[:-1] + b"\0", tag)])
    assert (found["new"], len(found["wrong"]), found["others"]) == (0, 2, 1)  # type: ignore[arg-type]
    place = table.place
    for event, round_id, number in ((b"\1\2\3\4", place[1], 1), (place[0], b"\1\2\3\4", 1), (place[0], place[1], 2)):
        strange = table.record(k.DEAL, fact_writer.deal_payload(1, NS, EW), 60 + number + event[0])
        strange.place(event, round_id, number)
        found = post(client, table, [Row(*table.tagged(strange))])
        assert found["foreign"] == 1, (event, round_id, number)
    assert played(client) == [0, 0]
    first = table.record(k.SEATS, facts.numbers_payload(k.NORTH, k.EAST), 1)
    found = post(client, table, [Row(*table.tagged(first))])
    assert (found["new"], found["conflict"]) == (0, 1)
    assert client.get("/api/state").json()["record_conflicts"] == [f"{table.device}/{table.log.hex()}/1"]


@pytest.mark.parametrize("body", [b"", b"{}", b"[]\n[]", b"\xff\xfe", b'{"tavolo": "log", "format": 1}', b"x" * 1000])
def test_what_is_no_log_is_refused_in_words(seated: tuple[httpx.Client, FakeTable], body: bytes) -> None:
    found = seated[0].post("/api/logs", content=body)
    assert (found.status_code, found.json()["error"]["code"]) == (422, "bad_log")


def test_nobody_without_a_login_and_its_token_brings_records_or_codes(server: Running) -> None:
    stranger = httpx.Client(base_url=server.url)
    for path in ("/api/logs", "/api/code", "/api/qr", "/api/qr/text", "/api/results"):
        assert stranger.post(path, content=b"{}").status_code == 401
    assert stranger.get("/api/code/line?text=A").status_code == 401
    client = server.organiser()
    del client.headers["X-CSRF-Token"]
    for path in ("/api/logs", "/api/code", "/api/qr", "/api/qr/text", "/api/results"):
        assert client.post(path, content=b"{}").status_code == 403


def test_the_command_sends_a_long_log_in_parts(server: Running, seated: tuple[httpx.Client, FakeTable]) -> None:
    _, table = seated
    before = len(table.mine)
    for n in range(300):
        table.mine.append(table.tagged(table.record(k.FAULT, fact_writer.text_payload(1, f"{n} " * 30))))
    found = send(server.url, "organiser", server.password, table.device, copy(table))
    assert (found["new"], found["known"], found["wrong"]) == (300, before, [])
    with pytest.raises(MergeError, match="the server refuses: user or password is wrong"):
        send(server.url, "organiser", "guess", table.device, copy(table))
    with pytest.raises(MergeError, match="no server answers"):
        send("http://127.0.0.1:9", "organiser", "guess", table.device, copy(table))


def test_typed_code_is_answered_and_written_down(server: Running, seated: tuple[httpx.Client, FakeTable]) -> None:
    client, table = seated
    event, round_id, number = table.place
    signed = (2, 1400, 440, 17, 3, 0)
    bits = sheet_code.totals_bits(bytes.fromhex(table.device), 1, number, signed)
    whole = sheet_code.tagged(b"code", event, round_id, number, bits.to_bytes(10, "big"))
    code = "\n".join(sheet_code.code_lines(bits, seal.record_tag(seal.record_key(table.key), whole)))
    found = client.post("/api/code", json={"code": code.lower()}).json()
    assert found == {
        "round": 1,
        "table": number,
        "device": table.device,
        "deals": 2,
        "early": False,
        "mp": [1400, 440],
        "vp": [17, 3],
        "corrected": [],
        "name": "one",
        "pairs": ["Anna1 - Bruno1", "Anna2 - Bruno2"],
        "swapped": False,
        "parts": None,
        "against": [],
        "known": False,
    }
    refused = client.post("/api/code", json={"code": code[:-2]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_code")
    assert client.post("/api/code", json={"code": 5}).status_code == 422
    assert client.post("/api/code", json={"code": "A" * 201}).status_code == 422
    assert client.post("/api/code", json={"code": code, "more": 1}).status_code == 422
    assert client.get("/api/code/line", params={"text": code.split()[1]}).json() == {"wrong": ""}
    assert "line 2 has 3" in client.get("/api/code/line", params={"text": "ACE", "number": 2}).json()["wrong"]
    assert played(client) == [0, 0]
