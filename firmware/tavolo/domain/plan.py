"""The round plan of one table: all that a table must know to run a round alone (PRODUCT 2.1, 3)."""

import struct

from tavolo.domain.record import RecordError

HEAD = ">BBBHBBBBB"
MAX_BANDS = 24
MAX_NAME_BYTES = 40
OPEN_END = 32767  # max_diff of the last, open band


def _take_text(data: bytes, pos: int, limit: int) -> tuple:
    size = data[pos] if pos < len(data) else limit + 1
    if size > limit or pos + 1 + size > len(data):
        raise RecordError("plan: a text is cut off or too long")
    try:
        return str(data[pos + 1 : pos + 1 + size], "utf-8"), pos + 1 + size
    except UnicodeError:
        raise RecordError("plan: a text is not UTF-8")


class Plan:
    """Attributes: number (round, 1..), rounds, table, deals (1..9), profile, minutes, policy, last_minutes,
    warnings (minutes before the end), names ((n, s), (e, w)) of the two lines, scale_id, bands.

    `bands` are (max_diff, vp_winner, vp_loser), rising, the last one's max_diff OPEN_END: the VP scale travels with the
    plan, so that an organiser's own scale needs no table on the device.
    """

    def __init__(self) -> None:
        self.number = 1
        self.rounds = 1
        self.table = 0
        self.deals = 4
        self.profile = 0
        self.minutes = 45
        self.policy = 0
        self.last_minutes = 5
        self.warnings = (5,)
        self.names = (("", ""), ("", ""))
        self.scale_id = ""
        self.bands = ()

    def line_name(self, line: int, width: int = 14) -> str:
        """Both players of a line as "Rossi-Bianchi" in at most `width` characters, each shortened evenly."""
        first, second = self.names[line]
        if not second:
            return first[:width]
        room = width - 1
        half = room // 2
        if len(first) + len(second) > room:
            if len(first) <= half:
                second = second[: room - len(first)]
            elif len(second) <= room - half:
                first = first[: room - len(second)]
            else:
                first, second = first[:half], second[: room - half]
        return first + "-" + second

    @staticmethod
    def from_bytes(data: bytes) -> "Plan":
        """Payload -> Plan. Raises RecordError for anything cut off, too long or out of range."""
        plan = Plan()
        pos = struct.calcsize(HEAD)
        if len(data) < pos:
            raise RecordError("plan: cut off")
        head = struct.unpack(HEAD, data[:pos])
        plan.number, plan.rounds, plan.deals, plan.table, plan.profile = head[:5]
        plan.minutes, plan.policy, plan.last_minutes, warnings = head[5:]
        if not 1 <= plan.deals <= 9 or plan.policy > 2 or plan.profile > 2 or plan.number < 1:
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
        return plan
