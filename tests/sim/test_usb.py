"""A table's log over its serial line, while the table runs: the real firmware at one end of a pty, our programs at the other."""

import io
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from host_tools.cli import board_usb
from host_tools.demo.recount import deal_points
from host_tools.demo.tournament import Demo
from host_tools.image import build
from host_tools.image.flash import files_in
from host_tools.server.keys import Keys
from host_tools.server.sheet_code import Book, Place, read_parts
from host_tools.simulator.serial_line import SerialLine
from host_tools.simulator.table import SimTable
from host_tools.usb import line
from host_tools.usb.port import open_port
from host_tools.usb.reader import Reader
from tavolo.domain import record
from tests.sim.tournaments import begin_play, go, published, shows

pytestmark = pytest.mark.sim
Tables = Callable[..., SimTable]


@pytest.fixture
def cable() -> Iterator[SerialLine]:
    """A serial line for one table."""
    made = SerialLine()
    yield made
    made.close()


@pytest.fixture
def demo(tmp_path: Path, cable: SerialLine) -> Iterator[Demo]:
    """A tournament of one table with its cable plugged in: the second of two deals is counted, all of it without a network."""
    made = published(tmp_path, 1, 2)
    table = made.tables[0]
    try:
        table.serial = cable
        table.restart()
        begin_play(made)
        table.set_network(False)
        go(made.players[0], shows("2/2"), 60)
        yield made
    finally:
        made.stop()


def tavolo(*words: str, expect: int = 0, **environment: str) -> str:
    """Run the command `tavolo usb`; what it printed."""
    command = [sys.executable, "-m", "host_tools.cli.main", "usb", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, **environment})
    assert done.returncode == expect, (done.returncode, done.stdout, done.stderr)
    return done.stdout


def on_flash(table: SimTable) -> list[bytes]:
    """All records of a table's log, in order, read from its flash image."""
    out = []
    for name, data in sorted(files_in(table.flash).items()):
        while name.endswith(".seg") and data:
            size = record.length_at(data)
            out.append(data[:size])
            data = data[size:]
    return out


def totals(demo: Demo) -> list[tuple[int, int]]:
    """Deals on the server's sheet; each must be there once."""
    deals = [deal for deal in demo.arbiter.call("GET", "/api/sheets/1/1")["deals"] if deal["versions"]]
    assert all(len(deal["versions"]) == 1 for deal in deals)
    return [(deal["versions"][-1]["ns"]["total"], deal["versions"][-1]["ew"]["total"]) for deal in deals]


def seconds(bar: str) -> int:
    """What the round's clock shows, "23:57  2/2"."""
    minutes, _, rest = bar.partition(":")
    return int(minutes) * 60 + int(rest[:2])


def test_code_of_a_signed_sheet_is_checked_by_the_server(demo: Demo) -> None:
    table = demo.tables[0]
    go(demo.players[0], shows("FIRMATO"), 60)
    table.press("DOWN")
    assert table.wait_text("CODICE", 30) and table.wait_until(lambda: len(code_lines(table)) == 3, 30), table.text()
    found = demo.arbiter.post("/api/code", code=" / ".join(code_lines(table)))
    totals_meant = [sum(deal_points(deal)[line] for deal in demo.deals_of(1, 1)) for line in (0, 1)]
    assert (found["round"], found["table"], found["deals"], found["mp"]) == (1, 1, 2, totals_meant)
    assert found["corrected"] == [] and sum(found["vp"]) == 20
    assert totals(demo) == [] and table.troubles() == []  # it is told, and not yet on the server's sheet
    table.press("DOWN")
    assert table.wait_text("BACK", 30), table.text()
    last = record.unpack(on_flash(table)[-1])
    keys = {device: key for device in Keys(demo.server.data).names() if (key := Keys(demo.server.data).key(device))}
    parts = read_parts(qr_of(table), Book(keys, [Place(1, 1, last.event, last.round)]))
    for (_, *entries), deal in zip(parts.deals, demo.deals_of(1, 1), strict=True):
        for entry, name in zip(entries, ("ns", "ew"), strict=True):
            assert (entry[0], entry[5], entry[6]) == (deal[name]["clean"], deal[name]["negative"], deal[name]["positive"])
    table.press("BACK")
    table.press("BACK")
    assert table.wait_text("FIRMATO", 30)


