"""What must be so, during a session and at its end: nothing lost, nothing doubled, the ranking is what the players meant."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from host_tools.demo import recount
from host_tools.server.keys import write_private
from host_tools.simulator import reader
from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.domain.sheet import Sheet

_KEPT = "select device || log || printf('%08x', seq), bytes, status, kind from record where device <> ?"
_SPARE = "select (select count(*) from conflict), (select count(*) from gap)"


def write_keys(folder: Path, devices: list[dict[str, Any]]) -> None:
    """The host knows these devices."""
    rows = {given["device"]: {"name": f"T{number}", "key": given["key"]} for number, given in enumerate(devices, 1)}
    write_private(folder / "keys.json", json.dumps(rows))


def split(data: bytes) -> list[record.Record]:
    """Records in a log's bytes. Raises AssertionError where there is anything else."""
    found, at = [], 0
    while at < len(data):
        size = record.length_at(data, at)
        assert size and at + size <= len(data), f"no record at byte {at} of {len(data)}"
        found.append(record.unpack(data[at : at + size]))
        at += size
    return found


class Checks:
    """`odd`: what was strange and is no fault; `logs`: device -> its records at the last look."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.logs: dict[str, bytes] = {}
        self.odd: list[str] = []
        self.restored = False
        self._seen: dict[str, str] = {}

    # -- during ---------------------------------------------------------------------------------------------------------

    def event(self, table: Any, at: int, kind: bytes, data: bytes) -> None:
        """Something that a table told."""
        figures = self.session.figures
        if kind == b"D":
            figures["writes" if data[1:2] == b"W" else "power" if data[:1] == b"P" else "resets"] += 1
            lines = reader.read_lines(data[3:]) if data[2:3] == b"M" else []
            safe = any("alvo qui" in line for line in lines)
            self._seen[table.device] = next((line.split()[-1] for line in lines if "smazz." in line), "") if safe else ""
        elif kind == b"B":
            self._born(table.device, data)
        elif kind == b"L":
            self._grows(table.device, data)
        elif kind in (b"U", b"M"):
            self.odd.append(f"{at} {table.device} {data.decode(errors='replace')}")

    def _grows(self, device: str, data: bytes) -> None:
        before = self.logs.get(device, b"")
        assert data[: len(before)] == before, f"{device}: the log changed before its end"
        split(data)
        self.logs[device] = data

    def _born(self, device: str, data: bytes) -> None:
        self._grows(device, data)
        deal = self._seen.pop(device, "")
        if deal:
            self.session.figures["safe"] += 1
            own = [r for r in split(data) if r.device.hex() == device and r.kind in (k.DEAL, k.REVISE)]
            assert own and str(own[-1].payload[0]) == deal, (
                f"{device} showed 'Salvo qui' for deal {deal}; the log has no such record"
            )

    def acknowledged(self) -> None:
        """The host has just been killed: what it has told a table that it has, it has."""
        if self.restored:
            return  # what tables had been told was true before
        with sqlite3.connect(self.session.folder / "tavolo.sqlite") as base:
            for table in self.session.tables:
                found = base.execute("select count(distinct seq) from record where device = ?", (table.device,)).fetchone()[0]
                acked = table.status.acked
                assert found >= acked, f"{table.device} was told that {acked} records are safe; the database has {found}"
        base.close()

    # -- at the end -----------------------------------------------------------------------------------------------------

    def all(self) -> None:
        """Everything."""
        session = self.session
        for table in session.tables:
            table.order(b"L")
            table.grant(session.now + 1)
            for event in table.collect():
                self.event(table, *event)
        session.figures["decided"] = session.arbiter.decided
        self._records()
        self._ranking()

    def _records(self) -> None:
        """Each record of each device is in the database once, with its bytes; nothing else is there."""
        own = {}
        for device, data in self.logs.items():
            mine = [rec for rec in split(data) if rec.device.hex() == device]
            assert [rec.seq for rec in mine] == list(range(1, len(mine) + 1)), f"{device}: own numbers have holes"
            own.update({rec.ref().hex(): record.pack(rec) for rec in mine})
        host = self.session.server.host.hall.author[0].hex()
        with sqlite3.connect(self.session.folder / "tavolo.sqlite") as base:
            rows = base.execute(_KEPT, (host,))
            kept = rows.fetchall()
            spare = base.execute(_SPARE).fetchone()
        base.close()
        stored = {ref: data for ref, data, _, _ in kept}
        lost = [ref for ref, data in own.items() if stored.get(ref) != data]
        assert not lost, f"{len(lost)} records lost: {lost[:5]}"
        assert len(kept) == len(stored) == len(own), f"{len(kept)} records at the host, {len(own)} on the devices"
        assert spare == (0, 0), f"conflicts and gaps: {spare}"
        astray = [ref for ref, _, status, kind in kept if status != "placed" and kind in (k.DEAL, k.REVISE, k.SIGN, k.VOID)]
        assert not astray, f"records that belong to no sheet: {astray}"

    def _ranking(self) -> None:
        session, hall = self.session, self.session.server.host.hall
        meant = []
        for info in hall.rounds:
            for table in hall.round_tables(info):
                given = session.plan["rounds"][info.number - 1][table.number - 1]["meant"]
                played = self._played(table)
                assert played == len(given) or session.arbiter.timed_out, (
                    f"round {info.number} table {table.number}: {played} deals"
                )
                meant.append({"deals": len(given), "ns": table.ns, "ew": table.ew, "sheet": given[:played]})
            for result in hall.results(info):
                assert not result.differs, f"round {info.number} table {result.table}: {result.differs}"
            if info.bye is not None:
                meant.append({"deals": 2, "bye": info.bye})
        found = [{"pair": line.number, "vp": line.vp, "mp": line.mp_net} for line in hall.ranking()]
        wanted = recount.recount(meant)
        assert found == wanted, f"ranking {found}, meant {wanted}"

    @staticmethod
    def _played(table: Any) -> int:
        sheet: Sheet = table.sheet
        played = sheet.played()
        assert [bool(sheet.deal(n)) for n in range(1, sheet.deals() + 1)] == [n <= played for n in range(1, sheet.deals() + 1)]
        return played
