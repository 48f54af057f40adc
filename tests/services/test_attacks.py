"""The written list of attacks on the tables' link, the table's side of it (docs/security.md; the host's: test_seals.py).

The table is the real link on real MicroPython; the attacker has the network, and not the key.
"""

import base64
import os
import random
import struct
from pathlib import Path

import pytest
from raw_host import KEY, Connection, Gone, frame, table
from test_delivery import Database, take_all

from tavolo.wire import messages, seal

SEED = int(os.environ.get("TAVOLO_SEED", "20261130"))


def forged(message: dict, counter: int = 1, key: bytes = bytes(32)) -> bytes:
    """What somebody without the session's key can make of `message`."""
    body = struct.pack(">BI", seal.TO_DEVICE, counter) + messages.encode(message, messages.TO_DEVICE)
    return frame(seal.hmac(key, body)[:16] + body)


def test_a_forged_acknowledgement_takes_nothing_off_the_tables_list(tmp_path: Path) -> None:
    database = Database()
    with table(tmp_path / "f", speed=20, records=12) as run:
        link = run.accept()
        link.link()
        link.snap()
        database.commit(link.wait("rec"))
        link.sock.sendall(forged({"t": "ack", "l": database.log, "u": 12}))
        assert link.gone() in (4400, 0)
        database = Database()
        link = run.accept()
        take_all(link, database, 12)  # the host has nothing, as far as the table knows: all come again
        link.send({"t": "locate"})
        said = run.said()
    assert [seq for _, _, seq in database.kept] == list(range(1, 13))
    assert not [line for line in said if '"u": 12' in line and '"ack"' in line][:-1]
    assert said[-1].startswith("END unsent=0")


@pytest.mark.parametrize("kind", ["ack", "time", "rec", "snap"])
def test_frames_of_an_older_connection_are_worth_nothing_on_a_newer_one(tmp_path: Path, kind: str) -> None:
    message = {
        "ack": {"t": "ack", "l": "00c0ffee", "u": 5},
        "time": {"t": "time", "a": 1, "b": 900_000, "c": 900_000},
        "rec": {"t": "rec", "r": "AAAA"},
        "snap": {"t": "snap", "table": 9, "event": "11" * 4, "round": "22" * 4, "n": 0, "have": []},
    }[kind]
    with table(tmp_path / "f", speed=40) as run:
        link = run.accept()
        link.link()
        old = frame(link.sealed(message))
        link.sock.close()
        link = run.accept()
        link.link()
        link.sock.sendall(old)
        assert link.gone() in (4400, 0)
        said = run.finish()
    assert not [line for line in said if line.startswith("MSG") and f'"{kind}"' in line]


def test_the_hosts_welcome_of_another_day_is_not_believed(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=40) as run:
        link = run.accept()
        link.upgrade()
        hello = link.hello()
        nonce = bytes(16)
        session = seal.session_key(bytes(range(32)), bytes.fromhex(hello["dev"]), bytes.fromhex(hello["nd"]), nonce)
        proof = seal.proof(session, b"host", bytes.fromhex(hello["nd"])).hex()
        old = frame(messages.encode({"t": "welcome", "v": 1, "nh": nonce.hex(), "proof": proof}, messages.TO_DEVICE), 1)
        link.sock.close()
        link = run.accept()
        link.upgrade()
        link.hello()
        link.sock.sendall(old)
        assert link.gone() == 4401
        run.finish()


def test_what_the_table_sent_does_not_come_back_as_the_hosts_word(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=40) as run:
        link = run.accept()
        link.link()
        own = link.receive()[1]
        link.sock.sendall(frame(own))
        assert link.gone() in (4400, 0)
        said = run.finish()
    assert any("other direction" in line for line in said), said


def test_a_table_gives_no_proof_to_a_host_that_has_not_proved_itself(tmp_path: Path) -> None:
    """No oracle: whoever wants a device's proof must have the key already."""
    with table(tmp_path / "f", speed=40) as run:
        link = run.accept()
        link.upgrade()
        link.hello()
        welcome = {"t": "welcome", "v": 1, "nh": "0" * 32, "proof": "0" * 32}
        link.sock.sendall(frame(messages.encode(welcome, messages.TO_DEVICE), 1))
        with pytest.raises(Gone) as end:
            link.receive()  # the next thing is the good-bye, never a proof
        assert end.value.code == 4401
        run.finish()


