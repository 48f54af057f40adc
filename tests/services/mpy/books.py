"""A journal on a fresh flash, and what is written into it: for the scripts that look at logs."""

import flash as flash_
from harness import counted

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.services import journal

DEVICE = b"dev1"
HOST = b"host"
EVENT = b"evnt"
ROUND = b"rnd1"


def opened(root="/f", device=DEVICE, random=None):
    book = journal.Journal(root, device, random or counted(7))
    book.open()
    return book


def on_flash(blocks=24):
    flash = flash_.fresh(blocks)
    flash_.mounted(flash, "/f")
    return flash


def write(book, count, table=12, round_id=ROUND, size=9):
    out = []
    for n in range(count):
        payload = bytes([(book.last_seq + n) & 255] * size)
        out.append(book.append(k.PHASE, payload, 5000 + n, EVENT, round_id, table))
    return out


def host_record(seq, kind=k.START, round_id=ROUND, table=12):
    return record.pack(record.Record(kind, HOST, b"hlog", seq, 777, b"12345678").place(EVENT, round_id, table))


def ids(book, **only):
    out = []
    book.replay(lambda rec: out.append((rec.device, rec.seq)), **only)
    return out


def own(*seqs):
    return [(DEVICE, seq) for seq in seqs]
