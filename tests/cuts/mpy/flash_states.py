"""What the table does and says when its flash is full, nearly full, damaged, another version's, or not there. The real App, in
virtual time. Arguments: the firmware's folder, a JSON file with a script (cuts_runs.py)."""

import json
import os
import sys

import flash as flash_
import harness
import scenes
import table as table_
from checks import read_log, segments, split
from witness import Witness

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.ui.texts import keys as t

LOG = table_.ROOT + "/log/"


def scene():
    """A new one."""
    with open(sys.argv[2]) as f:
        return scenes.Scene(json.loads(f.read()), Witness())


def idle():
    """A table that is linked and has no round; its scene."""
    one = scene()
    one.table.on()
    one.table.wait(3000)
    return one


def written(one, count):
    """Records of the table itself, on the host, too."""
    for n in range(count):
        assert one.table.app.actions.write(k.OVERRUN, bytes((n & 1, 30)))
    one.table.wait(20000)


def spoil(number, change):
    """Change a segment's bytes, counted from 0."""
    path = LOG + segments()[number][0]
    with open(path, "rb") as f:
        data = change(f.read())
    with open(path, "wb") as f:
        f.write(data)


def again(one):
    """Off and on; the records that the log has."""
    one.table.restart(True)
    one.table.wait(4000)
    found = []
    one.table.app.journal.replay(found.append)
    return found


def told(found):
    """The FAULT records among them."""
    return [bytes(rec.payload) for rec in found if rec.kind == k.FAULT]


def says(one, text, *names):
    """The fault is on the idle screen, in the beat, and in the menu."""
    table = one.table
    words = table.app.model.texts[text]
    assert table.app.model.fault == words == table.app.beat()["fault"], (table.app.model.fault, words)
    assert table.shows("Idle") and words in table.shown, table.shown
    return words


def choose_room(table):
    """From the menu, by keys."""
    table.hold(k.OK)
    rows = [row[0] for row in table.top()._choices(table.app.model)]
    table.press(k.DOWN, rows.index(t.M_ROOM))
    table.press(k.OK)
    table.run(100)
    assert table.shows("Room"), table.top()


def fill(spare):
    """Leave so many blocks."""
    with open(table_.ROOT + "/filler", "wb") as f:
        for _ in range(os.statvfs(table_.ROOT)[3] - spare):
            f.write(b"f" * flash_.BLOCK)


def test_full_flash_confirms_nothing_and_typing_goes_on():
    one = scene()
    one.players()
    one.steps_until(lambda: one.phase() == k.COUNT)
    table, player = one.table, one.player
    player.checks.all = player.checks.log  # it would not have a fault shown
    fill(2)
    for n in range(400):
        if not table.app.actions.write(k.OVERRUN, bytes((n & 1, 30))):
            break
    table.press(k.OK)  # the message
    before = read_log()
    one.steps_until(lambda: table.shows("Confirm"))
    for line in (k.KEY_NS, k.KEY_EW):
        table.hold(line)
    texts = table.app.model.texts
    assert table.shows("Message"), table.top()
    harness.equal(table.top().lines, (texts[t.NOT_SAVED], texts[t.ROOM_FULL], texts[t.FLASH_FULL]))
    assert table.app.beat()["fault"] == texts[t.ROOM_FULL]
    assert read_log() == before and not table.app.model.sheet.deal(1)
    table.hall.say(k.ADD_TIME, (60000).to_bytes(4, "big"))
    table.wait(1000)
    assert table.hall.answers[-1][1:] == (False, "flash_full"), table.hall.answers
    os.remove(table_.ROOT + "/filler")
    one.steps_until(lambda: table.app.model.sheet.deal(1) is not None)
    entry = table.app.model.sheet.deal(1)
    assert [entry.ns, entry.ew] == [list(line) for line in one.script["rounds"][0]["deals"][0]], (entry.ns, entry.ew)
    found = again(one)
    assert b"".join([record.pack(rec) for rec in found]) == read_log() and len(split(read_log())) == len(found)


def test_full_flash_starts_says_so_and_is_cleared_by_keys():
    one = scene()
    scenes._old_events(one)
    table = one.table
    fill(4)
    seqs = table.app.journal.last_seq
    table.hall.round, table.hall.table = bytes(4), 0
    again(one)
    table.app.actions.move(bytes(4), bytes(4), 0)
    table.app.actions.settle()
    table.press(k.OK)  # the table is elsewhere, it was told
    table.run(200)
    says(one, t.ROOM_LOW)
    choose_room(table)
    free, old = table.app.model.info
    assert old > 8 and any([table.app.model.texts[t.ROOM_OLD] in line for line in table.shown]), (table.shown, old)
    table.press(k.OK)  # not held: nothing
    assert table.app.model.info == (free, old)
    table.hold(k.OK)
    table.run(100)
    assert table.app.model.info[0] >= free + old - 1 and table.app.model.info[1] == 0, table.app.model.info
    table.press(k.BACK)
    found = again(one)
    assert table.app.journal.faults == [] and table.app.journal.last_seq == seqs
    assert found and found[-1].seq == seqs and found[0].seq > 1
    assert table.app.actions.write(k.OVERRUN, b"\0\x1e") and table.app.journal.last_seq == seqs + 1


