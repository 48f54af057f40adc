"""The round's clock on the panel over a reset and over a loss of power, with no host in reach. Argument: the firmware's folder.
Prints a line a stop: what it was, whether "about", ms that the event's clock is off, what the panel says.
"""

import table as table_

from tavolo.domain import facts, plan_writer
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan

MINUTE_MS = 60000


def started():
    """A table in the middle of a deal, 45 minutes from the start."""
    table = table_.Table(5)
    plan = Plan()
    plan.number, plan.rounds, plan.table, plan.deals = 1, 1, 7, 4
    plan.names = (("Rossi", "Bianchi"), ("Verdi", "Neri"))
    plan.bands = ((32767, 20, 0),)
    table.hall.move(b"RND0", plan.table)
    table.hall.say(k.PLAN, plan_writer.plan_bytes(plan))
    table.run(8000)  # in small steps: answers are measured
    for line in (k.KEY_NS, k.KEY_EW):
        table.hold(line)
    table.press(k.OK, 2)
    table.hall.say(k.START, facts.time_payload(table.hall.now(), 45 * MINUTE_MS))
    table.run(6000)
    while table.app.model.sheet.phase != k.PLAY:
        table.press(k.OK)
        table.run(3000)
    return table


def told(table, what):
    """One line."""
    table.run(1200)
    app = table.app
    app.navigator.dirty = True  # seconds alone are drawn without their text
    table.run(40)
    off = app.timesync.event_ms(app.now) - table.hall.now()
    left = 45 * MINUTE_MS - (table.hall.now() - app.model.sheet.clock.started_ms)
    assert table.shows("Play"), table.top()
    print(what, app.model.about, off, left, "|".join(table.shown))


def main():
    table = started()
    told(table, "LINKED")
    table.hall.network(False)
    table.wait(10 * MINUTE_MS)
    told(table, "ALONE")
    for ms in (0, 9000):  # at once, and after the watchdog's time
        table.stall(ms)
        table.restart()
        told(table, "RESET")
    table.wait(3 * MINUTE_MS + 20000)
    table.restart(True)
    told(table, "POWER")
    table.restart()
    told(table, "RESET")
    table.hall.network(True)
    table.run(10000)
    told(table, "LINKED")


main()
