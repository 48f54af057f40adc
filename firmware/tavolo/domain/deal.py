"""A deal entry and what is wrong with it: every row of RULES 1.7.

Codes (texts for people are elsewhere, keyed by them):
hard  not_multiple_of_5 positive_too_high negative_too_high sum_too_high too_many_burracos too_many_burracos_both
      positive_too_low both_close closing_without_burraco closing_without_pile pile_waived no_semi_clean
      total_out_of_range difference_too_high arbiter_too_high
warn  few_cards closing_negative_low closing_positive_low negative_low pile_positive_low pile_negative_low unusual_total

Works on entries that are half typed: a check speaks as soon as what it needs is known, so that a device refuses at the
earliest field. What is unknown counts as nothing where more could only make it worse.
"""

from tavolo.domain import kinds as k
from tavolo.domain import profiles, scoring

ARBITER_MOST = 2000  # |arbiter's points| in a deal: six deals' totals then fit 16 bits
_ANY = -1


def new_entry() -> list:
    """A line's entry with nothing entered."""
    return [k.UNKNOWN] * k.FIELDS


def shape_error(entry: list) -> str:
    """'' when every field is an integer that the field can hold at all, else which field is not. Not overridable."""
    limits = (99, 99, 99, 1, k.PILE_WAIVED, 32767, 32767, 32767)
    for field in range(k.FIELDS):
        low = -32767 if field == k.ARBITER else 0
        if not low <= entry[field] <= limits[field]:
            return "field %d out of range: %d" % (field, entry[field])
    return ""


def sum_limit(ns: list, ew: list) -> int:
    """The most that all four card totals can add up to: 1065, less 55 for each pile physically left."""
    return 1065 - 55 * ((ns[k.PILE] == k.PILE_NOT_TAKEN) + (ew[k.PILE] == k.PILE_NOT_TAKEN))


def unusual_warning(total: int) -> bool:
    """A deal's total that is asked about once: above 1500 or below -400."""
    return total > 1500 or total < -400


def _n(value: int) -> int:
    return 0 if value == k.UNKNOWN else value


class _Findings:
    """Collects (code, level, line, field, limit)."""

    def __init__(self, override: bool) -> None:
        self.all = []
        self._hard = k.OVERRIDDEN if override else k.HARD

    def hard(self, wrong: bool, code: str, line: int, field: int = _ANY, limit: int = 0) -> None:
        if wrong:
            self.all.append((code, self._hard, line, field, limit))

    def warn(self, wrong: bool, code: str, line: int, field: int, limit: int = 0) -> None:
        if wrong:
            self.all.append((code, k.WARN, line, field, limit))


def _hard_of_line(out: _Findings, line: int, e: list, other_pile: int, profile: int) -> None:
    clean, semi, dirty, closed, pile, negative, positive, arbiter = [_n(value) for value in e]
    left = e[k.PILE] >= k.PILE_NOT_TAKEN
    count = clean + semi + dirty
    out.hard(semi > 0 and not profiles.semi_clean(profile), "no_semi_clean", line, k.SEMI)
    out.hard(count > 10, "too_many_burracos", line, k.CLEAN, 10)
    out.hard(e[k.PILE] == k.PILE_WAIVED, "pile_waived", line, k.PILE)
    if closed:
        counted = k.UNKNOWN not in (e[k.CLEAN], e[k.SEMI], e[k.DIRTY])
        out.hard(counted and count == 0, "closing_without_burraco", line, k.CLOSED)
        out.hard(left, "closing_without_pile", line, k.PILE)
    most = 810 if left else 900
    out.hard(negative % 5 != 0, "not_multiple_of_5", line, k.NEGATIVE)
    out.hard(negative > most, "negative_too_high", line, k.NEGATIVE, most)
    most = (800 if closed else 790) if left else (890 if e[k.CLOSED] == 0 else 895)
    out.hard(positive % 5 != 0, "not_multiple_of_5", line, k.POSITIVE)
    out.hard(positive > most, "positive_too_high", line, k.POSITIVE, most)
    need = 35 * clean + 55 * semi + 50 * dirty
    out.hard(
        e[k.POSITIVE] != k.UNKNOWN and positive < need and arbiter == 0, "positive_too_low", line, k.POSITIVE, need
    )
    out.hard(abs(arbiter) > ARBITER_MOST, "arbiter_too_high", line, k.ARBITER, ARBITER_MOST)
    if _complete(e) and (pile != k.PILE_NOT_TAKEN or other_pile != k.UNKNOWN):
        total = scoring.parts(e, other_pile, profile)[3] - arbiter
        out.hard(not -910 <= total <= 2990, "total_out_of_range", line)
        out.warn(unusual_warning(total), "unusual_total", line, _ANY)


