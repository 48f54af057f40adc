"""Plays a scene once, then starts the device on every picture of the flash that a power cut during it can leave.

Arguments: the firmware's folder, a JSON file: seed, scene, every, first, deep (look at one cut in `every`, from the `first`;
cut again during one recovery in `deep`), harm: see witness.py. Prints how many cuts there are and how many were made.
"""

import gc
import json
import sys

import flash as flash_
import recorder
import scenes
import table as table_
from checks import plain
from parts import Dice
from recorder import WAYS, Recorder
from witness import Witness

from tavolo.domain import kinds as k
from tavolo.domain import record

AFTER = b"\1after the cut"


class Start:
    """The device, started on a picture: what it finds."""

    def __init__(self, table):
        self.table = table
        self.starts = 0

    def on(self, image):
        """(log, place, sheet, draft on flash) of a start on this picture. Raises AssertionError when it does not get so far."""
        table = self.table
        self.starts += 1
        table.flash = Recorder(image)
        flash_.mounted(table.flash, table_.ROOT)
        table._kept = b""
        table_.Table.power_up(table)
        table.run(100, 50)
        log = []
        table.app.journal.replay(lambda rec: log.append(record.pack(rec)))
        return log

    def off(self):
        """Without power."""
        self.table.down(True)
        self.table.flash.dropped = True


class Judge:
    """Compares a start with what was promised. `witness` has seen the whole scene; `full`: there may be no room for more."""

    def __init__(self, witness, table, full):
        self.witness = witness
        self.full = full
        self.start = Start(table)
        self.cuts = self.deep = self.sheets = self.drafts = 0
        self.dice = Dice(len(witness.confirmed) + 5)

    def files(self, allowed):
        """Each small file holds one of the contents that it may."""
        from tavolo.services import files

        for path, contents in allowed:
            got = files.read(path, 4096)
            assert got in contents or (got is None and None in contents), (path, got, contents)

    def look(self, image, state):
        """Start on `image` and compare. Returns what the log has."""
        from tavolo.services import files

        count, writing, allowed, cleared = state
        flash_.mounted(Recorder(bytearray(image)), table_.ROOT)
        self.files(allowed)
        typed = files.read(table_.ROOT + "/draft", 128)
        log = self.start.on(image)
        kept = self.witness.confirmed[:count]
        gone = [gone for gone in cleared if log == kept[gone:] or (writing and log == kept[gone:] + [writing])]
        assert gone, "%d records confirmed, %d found" % (count, len(log))
        self.place(gone[0] + len(log), typed)
        return log

    def place(self, count, typed):
        """The same place in the same round; the half-typed deal is there again."""
        app = self.start.table.app
        here = (app.actions.event, app.actions.round, app.actions.table)
        place, sheet = self.witness.sheets.get(count, (None, None))
        if place == here:
            now = repr(plain(app.model.sheet))
            assert now == sheet, "another place: %s\n%s" % (now, sheet)
            self.sheets += 1
        sheet, draft = app.model.sheet, app.model.draft
        if place == here and sheet.phase == k.COUNT:
            assert draft, "nothing to type in"
            if typed and typed[0] == draft.deal:
                self.drafts += 1
                assert draft.to_bytes() == typed, "what was typed has changed"

    def cut(self, image, operation, way, deep):
        """One cut; `deep`: and cuts at each operation of what follows it."""
        self.cuts += 1
        gc.collect()  # whole pictures of a flash need room in one piece
        picture = recorder.picture(image, operation, way, self.dice)
        start = bytearray(picture)
        Recorder.state = lambda: None
        Recorder.log = again = []
        try:
            log = self.look(picture, operation[2])
            assert self.start.table.app.actions.write(k.FAULT, AFTER) or self.full, "nothing can be written any more"
        except Exception as e:  # noqa: BLE001 - whatever it was, it is told where it happened
            raise AssertionError("cut %d, %s: %s: %s" % (self.cuts, WAYS[way], type(e).__name__, e))
        finally:
            Recorder.log = None
            self.start.off()
        if deep:
            self.again(start, again, log)

    def again(self, image, operations, log):
        """The power goes once more, at each operation of the recovery."""
        for number in range(len(operations)):
            for way in range(4):
                self.deep += 1
                picture = recorder.picture(image, operations[number], way, self.dice)
                try:
                    got = self.start.on(picture)
                    assert got[: len(log)] == log and len(got) <= len(log) + 1, "%d records, then %d" % (len(log), len(got))
                    assert got[len(log) :] == [] or AFTER in got[-1], "an unknown record"
                except Exception as e:  # noqa: BLE001 - whatever it was, it is told where it happened
                    raise AssertionError("cut %d, recovery %d, %s: %s: %s" % (self.cuts, number, WAYS[way], type(e).__name__, e))
                finally:
                    self.start.off()
            recorder.apply(image, operations[number])


def played(given):
    """The scene's first image, its operations, and the table, switched off."""
    witness = Witness(given["harm"])
    scene = scenes.Scene(given, witness)
    before, play = scenes.SCENES[given["scene"]]
    before(scene)
    table = scene.table
    image = bytearray(table.flash.image)
    Recorder.state = witness.state
    Recorder.log = operations = []
    play(scene)
    Recorder.log = None
    witness.note_sheet()
    table.down(True)
    table.flash.dropped = True
    return witness, table, image, operations


def main():
    with open(sys.argv[2]) as f:
        given = json.loads(f.read())
    witness, table, image, operations = played(given)
    table.hall.net_up = False
    judge = Judge(witness, table, "full" in given["scene"])
    every, first, deep = given["every"], given["first"], given["deep"]
    number = 0
    for operation in operations:
        for way in range(4):
            if number % every == first % every:
                judge.cut(image, operation, way, deep and judge.cuts % deep == 0)
            number += 1
        recorder.apply(image, operation)
    gc.collect()
    line = (number, judge.cuts, judge.deep, judge.start.starts, judge.sheets, judge.drafts, len(witness.confirmed))
    print("CUTS possible=%d made=%d again=%d starts=%d sheets=%d drafts=%d records=%d" % line)


main()