def test_a_forged_time_moves_no_clock(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=8) as run:
        link = run.accept()
        link.link()
        asked = link.wait("time")["a"]
        link.sock.sendall(forged({"t": "time", "a": asked, "b": 1, "c": 1}))
        assert link.gone() in (4400, 0)
        link = run.accept()
        link.link()
        for n in range(5):
            asked = link.wait("time")["a"]
            # an answer to a question that was not asked, twice as genuine: passed over
            link.send({"t": "time", "a": asked + 7, "b": 1, "c": 1})
            link.send({"t": "time", "a": asked, "b": 50000 + asked + n, "c": 50000 + asked + n})
        link.send({"t": "locate"})
        said = run.said()
    assert "known=True" in said[-1]
    assert int(said[-1].split("q=")[1].split()[0]) < 2000  # of its own time, which runs eight times as fast


def _rubbish(link: Connection, draw: random.Random) -> bytes:
    """Bytes of a host that means harm or has gone mad; half of it under the right seal."""
    kind = draw.randrange(8)
    data = draw.randbytes(draw.randrange(1, 700))
    if kind == 0:
        return data
    if kind == 1:
        return frame(data, draw.randrange(16), draw.choice((0, 0x80, 0xC0, 0xF0)))
    if kind == 2:
        return b"".join(frame(draw.randbytes(draw.randrange(125)), 9) for _ in range(draw.randrange(1, 200)))
    assert link.sealer
    whole = frame(link.sealed({"t": "beat"}))
    if kind == 3:
        return whole[: draw.randrange(1, len(whole))]
    if kind == 4:
        bad = bytearray(whole)
        bad[draw.randrange(len(bad))] ^= 1 << draw.randrange(8)
        return bytes(bad)
    honest = draw.choice(
        [
            b'{"t":"snap","table":%d,"event":"00000000","round":"00000000","n":%d,"have":[]}'
            % (draw.randrange(2**31), draw.randrange(9)),
            b'{"t":"rec","r":"%s"}' % messages.to_text(data[:400]).encode(),
            b'{"t":"ack","l":"00000000","u":%d}' % draw.randrange(-5, 2**40),
            b'{"t":"time","a":1,"b":%d,"c":2}' % draw.randrange(2**31),
            b"[" * draw.randrange(900),
            b'{"t":"ans"}',
            data,
        ]
    )
    return frame(link.sealer.seal(honest[:1000]))


def test_a_host_gone_mad_never_stops_a_table(tmp_path: Path) -> None:
    draw = random.Random(SEED)
    tries = 0
    print(f"seed {SEED} (TAVOLO_SEED)")
    with table(tmp_path / "f", speed=60) as run:
        for _ in range(25):
            link = run.accept()
            try:
                if draw.random() < 0.2:
                    link.upgrade()
                    link.sock.sendall(frame(draw.randbytes(draw.randrange(300)), draw.randrange(3)))
                else:
                    link.link()
                    for _ in range(draw.randrange(1, 6)):
                        link.sock.sendall(_rubbish(link, draw))
                        tries += 1
            except (Gone, OSError):
                pass  # it has closed, which it may
            link.sock.close()
        said = run.finish()
    print(f"{tries} pieces of rubbish on 25 connections")
    assert said[-1].startswith("END"), said[-5:]
    assert not [line for line in said if "Traceback" in line or "Error:" in line]


def test_what_a_table_writes_and_says_holds_no_key(tmp_path: Path) -> None:
    database, heard = Database(), b""
    with table(tmp_path / "f", speed=20, records=12) as run:
        link = run.accept()
        original = link.receive

        def receive() -> tuple[int, bytes]:
            nonlocal heard
            opcode, payload = original()
            heard += payload
            return opcode, payload

        link.receive = receive  # type: ignore[method-assign]
        take_all(link, database, 12)
        link.send({"t": "locate"})
        said = run.said()
    kept = {path.name: path.read_bytes() for path in (tmp_path / "f").rglob("*") if path.is_file()}
    assert sum(map(len, kept.values())) > 500
    assert len(heard) > 1500
    kept |= {f"record {key[2]}": data for key, data in database.kept.items()}
    assert b'"t": "rec"' in heard
    for secret in (KEY, seal.record_key(KEY), seal.hmac(KEY, b"pin")):
        for form in (secret, secret.hex().encode(), base64.b64encode(secret)[:40]):
            assert form not in heard
            assert form not in "\n".join(said).encode()
            assert not [name for name, data in kept.items() if form in data]
