"""How a port is opened, and what a copied log's file and lines are not taken for; without a device."""

import binascii
import json
import os
from pathlib import Path
from typing import Any

import pytest
import serial
from hypothesis import given
from hypothesis import strategies as st

from host_tools.usb import line, log_file
from host_tools.usb.port import open_port
from host_tools.usb.reader import Copy, UsbError
from host_tools.usb.verify import judge
from tavolo.domain.record import Record, pack
from tavolo.wire import seal

KEY = b"k" * 32


@pytest.mark.parametrize(("system", "level"), [("posix", True), ("nt", False)])
def test_both_control_lines_are_told_alike_before_the_port_is_opened(monkeypatch: Any, system: str, level: bool) -> None:
    seen: list[tuple[str, Any]] = []

    class Port:
        """What pyserial's port would be told, in order."""

        def __init__(self, **options: Any) -> None:
            assert "port" not in options, "it would be open before the lines are set"

        def __setattr__(self, name: str, value: Any) -> None:
            seen.append((name, value))

        def open(self) -> None:
            seen.append(("open", None))

        def reset_input_buffer(self) -> None:
            return

    monkeypatch.setattr(serial, "Serial", Port)
    monkeypatch.setattr(os, "name", system)
    try:
        open_port("COM3")
    finally:
        monkeypatch.undo()
    opened = seen.index(("open", None))
    assert dict(seen[:opened]) == {"port": "COM3", "dtr": level, "rts": level}
    assert seen[opened + 1 :] == []


def test_port_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsbError, match="cannot be opened"):
        open_port(str(tmp_path / "tty"))


def row(seq: int, device: bytes = b"DEV1", key: bytes = KEY) -> line.Row:
    """A record with its tag."""
    data = pack(Record(8, device, b"LOGA", seq, 5, b"\1\1").place(b"EVNT", b"RND1", 3))
    return line.Row(data, seal.record_tag(seal.record_key(key), data))


def test_verdict_tells_genuine_forged_strange_and_missing_apart() -> None:
    rows = [row(1), row(2), row(5), row(3, key=b"other" + bytes(27)), row(1, b"DEV2"), line.Row(row(9, b"HOST").data, b"")]
    rows.append(line.Row(rows[0].data[:-1] + b"?", rows[0].tag))
    found = judge(rows, lambda device: KEY if device == b"DEV1".hex() else None)
    assert [rec.seq for rec, _ in found.genuine] == [1, 2, 5]
    assert (found.others, found.unknown, len(found.wrong)) == (1, 1, 2)
    assert found.logs() == [f"device {b'DEV1'.hex()} log {b'LOGA'.hex()}: records 1 to 5, missing 3, 4"]
    assert "..." in judge([row(1), row((1 << 30) - 1)], lambda device: KEY).logs()[0], "counted at once, however large"
    assert found.places() == [f"event {b'EVNT'.hex()} round {b'RND1'.hex()} table 3: 3 records"]


def test_file_comes_back_and_is_private(tmp_path: Path) -> None:
    rows = [row(1), row(2)]
    path = tmp_path / "log"
    log_file.write(path, Copy(line.Hello("0000000a", "0000000b", "0.1.0", 2, 1, 3, -1, 2, 5000), rows))
    assert log_file.read(path) == log_file.LogFile("0000000a", rows)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lines: lines[:-1],
        lambda lines: lines + lines[-1:],
        lambda lines: lines[1:],
        lambda lines: [],
        lambda lines: [lines[0].replace('"format": 1', '"format": 2'), *lines[1:]],
        lambda lines: [lines[0], lines[1].replace('"r"', '"x"'), lines[2]],
        lambda lines: [lines[0], "[1]", lines[2]],
        lambda lines: [lines[0], '{"r": 5, "g": ""}', lines[2]],
        lambda lines: [lines[0].replace('"records": 2', '"records": "2"'), *lines[1:]],
        lambda lines: ["[" * 100000, *lines[1:]],
    ],
)
def test_file_that_is_none_says_so(spoil: Any) -> None:
    lines = log_file.lines("0000000a", [row(1), row(2)]).splitlines()
    with pytest.raises(log_file.FileError):
        log_file.parse("\n".join(spoil(lines)).encode())


@given(st.binary(max_size=300))
def test_any_bytes_are_no_line_and_no_file(data: bytes) -> None:
    for read, error in ((line.words_of, line.LineError), (log_file.parse, log_file.FileError)):
        try:
            read(data)
        except error:
            continue
        raise AssertionError("taken for ours")


@given(st.lists(st.text(max_size=40), max_size=8))
def test_any_words_are_refused_or_whole(words: list[str]) -> None:
    for read in (line.hello, line.found):
        try:
            read(["x", *words])  # type: ignore[operator]
        except line.LineError:
            continue


def test_line_is_as_the_page_says() -> None:
    sent = line.request("read", 1, 0, 20)
    assert sent == b"!read 1 0 20 %08x\n" % binascii.crc32(b"!read 1 0 20")
    assert line.words_of(b"=end 1 0 0 %08x\r\n" % binascii.crc32(b"=end 1 0 0")) == ["end", "1", "0", "0"]
    assert json.loads(log_file.lines("0000000a", []).splitlines()[0])["records"] == 0
