"""Guests who knock without a key hundreds of times a minute are not listened to for a while; nobody else suffers for it."""

import functools
import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.sync.client import connect

from host_tools.server import doors, knocks, tables
from tests.server.kit import Running

GUEST, OTHER = "127.0.0.2", "127.0.0.3"  # to Linux all of 127/8 is this computer


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A real server to which only 127.0.0.1 is the computer itself, and that bears five refusals."""
    for module in (doors, knocks):
        monkeypatch.setattr(module, "is_own_address", lambda address: address == "127.0.0.1")
    monkeypatch.setattr(knocks, "MOST", 5)
    monkeypatch.setattr("tests.server.kit.uvicorn.Config", functools.partial(uvicorn.Config, http=doors.Door))
    fresh = knocks.Knocks()
    for module in (doors, tables):
        monkeypatch.setattr(module, "KNOCKS", fresh)
    running = Running(tmp_path)
    yield running
    running.stop()


def _knock(server: Running, address: str, device: str) -> str:
    """Say a hello of `device` with a wrong proof: how it ended."""
    line = socket.create_connection(("127.0.0.1", server.port), source_address=(address, 0))
    try:
        with connect(f"ws://127.0.0.1:{server.port}/table", sock=line, compression=None) as table:
            table.send(json.dumps({"t": "hello", "v": 1, "dev": device, "nd": os.urandom(16).hex(), "fw": "x"}))
            table.recv(5)
            table.send(json.dumps({"t": "proof", "proof": os.urandom(16).hex()}))
            table.recv(5)
    except ConnectionClosed as end:
        return str(end.rcvd.code) if end.rcvd else "cut"
    except (OSError, InvalidMessage):
        return "cut"
    return "let in"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address of their own")
def test_who_knocks_too_often_is_not_listened_to_and_others_are(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    device = server.device().device
    assert [_knock(server, GUEST, device) for _ in range(8)] == ["4401"] * 5 + ["cut"] * 3
    assert _knock(server, OTHER, device) == "4401"
    assert [_knock(server, "127.0.0.1", device) for _ in range(8)] == ["4401"] * 8
    server.device().open().ready().close()
    monkeypatch.setattr(knocks, "WITHIN_S", 0.0)
    assert _knock(server, GUEST, device) == "4401"


def test_no_flood_of_addresses_takes_memory() -> None:
    found = knocks.Knocks()
    for n in range(5000):
        found.refused(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}")
    assert len(found._refused) == 1000
    assert not found.tires("10.0.0.1")
