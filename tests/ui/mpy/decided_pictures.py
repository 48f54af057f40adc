"""What the arbiter decided on the host's page: prints as pictures.py does."""

import desk as d
from shots import shoot

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.domain.fact_writer import deal_payload
from tavolo.domain.facts import numbers_payload
from tavolo.wire import messages


def decided():
    """The message, the signed sheet after it, the deal in the sheet; a void deal."""
    table = d.Desk()
    table.to_play(deals=2)
    for _ in range(2):
        table.play_e1()
    table.both_hold()
    entry = [0, 0, 1, 0, k.PILE_PLAYED, 60, 200, 0]
    old = table.model.sheet.deal(1)
    table.host(k.REVISE, deal_payload(1, [1, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0], entry, k.BY_ARBITER, 0, old.ref))
    shoot(table, "decided-corrected")
    table.wait()
    table.press(k.OK)
    shoot(table, "decided-signed")
    table.press(k.UP)
    table.press(k.UP)
    shoot(table, "decided-sheet")
    table.press(k.BACK)
    table.host(k.VOID, numbers_payload(2, 0) + table.model.sheet.deal(2).ref)
    shoot(table, "decided-void")


def held():
    """Two versions of a deal contradict each other, and the one that counted holds."""
    table = d.Desk()
    table.to_play(deals=2)
    table.play_e1()
    one = table.model.sheet.deal(1)
    other = record.Record(k.DEAL, b"\xff\xff\xff\xff", b"LOGO", 1, 1000, deal_payload(1, one.ew, one.ns))
    table.actions.on_message({"t": "rec", "r": messages.to_text(record.pack(other.place(d.EVENT, d.ROUND, d.TABLE)))})
    table.wait()
    table.press(k.OK)
    table.host(k.VOID, numbers_payload(1, 0) + other.ref())
    shoot(table, "decided-held")


decided()
held()
