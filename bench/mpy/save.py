"""What a save costs on a LittleFS: erases, programs and bytes read, counted, for several layouts. Argument: a folder that is
not used. Prints `SAVE name erases programs reads` for every save, `OPEN segments name us reads` for starts."""

import time

import vfs

from tavolo.services import draft, files, journal

BLOCK = 4096
BLOCKS = 128
RECORDS = 120
SIZE = 61  # of a DEAL record
PLAN, PRESENCE, PHASE, DEAL = 1, 8, 10, 11  # kinds.py is not in an image


class Flash:
    """A NOR flash in RAM that counts. `count`: erases, programs, bytes read."""

    def __init__(self):
        self.image = bytearray(b"\xff" * (BLOCKS * BLOCK))
        self.count = [0, 0, 0]

    def readblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        self.count[2] += len(buf)
        buf[:] = memoryview(self.image)[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        self.count[1] += 1
        self.image[at : at + len(buf)] = buf

    def ioctl(self, op, arg):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if op == 6:
            self.count[0] += 1
            self.image[arg * BLOCK : (arg + 1) * BLOCK] = b"\xff" * BLOCK
        return 0


flash = Flash()


def fresh():
    """An empty flash at /f."""
    try:
        vfs.umount("/f")
    except OSError:
        pass
    flash.image[:] = b"\xff" * len(flash.image)
    vfs.VfsLfs2.mkfs(flash)
    vfs.mount(vfs.VfsLfs2(flash), "/f")
    files.os.mkdir("/f/log")


def cost(name, work, *args):
    """Do it and say what it took."""
    flash.count[:] = [0, 0, 0]
    work(*args)
    print("SAVE", name, *flash.count)


def segments(per_segment):
    """Appending, so many records a file."""
    fresh()
    for n in range(RECORDS):
        cost("segment%d" % per_segment, files.put, "/f/log/%05d.seg" % (n // per_segment), "ab", bytes([n]) * SIZE)


def fold(first, count):
    """The small files become one, and go."""
    files.put(
        "/f/log/%05d.seg" % first, "wb", b"".join([files.read("/f/log/%05d" % n, 400) for n in range(first, first + count)])
    )
    for n in range(first, first + count):
        files.os.remove("/f/log/%05d" % n)


def single(size):
    """One file a fact, folded in twenties."""
    fresh()
    for n in range(RECORDS):
        cost("file%d" % size, files.put, "/f/log/%05d" % n, "wb", bytes([n]) * size)
        if n % 20 == 19:
            cost("fold%d" % size, fold, n - 19, 20)


def small():
    """The half-typed deal and the minute's mark, as the firmware writes them, into a log that grows."""
    fresh()
    typed = draft.Draft("/f")
    for n in range(120):
        cost("draft", typed.save, bytes([n]) * 60)
        if n % 4 == 0:
            cost("mark", files.write, "/f/mark", b"%d" % (100000 + n))


def a_round():
    """Four deals as the firmware writes them: 14 drafts and 4 records each, 10 more records, 45 marks."""
    fresh()
    book = journal.Journal("/f", b"dev1", lambda size: b"\7" * size)
    typed = draft.Draft("/f")
    book.open()
    flash.count[:] = [0, 0, 0]
    for deal in range(4):
        for n in range(14):
            typed.save(bytes([deal * 14 + n]) * 60)
        for n in range(11):
            files.write("/f/mark", b"%d" % (100000 + deal * 11 + n))
        for kind, size in ((PHASE, 2), (PHASE, 2), (DEAL, 25), (PHASE, 2)):
            book.append(kind, bytes(size), 1, b"evnt", b"rnd1", 1)
        typed.clear()
    for _ in range(10):
        book.append(PRESENCE, bytes(2), 1, b"evnt", b"rnd1", 1)
    print("SAVE round", *flash.count)


def opening(count):
    """A log of so many segments, whose newest 30 records are the round that is on: what the first start reads, and later ones."""
    fresh()
    records = count * 20
    for n in range(records):
        if n % 20 == 0:
            book = journal.Journal("/f", b"dev1", lambda size: b"\7" * size)
            book.open()
        now = n >= records - 30
        book.append(PLAN if n == max(0, records - 30) else DEAL, bytes(25), 1, b"evnt", b"now." if now else b"old.", 1)
    for name in ("first start", "start"):
        flash.count[:] = [0, 0, 0]
        began = time.ticks_us()
        book = journal.Journal("/f", b"dev1", lambda size: b"\7" * size)
        book.open()
        plan = book.last(PLAN)
        book.replay(lambda rec: None, plan.event, plan.round, plan.table)
        print("OPEN %d" % count, name.replace(" ", "-"), time.ticks_diff(time.ticks_us(), began), flash.count[2])


for per_segment in (5, 20, 60):
    segments(per_segment)
single(SIZE)
single(140)
small()
a_round()
for count in (1, 10, 60):
    opening(count)
print("DONE")
