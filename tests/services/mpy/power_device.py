# heap: 2M
"""Power cut at every single flash operation: no confirmed record lost or doubled, small files wholly old or new."""

import flash as flash_
from harness import counted, equal, run

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.services import draft, files, journal

DEVICE = b"dev1"
HOST = b"host"


def reopened(image):
    flash_.mounted(flash_.Flash(image), "/cut")
    book = journal.Journal("/cut", DEVICE, counted(40))
    book.open()
    found = []
    book.replay(lambda rec: found.append((rec.device, rec.seq, bytes(rec.payload))))
    equal(book.faults, [])
    return book, found


class Watcher:
    """Looks at each picture that a cut can leave: what was confirmed is there once, in order, and one more at most."""

    def __init__(self):
        self.cuts = 0
        self.confirmed = []
        self.going_on = None

    def __call__(self, image, how):
        self.cuts += 1
        book, found = reopened(image)
        if found != self.confirmed and found != self.confirmed + [self.going_on]:
            raise AssertionError("cut %d, %s: %r" % (self.cuts, how, found[-3:]))
        seqs = [seq for device, seq, _ in found if device == DEVICE]
        equal(seqs, list(range(1, len(seqs) + 1)))
        equal(book.last_seq, len(seqs))
        rec = book.append(k.DEAL, b"after", 9, b"evnt", b"rnd1", 1)
        equal(rec.seq, len(seqs) + 1)
        equal([bytes(data[32:-4]) for data in book.unsent(len(seqs), 9)], [b"after"])


def test_cut_at_every_operation_while_records_are_written():
    flash = flash_.fresh()
    flash_.mounted(flash, "/f")
    watcher = Watcher()
    flash.watch = watcher
    book = journal.Journal("/f", DEVICE, counted(1))
    book.open()
    host_seq = 0
    for n in range(48):
        payload = bytes([n] * (5 + n * 7 % 60))
        if n % 5 == 3:
            host_seq += 1
            rec = record.Record(k.START, HOST, b"hlog", host_seq, 1, payload).place(b"evnt", b"rnd1", 1)
            watcher.going_on = (HOST, host_seq, payload)
            book.store(record.pack(rec))
        else:
            watcher.going_on = (DEVICE, book.last_seq + 1, payload)
            book.append(k.DEAL, payload, 1000 + n, b"evnt", b"rnd1", 1)
        watcher.confirmed.append(watcher.going_on)
    flash.watch = None
    print("power cuts, records:", watcher.cuts)
    if watcher.cuts < 300:
        raise AssertionError("too few cuts: %d" % watcher.cuts)


def test_cut_at_every_operation_while_writing_goes_on_behind_a_torn_end():
    flash = flash_.fresh()
    flash_.mounted(flash, "/f")
    book = journal.Journal("/f", DEVICE, counted(1))
    book.open()
    confirmed = []
    for n in range(9):
        book.append(k.DEAL, bytes([n] * 70), 1, b"evnt", b"rnd1", 1)
        confirmed.append((DEVICE, n + 1, bytes([n] * 70)))
    with open("/f/log/00001-1.seg", "ab") as f:
        f.write(b"\1\x0b\0\x19torn")
    cuts = [0]

    def watch(image, how):
        cuts[0] += 1
        flash_.mounted(flash_.Flash(image), "/cut")
        again = journal.Journal("/cut", DEVICE, counted(40))
        again.open()
        found = []
        again.replay(lambda rec: found.append((rec.device, rec.seq, bytes(rec.payload))))
        if found != confirmed and found != confirmed + [(DEVICE, len(confirmed) + 1, b"on")]:
            raise AssertionError("cut %d, %s: %r" % (cuts[0], how, found[-3:]))

    flash.watch = watch
    again = journal.Journal("/f", DEVICE, counted(1))
    again.open()
    for _ in range(3):
        again.append(k.DEAL, b"on", 1, b"evnt", b"rnd1", 1)
        confirmed.append((DEVICE, len(confirmed) + 1, b"on"))
    flash.watch = None
    equal(len(again.faults), 1)
    print("power cuts, repair:", cuts[0])
    if cuts[0] < 12:
        raise AssertionError("too few cuts: %d" % cuts[0])


def test_cut_at_every_operation_while_small_files_are_replaced():
    flash = flash_.fresh()
    flash_.mounted(flash, "/f")
    typed = draft.Draft("/f")
    typed.save(b"draft 0")
    files.write("/f/mark", b"1000")
    cuts = [0]
    allowed = [set(), set()]

    def watch(image, how):
        cuts[0] += 1
        flash_.mounted(flash_.Flash(image), "/cut")
        mark, kept = files.number("/cut/mark"), draft.Draft("/cut").load()
        if mark not in allowed[0] or kept not in allowed[1]:
            raise AssertionError("cut %d, %s: %r %r" % (cuts[0], how, mark, kept))

    flash.watch = watch
    for n in range(1, 12):
        allowed[0] = {1000 + n - 1, 1000 + n}
        allowed[1] = {b"draft %d" % (n - 1), b"draft %d" % n}
        typed.save(b"draft %d" % n)
        files.write("/f/mark", b"%d" % (1000 + n))
    allowed[1] = {b"draft 11", None}
    typed.clear()
    flash.watch = None
    equal(draft.Draft("/f").load(), None)
    print("power cuts, small files:", cuts[0])
    if cuts[0] < 60:
        raise AssertionError("too few cuts: %d" % cuts[0])


run(globals())
