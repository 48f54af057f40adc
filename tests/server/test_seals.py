"""The written list of attacks on the tables' link, the host's side of it (docs/security.md; the table's: test_attacks.py)."""

import itertools
import os
from typing import Any

import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from host_tools.server import schema
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, pack
from tavolo.wire import messages, pin, seal
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin

PRESENCE = facts.numbers_payload(k.NS, k.HERE)


def _count(server: Running, table: Any) -> int:
    found: int = server.host.store.read_now(lambda c: c.execute(select(func.count()).select_from(table)).scalar())
    return found


def _ended(socket: ClientConnection) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as end:
        while True:
            socket.recv(7)
    assert end.value.rcvd is not None
    return end.value.rcvd.code, end.value.rcvd.reason


def _line(server: Running) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{server.port}{messages.PATH}", compression=None).__enter__()


def _hello(socket: ClientConnection, device: str, nonce: str) -> dict[str, Any]:
    socket.send(messages.encode({"t": "hello", "v": 1, "dev": device, "nd": nonce, "fw": "x"}, messages.TO_HOST).decode())
    return messages.decode(str(socket.recv(5)).encode(), messages.TO_DEVICE)


def test_replay_of_a_whole_connection_gets_no_further_than_the_hello(server: Running) -> None:
    """Hello, proof and sealed frames as they were heard on the air, sent again: the host's nonce is another."""
    begin(server.organiser(), pairs=2)
    table = server.device()
    sent: list[str | bytes] = []
    original = ClientConnection.send

    def heard(self: ClientConnection, message: Any, *more: Any, **named: Any) -> None:
        sent.append(message)
        original(self, message, *more, **named)

    ClientConnection.send = heard  # type: ignore[method-assign]
    try:
        table.open().ready()
        table.say(k.PRESENCE, PRESENCE)
        table.delivered()
        table.close()
    finally:
        ClientConnection.send = original  # type: ignore[method-assign]
    before = _count(server, schema.record)
    assert len(sent) > 3
    with connect(f"ws://127.0.0.1:{server.port}{messages.PATH}", compression=None) as again:
        try:
            for message in sent:
                again.send(message)
        except ConnectionClosed:
            pass  # refused before all was sent
        assert _ended(again) == (4401, "wrong proof: the device has another key")
    assert _count(server, schema.record) == before


def test_frames_of_an_older_connection_are_worth_nothing_on_a_newer_one(server: Running) -> None:
    table = server.device().open().ready()
    old = [table.sealer.seal(messages.encode({"t": "time", "a": n}, messages.TO_HOST)) for n in range(3)]
    table.close()
    table.open().ready()
    table.socket.send(old[2])
    code, reason = table.closed_with()
    assert (code, "tag is wrong" in reason) == (4400, True)


def test_an_old_frame_of_this_connection_is_refused_however_late(server: Running) -> None:
    table = server.device().open().ready()
    old = table.send({"t": "time", "a": 1})
    for n in range(20):
        table.send({"t": "time", "a": n})
    table.socket.send(old)
    code, reason = table.closed_with()
    assert (code, "replayed" in reason) == (4400, True)


def test_a_record_of_an_old_event_sent_again_counts_neither_again_nor_now(server: Running) -> None:
    client = server.organiser()
    begin(client, pairs=2, deals=2)
    table = server.device().open().ready()
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    client.post("/api/round/start")
    table.until(lambda: table.sheet.clock.state == 1, "START")
    table.say(k.DEAL, fact_writer.deal_payload(1, [1, 0, 0, 1, 0, 5, 300, 0], [0, 0, 0, 0, 0, 50, 100, 0]))
    table.delivered()
    old_place, old = table.place, table.mine[-1]
    begin(client, pairs=2, deals=2, replace=True)
    table.until(lambda: table.place != old_place, "the new event's place")
    rows = _count(server, schema.record)
    table.send_record(*old)  # the very bytes: known, acknowledged, nothing new
    table.until(lambda: any(m["t"] == "ack" for m in table.got), "ack")
    fresh_place, table.place = table.place, old_place
    table.say(k.DEAL, fact_writer.deal_payload(2, [1, 0, 0, 1, 0, 5, 900, 0], [0, 0, 0, 0, 0, 50, 100, 0]))
    table.delivered()  # a new record that says the old event: kept aside
    state = client.get("/api/state").json()
    assert _count(server, schema.record) == rows + 1
    assert state["foreign"] == 1
    now = server.host.hall.table(1)
    assert now is not None and now.sheet.versions == []
    assert fresh_place != old_place


@pytest.mark.parametrize("which", ["own proof back", "from a second connection"])
def test_reflection_the_hosts_own_proofs_are_no_devices_proof(server: Running, which: str) -> None:
    device = server.device().device
    one = _line(server)
    first = _hello(one, device, os.urandom(16).hex())
    proof = first["proof"]
    if which == "from a second connection":  # its nonce is the challenge that we must answer on the first
        two = _line(server)
        proof = _hello(two, device, first["nh"])["proof"]
        two.close()
    one.send(messages.encode({"t": "proof", "proof": proof}, messages.TO_HOST).decode())
    assert _ended(one)[0] == 4401