def qr_of(table: SimTable) -> bytes:
    """What a camera reads off the panel."""
    image = Image.open(io.BytesIO(table.png()))
    return bytes(zxingcpp.read_barcodes(image)[0].bytes)


def code_lines(table: SimTable) -> list[str]:
    """The code on the panel."""
    return [line for line in table.text() if len(line.replace(" ", "")) == 11]


def test_running_table_is_copied_and_merged_without_a_network(demo: Demo, cable: SerialLine, tmp_path: Path) -> None:
    table, data, copy = demo.tables[0], str(demo.server.data), tmp_path / "copy"
    process, seen = table._process, table.text()
    assert totals(demo) == []
    said = json.loads(tavolo("read", cable.port, "--out", str(copy), "--data", data, "--json"))
    wanted = on_flash(table)
    rows = [json.loads(text) for text in copy.read_text().splitlines()[1:]]
    assert [line.messages.from_text(row["r"]) for row in rows] == wanted
    own = [rec for rec in wanted if rec[4:8].hex() == said["device"]]
    assert said["genuine"] == len(own) and said["others"] == len(wanted) - len(own) > 0
    assert said["wrong"] == [] and said["damaged_bytes"] == 0 and said["table"] == 1 and said["unsent"] > 0
    assert copy.stat().st_mode & 0o777 == 0o600
    assert table._process is process and table.alive and table.resets == 0
    assert table.text()[1:] == seen[1:] and seconds(table.text()[0]) < seconds(seen[0]), (seen, table.text())

    merged = json.loads(tavolo("merge", str(copy), "--server", demo.server.url, "--json", TAVOLO_PASSWORD=demo.server.password))
    assert merged["new"] == said["unsent"] and merged["known"] == len(own) - said["unsent"] and merged["foreign"] == 0
    deals = [deal_points(deal) for deal in demo.deals_of(1, 1)]
    assert totals(demo) == deals[:1]
    again = json.loads(tavolo("merge", str(copy), "--server", demo.server.url, "--json", TAVOLO_PASSWORD=demo.server.password))
    assert (again["new"], again["known"], again["conflict"]) == (0, len(own), 0)

    table.set_network(True)
    go(demo.players[0], shows("FIRMATO"), 60)
    assert table.wait_text("Sul PC", 20), table.text()
    assert totals(demo) == deals and table.troubles() == [] and b"Traceback" not in cable.said


