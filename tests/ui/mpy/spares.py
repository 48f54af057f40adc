"""What scripts about taking a table over share: a device without a table, the host's snapshot, a claim and its answer."""

import json

import desk as d
import ramdisk
from arbiter import KEY, PIN, type_pin

from tavolo.domain import facts, plan_writer, record
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.services import files
from tavolo.wire import messages

FREE = {"t": "snap", "table": 0, "event": "00000000", "round": "00000000", "n": 0, "have": []}


class Link:
    """Remembers what was sent; `up`: whether it takes anything."""

    refused = 0

    def __init__(self):
        self.sent = []
        self.up = True

    def beat_now(self):
        pass

    def send(self, message):
        if self.up:
            self.sent.append(message)
        return self.up


def desk(journal=None, root=None):
    """A table with a flash and a link."""
    if root is None:
        root = ramdisk.mount("/flash")
        files.write(root + "/settings.json", json.dumps({"device": "a1b2c3d4", "key": KEY.hex()}).encode())
    table = d.Desk(journal)
    table.root = root
    table.link = Link()
    return table


def spare():
    """A device without a table."""
    table = desk()
    table.actions.on_message(dict(FREE))
    table.navigator.update()
    table.wait()
    assert table.shows("Idle"), table.navigator.top()
    return table


def snapshot(table, records, round_id=d.ROUND, place=d.TABLE, whole=True, names=d.NAMES):
    """The host's snapshot of table `place`: a plan, then `records` (kind, payload) of the device that was it before."""
    plan = Plan()
    plan.number, plan.rounds, plan.table, plan.deals, plan.names, plan.bands = 2, 4, place, 4, names, d.BANDS
    log = [record.Record(k.PLAN, b"HOST", b"LOGH", 90, 0, plan_writer.plan_bytes(plan))]
    for n, (kind, payload) in enumerate(records):
        log.append(record.Record(kind, b"OLD1", b"LOGO", n + 1, 1000, payload))
    head = {"t": "snap", "table": place, "event": d.EVENT.hex(), "round": round_id.hex(), "n": len(log), "have": []}
    table.actions.on_message(head)
    for rec in log:
        table.actions.on_message({"t": "rec", "r": messages.to_text(record.pack(rec.place(d.EVENT, round_id, place)))})
    if whole:
        table.actions.on_message({"t": "snapend"})
    table._host_seq = 90
    table.wait()
    table.navigator.update()


def begun():
    """What the old device had recorded: both lines here, keeper and dealer, START."""
    here = [(k.PRESENCE, facts.numbers_payload(line, k.HERE)) for line in (k.NS, k.EW)]
    return here + [(k.SEATS, facts.numbers_payload(k.SOUTH, k.WEST)), (k.START, facts.time_payload(0, 45 * d.MINUTE_MS))]


def claim(table, number, typed=PIN):
    """Idle, the table's number, the PIN."""
    table.press(k.OK)
    assert table.shows("Take")
    table.press(k.UP, number - 1)
    table.press(k.OK)
    assert table.shows("Pin"), table.navigator.top()
    type_pin(table, typed)


def answer(table, why, left=0):
    table.actions.on_message({"t": "claim", "why": why, "n": left})
    table.navigator.update()


def says(table, *texts):
    """A message with these texts."""
    assert table.shows("Message"), table.navigator.top()
    lines = table.navigator.top().lines
    for text in texts:
        assert table.model.texts[text] in lines, (lines, table.model.texts[text])


def restarted(table):
    """The same device after a reset: journal, draft and flash are as they were."""
    again = desk(table.journal, table.root)
    again.draft_file = table.draft_file
    again.actions.move(bytes(4), bytes(4), 0)
    again.actions.deed("restore")
    again.navigator.update()
    return again
