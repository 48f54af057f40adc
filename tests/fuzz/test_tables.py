"""The tables' endpoint against anything: strangers who have heard of the protocol, and devices with a key that have gone mad."""

import os
import resource
import struct

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from host_tools.server import schema
from tavolo.domain.record import Record, pack
from tavolo.wire import messages, seal
from tests.fuzz import mutations
from tests.fuzz.seeds import SEEDS
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin

EXAMPLES = int(os.environ.get("TAVOLO_FUZZ_EXAMPLES", "120")) // 2
STILL = {"deadline": None, "suppress_health_check": list(HealthCheck), "phases": (Phase.explicit, Phase.generate, Phase.shrink)}
ENDS = {1000, 1001, 1002, 1007, 1009, 4400, 4401, 4409}  # 1011 would be a fault in the host
MESSAGES = SEEDS["message_to_host"]
RUBBISH = st.binary(max_size=1300) | mutations.anything(MESSAGES) | st.just(b"x" * 100_000)


def _records(server: Running) -> int:
    rows = schema.record
    mine = server.host.hall.author[0].hex()
    found: int = server.host.store.read_now(lambda c: c.execute(select(func.count()).where(rows.c.device != mine)).scalar())
    return found


def _until_closed(socket: object) -> int:
    try:
        while True:
            socket.recv(8)  # type: ignore[attr-defined]
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


def test_a_stranger_gets_nowhere(server: Running) -> None:
    device = server.device().device
    before, tried = _records(server), 0
    hello = messages.encode({"t": "hello", "v": 1, "dev": device, "nd": "0" * 32, "fw": "x"}, messages.TO_HOST)

    @settings(max_examples=EXAMPLES, **STILL)  # type: ignore[arg-type]
    @given(sent=st.lists(st.tuples(st.booleans(), RUBBISH), min_size=1, max_size=5), first=st.booleans())
    def run(sent: list[tuple[bool, bytes]], first: bool) -> None:
        nonlocal tried
        tried += 1
        with connect(f"ws://127.0.0.1:{server.port}{messages.PATH}", compression=None) as line:
            try:
                if first:
                    line.send(hello.decode())
                for text, data in sent:
                    line.send(data.decode("utf-8", "replace") if text else data)
                line.send("{}")
            except ConnectionClosed:
                pass
            assert _until_closed(line) in ENDS | {1006}

    run()
    print(f"{tried} connections of strangers")
    assert _records(server) == before
    assert device not in server.host.hall.live


@st.composite
def steps(draw: st.DrawFn) -> tuple[str, bytes]:
    """(how to send, payload): sealed rubbish, a sealed record with foolish contents, an older frame, another order."""
    how = draw(st.sampled_from(["sealed", "sealed", "record", "record", "raw", "again", "late", "text"]))
    if how == "record":
        kind, size = draw(st.integers(1, 255)), draw(st.integers(0, 60))
        body = draw(st.binary(min_size=size, max_size=size))
        seq = draw(st.sampled_from([1, 2, 3, 5, 900, 5000, 2**30 - 1]))
        return how, struct.pack(">BI", kind, seq) + body
    return how, draw(RUBBISH)


def _step(table: FakeTable, how: str, data: bytes, old: list[bytes]) -> None:
    if how == "sealed":
        old.append(table.sealer.seal(data[:1100]))
        table.socket.send(old[-1])
    elif how == "record":
        kind, seq = struct.unpack(">BI", data[:5])
        rec = Record(kind, bytes.fromhex(table.device), table.log, seq, 1000, data[5:]).place(*table.place)
        whole = pack(rec)
        table.send_record(whole, seal.record_tag(seal.record_key(table.key), whole))
    elif how == "again" and old:
        table.socket.send(old[-1])
    elif how == "late":
        one, two = (table.sealer.seal(b'{"t":"time","a":%d}' % n) for n in (1, 2))
        table.socket.send(two)
        table.socket.send(one)
    elif how == "text":
        table.socket.send(data.decode("utf-8", "replace"))
    else:
        table.socket.send(data)


def test_a_device_gone_mad_harms_itself_alone(server: Running) -> None:
    client = server.organiser()
    begin(client, pairs=4)
    honest, mad = server.device("honest").open().ready(), server.device("mad")
    tried = 0

    @settings(max_examples=EXAMPLES, **STILL)  # type: ignore[arg-type]
    @given(todo=st.lists(steps(), min_size=1, max_size=8))
    def run(todo: list[tuple[str, bytes]]) -> None:
        nonlocal tried
        tried += 1
        again = FakeTable(mad.port, mad.device, mad.key).open()
        again.log = mad.log
        snap = messages.decode(again.sealer.open(again.socket.recv(8)), messages.TO_DEVICE)
        again.place = (bytes.fromhex(snap["event"]), bytes.fromhex(snap["round"]), snap["table"])
        old: list[bytes] = []
        try:
            for how, data in todo:
                _step(again, how, data, old)
        except (ConnectionClosed, messages.MessageError):
            pass  # ended by the host, or too long to be sent
        again.socket.close()
        honest.got.clear()
        honest.send({"t": "time", "a": tried})
        honest.until(lambda: any(m["t"] == "time" and m["a"] == tried for m in honest.got), "the honest table's clock")

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{tried} connections of a mad device, {_records(server)} records kept, {grown} KiB more memory")
    live = server.host.hall.live_of(mad.device)
    assert not [why for why in live.trouble if "fault in the host" in why], list(live.trouble)
    assert len(live.trouble) <= 5
    assert client.get("/api/state").status_code == 200
    assert grown < 150_000 + 20 * EXAMPLES
    lines = server.host.store.read_now(lambda c: c.execute(select(schema.audit.c.why).where(schema.audit.c.new == "1011")).all())
    assert lines == []
