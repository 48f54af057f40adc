"""What a board is told at provisioning: settings.json on its flash (docs/boards.md). Never trusted: size, types and
ranges are checked, and whatever does not pass falls back to its default with a fault that says so."""

import binascii
import json

from tavolo.services import files

_LIMIT = 2048
_DEFAULTS = {
    "hosts": [],
    "wifi": [],
    "lang": "it",
    "panel": "ssd1306",
    "flip": False,
    "swap_line_keys": False,
    "silent": False,
    "contrast": 255,
}
_CHOICES = {"lang": ("it", "en", "fr"), "panel": ("ssd1306", "sh1106")}


class Settings:
    """device (4 bytes), key (32 bytes; both zero when not provisioned: then it works alone), hosts [(address, port)],
    the one that last
    worked first, wifi [(name, password)], lang, panel, flip, swap_line_keys, silent, contrast (1 to 255); `faults`: texts."""

    def __init__(self) -> None:
        self.device = bytes(4)
        self.key = bytes(32)
        self.faults = []
        for name in _DEFAULTS:
            setattr(self, name, _DEFAULTS[name])
        self.hosts = []
        self.wifi = []


def _is_address(text: str) -> bool:
    """Four numbers with dots: a name would need a name server, and asking one blocks."""
    parts = text.split(".")
    return len(parts) == 4 and all([part.isdigit() and int(part) < 256 for part in parts])


def _pairs(value: list, kind: type) -> list:
    if not isinstance(value, list) or len(value) > 8:
        raise ValueError
    out = []
    for first, second in value:
        good = isinstance(first, str) and isinstance(second, kind) and len(first) <= 32
        if kind is int:
            good = good and _is_address(first) and 0 < second < 65536
        if not good:
            raise ValueError
        out.append((first, second))
    return out


def _hex(value: str, size: int) -> bytes:
    data = binascii.unhexlify(value)
    if len(data) != size:
        raise ValueError
    return data


def _check(name: str, value):
    if name == "device" or name == "key":
        return _hex(value, 4 if name == "device" else 32)
    if name == "hosts" or name == "wifi":
        return _pairs(value, int if name == "hosts" else str)
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise ValueError
    elif name == "contrast":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 256:
            raise ValueError
    elif not isinstance(value, bool):
        raise ValueError
    return value


def load(root: str) -> "Settings":
    """Read settings.json in `root`. Never raises: what is missing or wrong is a default, named in `faults`."""
    settings = Settings()
    data = files.read(root.rstrip("/") + "/settings.json", _LIMIT)
    try:
        given = json.loads(data or b"")
    except (ValueError, RuntimeError, MemoryError):  # nested too deep, for the stack or for the heap
        given = None
    if not isinstance(given, dict):
        settings.faults.append("settings.json is missing or not JSON: provision the board")
        return settings
    for name in ("device", "key") + tuple(_DEFAULTS):
        if name in given:
            try:
                setattr(settings, name, _check(name, given[name]))
            except (ValueError, TypeError):
                settings.faults.append("settings.json: %s is wrong, default used" % name)
    last = (files.read(root.rstrip("/") + "/host", 24) or b"").split(b" ")
    if len(last) == 2 and last[1].isdigit() and _is_address(str(last[0], "utf-8")):
        settings.hosts = [(str(last[0], "utf-8"), int(last[1]))] + settings.hosts
    return settings


def save(root: str, changes: dict) -> None:
    """Change some values of the file (lang, ...), aside and renamed. Raises ValueError or OSError, changes nothing then."""
    path = root.rstrip("/") + "/settings.json"
    given = json.loads(files.read(path, _LIMIT) or b"{}")
    for name in changes:
        _check(name, changes[name])
        given[name] = changes[name]
    files.write(path, json.dumps(given).encode())
