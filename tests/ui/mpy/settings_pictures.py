"""Help of every state, language and sounds; prints as pictures.py does."""

import desk as d
from shots import shoot

from tavolo.domain import kinds as k
from tavolo.ui.texts import keys as t


def choose(table, text):
    """The entry of the menu with this text."""
    table.hold(k.OK)
    rows = [row[0] for row in table.navigator.top()._choices(table.model)]
    table.press(k.DOWN, rows.index(text))
    table.press(k.OK)


def helped(table, name):
    """Help over what is shown now."""
    choose(table, t.M_HELP)
    shoot(table, "help-" + name)
    table.press(k.BACK)


def states():
    """Help from the first screen to the last."""
    table = d.Desk()
    helped(table, "idle")
    choose(table, t.M_HELP)
    table.press(k.DOWN)
    shoot(table, "help-all")
    table.press(k.BACK)
    table.plan(deals=1)
    helped(table, "seating")
    table.both_hold()
    helped(table, "seats")
    table.press(k.OK, 2)
    helped(table, "waiting")
    table.start()
    helped(table, "play")
    table.press(k.OK)
    helped(table, "closed")
    table.closed(k.NS)
    helped(table, "count")
    table.press(k.BACK)
    table.press(k.UP)
    table.press(k.BACK)
    table = d.Desk()
    table.to_play(deals=1)
    table.press(k.OK)
    table.count_e1()
    helped(table, "confirm")
    table.both_hold()
    table.press(k.OK)
    helped(table, "result")
    table.both_hold()
    helped(table, "signed")


def stops():
    """Help while cards are dealt, after TIME OUT, with a line that is late, with the turn clock."""
    table = d.Desk()
    table.to_play()
    table.play_e1()
    helped(table, "dealing")
    table.time_out()
    helped(table, "time-out")
    table = d.Desk()
    table.to_play()
    table.time_out()
    while not table.shows("Lap"):
        table.press(k.OK)
    helped(table, "lap")
    table = d.Desk()
    table.plan()
    table.start()
    helped(table, "late")
    table = d.Desk()
    table.to_play(turn_clock=True)
    helped(table, "turns")


def questions():
    """Help on the questions about the pile and the card points."""
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.EW)
    shown = []
    while not table.shows("Confirm"):
        steps = table.model.draft.steps(k.FIBUR, table.model.first_line())
        field = steps[table.model.draft.step][1]
        if field in (k.PILE, k.NEGATIVE) and field not in shown:
            shown.append(field)
            helped(table, "pile" if field == k.PILE else "points")
        if len(shown) == 2:
            return
        table.press(k.OK)


def settings():
    """What a table may set."""
    table = d.Desk()
    choose(table, t.M_LANGUAGE)
    shoot(table, "language")
    table.press(k.DOWN)
    shoot(table, "language-next")
    table.press(k.DOWN)
    shoot(table, "language-last")
    table.press(k.BACK)
    choose(table, t.M_SOUNDS)
    shoot(table, "sounds")
    table.press(k.DOWN)
    shoot(table, "sounds-off")


for scene in (states, stops, questions, settings):
    scene()
