"""Reads a round plan; loaded when one comes (docs/protocol.md, PLAN)."""

import struct

from tavolo.domain.plan import Plan
from tavolo.domain.record import RecordError

HEAD = ">BBBHBBBBB"
MAX_BANDS = 24
MAX_NAME_BYTES = 40
OPEN_END = 32767  # max_diff of the last, open band
TAIL = ">BBBBBBHBHB"  # flags, three turn limits, language, muted sounds, twice table and line to go to
LANGUAGES = ("", "it", "en", "fr")
BLIND = 1
TURN_CLOCK = 2
LEAVE = 4


def _take_text(data: bytes, pos: int, limit: int) -> tuple:
    size = data[pos] if pos < len(data) else limit + 1
    if size > limit or pos + 1 + size > len(data):
        raise RecordError("plan: a text is cut off or too long")
    try:
        return str(data[pos + 1 : pos + 1 + size], "utf-8"), pos + 1 + size
    except UnicodeError:
        raise RecordError("plan: a text is not UTF-8")


def read_plan(data: bytes) -> Plan:
    """Payload -> Plan. Raises RecordError for anything cut off, too long or out of range."""
    plan = Plan()
    pos = struct.calcsize(HEAD)
    if len(data) < pos:
        raise RecordError("plan: cut off")
    head = struct.unpack(HEAD, data[:pos])
    plan.number, plan.rounds, plan.deals, plan.table, plan.profile = head[:5]
    plan.minutes, plan.policy, plan.last_minutes, warnings = head[5:]
    if not 1 <= plan.deals <= 6 or plan.policy > 2 or plan.profile > 2 or plan.number < 1:
        raise RecordError("plan: deals, policy, profile or round out of range")
    plan.warnings = tuple(data[pos : pos + warnings])
    pos += warnings
    texts = []
    for _ in range(5):
        text, pos = _take_text(data, pos, MAX_NAME_BYTES)
        texts.append(text)
    plan.names = ((texts[0], texts[1]), (texts[2], texts[3]))
    plan.scale_id = texts[4]
    count = data[pos] if pos < len(data) else 0
    if not 1 <= count <= MAX_BANDS or pos + 1 + 4 * count > len(data):
        raise RecordError("plan: the VP scale is cut off")
    plan.bands = tuple([struct.unpack(">HBB", data[n : n + 4]) for n in range(pos + 1, pos + 1 + 4 * count, 4)])
    _read_tail(plan, data[pos + 1 + 4 * count :])
    return plan


def _read_tail(plan: Plan, data: bytes) -> None:
    # an older plan ends here; what follows the tail is from a newer host
    size = struct.calcsize(TAIL)
    if not data:
        return
    if len(data) < size:
        raise RecordError("plan: its end is cut off")
    flags, few, middle, many, language, plan.muted, *leave = struct.unpack(TAIL, data[:size])
    plan.blind = bool(flags & BLIND)
    plan.turn_clock = bool(flags & TURN_CLOCK)
    plan.turn_s = (few, middle, many)
    plan.language = LANGUAGES[language] if language < len(LANGUAGES) else ""
    if flags & LEAVE:
        plan.leave = ((leave[0], leave[1] & 1), (leave[2], leave[3] & 1))
