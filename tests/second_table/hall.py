"""A real server process with devices that it knows and an event whose first round is published, for second tables to join."""

import json
import os
import secrets
import sqlite3
from pathlib import Path

from host_tools.demo.organiser import Arbiter, Server
from tests.second_table.table import Table


class Hall:
    """`devices`: (id, key) of as many devices as the event has tables, and of `more`. The caller stops it."""

    def __init__(self, folder: Path, tables: int, more: int = 0) -> None:
        data = folder / "data"
        data.mkdir(mode=0o700, parents=True)
        self.devices = [(secrets.token_bytes(4), secrets.token_bytes(32)) for _ in range(tables + more)]
        rows = {device.hex(): {"name": f"second {n}", "key": key.hex()} for n, (device, key) in enumerate(self.devices, 1)}
        with open(data / "keys.json", "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump(rows, file)
        self.server = Server(data, 0)
        self.server.start()
        self.arbiter = Arbiter(self.server)
        pairs = [[f"Anna {n}", f"Bruno {n}"] for n in range(1, 2 * tables + 1)]
        try:
            self.arbiter.post("/api/event", name="Prova", deals=2, minutes=25, rounds=2, pairs=pairs)
            self.arbiter.post("/api/round/pair", method="mitchell")
            self.arbiter.post("/api/round/publish")
        except BaseException:
            self.server.stop()
            raise

    def table(self, n: int, port: int = 0) -> Table:
        """A second table with device `n`'s key; through `port` where that is not the server's own."""
        return Table("127.0.0.1", port or self.server.port, *self.devices[n])

    def stored(self) -> dict[bytes, list[tuple[int, bytes]]]:
        """What the database has, by device and log: (seq, bytes), in order."""
        database = sqlite3.connect(self.server.data / "tavolo.sqlite")
        found: dict[bytes, list[tuple[int, bytes]]] = {}
        for device, log, seq, data in database.execute("select device, log, seq, bytes from record order by seq"):
            found.setdefault(bytes.fromhex(device + log), []).append((seq, data))
        database.close()
        return found

    def copy(self, path: Path) -> None:
        """A copy of the database as it is now, while the server runs."""
        database, copy = sqlite3.connect(self.server.data / "tavolo.sqlite"), sqlite3.connect(path)
        database.backup(copy)
        database.close()
        copy.close()

    def memory_kb(self) -> int:
        """The server's resident memory (Linux)."""
        assert self.server._process is not None
        status = Path(f"/proc/{self.server._process.pid}/status").read_text(encoding="ascii")
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))

    def cpu_s(self) -> float:
        """Processor time of the server so far (Linux)."""
        assert self.server._process is not None
        fields = Path(f"/proc/{self.server._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
