"""What a host says to one table, as bytes made beforehand: upgrade, welcome, a snapshot with plan and START, beats.

The table's random bytes are all the same (ram32/drive.py), so its nonce and upgrade key are known.
"""

import base64
import hashlib

from tavolo.domain import facts, plan_writer, scales
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.record import Record, pack
from tavolo.wire import messages, seal

DEVICE = bytes.fromhex("a1b2c3d4")
KEY = bytes(range(32))
RANDOM = 7
TABLE = 12
DEALS = 4
_EVENT, _ROUND, _HOST, _HOST_LOG = b"evnt", b"rnd1", b"host", b"hlog"
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455 section 1.3
_BEATS = 3000  # more than a run of a minute reads
_NONCE_HOST = bytes(range(16, 32))


def settings() -> dict[str, object]:
    """The table's settings.json."""
    return {
        "device": DEVICE.hex(),
        "key": KEY.hex(),
        "hosts": [["192.168.4.3", 8770]],
        "wifi": [["club", "secret"]],
        "lang": "it",
    }


def accept_digest() -> bytes:
    """SHA-1 of the table's upgrade key, which the stand-in hands out as its own."""
    return hashlib.sha1(base64.b64encode(bytes([RANDOM]) * 16) + _GUID).digest()


def _frame(payload: bytes, opcode: int = 2) -> bytes:
    size = len(payload)
    return bytes((0x80 | opcode, size)) + payload if size < 126 else bytes((0x80 | opcode, 126, size >> 8, size & 255)) + payload


def _record(seq: int, kind: int, payload: bytes) -> dict[str, object]:
    rec = Record(kind, _HOST, _HOST_LOG, seq, 1000 * seq, payload).place(_EVENT, _ROUND, TABLE)
    return {"t": "rec", "r": messages.to_text(pack(rec))}


def plan() -> bytes:
    """A PLAN's payload."""
    made = Plan()
    made.rounds, made.table, made.deals = 4, TABLE, DEALS
    made.names = (("Pellegrini", "Martinelli"), ("Lombardi", "D'Angelo"))  # as long as names get
    scale = scales.default_for(DEALS)
    assert scale is not None
    made.scale_id, made.bands = scale[0], scale[3]
    return plan_writer.plan_bytes(made)


def feed() -> bytes:
    """All that the host will ever say."""
    nonce = bytes([RANDOM]) * 16
    session = seal.session_key(KEY, DEVICE, nonce, _NONCE_HOST)
    welcome = {"t": "welcome", "v": messages.VERSION, "nh": _NONCE_HOST.hex()}
    welcome["proof"] = seal.proof(session, b"host", nonce).hex()
    sealer = seal.Sealer(session, seal.TO_DEVICE)
    said = [{"t": "snap", "table": TABLE, "event": _EVENT.hex(), "round": _ROUND.hex(), "n": 2, "have": []}]
    said += [_record(1, k.PLAN, plan()), _record(2, k.START, facts.time_payload(2000, 45 * 60000)), {"t": "snapend"}]
    said += [{"t": "beat"}] * _BEATS
    out = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
    out += base64.b64encode(accept_digest()) + b"\r\n\r\n"
    out += _frame(messages.encode(welcome, messages.TO_DEVICE), 1)
    return out + b"".join(_frame(sealer.seal(messages.encode(message, messages.TO_DEVICE))) for message in said)
