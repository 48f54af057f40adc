"""`tavolo device rekey --usb`: a new key onto a board, by the real mpremote and the real MicroPython."""

import json
import sys
from pathlib import Path

import pytest

from host_tools.cli import board_usb
from host_tools.image.flash import files_in
from host_tools.server.keys import Keys, KeysError
from tests.sim import test_mpremote

pytestmark = pytest.mark.sim
repl = test_mpremote.repl  # the fixture: a serial port and the flash behind it


def put_settings(port: str, path: Path) -> None:
    import subprocess

    command = [sys.executable, "-m", "mpremote", "connect", port, "resume", "cp", str(path), ":settings.json"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


def test_the_board_gets_its_new_key_and_keeps_the_rest(repl: tuple[str, Path], tmp_path: Path) -> None:
    port, flash = repl
    keys = Keys(tmp_path)
    device, path = keys.add("Uno", [("10.0.0.1", 8770)])
    other, _ = keys.add("Due", [])
    with pytest.raises(KeysError, match="no settings"):
        board_usb.put_key(port, device, bytes(32))
    settings = json.loads(path.read_text()) | {"wifi": [["sala", "parola"]]}
    path.write_text(json.dumps(settings))
    put_settings(port, path)
    with pytest.raises(KeysError, match=f"is not {other} but {device}"):
        board_usb.put_key(port, other, bytes(32))
    fresh = keys.stage(device)
    assert keys.key(device) != fresh  # the old one counts until the board has the new one
    board_usb.put_key(port, device, fresh)
    board_usb.put_key(port, device, keys.stage(device))  # again after a failure: the same key
    keys.promote(device)
    assert keys.key(device) == fresh
    assert json.loads(files_in(flash)["settings.json"]) == settings | {"key": fresh.hex()}
    with pytest.raises(KeysError, match="has no new key"):
        keys.promote(device)


def test_a_port_without_a_board_leaves_the_old_key(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    device, _ = keys.add("Uno", [])
    before = keys.key(device)
    with pytest.raises(KeysError, match="did not take the key"):
        board_usb.put_key(str(tmp_path / "no-port"), device, keys.stage(device))
    assert keys.key(device) == before
