"""Clocks at the table: turn timer, pace, who is late, where to go, the rule of the last lap; prints as pictures.py does."""

import desk as d
from shots import shoot

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.ui import intents as i


def playing(**plan):
    table = d.Desk()
    table.to_play(**plan)
    table.wait(3000)
    return table


def asked():
    """From the question to the imposed discard."""
    table = playing()
    table.press(k.DOWN)
    shoot(table, "turn-who")
    table.press(k.KEY_EW)
    shoot(table, "turn-hand")
    table.press(k.DOWN)
    shoot(table, "turn-hand-middle")
    table.press(k.DOWN)
    shoot(table, "turn-hand-few")
    table.press(k.UP)
    table.press(k.OK)
    shoot(table, "turn")
    table.wait(13000)
    shoot(table, "turn-less")
    table.wait(20000)
    shoot(table, "turn-over")
    table.press(k.OK)
    table.press(k.BACK)
    shoot(table, "turn-called")
    table.press(k.DOWN)
    shoot(table, "turn-grace")
    table.wait(7000)
    shoot(table, "turn-discard")


def covered():
    """What lies on the timer, and the timer behind the clock."""
    table = playing()
    table.press(k.DOWN)
    table.press(k.KEY_NS)
    table.press(k.OK)
    table.hold(k.BACK)
    table.press(k.OK)
    table.press(k.BACK)
    shoot(table, "turn-arbiter-early")
    table.actions.act((i.WITHDRAW,))
    table.wait(3000)
    table.host(k.PAUSE, facts.time_payload(table.model.event_ms))
    table.wait(3000)
    shoot(table, "turn-pause")
    table = playing(profile=k.FEBURIT)
    table.press(k.DOWN)
    shoot(table, "turn-no-limit")


def running():
    """The clock that runs all the time: NS and EW are its levers."""
    table = playing(turn_clock=True)
    shoot(table, "play-turn-clock")
    table.press(k.KEY_NS)
    table.wait(5000)
    shoot(table, "play-turn-clock-other")
    table.press(k.DOWN)
    shoot(table, "turn-running")
    table.press(k.DOWN)
    shoot(table, "turn-running-hand")
    table.press(k.BACK)
    table.wait(60000)
    shoot(table, "play-turn-clock-over")
    table.hold(k.BACK)
    table.press(k.OK)
    table.press(k.BACK)
    shoot(table, "play-turn-clock-call")
    table = playing(turn_clock=True, turn_s=(30, 60, 120))
    table.press(k.DOWN)
    shoot(table, "turn-two-minutes")


def pace():
    """Minutes for each deal left, in play and while dealing."""
    table = playing()
    table.wait(5000)
    shoot(table, "play-pace")
    table.play_e1()
    table.wait(16000 - table.model.event_ms % 16000 + 7000)
    shoot(table, "dealing-pace")


def late():
    """After START somebody is missing."""
    table = d.Desk()
    table.plan()
    table.start()
    table.wait(200000)
    shoot(table, "seating-late-both")
    table.hold(k.KEY_NS)
    table.wait(200000)
    shoot(table, "seating-late")
    table = d.Desk()
    table.plan()
    table.hold(k.KEY_EW)
    table.start()
    shoot(table, "seating-late-north-south")


def leave():
    """Where the pairs of the round before go."""
    for name, where in (("", ((12, 0), (7, 1))), ("-line", ((117, 1), (12, 0))), ("-rest", ((0, 0), (3, 1)))):
        table = d.Desk()
        table.plan(leave=where)
        shoot(table, "seating-leave" + name)


def rules():
    """The three families' rule."""
    for name, profile in (("fibur", k.FIBUR), ("2008", k.FIBUR_2008), ("feburit", k.FEBURIT)):
        table = playing(profile=profile)
        table.time_out()
        table.press(k.BACK)
        shoot(table, "lap-rule-" + name)
    table = playing()
    table.time_out()
    table.press(k.OK, 2)
    table.press(k.UP)
    table.press(k.OK)
    shoot(table, "lap-one")
    table.press(k.DOWN)
    shoot(table, "lap-rule-one")


for scene in (asked, covered, running, pace, late, leave, rules):
    scene()
