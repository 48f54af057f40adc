"""What no honest table sends: each is refused with a reason, nothing of it is stored, and the server goes on."""

import os
from collections.abc import Callable

import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from host_tools.server import schema
from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.wire import messages, seal
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin

HELLO = {"t": "hello", "v": 1, "dev": "00c0ffee", "nd": "0" * 32, "fw": "test"}
PRESENCE = facts.numbers_payload(k.NS, k.HERE)


def _stored(server: Running, table: FakeTable) -> int:
    rows = schema.record
    query = select(func.count()).where(rows.c.device == table.device)
    found: int = server.host.store.read_now(lambda c: c.execute(query).scalar())
    return found


def _still_serves(server: Running) -> None:
    table = server.device().open().ready()
    table.close()


def _raw(server: Running, frame: str | bytes) -> tuple[int, str]:
    with connect(f"ws://127.0.0.1:{server.port}{messages.PATH}", compression=None) as socket:
        socket.send(frame)
        try:
            socket.recv(7)
        except ConnectionClosed as end:
            assert end.rcvd is not None
            return end.rcvd.code, end.rcvd.reason
    raise AssertionError("not closed")


@pytest.mark.parametrize(
    ("frame", "code", "reason"),
    [
        ("rubbish", 4400, "not JSON"),
        ("[1,2]", 4400, "not a JSON object"),
        (bytes(range(40)), 4400, "binary frame where hello was due"),
        (messages.encode(HELLO, messages.TO_HOST).decode(), 4401, "unknown device"),
        (messages.encode(HELLO | {"v": 9}, messages.TO_HOST).decode(), 4400, "version 9"),
        ('{"t":"hello","v":1,"dev":"00c0ffee","nd":7,"fw":"x"}', 4400, "field nd"),
        ('{"t":"proof","proof":"' + "0" * 32 + '"}', 4400, "proof where hello was due"),
        ("x" * 300, 1009, "at most 256"),
        ("x" * 9000, 1009, ""),
    ],
)
def test_a_foreign_hello_is_refused_by_name(server: Running, frame: str | bytes, code: int, reason: str) -> None:
    got, said = _raw(server, frame)
    assert (got, reason in said) == (code, True)
    _still_serves(server)


def test_a_device_with_another_key_is_refused(server: Running) -> None:
    table = server.device()
    nonce = os.urandom(16)
    with connect(f"ws://127.0.0.1:{server.port}{messages.PATH}", compression=None) as socket:
        hello = HELLO | {"dev": table.device, "nd": nonce.hex()}
        socket.send(messages.encode(hello, messages.TO_HOST).decode())
        welcome = messages.decode(str(socket.recv(5)).encode(), messages.TO_DEVICE)
        session = seal.session_key(os.urandom(32), bytes.fromhex(table.device), nonce, bytes.fromhex(welcome["nh"]))
        proof = {"t": "proof", "proof": seal.proof(session, b"device", bytes.fromhex(welcome["nh"])).hex()}
        socket.send(messages.encode(proof, messages.TO_HOST).decode())
        with pytest.raises(ConnectionClosed) as end:
            socket.recv(5)
        assert end.value.rcvd is not None
        assert (end.value.rcvd.code, "wrong proof" in end.value.rcvd.reason) == (4401, True)


def test_a_page_of_another_site_cannot_open_the_endpoint(server: Running) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}{messages.PATH}", origin="http://evil.example").__enter__()  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    server.device().open(origin=f"http://127.0.0.1:{server.port}").ready().close()


def _replayed(table: FakeTable) -> None:
    table.socket.send(table.send({"t": "time", "a": 1}))


def _forged(table: FakeTable) -> None:
    frame = bytearray(table.sealer.seal(b'{"t":"time","a":1}'))
    frame[-3] ^= 1
    table.socket.send(bytes(frame))


def _reflected(table: FakeTable) -> None:
    table.socket.send(seal.Sealer(table.sealer._key, seal.TO_DEVICE).seal(b'{"t":"beat"}'))


