"""A new key onto a board over USB, by mpremote. The key is in no argument and no output: others may see a process's."""

import contextlib
import hashlib
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools.server.keys import KeysError
from host_tools.usb.reader import UsbError, free_prompt

_WAIT_S = 30
# Runs on the board. Aside and renamed, so that power lost at any moment leaves the old settings or the new ones; then
# read again from flash. It answers with a digest, never with a key.
_SCRIPT = """
import binascii, hashlib, json, os
def put():
    try:
        with open("settings.json") as f: held = json.load(f)
    except (OSError, ValueError):
        return "none"
    if held.get("device") != {device!r}: return "other %s" % held.get("device")
    held["key"] = {key!r}
    with open("settings.json.new", "w") as f: f.write(json.dumps(held))
    os.rename("settings.json.new", "settings.json")
    if hasattr(os, "sync"): os.sync()
    with open("settings.json") as f: held = json.load(f)
    return "now " + binascii.hexlify(hashlib.sha256(held["key"].encode()).digest()).decode()
print("TAVOLO", put())
"""


def put_key(port: str, device: str, key: bytes) -> None:
    """Write `key` into the settings of the board at serial `port`, and read it back. Raises KeysError with what to do.

    The board must hold settings of `device`. A program that runs on it is ended first: it would not hear mpremote.
    After a KeysError the same call may be made again.
    """
    if importlib.util.find_spec("mpremote") is None:
        raise KeysError("mpremote is not installed: pip install 'tavolo[firmware]'")
    with contextlib.suppress(UsbError):  # mpremote says better what is wrong
        free_prompt(port)
    with tempfile.TemporaryDirectory() as folder:  # made with mode 0700
        script = Path(folder) / "put.py"
        script.write_text(_SCRIPT.format(device=device, key=key.hex()), encoding="utf-8")
        command = [sys.executable, "-m", "mpremote", "connect", port, "resume", "run", str(script)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_WAIT_S, check=False)
        except subprocess.TimeoutExpired:
            raise KeysError(f"the board at {port} does not answer. {_AGAIN}") from None
    said = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("TAVOLO ")]
    _judge(said[0] if said else [], port, device, hashlib.sha256(key.hex().encode()).hexdigest())


_AGAIN = "The old key still counts here, and the new one is kept: run the command again with this board"


def _judge(said: list[str], port: str, device: str, wanted: str) -> None:
    if said == ["now", wanted]:
        return
    if said == ["none"]:
        raise KeysError(f"the board at {port} has no settings: copy its file onto it (docs/boards.md)")
    if said[:1] == ["other"]:
        raise KeysError(f"the board at {port} is not {device} but {' '.join(said[1:])[:20]}: nothing was changed")
    raise KeysError(f"the board at {port} did not take the key (no board there, or its REPL is not free). {_AGAIN}")
