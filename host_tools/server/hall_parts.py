"""What the hall is made of: a table in a round with its sheet, and what is known of a device by its connections."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from host_tools.engine.results import TableResult, table_result
from tavolo.domain.record import Record
from tavolo.domain.sheet import Sheet


@dataclass
class TableState:
    """One table in one round. `log` holds its records in order of commit, or of their times where some were learned back
    from a table (`mixed`); `refused` what its device would not apply."""

    number: int
    ns: int
    ew: int
    sheet: Sheet = field(default_factory=Sheet)
    log: list[tuple[Record, bytes]] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    waits: tuple[int, str] = (-1, "")  # length of the log, and what the arbiter had to decide then (open_points.py)
    counted: tuple[int, TableResult | None] = (-1, None)  # length of the log, and what it came to then
    mixed: bool = False
    given: str = ""  # the device that got it after play had begun, until something of it comes: it asks about the names
    claimed: tuple[str, int] | None = None  # the device that took it over at the table, and when on the computer's own clock

    def result(self) -> TableResult | None:
        """What its sheet comes to; None without a plan. It hangs on the log alone, so it is kept."""
        if self.counted[0] != len(self.log):
            known = self.sheet.plan is not None
            self.counted = len(self.log), table_result(self.number, self.ns, self.ew, self.sheet) if known else None
        return self.counted[1]


@dataclass
class Live:
    """What is known of a device by its connections: the link now open, event ms of the last contact, its last beat."""

    link: Any = None
    contact_ms: int = -1
    before_ms: int = -1  # event ms at which its newest record came, before this start of the host
    beat: dict[str, Any] = field(default_factory=dict)
    firmware: str = ""
    log: str = ""  # the log with which it last sent a record
    have: dict[str, int] = field(default_factory=dict)  # log -> how far it is in the database
    trouble: deque[str] = field(default_factory=lambda: deque(maxlen=5))
    wrong: deque[int] = field(default_factory=deque)  # when it claimed a table with a wrong PIN (claims.py)
