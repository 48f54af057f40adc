"""What the arbiter decided on the host's page: prints as pictures.py does."""

import desk as d
from shots import shoot

from tavolo.domain import kinds as k
from tavolo.domain.fact_writer import deal_payload
from tavolo.domain.facts import numbers_payload


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


decided()
