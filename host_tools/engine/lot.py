"""The lot that decides when nothing else does: the same seed draws the same order on every computer, for ever. Pure.

Each number's ticket is a hash of the seed and the number, so a ticket does not hang on who else is in the draw, and whoever
has the printed seed can draw again: `printf 'SEED:12' | sha256sum`, the smaller one goes first.
"""

import hashlib

from host_tools.engine.profile_rules import Rules
from host_tools.engine.state import EventState


def seed_of(state: EventState, rules: Rules) -> str:
    """The organiser's seed (setting lot_seed), else the event's id, which nobody chose."""
    return rules.text("lot_seed") or state.id


def ticket(seed: int | str, number: int) -> str:
    """The ticket of competitor `number`, 64 hexadecimal digits; the smallest is drawn first."""
    return hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
