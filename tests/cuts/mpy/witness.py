"""What the table has promised, noted while it runs: records that were confirmed, the one that is being written, what each
small file may hold. Looks on where the firmware writes; changes nothing."""

import os

from checks import plain, split


def records_before(folder, number):
    """How many records are in the segments below this number."""
    count = 0
    for name in os.listdir(folder):
        if name.endswith(".seg") and int(name[:5]) < number:
            with open(folder + "/" + name, "rb") as f:
                count += len(split(f.read()))
    return count


class Witness:
    """`confirmed`: bytes of all records in order; `writing`: the one in flight or None; `allowed`: path -> contents that it may
    have; `cleared`: how many of the first records may be gone; `sheets`: number of records -> (place, the live
    sheet after so many).

    `harm`, so that a test sees the comparison fail: "early" confirms each record before it is written, "twice" writes it twice,
    "place" writes small files in place.
    """

    def __init__(self, harm=""):
        self.harm = harm
        self.confirmed = []
        self.writing = None
        self.allowed = {}
        self.sheets = {}
        self.cleared = (0,)
        self.app = None

    def state(self):
        """All of it at this moment, small."""
        return len(self.confirmed), self.writing, tuple(self.allowed.items()), self.cleared

    def look_on(self):
        """Call it after each start, when the firmware's modules are loaded and before the App is made."""
        from tavolo.services import files
        from tavolo.services.journal import Journal

        write, keep_record = files.write, Journal._write

        def write_file(path, data):
            before = self.allowed.get(path, (files.read(path, 4096),))
            self.allowed[path] = (before[-1], bytes(data))
            if path.endswith("/from"):
                self.cleared = (self.cleared[-1], records_before(path[:-5], int(data)))
            if self.harm == "place":
                files.put(path, "wb", data[: len(data) // 2])
                files.put(path, "ab", data[len(data) // 2 :])
            else:
                write(path, data)
            self.allowed[path] = (bytes(data),)
            self.cleared = self.cleared[-1:]

        def write_record(journal, data):
            self.note_sheet()
            self.writing = bytes(data)
            if self.harm == "early":
                self.confirmed.append(self.writing)
                keep_record(journal, data)
            else:
                keep_record(journal, data)
                self.confirmed.append(self.writing)
            if self.harm == "twice":
                files.put(journal.path(len(journal.first)), "ab", data)
            self.writing = None

        files.write = write_file
        Journal._write = write_record

    def note_sheet(self):
        """Keep what the live sheet says after so many records."""
        app = self.app
        if app and app.model.sheet.plan and not self.writing:
            actions = app.actions
            place = (actions.event, actions.round, actions.table)
            self.sheets[len(self.confirmed)] = (place, repr(plain(app.model.sheet)))
