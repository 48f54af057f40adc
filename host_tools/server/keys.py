"""Device keys: a JSON file of its own with narrow rights, {"device id": {"name": .., "key": "64 hex"}}.

Keys are never in the database, a log or an answer of the API (docs/security.md). The file is read again when it has
changed, so a device can be added while the server runs. A row with "next" is being re-keyed: that key is on its way to
the board, and counts from `promote` on. Beside the rows, "own" is the host's own key, for the tags of the records that it
writes; it is no device's and goes into no export.
"""

import json
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tavolo.wire.messages import is_hex

MODE = 0o600
NAME = 40  # characters of a device's name
NOBODY = "00000000"
_OWN = "own"
Rows = dict[str, dict[str, str]]


class KeysError(ValueError):
    """keys.json cannot be used or changed like that; the text says what to do."""


def write_private(path: Path, text: str) -> None:
    """Write aside, flush to disk, rename: readable by the owner only, never half there."""
    aside = path.with_name(path.name + ".new")
    aside.unlink(missing_ok=True)  # a file that is there may have wider rights, or lead elsewhere
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.chmod(aside, MODE)
    os.replace(aside, path)
    if hasattr(os, "O_DIRECTORY"):  # the new name, too, must survive a power cut: a board may hold the key already
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """No other process changes the keys meanwhile; one that ends, however, lets go. Where flock is not known: no guard."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, MODE)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def check_row(device: object, row: object) -> None:
    """Raise ValueError unless this is a device's id and its row."""
    if not isinstance(device, str) or not is_hex(device, 8) or device == NOBODY:
        raise ValueError(f"device id {str(device)[:20]!r}")
    if not isinstance(row, dict):
        raise ValueError(f"device {device}: no row")
    name, keys = row.get("name", ""), [row.get("key"), *([row["next"]] if "next" in row else [])]
    if not isinstance(name, str) or len(name) > NAME or not name.isprintable():
        raise ValueError(f"device {device}: name")
    if not all(isinstance(key, str) and is_hex(key, 64) for key in keys):
        raise ValueError(f"device {device}: key")


