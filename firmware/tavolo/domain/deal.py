"""A deal entry and what is wrong with it: every row of RULES 1.7.

Codes (texts for people are elsewhere, keyed by them):
hard  not_multiple_of_5 positive_too_high negative_too_high sum_too_high too_many_burracos too_many_burracos_both
      positive_too_low both_close closing_without_burraco closing_without_pile pile_waived no_semi_clean
      total_out_of_range difference_too_high no_cards_for_burracos
hard, and no ruling opens them, since no record can hold them: not_a_value arbiter_too_high total_does_not_fit
warn  few_cards closing_negative_low closing_positive_low negative_low pile_positive_low pile_negative_low unusual_total

Works on entries that are half typed: hard findings are there as soon as nothing that is still UNKNOWN could make the deal
possible, so that a device refuses at the earliest field. What is unknown counts as nothing where more could only make it
worse, as the milder case where two are possible, and positive points as at least what the burracos are worth. The sum of
both lines' card totals never exceeds what `sum_limit` says, so the net form of that row (RULES 1.7, paper entry) is met by
every entry that passes.
"""

from tavolo.domain import kinds as k
from tavolo.domain import profiles, scoring

# Bounds for rulings, so that six deals' totals fit 16 bits (RULES 1.7, last item); a ruling can set any total a deal can have.
ARBITER_MOST = 3000
TOTAL_MOST = 5000
UNUSUAL = (-400, 1500)  # totals outside are asked about once; a setting
_ANY = -1


def new_entry() -> list:
    """A line's entry with nothing entered."""
    return [k.UNKNOWN] * k.FIELDS


def sum_limit(ns: list, ew: list) -> int:
    """The most that all four card totals can add up to: 1065, less 55 for each pile physically left.

    A waived pile was taken, by the other pair, so nothing is deducted for it.
    """
    return 1065 - 55 * ((ns[k.PILE] == k.PILE_NOT_TAKEN) + (ew[k.PILE] == k.PILE_NOT_TAKEN))


def net_sum_too_high(points_ns: int, points_ew: int, ns_pile: int, ew_pile: int) -> bool:
    """The sum row for paper entry, where only positive - negative of each line is known (RULES 1.7)."""
    left = (ns_pile == k.PILE_NOT_TAKEN) + (ew_pile == k.PILE_NOT_TAKEN)
    return abs(points_ns) + abs(points_ew) > 1065 - 55 * left


def _n(value: int) -> int:
    return 0 if value == k.UNKNOWN else value


class _Findings:
    """Collects (code, level, line, field, limit)."""

    def __init__(self, override: bool) -> None:
        self.all: list = []
        self._hard = k.OVERRIDDEN if override else k.HARD

    def hard(self, wrong: bool, code: str, line: int, field: int = _ANY, limit: int = 0) -> None:
        if wrong:
            self.all.append((code, self._hard, line, field, limit))

    def always(self, wrong: bool, code: str, line: int, field: int, limit: int) -> None:
        if wrong:
            self.all.append((code, k.HARD, line, field, limit))

    def warn(self, wrong: bool, code: str, line: int, field: int, limit: int) -> None:
        if wrong:
            self.all.append((code, k.WARN, line, field, limit))


def _values(out: _Findings, line: int, e: list) -> None:
    """A value that its field cannot hold at all."""
    for field in range(k.FIELDS):
        most = 255 if field < k.CLOSED else (1, k.PILE_WAIVED, 32767, 32767, 32767)[field - k.CLOSED]
        least = -32767 if field == k.ARBITER else 0
        out.always(e[field] != k.UNKNOWN and not least <= e[field] <= most, "not_a_value", line, field, most)


