"""A signed sheet that reaches the host off the table's screen: typed code and QR, before and after the table's own records."""

import base64
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from host_tools.server import schema
from host_tools.usb.line import Row
from host_tools.usb.log_file import lines
from tavolo.domain import fact_writer, sheet_code
from tavolo.domain import kinds as k
from tavolo.wire import seal
from tests.server.fake_table import FakeTable
from tests.server.kit import EW, NS, OTHER, Running, seated
from tests.server.test_picture import photo


@pytest.fixture
def silent(server: Running) -> tuple[httpx.Client, FakeTable]:
    """A round is on; table 1 sat down, then its radio went. It plays and signs, and nobody hears of it."""
    client, table = seated(server)
    table.close()
    table.clock = lambda: 1  # it played before anybody copied it, however quickly this server has started
    write(table, k.DEAL, fact_writer.deal_payload(1, NS, EW))
    write(table, k.DEAL, fact_writer.deal_payload(2, NS, EW))
    sign(table)
    return client, table


def write(table: FakeTable, kind: int, payload: bytes) -> None:
    """Into the table's own log, not sent."""
    rec = table.record(kind, payload)
    table.mine.append(table.tagged(rec))
    table.sheet.apply(rec)


def sign(table: FakeTable) -> None:
    mp_ns, mp_ew, _, vp_ns, vp_ew = table.sheet.result()
    write(table, k.SIGN, fact_writer.sign_payload(table.sheet.played(), mp_ns, mp_ew, vp_ns, vp_ew))


def tag(table: FakeTable, label: bytes, said: bytes) -> bytes:
    return seal.record_tag(seal.record_key(table.key), sheet_code.tagged(label, *table.place, said))


def code(table: FakeTable, signed: tuple[int, ...] | None = None) -> str:
    """What the table's screen shows."""
    bits = sheet_code.totals_bits(bytes.fromhex(table.device), 1, table.place[2], signed or table.sheet.signed or ())
    return "\n".join(sheet_code.code_lines(bits, tag(table, b"code", bits.to_bytes(10, "big"))))


def part(table: FakeTable) -> bytes:
    """The bytes of the table's QR."""
    said = sheet_code.parts_bytes(bytes.fromhex(table.device), 1, table.place[2], table.sheet)
    return said + tag(table, b"part", said)[:8]


def ranking(client: httpx.Client) -> Any:
    return client.get("/api/ranking").json()


def vps(client: httpx.Client) -> dict[int, int]:
    return {line["pair"]: line["vp"] for line in ranking(client)["ranking"]}


def host_records(server: Running, kind: int) -> int:
    rows = schema.record
    mine = rows.c.device == server.host.hall.author[0].hex()
    return len(server.host.store.read_now(lambda c: c.execute(select(rows.c.id).where(mine, rows.c.kind == kind)).all()))


def sheet(client: httpx.Client) -> Any:
    return client.get("/api/sheets/1/1").json()


def test_typed_code_counts_once_and_the_radios_records_take_its_place(
    server: Running, silent: tuple[httpx.Client, FakeTable]
) -> None:
    client, table = silent
    shown = client.post("/api/code", json={"code": code(table)}).json()
    assert (shown["known"], shown["against"], shown["parts"]) == (False, [], None)
    assert vps(client)[1] == 0, "a code that was only looked at changes nothing"
    for new in (1, 0, 0):
        found = client.post("/api/results", json={"code": code(table).lower()})
        assert (found.status_code, found.json()["new"], found.json()["conflict"]) == (200, new, False)
    assert host_records(server, k.RESULT) == 1
    signed = table.sheet.signed
    assert signed is not None and vps(client)[1] == signed[3]
    assert ranking(client)["copied"] == [{"round": 1, "table": 1}] and ranking(client)["provisional"] == []
    view = sheet(client)
    assert view["mp"] == {"ns": signed[1], "ew": signed[2]} and view["copied"]["counts"] and view["signed"] is None
    assert client.get("/api/wall").json()["missing"] == [2]
    server.host.store.read_now(server.host.hall.rebuild)
    assert vps(client)[1] == signed[3], "also after a restart"
    table.open().ready()
    table.delivered()
    assert ranking(client)["copied"] == [] and ranking(client)["provisional"] == []
    view = sheet(client)
    assert view["signed"]["mp_ns"] == signed[1] and not view["copied"]["counts"] and view["state"]["differs"] == []
    assert client.post("/api/results", json={"code": code(table)}).json()["new"] == 0
    table.close()


