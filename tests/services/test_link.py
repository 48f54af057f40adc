"""The table's link against a real server: what it does when all is well, and when nothing is."""

import socket
import struct
from pathlib import Path

import pytest
from raw_host import Connection, Gone, frame, table

OFF, CONNECTING, HELLO, LINKED = range(4)


def states(said: list[str]) -> list[int]:
    return [int(line.split()[1]) for line in said if line.startswith("STATE")]


def why(said: list[str]) -> list[str]:
    return [line.split(" ", 2)[2] for line in said if line.startswith("STATE 0")]


def test_hello_welcome_proof_then_sealed_messages(tmp_path: Path) -> None:
    with table(tmp_path / "f") as run:
        link = run.accept()
        link.upgrade()
        hello = link.hello()
        assert (hello["v"], hello["dev"], hello["fw"], len(hello["nd"])) == (1, "a1b2c3d4", "0.1.0", 32)
        link.welcome(hello)
        assert link.wait("beat")["un"] == 0
        link.send({"t": "locate"})
        said = run.said()
    assert states(said) == [CONNECTING, HELLO, LINKED]
    assert 'MSG {"t": "locate"}' in said


def test_a_frame_that_comes_byte_by_byte_and_two_in_one_piece(tmp_path: Path) -> None:
    with table(tmp_path / "f") as run:
        link = run.accept()
        link.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.link()
        rec = {"t": "rec", "r": "x" * 600}
        for byte in frame(link.sealed(rec)):
            link.sock.sendall(bytes((byte,)))
        link.sock.sendall(b"".join(frame(link.sealed({"t": "beat"})) for _ in range(30)))
        link.sock.sendall(frame(link.sealed(rec)) * 1 + frame(link.sealed({"t": "locate"})))
        said = run.said()
    assert sum("x" * 600 in line for line in said) == 2
    assert sum('"beat"' in line for line in said) == 30


def test_ping_is_answered_with_its_bytes(tmp_path: Path) -> None:
    with table(tmp_path / "f") as run:
        link = run.accept()
        link.link()
        link.sock.sendall(frame(b"are you there", 9) + frame(b"", 9))
        pongs = []
        while len(pongs) < 2:
            opcode, payload = link.receive()
            if opcode == 10:
                pongs.append(payload)
    assert pongs == [b"are you there", b""]


def refuse(link: Connection, answer: bytes) -> None:
    link.request()
    link.sock.sendall(answer)
    link.sock.close()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "refused"),
        (b"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n", "accept"),
        (b"HTTP/1.1 101 Switching Protocols\r\n\r\n", "accept"),
        (b"SSH-2.0-something\r\n\r\n", "refused"),
        (b"\xff\x00" * 40 + b"\r\n\r\n", "refused"),
        (b"HTTP/1.1 101 x\r\n" + b"X: y\r\n" * 400, "too long"),
        (b"HTTP/1.1 1", "closed by the other side"),
        (b"", "closed by the other side"),
    ],
)
def test_a_refused_upgrade_is_survived(tmp_path: Path, answer: bytes, reason: str) -> None:
    with table(tmp_path / "f", speed=40) as run:
        refuse(run.accept(), answer)
        said = run.finish()
    assert reason in why(said)[0] or "receive" in why(said)[0]  # an early reset may hide the answer
    assert states(said)[-1] == LINKED


def test_a_server_that_never_answers_is_left_after_its_time(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=40) as run:
        silent = run.accept()
        silent.request()
        assert silent.gone() == 0
        said = run.finish()
    assert why(said) == ["no answer in time"]


def test_a_host_that_opens_and_says_nothing_is_left(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=40) as run:
        mute = run.accept()
        mute.upgrade()
        mute.hello()
        assert mute.gone() == 1001
        said = run.finish()
    assert why(said) == ["no answer in time"]


def test_a_linked_host_that_falls_silent_is_noticed_without_any_fin(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=40) as run:
        link = run.accept()
        link.link()
        assert link.gone() == 1001
        said = run.finish()
    assert why(said) == ["host or network is silent"]


def test_a_host_without_our_key_is_not_believed(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=40) as run:
        foreign = run.accept()
        foreign.upgrade()
        hello = foreign.hello()
        with pytest.raises(Exception, match="4401"):
            foreign.welcome(hello, key=bytes(32))
        said = run.finish()
    assert why(said) == ["host does not know our key"]
    assert states(said).count(LINKED) == 1


@pytest.mark.parametrize(
    "payload",
    [
        b'{"t":"locate"}',
        b'{"t":"welcome"}',
        b'{"t":"welcome","v":2,"nh":"' + b"0" * 32 + b'","proof":"' + b"0" * 32 + b'"}',
        b"[]",
        b"\xff\xfe rubbish",
        b"[" * 900,
        b"",
    ],
)
def test_whatever_else_stands_for_the_welcome_ends_the_connection(tmp_path: Path, payload: bytes) -> None:
    with table(tmp_path / "f", speed=40) as run:
        link = run.accept()
        link.upgrade()
        link.hello()
        link.sock.sendall(frame(payload, 1))
        assert link.gone() == 4400
        said = run.finish()
    assert states(said)[-1] == LINKED
    assert not [line for line in said if "MSG" in line and "locate" not in line]


def forged(link: Connection) -> bytes:
    data = bytearray(link.sealed({"t": "beat"}))
    data[-2] ^= 1
    return frame(bytes(data))