class Keys:
    """The keys in `folder`/keys.json."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "keys.json"
        self._seen: tuple[int, int, int] | None = None
        self._there = False
        self._all: Rows = {}
        self._own = ""

    # -- reading ------------------------------------------------------------------------------------------------------

    def _load(self) -> Rows:
        try:
            stat = self.path.stat()
        except FileNotFoundError:
            if self._there:  # to go on would make a new file, with another key of the host's own
                raise KeysError(f"{self.path} is gone: put it back, or a copy of it") from None
            self._all, self._own = {}, ""
            return self._all
        stamp = (stat.st_mtime_ns, stat.st_ino, stat.st_mode)
        if stamp != self._seen:
            if os.name == "posix" and stat.st_mode & 0o077:
                self._narrow()
            try:
                text = self.path.read_text(encoding="utf-8", errors="replace")
            except OSError as fault:
                raise KeysError(f"{self.path} cannot be read: {fault.strerror}") from fault
            self._all = self._parse(text)
            self._seen, self._there = stamp, True
        return self._all

    def _narrow(self) -> None:
        """A copied or unpacked file is often readable by all."""
        try:
            os.chmod(self.path, MODE)
        except OSError as fault:
            raise KeysError(f"{self.path} can be read by others and its rights cannot be narrowed: {fault.strerror}") from fault

    def _parse(self, text: str) -> Rows:
        try:
            data = json.loads(text)
            own = data.pop(_OWN, "")
            if own and not (isinstance(own, str) and is_hex(own, 64)):
                raise ValueError("the host's own key")
            for device, row in data.items():
                check_row(device, row)
        except (ValueError, TypeError, AttributeError, RecursionError) as fault:
            raise KeysError(f"{self.path} is damaged ({fault}): put back a copy, or add the devices again") from fault
        rows: Rows = data
        self._own = own
        return rows

    def key(self, device: str) -> bytes | None:
        """The 32-byte key of a device id (8 hex), or None."""
        row = self._load().get(device)
        return bytes.fromhex(row["key"]) if row else None

    def own(self) -> bytes:
        """The host's own 32-byte key, made when it is first asked for."""
        self._load()
        if not self._own:
            with self._changing():
                self._own = self._own or secrets.token_hex(32)  # the lock has read the file again
        return bytes.fromhex(self._own)

    def names(self) -> dict[str, str]:
        """Device id -> name, for all devices."""
        return {device: row.get("name", "") for device, row in self._load().items()}

    def rows(self) -> Rows:
        """A copy of everything, keys included: for `tavolo device export`."""
        return {device: dict(row) for device, row in self._load().items()}

    def known(self, device: str) -> str:
        """`device` itself. Raises KeysError for one that is not here."""
        if device not in self._load():
            raise KeysError(f"device {device[:20]} is not known here: `tavolo device list` shows those that are")
        return device

    # -- changing -----------------------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[Rows]:
        """The rows, to be changed; kept at the end unless an error was raised."""
        (self.folder / "devices").mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(self.folder / "keys.lock"):
            rows = self.rows()
            seen, self._seen = self._seen, None  # what cannot be written does not count: then the file is read again
            yield rows
            whole: dict[str, Any] = {_OWN: self._own} if self._own else {}
            write_private(self.path, json.dumps(whole | rows, indent=1))
            self._seen, self._there = seen, True

    def add(self, name: str, hosts: list[tuple[str, int]]) -> tuple[str, Path]:
        """Make a device: its id and the file of settings for its board. `name` may be empty."""
        with self._changing() as rows:
            device = secrets.token_hex(4)
            while device in rows or device == NOBODY:
                device = secrets.token_hex(4)
            rows[device] = {"name": name, "key": secrets.token_hex(32)}
            check_row(device, rows[device])
        return device, self.write_settings(device, hosts)

    def merge(self, given: Rows, replace: set[str]) -> tuple[list[str], list[str]]:
        """Take over devices from elsewhere: (ids that are new here or got another key, ids that were here already).

        A device that is here with another key is refused, and then nothing changes, unless its id is in `replace`.
        """
        with self._changing() as rows:
            other = sorted(d for d in given if d in rows and rows[d]["key"] != given[d]["key"] and d not in replace)
            if other:
                raise KeysError(
                    f"here with another key: {', '.join(other)}. Nothing was imported. `--replace ID` takes the file's key "
                    "for a device (its board must have that one, too); `--only ID` imports just those you name"
                )
            fresh = sorted(d for d in given if d not in rows or rows[d]["key"] != given[d]["key"])
            for device in fresh:
                check_row(device, given[device])
                name = rows[device].get("name", "") if device in rows else given[device].get("name", "")
                rows[device] = {"name": name, "key": given[device]["key"]}
        return fresh, sorted(set(given) - set(fresh))

    def stage(self, device: str) -> bytes:
        """Begin to re-key: the new key for `device`; the same one again until `promote`."""
        with self._changing() as rows:
            rows[self.known(device)].setdefault("next", secrets.token_hex(32))
        return bytes.fromhex(self._load()[device]["next"])

    def promote(self, device: str) -> None:
        """The staged key is the device's key from now on; the old one is worth nothing."""
        with self._changing() as rows:
            row = rows[self.known(device)]
            if "next" not in row:
                raise KeysError(f"device {device} has no new key")
            row["key"] = row.pop("next")

    def write_settings(self, device: str, hosts: list[tuple[str, int]]) -> Path:
        """Write the file for the device's board. What a person put into an older one (Wi-Fi, language) stays; so do its
        hosts where none are given."""
        path = self.folder / "devices" / f"{self.known(device)}.settings.json"
        settings: dict[str, Any] = {"device": device, "key": "", "hosts": [], "wifi": [], "lang": "it"}
        if path.exists():
            try:
                settings |= json.loads(path.read_text(encoding="utf-8"))
            except (ValueError, TypeError, RecursionError) as fault:
                raise KeysError(f"{path} is no JSON object ({fault}): mend or remove it") from fault
        settings |= {"device": device, "key": self._load()[device]["key"]}
        if hosts:
            settings["hosts"] = [list(host) for host in hosts]
        write_private(path, json.dumps(settings))
        return path


def own_addresses() -> list[str]:
    """This computer's likely address for tables, by asking the routing table; nothing is sent. Empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        except OSError:
            return []
        return [probe.getsockname()[0]]
