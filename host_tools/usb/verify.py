"""What a copied log holds, and what of it is genuine: each record's checksum, and its tag under its author's key."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from host_tools.usb.line import Row
from tavolo.domain.record import Record, RecordError, unpack
from tavolo.wire import seal


@dataclass
class Verdict:
    """`genuine`: (record, row) whose tag is right. `own`: of the host that merges. `others`: of authors for whom this table
    cannot speak. `unknown`: of a device whose key is not here. `wrong`: texts about tags and checksums that are not right."""

    genuine: list[tuple[Record, Row]] = field(default_factory=list)
    own: list[tuple[Record, bytes]] = field(default_factory=list)
    others: int = 0
    unknown: int = 0
    wrong: list[str] = field(default_factory=list)

    def logs(self) -> list[str]:
        """A line for each log that the genuine records are of: how many, which are missing."""
        seqs: dict[tuple[str, str], set[int]] = {}
        for rec, _ in self.genuine:
            seqs.setdefault((rec.device.hex(), rec.log.hex()), set()).add(rec.seq)
        out = []
        for (device, log), found in seqs.items():
            # counted on, not listed: a genuine record's number may be near 2^30
            missing = list(itertools.islice((seq for seq in range(1, max(found)) if seq not in found), 11))
            shown = ", ".join(str(seq) for seq in missing[:10]) + (" ..." if len(missing) > 10 else "")
            out.append(f"device {device} log {log}: records 1 to {max(found)}" + (f", missing {shown}" if missing else ""))
        return out

    def places(self) -> list[str]:
        """A line for each event, round and table of the genuine records."""
        count: dict[tuple[str, str, int], int] = {}
        for rec, _ in self.genuine:
            key = (rec.event.hex(), rec.round.hex(), rec.table)
            count[key] = count.get(key, 0) + 1
        return [f"event {event} round {round_id} table {table}: {n} records" for (event, round_id, table), n in count.items()]


def judge(
    rows: list[Row], key_of: Callable[[str], bytes | None], is_own: Callable[[Record, bytes], bool] = lambda rec, data: False
) -> Verdict:
    """Look at each record. `key_of(device id in hexadecimal)` gives the device's key K, or None; `is_own(record, bytes)` tells
    whether the host that merges wrote it."""
    out = Verdict()
    for number, row in enumerate(rows, 1):
        try:
            rec = unpack(row.data)
        except RecordError as fault:
            out.wrong.append(f"record {number} of the copy: {fault}")
            continue
        if not row.tag:
            if is_own(rec, row.data):
                out.own.append((rec, row.data))
            else:
                out.others += 1
            continue
        key = key_of(rec.device.hex())
        if key is None:
            out.unknown += 1
        elif seal.same(row.tag, seal.record_tag(seal.record_key(key), row.data)):
            out.genuine.append((rec, row))
        else:
            out.wrong.append(f"record {rec.seq} of device {rec.device.hex()}: its tag is wrong, it was forged or damaged")
    return out