def _burracos(out: _Findings, line: int, e: list, profile: int) -> None:
    counts = e[: k.CLOSED]
    out.hard(e[k.SEMI] > 0 and not profiles.semi_clean(profile), "no_semi_clean", line, k.SEMI)
    out.hard(sum([_n(c) for c in counts]) > 10, "too_many_burracos", line, k.CLEAN, 10)
    out.hard(e[k.PILE] == k.PILE_WAIVED, "pile_waived", line, k.PILE)
    if e[k.CLOSED] == 1:
        out.hard(k.UNKNOWN not in counts and sum(counts) == 0, "closing_without_burraco", line, k.CLOSED)
        out.hard(e[k.PILE] >= k.PILE_NOT_TAKEN, "closing_without_pile", line, k.PILE)


def _most_positive(e: list) -> int:
    if e[k.PILE] >= k.PILE_NOT_TAKEN:
        return 790 if e[k.CLOSED] == 0 else 800  # 800 only for a closing by ruling (RULES 1.5)
    return 890 if e[k.CLOSED] == 0 else 895


def _need(e: list) -> int:
    """Positive points that the burracos alone are worth; an arbiter's score may stand for cards that were mixed before
    they were counted, so then nothing is needed, nor while that is unknown."""
    return 0 if e[k.ARBITER] else 35 * _n(e[k.CLEAN]) + 55 * _n(e[k.SEMI]) + 50 * _n(e[k.DIRTY])


def _need_yet(e: list) -> int:
    """The same, with the burraco that a closing line has still to enter."""
    need = _need(e)
    if need == 0 == e[k.ARBITER] and e[k.CLOSED] == 1:
        return 35 if e[k.CLEAN] == k.UNKNOWN else 50 if e[k.DIRTY] == k.UNKNOWN else 0
    return need


def _cards(out: _Findings, line: int, e: list) -> None:
    negative, positive = _n(e[k.NEGATIVE]), _n(e[k.POSITIVE])
    most = 810 if e[k.PILE] >= k.PILE_NOT_TAKEN else 900
    out.hard(negative % 5 != 0, "not_multiple_of_5", line, k.NEGATIVE)
    out.hard(negative > most, "negative_too_high", line, k.NEGATIVE, most)
    most = _most_positive(e)
    out.hard(positive % 5 != 0, "not_multiple_of_5", line, k.POSITIVE)
    out.hard(positive > most, "positive_too_high", line, k.POSITIVE, most)
    out.always(abs(_n(e[k.ARBITER])) > ARBITER_MOST, "arbiter_too_high", line, k.ARBITER, ARBITER_MOST)
    if e[k.POSITIVE] != k.UNKNOWN:
        out.hard(positive < _need(e), "positive_too_low", line, k.POSITIVE, _need(e))


def _complete(e: list) -> bool:
    return k.UNKNOWN not in e[: k.ARBITER]


def _total(out: _Findings, line: int, e: list, other_pile: int, profile: int, unusual: tuple) -> None:
    # whether a pile that was not taken costs 100 depends on the other pair's
    open_malus = e[k.PILE] == k.PILE_NOT_TAKEN and other_pile == k.UNKNOWN
    if not _complete(e) or (open_malus and profiles.both_untaken_free(profile)):
        return
    total = scoring.parts(e, other_pile, profile)[3]
    out.always(e[k.ARBITER] != k.UNKNOWN and abs(total) > TOTAL_MOST, "total_does_not_fit", line, _ANY, TOTAL_MOST)
    total -= _n(e[k.ARBITER])
    out.hard(total > 2990, "total_out_of_range", line, _ANY, 2990)
    out.hard(total < -910, "total_out_of_range", line, _ANY, -910)
    low, high = unusual
    out.warn(total > high, "unusual_total", line, _ANY, high)
    out.warn(total < low, "unusual_total", line, _ANY, low)