def test_log_is_merged_into_a_database_whose_server_is_gone(demo: Demo, cable: SerialLine, tmp_path: Path) -> None:
    data, copy = str(demo.server.data), tmp_path / "copy"
    said = json.loads(tavolo("read", cable.port, "--out", str(copy), "--data", data, "--json"))
    refused = subprocess.run(
        [sys.executable, "-m", "host_tools.cli.main", "usb", "merge", str(copy), "--data", data],
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2 and "a server is running" in refused.stderr
    demo.server.stop()

    head, *rows = copy.read_text().splitlines()
    forged = tmp_path / "forged"
    spoiled = [json.loads(text) for text in rows]
    mine = next(row for row in reversed(spoiled) if row["g"])
    mine["g"] = f"{int(mine['g'], 16) ^ 1:032x}"
    forged.write_text("\n".join([head, *[json.dumps(row) for row in spoiled]]) + "\n")
    merged = json.loads(tavolo("merge", str(forged), "--data", data, "--json"))
    assert merged["new"] == said["unsent"] - 1 and len(merged["wrong"]) == 1 and "tag is wrong" in merged["wrong"][0]
    merged = json.loads(tavolo("merge", str(copy), "--data", data, "--json"))
    assert merged["new"] == 1 and merged["wrong"] == []
    forged.write_text("\n".join([head, *rows[:-1]]) + "\n")  # cut off
    tavolo("merge", str(forged), "--data", data, expect=2)

    demo.server.start()
    assert totals(demo) == [deal_points(deal) for deal in demo.deals_of(1, 1)][:1]


class Noisy:
    """A port that loses and spoils bytes both ways, but for what it is told to let through."""

    def __init__(self, port: Any, rng: random.Random, rate: float) -> None:
        self.port, self.rng, self.rate = port, rng, rate

    def spoil(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            chance = self.rng.random()
            if chance > self.rate:
                out.append(byte)
            elif chance > self.rate / 2:
                out.append(self.rng.randrange(256))
        return bytes(out)

    def read(self, size: int = 1) -> bytes:
        return self.spoil(self.port.read(size))

    def write(self, data: bytes) -> int:
        return int(self.port.write(self.spoil(data)))


def test_line_that_loses_and_spoils_bytes_brings_all_records_or_says_so(demo: Demo, cable: SerialLine) -> None:
    wanted = on_flash(demo.tables[0])
    with open_port(cable.port) as port:
        copy = Reader(Noisy(port, random.Random(5), 0.0008)).copy()
    assert [row.data for row in copy.rows] == wanted and copy.repeats > 0
    assert b"Traceback" not in cable.said


def test_long_log_with_damaged_places_is_read_around_them(
    sim_image: build.Image, table_of: Tables, cable: SerialLine, tmp_path: Path
) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(sim_image.path, tree)
    (tree / "log").mkdir()
    (tree / "log/id").write_text("000000aa")
    wanted, lost, rng = [], 0, random.Random(2)
    for segment in range(12):
        data = b""
        for seq in range(20 * segment + 1, 20 * segment + 21):
            payload = rng.randbytes(rng.choice((2, 25, 300, record.MAX_PAYLOAD)))
            one = record.pack(record.Record(200, bytes((0, 0, 0, 1)), b"\0\0\0\xaa", seq, seq, payload))
            data += b"\1" * (700 if segment == 3 and seq == 67 else 0) + one
            wanted.append(one)
        if segment == 7:  # a record's byte is wrong in the middle, and another record's head
            hurt = bytearray(data)
            hurt[len(wanted[140]) + len(wanted[141]) - 1] ^= 1
            hurt[len(wanted[140]) + len(wanted[141]) + len(wanted[142])] ^= 255
            lost = len(wanted[141]) + len(wanted[143])
            del wanted[143], wanted[141]
            data = bytes(hurt)
        (tree / f"log/{segment + 1:05d}-{20 * segment + 1}.seg").write_bytes(data)
    table = table_of(tree, serial=cable)
    table.start()
    assert table.wait_text("In attesa del turno", 20), bytes(cable.said)
    fed, begun = table.feedings, time.monotonic()
    with open_port(cable.port) as port:
        copy = Reader(port).copy()
    took = time.monotonic() - begun
    assert [row.data for row in copy.rows[: len(wanted)]] == wanted
    told = [record.unpack(row.data).payload for row in copy.rows[len(wanted) :]]  # the table has written down what it found
    assert len(told) == 3 and all(words.startswith(b"\2segment ") for words in told), told
    assert copy.damaged == 700 + lost and copy.repeats == 0
    assert table.feedings >= fed + int(took), "the loop stood still"
    assert b"Traceback" not in cable.said
    print(f"{len(wanted)} records, {sum(map(len, wanted))} bytes in {took:.1f} s")


GARBAGE = {
    "interrupts and other control bytes": b"\x03\x03\x04\x01\x02\x05\r\x03raise SystemExit\r\x04",
    "no check": b"\n!hello\n",
    "wrong check": b"\n!repl 00000000\n",
    "half a line": line.request("repl")[:-3],
    "two in one": line.request("repl")[:-1] + line.request("hello")[:-4] + b"\n",
    "too long": b"!" + b"r" * 5000 + line.request("repl")[1:],
    "unknown words": line.request("format", "all") + line.request("read", 1) + line.request("read", "x", "y", "z"),
    "numbers out of range": line.request("read", -1, 0, 5) + line.request("read", 9**20, 0, 5) + line.request("read", 1, 9**9, 1),
    "not ASCII": line.request("réad", "ü") + b"!\xff\xfe 12345678\n",
    "noise": random.Random(3).randbytes(4000),
    "noise in lines": b"".join(b"!" + random.Random(n).randbytes(n) + b"\n" for n in range(60)),
}


def test_garbage_changes_nothing(sim_image: build.Image, table_of: Tables, cable: SerialLine) -> None:
    table = table_of(sim_image.path, serial=cable)
    table.start()
    assert table.wait_text("In attesa del turno", 30), bytes(cable.said)
    before, process = (table.text(), files_in(table.flash)), table._process
    with open_port(cable.port) as port:
        for name, data in GARBAGE.items():
            for at in range(0, len(data), 200):  # what the chip's own buffer holds, at most
                port.write(data[at : at + 200])
            fed = table.feedings
            assert Reader(port).hello().device == "00000001", name
            assert table.wait_until(lambda fed=fed: table.feedings > fed, 20), name
            assert table.wait_until(lambda: (table.text(), files_in(table.flash)) == before, 20), (name, table.text())
            assert table._process is process and table.alive and table.resets == 0, name
    assert b"Traceback" not in cable.said and b">>>" not in cable.said


def mpremote(port: str, *words: str) -> str:
    """Run the real mpremote; `resume`, since a soft reset ends MicroPython's unix build."""
    command = [sys.executable, "-m", "mpremote", "connect", port, "resume", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_mpremote_comes_in_after_the_command(sim_image: build.Image, table_of: Tables, cable: SerialLine) -> None:
    table = table_of(sim_image.path, serial=cable)
    table.start()
    assert table.wait_text("In attesa del turno", 30), bytes(cable.said)
    tavolo("repl", cable.port)
    assert table.wait_text("PROGRAMMA FERMO", 30), table.text()
    assert "settings.json" in mpremote(cable.port, "ls")
    assert mpremote(cable.port, "exec", "print(6 * 7)").strip() == "42"
    assert not table.tones or table.tones[-1][1] == 0


def test_running_table_gets_a_new_key(sim_image: build.Image, table_of: Tables, cable: SerialLine) -> None:
    table = table_of(sim_image.path, serial=cable)
    table.start()
    assert table.wait_text("In attesa del turno", 30), bytes(cable.said)
    board_usb.put_key(cable.port, "00000001", b"n" * 32)
    assert json.loads(files_in(table.flash)["settings.json"])["key"] == (b"n" * 32).hex()
    table.start()
    assert table.wait_text("In attesa del turno", 30), bytes(cable.said)


def test_mpremote_comes_in_where_back_was_held_at_power_up(
    sim_image: build.Image, table_of: Tables, cable: SerialLine, tmp_path: Path
) -> None:
    table = table_of(sim_image.path, {"lang": "en"}, serial=cable)
    table.key("BACK", True)
    table.start()
    assert table.wait_text("PROGRAM STOPPED", 30), (table.text(), bytes(cable.said))
    table.key("BACK", False)
    note = tmp_path / "note.txt"
    note.write_text("from the workbench")
    mpremote(cable.port, "cp", str(note), ":note.txt")
    assert files_in(table.flash)["note.txt"] == b"from the workbench"
    assert table.feedings == 0  # the watchdog was not armed: nothing resets the board under somebody's hands
    table.start()
    assert table.wait_text("Waiting", 30), (table.text(), bytes(cable.said))


def test_back_held_by_a_player_at_a_reset_does_not_stop_the_table(
    sim_image: build.Image, table_of: Tables, cable: SerialLine
) -> None:
    table = table_of(sim_image.path, serial=cable)
    table.start()
    assert table.wait_text("In attesa del turno", 30)
    assert table.wait_until(lambda: table._kept != b"", 5)
    table.key("BACK", True)
    process = table._process
    assert process is not None
    table._reset(process)
    assert table.wait_text("In attesa del turno", 30), table.text()
