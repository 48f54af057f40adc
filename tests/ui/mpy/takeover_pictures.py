"""Taking a table over, giving it back, and the table that is elsewhere: prints as pictures.py does."""

import desk as d
from arbiter import menu
from shots import shoot
from spares import FREE, answer, begun, claim, snapshot, spare

from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.ui.texts import keys as t


def choosing():
    """The spare, the menu's row, the number, the PIN, the wait."""
    table = spare()
    shoot(table, "take-spare")
    table.hold(k.OK)
    table.press(k.DOWN, 4)
    shoot(table, "take-menu")
    table.press(k.OK)
    shoot(table, "take-number")
    table.press(k.UP, 122)
    shoot(table, "take-number-large")
    table.press(k.OK)
    shoot(table, "take-pin")
    table.press(k.BACK)
    claim(table, 12)
    shoot(table, "take-asks")


def answers():
    """What the host may say."""
    for why, left in (("pin", 3), ("locked", 0), ("no_table", 0), ("no_round", 0), ("late", 0), ("same", 0)):
        table = spare()
        claim(table, 12)
        table.actions.table = 12
        answer(table, why, left)
        shoot(table, "take-no-" + why.replace("_", "-"))
    table = spare()
    claim(table, 12)
    table.wait()
    table.wait(10000)
    shoot(table, "take-silent")
    table = spare()
    table.model.linked = False
    menu(table, t.M_TAKE)
    table.press(k.OK)
    shoot(table, "take-no-link")


def names():
    """Right or wrong."""
    table = spare()
    deal = fact_writer.deal_payload(1, [1, 0, 1, 1, 0, 45, 345, 0], [0, 0, 1, 0, 0, 60, 180, 0])
    snapshot(table, begun() + [(k.PHASE, facts.numbers_payload(1, k.COUNT)), (k.DEAL, deal)])
    shoot(table, "take-names")
    table.press(k.BACK)
    shoot(table, "take-back")
    table.press(k.OK)
    shoot(table, "take-given")
    table = spare()
    long = (("Quattrocchi", "Mastropasqua"), ("D'Alessandro", "Della Francesca"))
    snapshot(table, begun(), names=long)
    shoot(table, "take-names-long")


def gone():
    """The old device."""
    table = d.Desk()
    table.to_play()
    table.actions.on_message(dict(FREE))
    shoot(table, "take-gone")


for scene in (choosing, answers, names, gone):
    scene()
