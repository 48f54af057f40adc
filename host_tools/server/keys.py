"""Device keys: a JSON file of its own with narrow rights, {"device id": {"name": .., "key": "64 hex"}}.

Keys are never in the database, a log or an answer of the API (docs/protocol.md, Seals). The file is read again when it
has changed, so a device can be added while the server runs.
"""

import json
import os
import secrets
import socket
from pathlib import Path

MODE = 0o600


class KeysError(ValueError):
    """keys.json cannot be used; the text says what to do."""


def write_private(path: Path, text: str) -> None:
    """Write aside, flush to disk, rename: readable by the owner only, never half there."""
    aside = path.with_name(path.name + ".new")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.chmod(aside, MODE)
    os.replace(aside, path)


class Keys:
    """The keys in `folder`/keys.json."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "keys.json"
        self._seen: tuple[int, int] | None = None
        self._all: dict[str, dict[str, str]] = {}

    def _load(self) -> dict[str, dict[str, str]]:
        try:
            stat = self.path.stat()
        except FileNotFoundError:
            self._all, self._seen = {}, None
            return self._all
        stamp = (stat.st_mtime_ns, stat.st_ino)
        if stamp != self._seen:
            self._all = self._parse(self.path.read_text(encoding="utf-8"))
            self._seen = stamp
        return self._all

    def _parse(self, text: str) -> dict[str, dict[str, str]]:
        try:
            data = json.loads(text)
            for device, row in data.items():
                if len(bytes.fromhex(device)) != 4 or len(bytes.fromhex(row["key"])) != 32:
                    raise ValueError(f"device {device}")
        except (ValueError, KeyError, TypeError, AttributeError) as fault:
            raise KeysError(f"{self.path} is damaged ({fault}): put back a copy, or add the devices again") from fault
        return data

    def key(self, device: str) -> bytes | None:
        """The 32-byte key of a device id (8 hex), or None."""
        row = self._load().get(device)
        return bytes.fromhex(row["key"]) if row else None

    def names(self) -> dict[str, str]:
        """Device id -> name, for all devices."""
        return {device: row.get("name", "") for device, row in self._load().items()}

    def add(self, name: str, hosts: list[tuple[str, int]]) -> tuple[str, Path]:
        """Make a device: its id and the file of settings for its board. `name` may be empty."""
        (self.folder / "devices").mkdir(mode=0o700, parents=True, exist_ok=True)
        rows = dict(self._load())
        device = secrets.token_hex(4)
        while device in rows or device == "00000000":
            device = secrets.token_hex(4)
        rows[device] = {"name": name, "key": secrets.token_hex(32)}
        write_private(self.path, json.dumps(rows, indent=1))
        settings = {
            "device": device,
            "key": rows[device]["key"],
            "hosts": [list(host) for host in hosts],
            "wifi": [],
            "lang": "it",
        }
        path = self.folder / "devices" / f"{device}.settings.json"
        write_private(path, json.dumps(settings))
        return device, path


def own_addresses() -> list[str]:
    """This computer's likely address for tables, by asking the routing table; nothing is sent. Empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        except OSError:
            return []
        return [probe.getsockname()[0]]