def _complete(e: list) -> bool:
    return k.UNKNOWN not in e[: k.ARBITER]


def _warn_of_line(out: _Findings, line: int, e: list) -> None:
    closed, pile, negative, positive = e[k.CLOSED], e[k.PILE], e[k.NEGATIVE], e[k.POSITIVE]
    taken = pile in (k.PILE_PLAYED, k.PILE_TAKEN)
    if negative != k.UNKNOWN:
        if closed == 1:
            out.warn(negative < 5, "closing_negative_low", line, k.NEGATIVE, 5)
        elif closed == 0:
            out.warn(negative < 10, "negative_low", line, k.NEGATIVE, 10)
        if pile == k.PILE_TAKEN and closed != k.UNKNOWN:
            least = 55 if closed else 60
            out.warn(negative < least, "pile_negative_low", line, k.NEGATIVE, least)
    if positive != k.UNKNOWN:
        if closed == 1 and pile != k.UNKNOWN:
            least = 110 if taken and e[k.CLEAN] + e[k.SEMI] + e[k.DIRTY] > 0 else 55
            out.warn(positive < least, "closing_positive_low", line, k.POSITIVE, least)
        elif taken:
            out.warn(positive < 55, "pile_positive_low", line, k.POSITIVE, 55)
    if k.UNKNOWN not in (negative, positive, pile):
        least = 165 if taken else 110
        out.warn(negative + positive < least, "few_cards", line, k.POSITIVE, least)


def problems(ns: list, ew: list, profile: int, override: bool = False) -> list:
    """All findings as (code, level, line, field, limit); line or field -1 where no single one is meant.

    `override`: the arbiter approved the deal; what is hard then has level OVERRIDDEN. `limit` is the bound that was
    passed, 0 where there is none to name. The order is: each line's hard ones, both lines', then warnings.
    """
    out = _Findings(override)
    _hard_of_line(out, k.NS, ns, ew[k.PILE], profile)
    _hard_of_line(out, k.EW, ew, ns[k.PILE], profile)
    out.hard(ns[k.CLOSED] == 1 and ew[k.CLOSED] == 1, "both_close", _ANY, k.CLOSED)
    burracos = 0
    cards = 0
    for e in (ns, ew):
        burracos += _n(e[k.CLEAN]) + _n(e[k.SEMI]) + _n(e[k.DIRTY])
        cards += _n(e[k.NEGATIVE]) + _n(e[k.POSITIVE])
    out.hard(burracos > 14, "too_many_burracos_both", _ANY, k.CLEAN, 14)
    most = sum_limit(ns, ew)
    out.hard(cards > most, "sum_too_high", _ANY, k.POSITIVE, most)
    if _complete(ns) and _complete(ew):
        both = scoring.totals(ns, ew, profile)
        apart = abs(both[0] - _n(ns[k.ARBITER]) - both[1] + _n(ew[k.ARBITER]))
        out.hard(apart > 3200, "difference_too_high", _ANY, _ANY, 3200)
    _warn_of_line(out, k.NS, ns)
    _warn_of_line(out, k.EW, ew)
    return out.all
