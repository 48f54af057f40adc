# heap: 2M
"""The journal in daily use: what it keeps, what it finds again, what it does with damage and a failing flash."""

import binascii
import os

from books import DEVICE, EVENT, HOST, ROUND, host_record, ids, on_flash, opened, own, write
from harness import counted, equal, raises, run

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.services import files, journal


def test_what_was_appended_is_there_after_a_restart():
    on_flash()
    book = opened()
    wrote = write(book, 47)
    equal([rec.seq for rec in wrote], list(range(1, 48)))
    again = opened(random=counted(99))
    equal(again.log, book.log)
    equal(again.last_seq, 47)
    equal(ids(again), own(*range(1, 48)))
    found = []
    again.replay(found.append)
    equal(
        [(r.payload, r.at_ms, r.event, r.round, r.table) for r in found],
        [(r.payload, r.at_ms, r.event, r.round, r.table) for r in wrote],
    )
    equal(again.faults, [])


def test_segments_hold_twenty_records_and_their_names_tell_the_next_own_seq():
    on_flash()
    book = opened()
    write(book, 15)
    for seq in range(1, 11):
        book.store(host_record(seq))
    write(book, 20)
    equal(sorted(n for n in os.listdir("/f/log") if n.endswith(".seg")), ["00001-1.seg", "00002-16.seg", "00003-31.seg"])
    again = opened()
    equal(again.last_seq, 35)
    equal(len(ids(again)), 45)


def test_foreign_records_stand_in_the_order_of_arrival():
    on_flash()
    book = opened()
    write(book, 1)
    equal(book.store(host_record(4)).seq, 4)
    write(book, 1)
    equal(ids(opened()), [(DEVICE, 1), (HOST, 4), (DEVICE, 2)])


def test_an_own_record_that_comes_back_is_not_stored_twice():
    on_flash()
    book = opened()
    rec = write(book, 1)[0]
    equal(book.store(record.pack(rec)).seq, 1)
    equal(ids(opened()), own(1))


def test_what_is_no_record_is_refused_and_not_stored():
    on_flash()
    book = opened()
    raises(record.RecordError, book.store, b"rubbish" * 9)
    raises(record.RecordError, book.store, host_record(3)[:-1] + b"?")
    raises(record.RecordError, book.append, k.PHASE, bytes(401), 1, EVENT, ROUND, 1)
    equal(ids(opened()), [])
    equal(write(book, 1)[0].seq, 1)


def test_replay_gives_one_round_of_one_table_when_asked():
    on_flash()
    book = opened()
    write(book, 2, 12, b"rnd1")
    write(book, 2, 12, b"rnd2")
    write(book, 1, 13, b"rnd2")
    equal(ids(book, round_id=b"rnd2"), own(3, 4, 5))
    equal(ids(book, event=EVENT, round_id=b"rnd2", table=12), own(3, 4))
    equal(ids(book, event=b"none"), [])


