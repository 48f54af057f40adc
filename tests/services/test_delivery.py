"""Records on their way to the host through everything that can happen: at least once sent, exactly once in effect."""

import base64
import json
import random
import re
import threading
from pathlib import Path

import pytest
from raw_host import DEVICE, KEY, Connection, Gone, frame, table
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from tavolo.domain import record
from tavolo.wire import messages, seal


class Database:
    """What the host has committed: bytes by (device, log, seq). The same id with other bytes fails the test."""

    def __init__(self) -> None:
        self.kept: dict[tuple[bytes, bytes, int], bytes] = {}
        self.arrivals = 0
        self.log = ""

    def commit(self, message: dict) -> int:
        data = base64.b64decode(message["r"])
        assert message["g"] == seal.record_tag(seal.record_key(KEY), data).hex()
        rec = record.unpack(data)
        self.log = rec.log.hex()
        assert self.kept.setdefault((rec.device, rec.log, rec.seq), data) == data
        self.arrivals += 1
        return rec.seq

    def upto(self) -> int:
        return max((seq for _, _, seq in self.kept), default=0)

    def have(self) -> list:
        return [[self.log, self.upto()]] if self.kept else []


def take_all(link: Connection, database: Database, total: int) -> None:
    link.link()
    link.snap(database.have())
    while database.upto() < total:
        upto = database.commit(link.wait("rec"))
        link.send({"t": "ack", "l": database.log, "u": upto})


def test_thirty_records_arrive_in_order_and_are_acknowledged(tmp_path: Path) -> None:
    database = Database()
    with table(tmp_path / "f", speed=10, records=30) as run:
        link = run.accept()
        take_all(link, database, 30)
        while link.wait("beat")["un"]:
            pass
        link.send({"t": "locate"})
        said = run.said()
    assert [seq for _, _, seq in database.kept] == list(range(1, 31))
    assert {device for device, _, _ in database.kept} == {DEVICE}
    assert database.arrivals == 30
    assert said[-1].startswith("END unsent=0")
    assert (tmp_path / "f" / "log" / "acked").read_text() == "30"


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_or_doubled_when_connections_break_anywhere(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    database = Database()
    breaks = 0
    with table(tmp_path / "f", speed=20, records=40) as run:
        while database.upto() < 40:
            link = run.accept()
            try:
                link.link()
                link.snap(database.have())
                while database.upto() < 40:
                    message = link.wait("rec")
                    fate = chance.randrange(10)
                    if fate == 0:  # lost before the commit
                        raise Gone
                    upto = database.commit(message)
                    if fate == 1:  # committed, and the acknowledgement lost
                        raise Gone
                    ack = frame(link.sealed({"t": "ack", "l": database.log, "u": upto}))
                    if fate == 2:  # the acknowledgement cut off in the middle
                        link.sock.sendall(ack[: chance.randrange(1, len(ack))])
                        raise Gone
                    if fate > 4:  # acknowledgements are cumulative, so some may be left out
                        link.sock.sendall(ack)
            except Gone:
                breaks += 1
                link.sock.close()
        link.sock.close()
        last = run.accept()
        last.link()
        last.snap(database.have())
        last.send({"t": "locate"})
        said = run.said()
    assert sorted(seq for _, _, seq in database.kept) == list(range(1, 41))
    assert len({base64.b64encode(data) for data in database.kept.values()}) == 40
    assert breaks > 2
    assert said[-1].startswith("END unsent=0")


def test_a_host_restored_from_a_copy_gets_the_rest_again(tmp_path: Path) -> None:
    database = Database()
    with table(tmp_path / "f", speed=20, records=25) as run:
        link = run.accept()
        take_all(link, database, 25)
        link.sock.close()
        for key in [key for key in database.kept if key[2] > 9]:
            del database.kept[key]
        link = run.accept()
        take_all(link, database, 25)
        link.send({"t": "locate"})
        run.said()
    assert sorted(seq for _, _, seq in database.kept) == list(range(1, 26))
    assert database.arrivals == 25 + 16


def test_a_restarted_table_goes_on_with_its_log(tmp_path: Path) -> None:
    database = Database()
    for total in (5, 12):
        with table(tmp_path / "f", records=total - database.upto()) as run:
            link = run.accept()
            take_all(link, database, total)
            link.send({"t": "locate"})
            run.said()
    assert len({log for _, log, _ in database.kept}) == 1
    assert database.arrivals == 12


def test_the_clock_is_exchanged_with_the_host(tmp_path: Path) -> None:
    with table(tmp_path / "f") as run:
        link = run.accept()
        link.link()
        for n in range(5):
            asked = link.wait("time")["a"]
            link.send({"t": "time", "a": asked, "b": 50000 + asked + n, "c": 50000 + asked + n})
        link.send({"t": "locate"})
        said = run.said()
    assert re.match(r"END unsent=0 known=True q=\d", said[-1])


def test_against_the_websockets_library(tmp_path: Path) -> None:
    """The same table with a server of other hands: upgrade, ping, close, long and short frames."""
    database = Database()
    done = threading.Event()

    def handle(socket: ServerConnection) -> None:
        try:
            hello = messages.decode(str(socket.recv()).encode(), messages.TO_HOST)
            nonce = bytes(range(16))
            session = seal.session_key(KEY, DEVICE, bytes.fromhex(hello["nd"]), nonce)
            proof = seal.proof(session, b"host", bytes.fromhex(hello["nd"])).hex()
            socket.send(json.dumps({"t": "welcome", "v": 1, "nh": nonce.hex(), "proof": proof}))
            assert json.loads(socket.recv())["proof"] == seal.proof(session, b"device", nonce).hex()
            sealer = seal.Sealer(session, seal.TO_DEVICE)

            def send(message: dict) -> None:
                socket.send(sealer.seal(messages.encode(message, messages.TO_DEVICE)))

            assert socket.ping(b"ping").wait(5)
            send({"t": "snap", "table": 1, "event": "0" * 8, "round": "0" * 8, "n": 0, "have": []})
            while database.upto() < 8:
                message = messages.decode(sealer.open(bytes(socket.recv())), messages.TO_HOST)
                if message["t"] == "rec":
                    upto = database.commit(message)
                    send({"t": "ack", "l": database.log, "u": upto})
            send({"t": "locate"})
            done.set()
            socket.recv()
        except ConnectionClosed:
            pass

    with serve(handle, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            port = server.socket.getsockname()[1]
            with table(tmp_path / "f", records=8, port=port) as run:
                said = run.said()
        finally:
            server.shutdown()
            thread.join()
    assert done.is_set()
    assert 'MSG {"t": "locate"}' in said
    assert database.arrivals == 8
