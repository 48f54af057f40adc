"""The session's end of a table's process: grants time, gives and takes bytes."""

import json
import os
import struct
import subprocess
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import soak_tree

HEAP = "3M"


class TableFault(AssertionError):
    """The table's process has ended, or its log cannot be."""


@dataclass
class Status:
    """How a table stands at the end of what was granted. `acked`: it believes that the host has its records up to this one."""

    acked: int = 0
    unsent: int = 0
    linked: bool = False
    table: int = 0
    phase: int = 0


@dataclass
class TableEnd:
    """`device`: its id; `status`; `hands`: players sit here."""

    device: str
    process: Any
    source: Any
    sink: Any
    errors: Path
    status: Status = field(default_factory=Status)
    hands: bool = False
    orders: list[tuple[bytes, bytes]] = field(default_factory=list)

    def order(self, kind: bytes, data: bytes = b"") -> None:
        """With the next grant."""
        self.orders.append((kind, data))

    def grant(self, until: int) -> None:
        """Let it go on; `collect` waits for it."""
        orders, self.orders = self.orders[:255], self.orders[255:]
        out = [struct.pack(">IBB", until, self.hands, len(orders))]
        out += [struct.pack(">cI", kind, len(data)) + data for kind, data in orders]
        try:
            self.sink.write(b"".join(out))
        except BrokenPipeError:
            raise TableFault(f"{self.device} has ended: {self._said()}") from None

    def collect(self) -> list[tuple[int, bytes, bytes]]:
        """(ms, kind, data) of what has happened since."""
        found = []
        while True:
            head = self.source.read(9)
            if len(head) < 9:
                raise TableFault(f"{self.device} has ended: {self._said()}")
            at, kind, size = struct.unpack(">IcI", head)
            data = self.source.read(size)
            if kind == b"T":
                acked, unsent, linked, table, phase = struct.unpack(">HHBBB", data)
                self.status = Status(acked, unsent, bool(linked), table, phase)
                return found
            found.append((at, kind, data))

    def _said(self) -> str:
        self.process.wait(5)
        return self.errors.read_text(errors="replace")[-3000:]

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        self.source.close()
        self.sink.close()


def begin(folder: Path, given: dict[str, Any]) -> TableEnd:
    """Start a table's process on its part of the script."""
    name = given["device"]
    path = folder / f"{name}.json"
    path.write_text(json.dumps(given))
    errors = folder / f"{name}.out"
    in_read, in_write = os.pipe()
    out_read, out_write = os.pipe()
    tree = soak_tree.tree()
    command = [str(soak_tree.INTERPRETER), "-X", f"heapsize={HEAP}", "-m", "soak_table"]
    command += [str(soak_tree.ROOT / "firmware"), str(path)]
    environment = {**os.environ, "MICROPYPATH": f"{tree}:.frozen:{sysconfig.get_path('purelib')}"}
    with errors.open("wb") as log:
        process = subprocess.Popen(
            [*command, str(in_read), str(out_write)],
            pass_fds=(in_read, out_write),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment,
            cwd=tree,
        )
    os.close(in_read)
    os.close(out_write)
    return TableEnd(name, process, os.fdopen(out_read, "rb", 65536), os.fdopen(in_write, "wb", 0), errors)