def replayed(link: Connection) -> bytes:
    once = frame(link.sealed({"t": "beat"}))
    return once + once


REASON = {4400: "frame", 1009: "too long", 1002: "bad frame"}
BAD = {
    "replayed frame": (replayed, 4400),
    "forged frame": (forged, 4400),
    "unsealed text": (lambda link: frame(b'{"t":"locate"}', 1), 4400),
    "short frame": (lambda link: frame(b"x"), 4400),
    "garbage": (lambda link: frame(bytes(range(200))), 4400),
    "too long": (lambda link: frame(bytes(1200)), 1009),
    "64-bit length": (lambda link: b"\x82\x7f" + struct.pack(">Q", 1 << 40) + b"x" * 50, 1009),
    "fragment": (lambda link: frame(b"half", fin=0), 1002),
    "continuation": (lambda link: frame(b"half", 0), 1002),
    "masked": (lambda link: b"\x82\x84abcdefgh", 1002),
    "compressed": (lambda link: frame(b"x", fin=0xC0), 1002),
    "unknown opcode": (lambda link: frame(b"x", 11), 1002),
    "reserved opcode": (lambda link: frame(b"x", 3), 1002),
    "long ping": (lambda link: frame(bytes(200), 9), 1002),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_frame_ends_the_connection_and_the_table_comes_again(tmp_path: Path, case: str) -> None:
    make, code = BAD[case]
    with table(tmp_path / "f", speed=40) as run:
        link = run.accept()
        link.link()
        link.sock.sendall(make(link))
        # bytes that the table left unread make its system reset the connection, and the close frame may get lost
        assert link.gone() in (code, 0)
        said = run.finish()
    assert REASON[code] in why(said)[0]
    assert states(said) == [CONNECTING, HELLO, LINKED, OFF, CONNECTING, HELLO, LINKED]


@pytest.mark.parametrize("cut", [1, 3, 10, 40])
def test_a_server_that_vanishes_in_mid_frame(tmp_path: Path, cut: int) -> None:
    with table(tmp_path / "f", speed=10) as run:
        link = run.accept()
        link.link()
        link.sock.sendall(frame(link.sealed({"t": "beat"}))[:cut])
        link.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        link.sock.close()
        said = run.finish()
    assert states(said)[-1] == LINKED
    assert not [line for line in said if '"beat"' in line]


def test_the_hosts_close_is_answered_and_its_refusal_told(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=40) as run:
        link = run.accept()
        link.link()
        link.sock.sendall(frame(struct.pack(">H", 4409) + b"replaced", 8))
        assert link.gone() == 4409
        said = run.finish()
    assert why(said) == ["closed by the host"]


def test_an_unknown_message_from_a_newer_host_is_passed_over(tmp_path: Path) -> None:
    with table(tmp_path / "f") as run:
        link = run.accept()
        link.link()
        assert link.sealer
        link.sock.sendall(frame(link.sealer.seal(b'{"t":"weather","sky":"blue"}')))
        link.sock.sendall(frame(link.sealer.seal(b'{"t":"ack","l":"00","u":-1}')))
        link.send({"t": "locate"})
        said = run.said()
    assert [line for line in said if line.startswith("REFUSED")] == [
        "REFUSED unknown message",
        "REFUSED ack: field l is out of range or of a wrong type",
    ]


def test_a_host_that_does_not_read_never_stops_the_table(tmp_path: Path) -> None:
    with table(tmp_path / "f", mode="flood") as run:
        link = run.accept()
        link.link()
        run.wait_for("FULL")
        link.send({"t": "locate"})  # it hears that all the same, and ends: as many frames come as were under way
        kinds = []
        with pytest.raises(Gone):
            while True:
                kinds.append(link.next()["t"])  # each frame is whole, genuine and new
        assert "END unsent=0" in run.said()[-1] and kinds.count("beat") > 20, kinds


def test_no_server_at_all(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=40) as run:
        address = run.listener.getsockname()
        run.listener.close()
        run.wait_for("STATE 0 ")
        run.listener = socket.create_server(address)
        run.listener.settimeout(8)
        said = run.finish()
    assert states(said)[-1] == LINKED
    assert not (tmp_path / "f" / "host").exists()  # the first address is the one that worked


def test_a_table_without_an_address_follows_a_beacon(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        ear.bind(("127.0.0.1", 0))
        place = ear.getsockname()
        ear.close()
        with table(tmp_path / "f", speed=20, mode=f"beacon{place[1]}") as run:
            port = run.listener.getsockname()[1]
            run.wait_for("LOG")
            run.listener.settimeout(0.1)
            link = None
            while link is None:
                for text in (b"tavolo1 x", b"other 80", b"tavolo1 99999", b"", b"tavolo1 %d" % port):
                    mouth.sendto(text, place)
                try:
                    link = run.accept()
                except TimeoutError:
                    assert run.process.poll() is None
            link.link()
            link.send({"t": "locate"})
            said = run.said()
    assert states(said)[-1] == LINKED
    assert (tmp_path / "f" / "host").read_text() == f"127.0.0.1 {port}"


def test_the_second_address_is_tried_and_remembered(tmp_path: Path) -> None:
    with table(tmp_path / "f", speed=20, mode="second") as run:
        port = run.listener.getsockname()[1]
        link = run.accept()
        link.link()
        link.sock.close()
        said = run.finish()
    assert states(said)[-1] == LINKED
    assert (tmp_path / "f" / "host").read_text() == f"127.0.0.1 {port}"
