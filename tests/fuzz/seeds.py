"""Honest inputs for every door of doors.py, from which the fuzzers begin."""

import base64
import json

from tavolo.domain import fact_writer, facts, plan_writer, scales
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.record import Record, pack
from tavolo.wire import messages, pin, seal

KEY = bytes(range(32))


def _plan() -> bytes:
    made = Plan()
    made.number, made.rounds, made.table, made.minutes, made.warnings = 1, 3, 7, 30, (10, 5)
    made.names = (("Anna", "Bruno"), ("Carla", "Dario"))
    row = scales.default_for(4)
    assert row is not None
    made.scale_id, made.bands = row[0], row[3]
    data: bytes = plan_writer.plan_bytes(made)
    return data


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


PLAN = _plan()
NS, EW = [2, 0, 1, 1, 0, 5, 300, 0], [0, 0, 0, 0, 1, 50, 100, 0]
_NUMBERS = {"ph": 3, "dn": 1, "un": 0, "bat": 3900, "rssi": -60, "mem": 50000, "q": 4, "up": 90}
_DEAL = fact_writer.deal_payload(1, NS, EW)
_SIGN = fact_writer.sign_payload(1, 9, 8, 7, 6)
_REC = pack(Record(k.DEAL, b"\1\2\3\4", b"\5\6\7\x08", 3, 90_000, _DEAL).place(b"EVNT", b"RND1", 7))
_SEALED = seal.Sealer(KEY, seal.TO_HOST)
_BOX = {
    "format": "tavolo-keys",
    "version": 1,
    "salt": "0" * 32,
    "nonce": "1" * 24,
    "sealed": base64.b64encode(bytes(80)).decode(),
}
_ENTRY = {"clean": 1, "semi": 0, "dirty": 1, "closed": True, "pile": "played", "negative": 45, "positive": 345, "arbiter": 0}
_SHEET = {"profile": "fibur", "deals": 4, "sheet": [{"ns": _ENTRY, "ew": _ENTRY | {"closed": False}, "override": False}]}
_OWN = {"id": "mine", "deals": 2, "bands": [[0, 100, 10, 10], [101, None, 12, 8]]}


def _log(*facts_: tuple[int, bytes]) -> bytes:
    return b"".join(bytes((kind, len(body))) + body for kind, body in facts_)


SEEDS: dict[str, list[bytes]] = {
    "message_to_host": [
        _json({"t": "hello", "v": 1, "dev": "00c0ffee", "nd": "0" * 32, "fw": "0.1.0"}),
        _json({"t": "rec", "r": messages.to_text(_REC), "g": "0" * 32}),
        _json({"t": "time", "a": 1, "e": 90_000}),
        _json({"t": "ans", "s": 3, "ok": False, "why": "wrong_round"}),
        _json({"t": "beat"} | _NUMBERS),
        _json({"t": "claim", "table": 12, "pin": "0" * 14}),
        _json({"t": "claim", "table": 12}),
        _json({"t": "proof", "proof": "0" * 32, "at": "0a" * 22}),
        _json({"t": "had", "r": messages.to_text(_REC), "n": 257}),
        _json({"t": "had", "r": "", "n": 0}),
    ],
    "message_to_device": [
        _json({"t": "welcome", "v": 1, "nh": "0" * 32, "proof": "1" * 32}),
        _json({"t": "snap", "table": 1, "event": "0" * 8, "round": "1" * 8, "n": 2, "have": [["00c0ffee", 7]], "pin": "0" * 14}),
        _json({"t": "ack", "l": "00c0ffee", "u": 9}),
        _json({"t": "claim", "why": "pin", "n": 4}),
        _json({"t": "want", "d": "00c0ffee", "e": "1" * 8, "n": 257}),
        _json({"t": "time", "a": 1, "b": 2, "c": 3}),
    ],
    "where_a_table_is": [b"0a" * 22, b"0b" * 82, b"", b"0" * 19],
    "frame": [_SEALED.seal(b'{"t":"beat"}'), _SEALED.seal(bytes(300))],
    "record": [_REC, pack(Record(k.PLAN, b"HOST", b"LOG1", 1, 0, PLAN))],
    "record_with_checksum": [_REC[:-4]],
    "kept_over_a_reset": [b"%d 90000 4 -17 0" % ((1 << 41) - 500), b"%d 90000 0 0 1" % ((1 << 41) - 95_000)],
    "plan": [PLAN, PLAN[:-14]],
    "payload": [
        bytes((reader,)) + body for reader in range(8) for body in (_DEAL, bytes(8), fact_writer.sign_payload(4, 9, 8, 7, 6))
    ],
    "sheet": [
        _log((k.START, facts.time_payload(0, 1_800_000)), (k.PRESENCE, b"\0\1"), (k.PRESENCE, b"\1\1"), (k.SEATS, b"\2\0")),
        _log((k.DEAL, _DEAL), (k.PHASE, b"\2\4"), (k.DEAL, b"\2" + _DEAL[1:]), (k.TIME_OUT, bytes(8)), (k.LAST_LAP, b"\2\1\0")),
        _log((k.DEAL, _DEAL), (k.VOID, b"\1\0" + bytes(8) + b"\0\0\0\2"), (k.CALL, b"\1\0\2\1"), (k.END_ROUND, bytes(8))),
        _log(
            (k.DEAL, _DEAL), (k.SIGN, _SIGN), (k.RESULT, _SIGN + bytes(4)), (k.VOID, bytes(10) + b"\0\0\0\3"), (k.VOID, b"\1\0")
        ),
    ],
    "masked_pin": [pin.mask_pin(KEY, b"salt", 123456)],
    "beacon_heard": [b"tavolo1 8770", b"tavolo1 99999", b"tavolo1 "],
    "frames_to_device": [b"\x82\x05hello\x89\x00\x81\x7e\x00\x80" + bytes(128) + b"\x88\x02\x0f\xa0", b"\x82\x7f" + bytes(8)],
    "board_settings": [_json({"device": "00c0ffee", "key": "0" * 64, "hosts": [["10.0.0.1", 8770]], "wifi": [["a", "b"]]})],
    "export_file": [_json(_BOX)],
    "exported_devices": [_json({"devices": [{"id": "00c0ffee", "name": "Uno", "key": "ab" * 32}]})],
    "keys_file": [_json({"00c0ffee": {"name": "Uno", "key": "ab" * 32, "next": "cd" * 32}})],
    "scored_file": [_json(_SHEET), _json(_SHEET | {"deals": 2, "scale": _OWN, "ended": True})],
}