def test_code_that_the_own_records_contradict_is_for_the_arbiter(silent: tuple[httpx.Client, FakeTable]) -> None:
    client, table = silent
    client.post("/api/results", json={"code": code(table, (2, 999, 440, 15, 5, 0))})
    assert vps(client)[1] == 15
    table.open().ready()
    table.delivered()
    assert ranking(client)["provisional"] == [{"round": 1, "table": 1, "why": "result"}]
    assert client.get("/api/wall").json()["provisional"] is True
    copied = sheet(client)["copied"]
    assert copied["contradicts"] and copied["mp_ns"] == 999
    signed = table.sheet.signed
    assert signed is not None and vps(client)[1] == signed[3], "the table's own count meanwhile"
    body = {"ref": copied["ref"], "copied": True, "why": "lo schermo era giusto"}
    assert client.post("/api/sheets/1/1/result", json=body | {"ref": "0" * 24}).status_code == 409
    assert client.post("/api/sheets/1/1/result", json=body).status_code == 200
    assert (vps(client)[1], ranking(client)["provisional"]) == (15, [])
    assert client.post("/api/sheets/1/1/result", json=body).status_code == 409, "the second of two arbiters is told"
    table.close()


def test_own_records_are_chosen_against_a_code(silent: tuple[httpx.Client, FakeTable]) -> None:
    client, table = silent
    client.post("/api/results", json={"code": code(table, (2, 999, 440, 15, 5, 0))})
    table.open().ready()
    table.delivered()
    body = {
        "ref": sheet(client)["copied"]["ref"],
        "copied": False,
        "why": "numeri di prima della correzione",
        "article": "art. 19",
    }
    assert client.post("/api/sheets/1/1/result", json=body).status_code == 200
    signed = table.sheet.signed
    assert signed is not None
    assert (vps(client)[1], ranking(client)["provisional"], sheet(client)["copied"]) == (signed[3], [], None)
    table.close()


def test_who_sat_the_other_way_round_is_said_with_the_code(silent: tuple[httpx.Client, FakeTable]) -> None:
    client, table = silent
    client.post("/api/results", json={"code": code(table, (2, 1400, 440, 17, 3, 0)), "swapped": True})
    assert (vps(client)[1], vps(client)[2]) == (3, 17)
    state = client.get("/api/state").json()["tables"][0]
    assert (state["ns"]["pair"], state["copied"], state["signed"], state["vp"]) == (2, True, True, {"ns": 17, "ew": 3})
    client.post("/api/results", json={"code": code(table, (2, 1400, 440, 17, 3, 0)), "swapped": False})
    assert (vps(client)[1], vps(client)[2]) == (17, 3), "the later word counts"


@pytest.mark.parametrize("way", ["photo", "characters"])
def test_qr_brings_every_part_and_equal_records_are_no_conflict(
    server: Running, silent: tuple[httpx.Client, FakeTable], way: str
) -> None:
    client, table = silent
    data = part(table)
    if way == "photo":
        found = client.post("/api/qr", content=photo(data), headers={"Content-Type": "image/jpeg"})
    else:
        for text in (data.hex(), base64.b64encode(data).decode(), data.decode("latin-1")):
            found = client.post("/api/qr/text", json={"text": text})
            assert base64.b64decode(found.json()["part"]) == data
    assert found.status_code == 200, found.text
    shown = found.json()
    assert base64.b64decode(shown["part"]) == data
    assert [(row["deal"], row["ns"]["total"], row["known"]) for row in shown["parts"]] == [(1, 700, False), (2, 700, False)]
    for new in (3, 0):
        assert client.post("/api/results", json={"part": shown["part"]}).json()["new"] == new
    view = sheet(client)
    assert [row["totals"] for row in view["deals"]] == [{"ns": 700, "ew": 220}] * 2
    assert [row["versions"][0]["copied"] for row in view["deals"]] == [True, True]
    assert vps(client)[1] == view["vp"]["ns"] == 19
    if way == "photo":
        table.open().ready()
        table.until(lambda: len(table.sheet.versions) == 4, "the table hears of the copies")
        table.delivered()
        table.close()
    else:
        assert client.post("/api/logs", content=lines(table.device, [Row(*one) for one in table.mine])).status_code == 200
    view = sheet(client)
    assert [(row["conflict"], len(row["versions"])) for row in view["deals"]] == [(False, 2), (False, 2)]
    assert ranking(client)["provisional"] == ranking(client)["copied"] == [] and view["state"]["differs"] == []
    assert client.post("/api/results", json={"part": shown["part"]}).json()["new"] == 0
    server.host.store.read_now(server.host.hall.rebuild)
    assert sheet(client)["state"]["conflicts"] == []


