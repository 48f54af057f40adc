"""A table that plays for itself, without any host (PRODUCT 3): it writes its own plan. Group 3 of the intents.

Such a plan is of 0 rounds: that says, on device and host, that the table plays alone. A round of a host takes the table over
(heard.py); the records of both stay in the journal.
"""

import struct

from tavolo.domain import facts, plan_reader, vp_tables
from tavolo.domain import kinds as k
from tavolo.modules import forget
from tavolo.services import files
from tavolo.ui import intents as i

_TABLE = 1


def plan_payload(number: int, deals: int, profile: int, minutes: int) -> bytes:
    """A PLAN record's payload: no names, the clock always visible, a warning five minutes before the end."""
    head = struct.pack(plan_reader.HEAD, number, 0, deals, _TABLE, profile, minutes, k.CLOCK_VISIBLE, 5, 1)
    # the scale of so many deals: official for 2, 3, 4, else the house's proposal
    bands = [row[3] for row in vp_tables.SCALES if row[1] == deals][0]
    return head + b"\5" + bytes(5) + bytes((len(bands),)) + b"".join([struct.pack(">HBB", *band) for band in bands])


def do(actions, app, intent: tuple) -> None:
    """Carry out an intent of this group."""
    if intent[0] == i.ALONE:
        _begin(actions, app, intent)
    elif intent[0] == i.ALONE_END:
        files.keep(app.root + "/alone", b"")
        actions.move(bytes(4), bytes(4), 0)
        actions.drop_count()
        actions.settle()
    forget("tavolo.domain.vp_tables")


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
        clock.keep(app.now)
    round_id = app.journal.random(4)
    files.keep(app.root + "/alone", round_id)
    actions.move(event, round_id, _TABLE)
    actions.drop_count()
    if actions.write(k.PLAN, plan_payload(number, *intent[1:])):
        for line in (k.NS, k.EW):  # whoever chose this sits here
            actions.write(k.PRESENCE, facts.numbers_payload(line, k.HERE))
