"""Where the server of a data directory listened last, for the commands that write addresses into boards' settings."""

import json
from pathlib import Path

from host_tools.server.keys import write_private

_NAME = "listening.json"


def remember(folder: Path, bind: str, port: int) -> None:
    """The server listens at `bind`, `port` from now on."""
    write_private(folder / _NAME, json.dumps({"bind": bind, "port": port}))


def last(folder: Path) -> tuple[str, int] | None:
    """Address and port of its last start. None: none has run here, or the file is damaged (it is written at each start)."""
    try:
        found = json.loads((folder / _NAME).read_text(encoding="utf-8"))
        bind, port = found["bind"], found["port"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    good = isinstance(bind, str) and isinstance(port, int) and 0 < port < 65536
    return (bind, port) if good else None