def test_qr_that_says_otherwise_than_the_records_is_a_conflict(silent: tuple[httpx.Client, FakeTable]) -> None:
    client, table = silent
    before = part(table)
    first = table.sheet.deal(1)
    assert first is not None
    write(table, k.REVISE, fact_writer.deal_payload(1, NS, OTHER, replaces=first.ref))
    sign(table)
    table.open().ready()
    table.delivered()
    table.close()
    shown = client.post("/api/qr/text", json={"text": before.hex()}).json()
    assert shown["against"] == ["result"], "the first deal is known: it was replaced"
    assert client.post("/api/results", json={"part": shown["part"]}).json()["conflict"] is True
    write(table, k.REVISE, fact_writer.deal_payload(2, OTHER, OTHER, replaces=table.sheet.deal(2).ref))  # type: ignore[union-attr]
    shown = client.post("/api/qr/text", json={"text": part(table).hex()}).json()
    assert shown["against"] == ["result", 2]
    assert client.post("/api/results", json={"part": shown["part"]}).json()["conflict"] is True
    assert sheet(client)["state"]["conflicts"] == [2]


def test_screens_that_are_not_believed(server: Running, silent: tuple[httpx.Client, FakeTable]) -> None:
    client, table = silent
    stranger = server.device("two")
    stranger.place, stranger.sheet = table.place, table.sheet
    for body, word in (
        ({"code": code(stranger)}, "never had table 1"),
        ({"code": code(table)[:-1]}, "32 characters"),
        ({"part": base64.b64encode(part(stranger)).decode()}, "never had table 1"),
        ({"part": base64.b64encode(part(table)[:-1] + b"x").decode()}, "no device of ours"),
        ({"part": "%%%"}, "not base64"),
        ({}, "0 characters"),
    ):
        found = client.post("/api/results", json=body)
        assert found.status_code == 422 and word in found.json()["error"]["message"], (body, found.text)
    assert client.post("/api/results", json={"code": code(table), "more": 1}).status_code == 422
    found = client.post("/api/qr/text", json={"text": "http://example.org/a/b?c=d"})
    assert (found.status_code, found.json()["error"]["code"]) == (422, "bad_picture")
    assert host_records(server, k.RESULT) == host_records(server, k.DEAL) == 0


def test_genuine_nonsense_is_refused_in_words(silent: tuple[httpx.Client, FakeTable]) -> None:
    client, table = silent
    huge = [300, 0, 0, 0, k.PILE_PLAYED, 0, 0, 0]
    for deals in ([(1, huge, EW)], [(1, NS, EW), (1, NS, EW)], [(7, NS, EW)], [(3, NS, EW)], [(1, [0] * 7 + [32767], EW)]):
        bits = sheet_code.Bits()
        for value, size in ((0, 3), (0, 1), (len(deals), 3), (bytes.fromhex(table.device)[3], 8), (1, 6), (1, 10)):
            bits.put(value, size)
        for number, *both in deals:
            bits.put(number, 3)
            for entry in both:
                for field in range(3):
                    bits.small(entry[field])
                bits.put(entry[k.CLOSED], 1)
                bits.put(entry[k.PILE], 2)
                bits.points(entry[k.NEGATIVE], 8)
                bits.points(entry[k.POSITIVE], 8)
                bits.put(1 if entry[k.ARBITER] else 0, 1)
                if entry[k.ARBITER]:
                    bits.put(entry[k.ARBITER], 16)
        said = bits.bytes()
        data = base64.b64encode(said + tag(table, b"part", said)[:8]).decode()
        found = client.post("/api/results", json={"part": data})
        assert found.status_code in (200, 422), found.text
        assert found.status_code == 422 or deals[0][1][7] == 32767, deals
    assert client.get("/api/sheets/1/1").status_code == 200


def test_code_of_before_a_void_deal_is_refused(silent: tuple[httpx.Client, FakeTable]) -> None:
    client, table = silent
    table.open().ready()
    table.delivered()
    seen = sheet(client)["deals"][0]["standing"]
    assert client.post("/api/sheets/1/1/void", json={"deal": 1, "seen": seen, "why": "mazzo sbagliato"}).status_code == 200
    found = client.post("/api/results", json={"code": code(table, (2, 1400, 440, 17, 3, 0))})
    assert (found.status_code, found.json()["error"]["code"]) == (409, "void")
    table.until(lambda: table.sheet.phase == k.DEALING, "dealt again")
    assert (table.sheet.deal_no, table.sheet.signed, sheet(client)["signed"]) == (1, None, None)
    table.close()