def test_the_host_is_no_oracle_no_answer_fits_anywhere_else(server: Running) -> None:
    """Every use of a key has inputs of its own: none can be taken for another's, whatever an attacker chooses."""
    key, nonce = os.urandom(32), os.urandom(16)
    device = bytes.fromhex("00c0ffee")
    # under K: labels of different beginning, and of a length of their own
    under_k = [b"sess" + device + nonce + nonce, b"rec", b"pin"]
    assert not any(a.startswith(b[:3]) for a, b in itertools.permutations(under_k, 2))
    # under Ks: proofs begin with a letter, frames with 1 or 2
    session = seal.session_key(key, device, nonce, nonce)
    for direction in (seal.TO_HOST, seal.TO_DEVICE):
        assert direction not in (b"host"[0], b"device"[0])
        frame = seal.Sealer(session, direction).seal(b"x")
        assert frame[16] == direction
    # a record's tag is not a frame's, and neither is the PIN's mask
    record = bytes(60)
    tags = {seal.record_tag(seal.record_key(key), record), seal.record_tag(session, record), seal.record_tag(key, record)}
    assert len(tags) == 3
    assert len({seal.record_key(key), seal.hmac(key, b"pin"), session}) == 3
    # codes and pictures are tagged under the records' key: a record begins with its format, they with a label
    assert pack(Record(k.CALL, device, b"LOG1", 1, 0))[0] not in (b"code"[0], b"part"[0])
    masked = pin.mask_pin(key, b"salt", 123456)
    assert masked != pin.mask_pin(key, b"tlas", 123456)
    assert pin.pin_of(os.urandom(32), masked) != 123456


def test_a_guest_who_asks_the_host_for_proofs_a_hundred_times_learns_nothing_of_use(server: Running) -> None:
    device = server.device().device
    nonce = os.urandom(16).hex()
    seen = set()
    for _ in range(20):
        line = _line(server)
        found = _hello(line, device, nonce)
        seen.add((found["nh"], found["proof"]))
        line.close()
    assert len({nh for nh, _ in seen}) == len({proof for _, proof in seen}) == 20


@pytest.mark.parametrize("version", [0, 2, 9])
def test_downgrade_there_is_no_older_or_unsealed_way_in(server: Running, version: int) -> None:
    line = _line(server)
    device = server.device().device
    hello = {"t": "hello", "v": version, "dev": device, "nd": "0" * 32, "fw": "x"}
    line.send(messages.encode(hello, messages.TO_HOST).decode())
    code, reason = _ended(line)
    assert (code, f"version {version}" in reason) == (4400, True)


def test_a_stolen_device_speaks_for_itself_alone(server: Running) -> None:
    client = server.organiser()
    begin(client)
    honest, stolen = server.device().open().ready(), server.device().open().ready()
    assert {honest.place[2], stolen.place[2]} == {1, 2}
    # as another device's record
    data, tag = stolen.tagged(stolen.record(k.PRESENCE, PRESENCE, device=bytes.fromhex(honest.device)))
    stolen.send_record(data, tag)
    assert stolen.closed_with() == (4400, "record of another device")
    # on another device's connection
    thief = FakeTable(server.port, honest.device, stolen.key)
    with pytest.raises(AssertionError):
        thief.open()
    # for another table
    stolen.open().ready()
    own, stolen.place = stolen.place, honest.place
    stolen.say(k.PRESENCE, PRESENCE)
    stolen.delivered()
    assert client.get("/api/state").json()["foreign"] == 1
    assert own != stolen.place
    # as the host's own record
    rec = stolen.record(k.OVERRIDE, facts.numbers_payload(1, 1), device=server.host.hall.author[0])
    stolen.send_record(*stolen.tagged(rec))
    assert stolen.closed_with() == (4400, "record of another device")


def test_no_frame_of_a_round_carries_a_key_or_a_pin_in_clear(server: Running) -> None:
    begin(server.organiser(), pairs=2)
    table = server.device().open().ready()
    heard = repr(table.got)
    for secret in (table.key, seal.record_key(table.key), seal.hmac(table.key, b"pin")):
        assert secret.hex() not in heard
        assert messages.to_text(secret)[:40] not in heard


def test_guests_leave_at_most_twenty_lines_a_minute_and_no_record(server: Running) -> None:
    before = _count(server, schema.audit)
    rubbish = ["x", "{}", '{"t":"beat"}', '{"t":"hello","v":1,"dev":"00c0ffee","nd":"%s","fw":"x"}' % ("0" * 32)]
    for n in range(60):
        line = _line(server)
        line.send(rubbish[n % 4])
        _ended(line)
    assert _count(server, schema.audit) - before <= 20
    assert _count(server, schema.record) == 0
    assert len(server.host.hall.live) == 0
    server.device().open().ready().close()


def test_a_device_gone_mad_neither_fills_the_disk_nor_the_queue_that_all_share(server: Running) -> None:
    begin(server.organiser())
    honest, mad = server.device().open().ready(), server.device().open().ready()
    before, most = _count(server, schema.audit), 0
    for n in range(1500):
        mad.send({"t": "ans", "s": n, "ok": False, "why": "x" * 40})
        if n % 300 == 0:
            most = max(most, server.host.store._jobs.qsize())
            honest.say(k.PRESENCE, PRESENCE)
            honest.delivered()
    mad.send({"t": "time", "a": 7})
    mad.until(lambda: any(m["t"] == "time" for m in mad.got), "the last answer")
    assert most < 20
    assert _count(server, schema.audit) - before < 10