def test_a_place_is_found_whole_however_often_it_is_left_and_come_back_to():
    on_flash()
    book = opened()
    wanted = {}
    for n in range(240):
        round_id = (b"rnd1", b"rnd2", b"rnd1", b"rnd3")[n // 60]
        if n % 20 == 7:
            ids(book, event=EVENT, round_id=round_id, table=12)  # at a move to a place, and each start
        if n % 20 == 13:
            book = opened()
        wanted.setdefault(round_id, []).append(write(book, 1, 12, round_id)[0].seq)
        if n % 9 == 0:
            for name in (round_id, b"rnd1"):
                equal(ids(opened(), event=EVENT, round_id=name, table=12), own(*wanted[name]))
    again = opened()
    equal(ids(again, event=EVENT, round_id=b"rnd3", table=12), own(*wanted[b"rnd3"]))
    equal(files.read("/f/log/round", 99), EVENT + b"rnd3" + b"\0\x0c" + b"\0\0\0\x0a")  # it begins in segment 10
    os.remove(again.path(9))  # what is before the place is not read again
    equal((ids(again, event=EVENT, round_id=b"rnd3", table=12), again.faults), (own(*wanted[b"rnd3"]), []))
    files.write("/f/log/round", EVENT + b"rnd3" + b"\0\x0c" + b"\0\0\1\0")  # of a log that was longer
    equal(ids(opened(), event=EVENT, round_id=b"rnd3", table=12), own(*wanted[b"rnd3"]))


def test_the_newest_record_of_a_kind_is_found():
    on_flash()
    book = opened()
    equal(book.last(k.PLAN), None)
    book.store(host_record(1, k.PLAN))
    write(book, 30)
    book.store(host_record(2, k.PLAN, b"rnd2"))
    write(book, 25)
    equal(book.last(k.PLAN).round, b"rnd2")
    equal(book.last(k.PHASE).seq, 55)
    equal(book.last(k.SIGN), None)


def test_unsent_records_are_read_from_the_right_segment():
    on_flash()
    book = opened()
    for n in range(3):
        write(book, 12)
        for seq in range(9):
            book.store(host_record(1 + seq + 9 * n))
    for reader in (book, opened()):
        for after in range(37):
            got = [record.unpack(data).seq for data in reader.unsent(after, 4)]
            equal(got, list(range(after + 1, min(after + 5, 37))))
        equal(reader.unsent(99, 4), [])


def test_a_torn_end_stays_and_writing_goes_on_in_a_new_segment():
    for torn in range(1, 45):
        on_flash()
        book = opened()
        write(book, 3)
        path = "/f/log/00001-1.seg"
        whole = open(path, "rb").read()
        with open(path, "ab") as f:
            f.write(whole[:torn])
        again = opened()
        said = ["segment 1: damaged at byte 135"]
        passed = torn // 36  # a whole record may have been there: its number is not given again
        equal((again.last_seq, again.faults), (3 + passed, said))
        equal(opened().last_seq, 3 + passed)  # and at each start until something is written
        write(again, 2)
        last = opened()
        equal((ids(last), last.faults), (own(1, 2, 3, 4 + passed, 5 + passed), said))
        equal(open(path, "rb").read(), whole + whole[:torn])
        equal([record.unpack(data).seq for data in last.unsent(1, 9)], [2, 3, 4 + passed, 5 + passed])


def test_a_damaged_record_is_a_fault_and_the_rest_is_read():
    for at in (0, 2, 3, 20, 32, 44):
        on_flash()
        book = opened()
        write(book, 25)
        path = "/f/log/00001-1.seg"
        data = bytearray(open(path, "rb").read())
        size = len(data) // 20
        data[7 * size + at] ^= 0x41
        with open(path, "wb") as f:
            f.write(data)
        again = opened()
        equal(again.last_seq, 25)
        equal(ids(again), own(*[n for n in range(1, 26) if n != 8]))
        equal(again.faults, ["segment 1: damaged at byte %d" % (7 * size)])
        equal(len(opened().unsent(6, 4)), 4)


def test_a_damaged_record_in_the_last_segment_does_not_hide_those_behind_it():
    on_flash()
    write(opened(), 9)
    path = "/f/log/00001-1.seg"
    data = bytearray(open(path, "rb").read())
    data[len(data) // 9 * 4 + 33] ^= 1
    with open(path, "wb") as f:
        f.write(data)
    again = opened()
    equal((again.last_seq, len(again.faults)), (9, 1))
    write(again, 1)
    equal(ids(opened()), own(1, 2, 3, 4, 6, 7, 8, 9, 10))


def test_a_missing_segment_and_a_stray_file_are_faults_and_nothing_is_deleted():
    on_flash()
    write(opened(), 65)
    os.remove("/f/log/00002-21.seg")
    open("/f/log/notes.seg", "w").close()
    again = opened()
    equal(sorted(again.faults), ["segment 2 is missing", "stray file notes.seg"])
    equal(again.last_seq, 65)
    equal(len(ids(again)), 45)
    equal(len(again.unsent(10, 4)), 4)
    equal(len(os.listdir("/f/log")), 5)


def test_two_journals_have_different_ids_and_the_id_is_readable():
    on_flash()
    book = opened(random=counted(0x61))
    equal(open("/f/log/id").read(), binascii.hexlify(book.log).decode())


def test_a_single_flash_error_at_any_operation_neither_loses_nor_doubles():
    tried = 0
    for done in (False, True):
        number = 1
        while True:
            flash = on_flash()
            book = opened()
            write(book, 18)
            flash.fail_done = done
            flash.fail_at = flash.ops + number
            kept = list(range(1, 19))
            for _ in range(5):
                try:
                    kept.append(write(book, 1)[0].seq)
                except journal.JournalError:
                    pass
            if flash.ops < flash.fail_at:
                break
            equal(kept, sorted(set(kept)))
            again = opened()
            equal(ids(again), own(*range(1, kept[-1] + 1)))
            equal(ids(again), own(*kept))
            tried += 1
            number += 1
    print("single flash errors tried:", tried)
    if tried < 20:
        raise AssertionError("too few: %d" % tried)


def test_a_full_flash_is_refused_with_a_text_and_keeps_all_that_was_said_to_be_recorded():
    on_flash(8)
    book = opened()
    kept = 0
    try:
        while True:
            write(book, 1, size=390)
            kept += 1
    except journal.JournalError as e:
        if "28" not in str(e):
            raise
    raises(journal.JournalError, write, book, 1, 12, ROUND, 390)
    again = opened()
    equal((again.last_seq, len(ids(again))), (kept, kept))
    if kept < 10:
        raise AssertionError("only %d" % kept)


def test_a_flash_that_cannot_be_read_says_so():
    book = journal.Journal("/nowhere", DEVICE, counted())
    if "cannot be opened" not in raises(journal.JournalError, book.open):
        raise AssertionError("no reason given")
    raises(journal.JournalError, write, book, 1)
    equal((ids(book), book.unsent(0, 4), book.last(k.PLAN)), ([], [], None))


run(globals())