def test_without_the_host_nothing_is_offered():
    one = scene()
    scenes._old_events(one)
    table = one.table
    table.hall.network(False)
    table.app.model.fault = "x"
    table.wait(2000)
    before = segments()
    choose_room(table)
    assert table.app.model.info[1] == -1 and table.app.model.texts[t.ROOM_LINK] in table.shown, table.shown
    table.hold(k.OK)
    assert segments() == before


def test_what_the_host_does_not_have_is_not_offered():
    one = scene()
    scenes._old_events(one)
    table = one.table
    table.hall.forget(0)  # restored from an old copy, and takes nothing at the moment
    table.hall.deaf = True
    table.app.outbox.acked(table.app.journal.log.hex(), 0)
    table.app.actions.deed("look", (), "tavolo.acts.room")
    assert table.app.model.info[1] == 0, table.app.model.info


def test_damaged_record_is_told_once_and_the_rest_goes_to_the_host():
    one = idle()
    written(one, 23)
    one.table.hall.store.clear()
    spoil(0, lambda data: data[: 38 * 19 + 34] + b"?" + data[38 * 19 + 35 :])  # a record has 38 bytes
    found = again(one)
    harness.equal([rec.seq for rec in found], list(range(1, 20)) + [21, 22, 23, 24])
    assert told(found) == [b"\2segment 1: damaged at byte 722"], told(found)
    says(one, t.ROOM_LOG)
    assert len(told(again(one))) == 1  # not again at each start
    one.table.wait(20000)
    sent = sorted([int.from_bytes(key[8:], "big") for key in one.table.hall.store])
    assert [seq for seq in sent if seq < 20] == list(range(1, 20)) and 21 in sent, sent


def test_newer_format_and_missing_segment_are_told_and_kept():
    one = idle()
    written(one, 45)

    def newer(data):
        import binascii

        body = b"\2" + data[1:34]
        return body + binascii.crc32(body).to_bytes(4, "big") + data[38:]

    spoil(2, newer)
    os.remove(LOG + segments()[1][0])
    found = again(one)
    assert sorted(told(found)) == [b"\2segment 2 is missing", b"\2segment 3: records of format 2"], told(found)
    assert one.table.app.journal.last_seq == 47
    says(one, t.ROOM_LOG)


def test_newest_records_that_only_the_host_has_get_no_second_meaning():
    one = idle()
    written(one, 30)
    table = one.table
    table.down(True)
    path = LOG + segments()[1][0]
    with open(path, "rb") as f:
        data = f.read()
    with open(path, "wb") as f:
        f.write(data[: 38 * 5])  # as if the file system had fallen back: 25 records, and the host has 30
    old = table.hall.store.copy()
    found = again(one)
    assert told(found) == [b"\2newest records lost: a new log begins"], told(found)
    says(one, t.ROOM_LOG)
    written(one, 3)
    assert len(table.hall.store) == 34 and all([table.hall.store[key] == old[key] for key in old]), len(table.hall.store)
    assert [rec.seq for rec in again(one)] == list(range(1, 26)) + [1, 2, 3, 4]


def test_flash_that_does_not_mount_is_told_and_left_as_it_is():
    one = idle()
    written(one, 3)
    table = one.table
    table.down(True)
    table.flash.dropped = True
    image = bytearray(table.flash.image)
    for at in (0, 4096):  # both copies of the root's block
        image[at : at + 64] = b"\x55" * 64
    table.flash = flash = table_.Flash(image)
    before = bytes(image)
    try:
        flash_.mounted(flash, table_.ROOT)
        raise AssertionError("it mounts")
    except OSError:
        pass
    table.power_up()
    table.wait(3000)
    says(one, t.ROOM_BAD)
    assert not table.app.actions.write(k.OVERRUN, b"\0\x1e")
    assert table.shows("Message") and table.app.model.texts[t.ROOM_BAD] in table.top().lines
    table.press(k.OK)
    choose_room(table)
    table.hold(k.OK)
    table.wait(70000)
    assert bytes(image) == before, "something was written"


harness.run(globals())
