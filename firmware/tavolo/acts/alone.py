"""A table that plays for itself, without any host (PRODUCT 3): it writes its own plan. Group 3 of the intents.

Such a plan is of 0 rounds: that says, on device and host, that the table plays alone. A round of a host takes the table over
(heard.py); the records of both stay in the journal.
"""

import struct

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.services import files
from tavolo.ui import intents as i

_TABLE = 1
_HEAD = ">BBBHBBBBB"  # as plan_reader.HEAD
_OPEN_END = 32767
# upper bounds of the bands 10-10 to 19-1, in units of 5, for 2 and 3 deals (RULES 2.1)
_TWO = (8, 24, 40, 60, 80, 100, 124, 148, 174, 200)
_THREE = (10, 30, 50, 70, 100, 130, 160, 200, 250, 300)
_FOUR = (20, 60, 100, 140, 180, 220, 260, 300, 340, 400)


def bounds(deals: int) -> list:
    """Upper bounds of the bands for 1 to 6 deals: official for 2, 3, 4; the house's proposal for the others, n/4 of four's."""
    if deals == 2 or deals == 3:
        return [5 * bound for bound in (_TWO if deals == 2 else _THREE)]
    return [bound * deals // 4 * 5 for bound in _FOUR]


def plan_payload(number: int, deals: int, profile: int, minutes: int) -> bytes:
    """A PLAN record's payload: no names, the clock always visible, a warning five minutes before the end."""
    out = struct.pack(_HEAD, number, 0, deals, _TABLE, profile, minutes, k.CLOCK_VISIBLE, 5, 1) + b"\5" + bytes(5) + b"\x0b"
    for winner, bound in enumerate(bounds(deals) + [_OPEN_END]):
        out += struct.pack(">HBB", bound, 10 + winner, 10 - winner)
    return out


def do(actions, app, intent: tuple) -> None:
    """Carry out an intent of this group."""
    if intent[0] == i.ALONE:
        _begin(actions, app, intent)
    elif intent[0] == i.ALONE_END:
        files.keep(app.root + "/alone", b"")
        actions.move(bytes(4), bytes(4), 0)
        app.draft_file.clear()
        actions.settle()


def _begin(actions, app, intent: tuple) -> None:
    plan = app.model.sheet.plan
    number = 1
    event = app.journal.random(4)
    if plan and not plan.rounds:  # a further round of the same evening
        number = min(plan.number + 1, 255)
        event = actions.event
    clock = app.timesync
    if not app.model.linked:  # nobody tells the time: this table's own is as good as any
        if app.model.event_ms < 0:
            clock.set_about(1, app.now)
            app.model.event_ms = 1
        clock.about = app.model.about = False
    round_id = app.journal.random(4)
    files.keep(app.root + "/alone", round_id)
    actions.move(event, round_id, _TABLE)
    app.draft_file.clear()
    if actions.write(k.PLAN, plan_payload(number, *intent[1:])):
        for line in (k.NS, k.EW):  # whoever chose this sits here
            actions.write(k.PRESENCE, facts.numbers_payload(line, k.HERE))
