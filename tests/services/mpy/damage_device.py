# heap: 2M
"""A log that was damaged, is another version's, or has been cleared of old events."""

import binascii
import os
import struct

from books import DEVICE, EVENT, HOST, ROUND, host_record, ids, on_flash, opened, own, write
from harness import counted, equal, run

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.services import files, journal_room


def as_format(number, data):
    """The record's bytes as another version of the program would write them."""
    body = bytes((number,)) + data[1:-4]
    return body + struct.pack(">I", binascii.crc32(body) & 0xFFFFFFFF)


def test_records_of_a_newer_format_are_kept_counted_and_passed_over():
    for at_end in (False, True):
        on_flash()
        book = opened()
        wrote = [record.pack(rec) for rec in write(book, 6)]
        newer = [as_format(2, data) for data in wrote]
        path = "/f/log/00001-1.seg"
        with open(path, "wb") as f:
            f.write(b"".join(wrote[:3] + newer[3:] if at_end else wrote[:2] + newer[2:4] + wrote[4:]))
        held = open(path, "rb").read()
        again = opened()
        equal(again.faults, ["segment 1: records of format 2"])
        equal(again.last_seq, 6)  # their numbers are not given again
        equal(ids(again), own(1, 2, 3) if at_end else own(1, 2, 5, 6))
        write(again, 1)
        equal(open(path, "rb").read()[: len(held)], held)
        equal([record.unpack(data).seq for data in opened().unsent(0, 9)], [1, 2, 3, 7] if at_end else [1, 2, 5, 6, 7])


def test_a_lost_id_is_found_in_the_records():
    for wrong in (None, b"", b"rubbish!"):
        on_flash()
        book = opened()
        write(book, 23)
        for seq in range(1, 19):  # the newest segment has no own record
            book.store(host_record(seq))
        if wrong is None:
            os.remove("/f/log/id")
        else:
            with open("/f/log/id", "wb") as f:
                f.write(wrong)
        again = opened(random=counted(50))
        equal((again.faults, again.log, again.last_seq), (["journal id lost"], book.log, 23))
        equal(write(again, 1)[0].seq, 24)
        equal((opened().faults, opened().last_seq), ([], 24))
        if wrong:
            equal(open("/f/log/id.old", "rb").read(), wrong)


def test_a_lost_id_of_a_log_without_own_records_is_a_new_one():
    on_flash()
    book = opened()
    book.store(host_record(1))
    os.remove("/f/log/id")
    again = opened(random=counted(50))
    equal((again.faults, again.log == book.log), (["journal id lost"], False))
    equal(write(again, 1)[0].seq, 1)
    equal((opened().faults, opened().last_seq, len(ids(opened()))), ([], 1, 2))


def test_an_id_of_a_newer_form_is_read_and_stays():
    on_flash()
    book = opened()
    write(book, 2)
    with open("/f/log/id", "ab") as f:
        f.write(b" and more")
    again = opened()
    equal((again.log, again.last_seq, again.faults), (book.log, 2, []))
    equal(open("/f/log/id", "rb").read()[8:], b" and more")


def test_when_the_newest_records_are_lost_their_numbers_are_not_given_again():
    on_flash()
    book = opened()
    write(book, 45)
    files.write("/f/log/acked", b"45")
    os.remove("/f/log/00003-41.seg")
    again = opened(random=counted(50))
    equal(again.faults, ["newest records lost: a new log begins"])
    equal((again.log == book.log, again.last_seq), (False, 0))
    equal(write(again, 1)[0].seq, 1)
    last = opened()
    equal((last.faults, last.last_seq, len(ids(last))), ([], 1, 41))
    equal([record.unpack(data).seq for data in last.unsent(0, 9)], [1])


def test_what_does_not_belong_there_is_told_and_left_alone():
    on_flash()
    write(opened(), 3)
    os.mkdir("/f/log/00002-4.seg")
    for name in ("notes.txt", "id.new", "00001-7.seg"):
        open("/f/log/" + name, "w").close()
    open("/f/readme", "w").close()
    again = opened()
    equal(again.faults, ["stray file 00001-7.seg", "stray file 00002-4.seg", "stray file notes.txt"])
    write(again, 1)
    equal((ids(again), len(os.listdir("/f/log"))), (own(1, 2, 3, 4), 6))


