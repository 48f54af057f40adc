"""Plays a scripted session and compares its log with what the script must give. `python -m tests.session.session --seed 7`."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import runs  # noqa: E402
import script  # noqa: E402

from host_tools.simulator import reader  # noqa: E402
from tavolo.domain import facts, plan_writer, record  # noqa: E402
from tavolo.domain import kinds as k  # noqa: E402
from tavolo.domain.plan import Plan  # noqa: E402
from tavolo.domain.sheet import Sheet  # noqa: E402

HOST = b"HOST"


def play(given: script.Script) -> dict[str, list[str]]:
    """What the table printed: first word -> the rest of each line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "script.json"
        path.write_text(json.dumps(given))
        text = runs.run("session_table.py", str(path))
    assert "MINUTES" in text, f"seed {given['seed']}\n{text[-4000:]}"
    out: dict[str, list[str]] = {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        out.setdefault(word, []).append(rest)
    return out


def modelled(given: script.Script) -> dict[str, list[str]]:
    """What a table would print that does exactly what the script's model says: for the test of `check`."""
    log: list[record.Record] = []

    def add(device: bytes, kind: int, payload: bytes, number: int) -> record.Record:
        seq = 1 + sum(rec.device == device for rec in log)
        rec = record.Record(kind, device, b"LOGA", seq, 1000, payload).place(b"EVNT", b"RND%d" % number, 7)
        log.append(rec)
        return rec

    for number, round_ in enumerate(given["rounds"]):
        plan = Plan()
        plan.table, plan.profile, plan.bands = 7, round_["profile"], script.BANDS
        add(HOST, k.PLAN, plan_writer.plan_bytes(plan), number)
        add(HOST, k.START, facts.time_payload(1000, 60000), number)
        refs: dict[int, bytes] = {}
        for kind, payload in script.expected(round_):
            if kind == k.LAST_LAP:
                add(HOST, k.TIME_OUT, facts.time_payload(2000), number)
            whole = payload[:-12] + refs[payload[0]] if kind == k.REVISE else payload
            rec = add(b"DEV1", kind, whole, number)
            if kind == k.DEAL:
                refs[payload[0]] = rec.ref()
    lines = [(rec.device, record.pack(rec).hex()) for rec in log]
    own = [line for device, line in lines if device != HOST]
    return {"REC": [line for _, line in lines], "HOST": own, "SAID": [line for device, line in lines if device == HOST]}


def _records(lines: list[str]) -> list[record.Record]:
    return [record.unpack(bytes.fromhex(line)) for line in lines]


def _comparable(rec: record.Record) -> tuple[int, bytes]:
    if rec.kind == k.CALL:
        return rec.kind, rec.payload[:3] + b"\0"
    if rec.kind == k.REVISE:
        return rec.kind, rec.payload[:-12] + bytes(12)
    return rec.kind, rec.payload


def check(given: script.Script, said: dict[str, list[str]]) -> None:
    """The log is the model's: every record once and in order, totals, victory points and signatures; the host has all."""
    log = _records(said["REC"])
    own = [rec for rec in log if rec.device != HOST]
    assert [rec.seq for rec in own] == list(range(1, len(own) + 1))
    for number, round_ in enumerate(given["rounds"]):
        here = [rec for rec in log if rec.round == b"RND%d" % number]
        mine = [rec for rec in here if rec.device != HOST]
        assert [_comparable(rec) for rec in mine] == script.expected(round_), f"round {number + 1}"
        _check_sheet(round_, here)
        sent = [rec.ref() for rec in _records(said["SAID"]) if rec.round == b"RND%d" % number]
        assert [rec.ref() for rec in here if rec.device == HOST] == sent
    assert {line for line in said["REC"] if record.unpack(bytes.fromhex(line)).device != HOST} == set(said["HOST"])
    assert len(said["HOST"]) == len(own)


def _check_sheet(round_: script.Script, here: list[record.Record]) -> None:
    sheet = Sheet()
    for rec in here:
        assert sheet.apply(rec)
    played = round_["time_out"] or script.DEALS
    assert sheet.totals() == script.totals(round_, played)
    assert (sheet.phase, sheet.played()) == (k.SIGNED, played)
    assert sheet.signed is not None and (sheet.result()[0], sheet.result()[1]) == sheet.signed[1:3]
    assert sheet.result()[3:] == sheet.signed[3:5]
    revised = [rec for rec in here if rec.kind == k.REVISE]
    assert [rec.payload[-12:] for rec in revised] == [_original(here, rec).ref() for rec in revised]


def _original(here: list[record.Record], revised: record.Record) -> record.Record:
    return next(rec for rec in here if rec.kind == k.DEAL and rec.payload[0] == revised.payload[0])


def check_pictures(said: dict[str, list[str]]) -> int:
    """Where the panel said "recorded", as an eye reads it: the deal's number is beside it. How many there were."""
    for line in said["PIC"]:
        deal, _, glass = line.partition(" ")
        text = reader.read_lines(bytes.fromhex(glass))
        assert any("alvo qui" in one for one in text) and any(one.endswith(f" {deal}") for one in text), text
    return len(said["PIC"])


def main() -> int:
    """Play sessions by seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sessions", type=int, default=1)
    given = parser.parse_args()
    for seed in range(given.seed, given.seed + given.sessions):
        one = script.make(seed)
        said = play(one)
        check(one, said)
        print(f"seed {seed}: {len(said['REC'])} records, {said['STOPS'][0]}, {check_pictures(said)} pictures read", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