def _warn_of_line(out: _Findings, line: int, e: list) -> None:
    closed, pile, negative, positive = e[k.CLOSED], e[k.PILE], e[k.NEGATIVE], e[k.POSITIVE]
    taken = pile == k.PILE_PLAYED or pile == k.PILE_TAKEN
    if negative != k.UNKNOWN:
        out.warn(closed == 1 and negative < 5, "closing_negative_low", line, k.NEGATIVE, 5)
        out.warn(closed == 0 and negative < 10, "negative_low", line, k.NEGATIVE, 10)
        if pile == k.PILE_TAKEN:
            least = 60 if closed == 0 else 55
            out.warn(negative < least, "pile_negative_low", line, k.NEGATIVE, least)
    if positive == k.UNKNOWN:
        return
    if closed == 1:
        least = 110 if taken else 55  # without its pile it closes by ruling, 11 cards melded (RULES 1.5)
        out.warn(positive < least, "closing_positive_low", line, k.POSITIVE, least)
    else:
        out.warn(taken and positive < 55, "pile_positive_low", line, k.POSITIVE, 55)
    if negative != k.UNKNOWN:
        least = 165 if taken else 110
        out.warn(negative + positive < least, "few_cards", line, k.POSITIVE, least)


def _both(out: _Findings, ns: list, ew: list, profile: int) -> None:
    out.hard(ns[k.CLOSED] == 1 == ew[k.CLOSED], "both_close", _ANY, k.CLOSED)
    burracos = sum([_n(count) for count in ns[: k.CLOSED] + ew[: k.CLOSED]])
    out.hard(burracos > 14, "too_many_burracos_both", _ANY, k.CLEAN, 14)
    cards = sum([_n(e[field]) for e in (ns, ew) for field in (k.NEGATIVE, k.POSITIVE)])
    most = sum_limit(ns, ew)
    out.hard(cards > most, "sum_too_high", _ANY, k.POSITIVE, most)
    needed = cards + sum([_need_yet(e) for e in (ns, ew) if e[k.POSITIVE] == k.UNKNOWN])
    out.hard(cards <= most < needed, "no_cards_for_burracos", _ANY, k.POSITIVE, most)
    if k.UNKNOWN in ns[: k.POSITIVE] + ew[: k.POSITIVE]:
        return
    ns_least, ns_most = _range(ns, ew[k.PILE], profile, most - cards)
    ew_least, ew_most = _range(ew, ns[k.PILE], profile, most - cards)
    apart = max(ns_least - ew_most, ew_least - ns_most)
    out.hard(apart > 3200, "difference_too_high", _ANY, _ANY, 3200)


def _range(e: list, other_pile: int, profile: int, room: int) -> tuple:
    """The least and the most that a line's total can become, without arbiter's points, when `room` points of cards are left
    for positives that are not known yet."""
    total = scoring.parts(e, other_pile, profile)[3] - _n(e[k.ARBITER])
    if e[k.POSITIVE] != k.UNKNOWN:
        return total, total
    return total + _need(e), total + min(_most_positive(e), max(room, 0))


def problems(ns: list, ew: list, profile: int, override: bool = False, unusual: tuple = UNUSUAL) -> list:
    """All findings as (code, level, line, field, limit); line or field -1 where no single one is meant.

    `override`: the arbiter approved the deal; what is hard then has level OVERRIDDEN, but for the three codes that no
    ruling opens. `limit` is the bound that was passed, 0 where there is none to name. `unusual`: the totals outside
    which a deal is asked about. Order: impossible values (then nothing else), each line's hard ones, both lines',
    totals, warnings.
    """
    out = _Findings(override)
    lines = ((k.NS, ns, ew[k.PILE]), (k.EW, ew, ns[k.PILE]))
    for line, e, _ in lines:
        _values(out, line, e)
    if out.all:
        return out.all
    for line, e, _ in lines:
        _burracos(out, line, e, profile)
        _cards(out, line, e)
    _both(out, ns, ew, profile)
    for line, e, other_pile in lines:
        _total(out, line, e, other_pile, profile, unusual)
    for line, e, _ in lines:
        _warn_of_line(out, line, e)
    return out.all