def _bad_record_tag(table: FakeTable) -> None:
    data, tag = table.tagged(table.record(k.PRESENCE, PRESENCE))
    table.send_record(data, bytes(16))


def _bad_record(table: FakeTable) -> None:
    data = os.urandom(60)
    table.send_record(data, seal.record_tag(seal.record_key(table.key), data))


def _anothers_record(table: FakeTable) -> None:
    table.send_record(*table.tagged(table.record(k.PRESENCE, PRESENCE, device=b"\1\2\3\4")))


def _huge_hole(table: FakeTable) -> None:
    table.send_record(*table.tagged(table.record(k.PRESENCE, PRESENCE, seq=1 << 29)))


@pytest.mark.parametrize(
    ("act", "code", "reason"),
    [
        (_replayed, 4400, "replayed"),
        (_forged, 4400, "tag is wrong"),
        (_reflected, 4400, "reflected"),
        (_bad_record_tag, 4400, "record tag is wrong"),
        (_bad_record, 4400, "not a record"),
        (_anothers_record, 4400, "record of another device"),
        (_huge_hole, 4400, "too large a hole"),
        (lambda t: t.socket.send("text"), 4400, "text frame"),
        (lambda t: t.socket.send(os.urandom(200)), 4400, "tag is wrong"),
        (lambda t: t.socket.send(b""), 4400, "too short"),
        (lambda t: t.socket.send(os.urandom(1101)), 1009, "at most 1100"),
        (lambda t: t.socket.send(os.urandom(100_000)), 1009, ""),
        (lambda t: t.send({"t": "hello"} | HELLO), 4400, "hello after the hello"),
        (lambda t: t.socket.send(t.sealer.seal(b'{"t":"reboot"}')), 4400, "unknown message"),
    ],
)
def test_a_broken_or_forged_frame_ends_the_connection(
    server: Running, act: Callable[[FakeTable], None], code: int, reason: str
) -> None:
    begin(server.organiser(), pairs=2)
    table = server.device().open().ready()
    act(table)
    got, said = table.closed_with()
    assert (got, reason in said) == (code, True), said
    assert _stored(server, table) == 0
    _still_serves(server)


def test_the_newest_connection_of_a_device_wins(server: Running) -> None:
    table = server.device().open().ready()
    again = FakeTable(table.port, table.device, table.key).open().ready()
    assert table.closed_with()[0] == 4409
    assert again.place[2] == 1
    shown = server.organiser().get("/api/state").json()["devices"]
    assert [d["online"] for d in shown] == [True]


@pytest.mark.parametrize("wrong", ["event", "round", "table"])
def test_a_record_for_another_place_is_kept_aside_and_shown(server: Running, wrong: str) -> None:
    client = server.organiser()
    begin(client)
    table = server.device().open().ready()
    event, round_id, number = table.place
    places = {"event": (b"\1\1\1\1", round_id, number), "round": (event, b"\1\1\1\1", number), "table": (event, round_id, 2)}
    table.place = places[wrong]
    table.say(k.PRESENCE, PRESENCE)
    table.delivered()
    state = client.get("/api/state").json()
    assert state["foreign"] == 1
    assert [t["ns"]["presence"] for t in state["tables"]] == ["", ""]
    assert _stored(server, table) == 1


def test_a_genuine_record_that_makes_no_sense_is_a_fault_of_its_table(server: Running) -> None:
    client = server.organiser()
    begin(client, pairs=2)
    table = server.device().open().ready()
    rec = table.record(k.SIGN, b"\1")
    table.mine.append(table.tagged(rec))
    table.send_record(*table.mine[-1])
    table.delivered()
    assert "cannot be read" in client.get("/api/state").json()["tables"][0]["faults"][0]


def test_a_table_that_does_not_read_is_cut_off(server: Running) -> None:
    table = server.device().open().ready()
    live = server.host.hall.live_of(table.device)
    link = live.link

    def flood() -> None:
        for _ in range(200):
            link.send({"t": "beat"})

    link.socket.app.state.host.store._loop.call_soon_threadsafe(flood)
    assert table.closed_with()[0] == 1013