def test_whatever_bytes_change_every_other_record_is_found():
    on_flash()
    book = opened()
    wrote = [record.pack(rec) for rec in write(book, 20, size=11)]
    size = len(wrote[0])
    whole = b"".join(wrote)
    state = [7]

    def dice(limit):
        state[0] = (state[0] * 1103515245 + 12345) & 0x7FFFFFFF
        return (state[0] >> 8) % limit

    for _ in range(120):
        data = bytearray(whole)
        hurt = set()
        for _ in range(1 + dice(4)):
            at = dice(len(data) - 9)
            for n in range(1 + dice(9)):
                data[at + n] = dice(256) if dice(3) else 1  # a 1 may begin a record
                hurt.add((at + n) // size)
        with open("/f/log/00001-1.seg", "wb") as f:
            f.write(data)
        again = opened()
        found = ids(again)
        for n in range(20):
            if n not in hurt or data[n * size : (n + 1) * size] == wrote[n]:
                equal(found.count((DEVICE, n + 1)), 1)
        rec = write(again, 1)[0]
        equal(rec.seq > max([seq for device, seq in found if device == DEVICE]), True)
        os.remove(again.path(len(again.first))) if len(again.first) > 1 else None


# -- clearing ---------------------------------------------------------------------------------------------------------


def years(book):
    """Three events of 30 records each, and one that is on."""
    for event in (b"old1", b"old2", b"old3", EVENT):
        for n in range(20):
            book.append(k.PHASE, bytes([n]), 1, event, ROUND, 12)
        for seq in range(1, 11):
            rec = record.Record(k.START, HOST, event, seq, 777, b"12345678").place(event, ROUND, 12)
            book.store(record.pack(rec))


def segments():
    return sorted([name for name in os.listdir("/f/log") if name.endswith(".seg")])


def test_only_acknowledged_segments_of_other_events_may_go_and_numbers_go_on():
    on_flash()
    book = opened()
    years(book)  # 120 records in six segments; own ones of the third event are 41 to 60, the last of them in segment 5
    equal(len(segments()), 6)
    for acked, last in ((0, 0), (15, 0), (19, 0), (20, 1), (29, 1), (30, 2), (40, 3), (60, 4), (80, 4)):
        equal(journal_room.clearable(book, EVENT, acked)[0], last)
    equal(journal_room.clearable(book, b"old2", 80)[0], 1)
    equal(journal_room.clearable(book, b"", 80)[0], 5)  # never the last
    last, size = journal_room.clearable(book, EVENT, 80)
    equal(size, 4 * 4096)  # each has its block
    before = ids(book)
    journal_room.clear(book, last)
    for again in (book, opened()):
        equal((again.faults, again.last_seq), ([], 80))
        equal(ids(again), before[80:])
        equal([record.unpack(data).seq for data in again.unsent(0, 2)], [61, 62])
        equal(again.last(k.PHASE).seq, 80)
        equal(journal_room.clearable(again, EVENT, 80), (4, 0))
    write(again, 5)
    equal((segments()[0][:6], opened().last_seq), ("00005-", 85))


def test_what_is_damaged_or_of_another_format_is_not_cleared():
    for spoil in (
        lambda data: data[:50] + b"?" + data[51:],
        lambda data: data[:-3] + b"???",
        lambda data: data + b"torn",
        lambda data: as_format(2, data[:44]) + data[44:],
    ):
        on_flash()
        book = opened()
        years(book)
        path = "/f/log/" + segments()[1]
        with open(path, "rb") as f:
            data = f.read()
        with open(path, "wb") as f:
            f.write(spoil(data))
        equal(journal_room.clearable(book, EVENT, 80)[0], 1)


def test_a_segment_that_was_missing_before_is_no_trouble_when_clearing():
    on_flash()
    years(opened())
    os.remove("/f/log/" + segments()[1])
    book = opened()
    equal((book.faults, journal_room.clearable(book, EVENT, 80)[0]), (["segment 2 is missing"], 4))
    journal_room.clear(book, 4)
    equal((opened().faults, len(segments())), ([], 2))


run(globals())
