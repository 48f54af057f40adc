"""From a round's tables and the arbiter's rulings to each competitor's score, with how it came about (RULES 2, 5, 6). Pure.

Sums may be negative and the two sides of a table need not share 20: nothing is clamped or evened out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from host_tools.engine import awards, score_texts
from host_tools.engine.act_shapes import given
from host_tools.engine.extras import Extra, extras
from host_tools.engine.meetings import Meeting, Side, meetings
from host_tools.engine.profile_rules import Rules, length_key, rules_of
from host_tools.engine.results import TableResult
from host_tools.engine.round_rulings import LATE, TEMPORARY, UNJUSTIFIED, Away, round_rulings
from host_tools.engine.state import CLOSED, EventState, RoundState, Ruling

__all__ = ["ABSENT", "MET", "Extra", "Score", "extras", "round_scores"]

# How a score came about (`Score.how`), and which of them stand for a meeting at the table and for not being there.
PLAYED, LATE_MP, ADJUSTED, SET, KEPT = "played", "late", "adjusted", "set", "kept"
BYE, AWARD, OTHERS_LATE, OTHERS_LEFT = "bye", "award", "others_late", "others_left"
ABSENT_LATE, LEFT, LEFT_UNJUSTIFIED, BOTH_LEFT = "absent_late", "left", "left_unjustified", "both_left"
MET = frozenset({PLAYED, LATE_MP, ADJUSTED, SET})  # KEPT: the meeting was broken off
ABSENT = frozenset({ABSENT_LATE, LEFT, LEFT_UNJUSTIFIED, BOTH_LEFT})
WON, DRAWN, LOST, UNPLAYED, NOT_THERE = "won", "drawn", "lost", "unplayed", "absent"


@dataclass(frozen=True)
class Score:
    """What one competitor earned in one round. `mp_for`, `mp_against`: own match points; an award has `mp_net` alone.

    `how`: one of the words above, `params` its numbers, `article` by which rule. `opponents`:
    who sat on the other side. `outcome`: "won", "drawn", "lost"; "unplayed" (rested, or the others were not there); "absent".
    `table`: 0 without one; a team match: its first. `deals`: that were scheduled.
    """

    number: int
    round: int
    vp: int
    mp_net: int
    mp_for: int = 0
    mp_against: int = 0
    how: str = PLAYED
    opponents: tuple[int, ...] = ()
    article: str = ""
    outcome: str = ""
    table: int = 0
    deals: int = 0
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """How it came about, in plain English with its numbers."""
        return score_texts.score_text(self.how, self.params)


@dataclass(slots=True)
class _Line:
    """What one side of a meeting gets."""

    vp: int
    mp_net: int
    mp_for: int = 0
    mp_against: int = 0
    how: str = PLAYED
    article: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)


class _Round:
    """What every score of a round needs to know."""

    def __init__(self, state: EventState, info: RoundState, rules: Rules) -> None:
        self.info, self.rules = info, rules
        self.key = length_key(state.kind, info.deals)
        self.by_vp = rules.text("win_by") == "vp"
        self.tables = awards.look_ups(state, rules, info)

    def award(self, name: str, how: str, why: str = "") -> _Line:
        found = awards.award(self.rules, name, self.key, self.info.bands, self.tables)
        params = {"vp": found.vp, "mp": found.mp_net, "official": found.official}
        return _Line(found.vp, found.mp_net, how=how, article=why or found.article, params=params)


def round_scores(state: EventState, info: RoundState, results: Sequence[TableResult]) -> list[Score]:
    """Scores of a round in order of number: of each table that has a result (or a ruling in its place), and, once the round is
    closed, of those who rest. `results`: the tables that count now; one that is neither signed nor begun is passed over.

    Raises SettingError for a setting that does not fit, ValueError where the tables of a team match are not of two teams.
    """
    rules = rules_of(state)
    this, rulings = _Round(state, info, rules), round_rulings(state, info.number)
    found: dict[int, Score] = {}
    for meeting in meetings(state, info, rules, results, rulings):
        for score in _meeting_scores(this, meeting):
            found[score.number] = score
    for number in info.rests:
        if info.state == CLOSED and number not in found and number not in rulings.gone:
            found[number] = _score(this, number, this.award("bye", BYE), (), 0)
    for number, ruling in rulings.awards.items():
        if info.state == CLOSED or number in found:
            found[number] = _awarded(this, number, ruling, found.get(number))
    return [found[number] for number in sorted(found)]


def _awarded(this: _Round, number: int, ruling: Ruling, usual: Score | None) -> Score:
    """The arbiter's award takes the place of what `number` had (RULES 6, Bye: another score may be given)."""
    vp, mp = ruling.data["vp"], ruling.data["mp"]
    line = _Line(vp, mp, how=AWARD, article=ruling.article or "004 LOI 34", params={"vp": vp, "mp": mp, "act": ruling.act})
    return _score(this, number, line, usual.opponents if usual else (), usual.table if usual else 0)


def _meeting_scores(this: _Round, meeting: Meeting) -> Iterable[Score]:
    """Both sides' scores, each credited to all of its competitors; nothing where nothing is known yet."""
    lines = list(_absent_lines(this, meeting) or _played_lines(this, meeting) or (None, None))
    if meeting.set is not None:
        _lay_down(meeting, meeting.set, lines)
    for at, line in enumerate(lines):
        if line is None:
            continue
        side, other = meeting.sides[at], meeting.sides[1 - at]
        for number in side.credits:
            line_of = line
            if side.absent and line.how in ABSENT:  # of two players each has a score of its own
                away = side.absent.guilty.get(number)
                line_of = _away(this, side, away, other) if away else _waiting(this, side, None)
            yield _score(this, number, line_of, other.credits, meeting.table, lines[1 - at])


def _score(this: _Round, number: int, line: _Line, opponents: tuple[int, ...], table: int, other: _Line | None = None) -> Score:
    points = (line.vp, line.mp_net, line.mp_for, line.mp_against)
    outcome = _outcome(this, line, other)
    return Score(
        number, this.info.number, *points, line.how, opponents, line.article, outcome, table, this.info.deals, line.params
    )


def _outcome(this: _Round, line: _Line, other: _Line | None) -> str:
    if line.how in ABSENT:
        return NOT_THERE
    if line.how not in MET or other is None:
        return UNPLAYED
    mine, theirs = (line.vp, other.vp) if this.by_vp else (line.mp_net, other.mp_net)
    return WON if mine > theirs else LOST if mine < theirs else DRAWN


def _played_lines(this: _Round, meeting: Meeting) -> tuple[_Line, _Line] | None:
    if not meeting.whole:
        return None
    first, second = meeting.sides
    return _played(this, first, second), _played(this, second, first)


def _played(this: _Round, side: Side, other: Side) -> _Line:
    """The tables' numbers with what lateness and the arbiter added; the match points are in before the look-up."""
    params = {
        "mp_for": side.mp,
        "mp_against": other.mp,
        "vp": side.vp,
        "late_mp": side.late_mp,
        "late_given": other.late_mp,
        "adjust_mp": side.adjust_mp,
        "adjust_vp": side.adjust_vp,
        "others_adjust_mp": other.adjust_mp,
    }
    how, article = PLAYED, f"RULES 2.1, scale {this.info.scale}"
    if side.late_mp or other.late_mp:
        how, article = LATE_MP, this.rules.article("late_steps")
    rulings = side.rulings or (other.rulings if other.adjust_mp else [])  # the others' VP alone are none of this side's
    if rulings:
        how, article = ADJUSTED, rulings[-1].article or "RULES 5, Arbiter's score"
    return _Line(side.vp + side.adjust_vp, side.mp - other.mp, side.mp, other.mp, how, article, params)


def _absent_lines(this: _Round, meeting: Meeting) -> tuple[_Line, _Line] | None:
    """Lateness beyond the last step and withdrawal (RULES 6): None when both sides were there."""
    first, second = meeting.sides
    if first.absent is None and second.absent is None:
        return None
    return _one_line(this, meeting, 0), _one_line(this, meeting, 1)


def _one_line(this: _Round, meeting: Meeting, at: int) -> _Line:
    side, other = meeting.sides[at], meeting.sides[1 - at]
    if side.absent is None:
        return _waiting(this, other, _played(this, side, other) if meeting.whole else None, side)
    return _away(this, side, Away(side.absent.mode, side.absent.article), other)


def _away(this: _Round, side: Side, away: Away, other: Side) -> _Line:
    """Who was not there. When both sides left, neither gets anything (RULES 6, Withdrawal)."""
    if away.mode != LATE and other.absent and other.absent.mode != LATE:
        return _adjusted(this.award("both_left", BOTH_LEFT), side)
    name, how = {
        LATE: ("late_absent", ABSENT_LATE),
        TEMPORARY: ("leaver_temporary", LEFT),
        UNJUSTIFIED: ("leaver_unjustified", LEFT_UNJUSTIFIED),
    }[away.mode]
    return _adjusted(this.award(name, how, away.article), side)


def _waiting(this: _Round, gone: Side, own: _Line | None, side: Side | None = None) -> _Line:
    """Those present. When the others left: the bye's score, or by setting their `own` if that is better (VP, then net MP)."""
    assert gone.absent is not None
    if gone.absent.mode == LATE:
        line = this.award("late_present", OTHERS_LATE, gone.absent.article)
    else:
        line = this.award("bye", OTHERS_LEFT, this.rules.article("withdrawal_present"))
        better = own is not None and (own.vp, own.mp_net) > (line.vp, line.mp_net)
        if own is not None and better and this.rules.text("withdrawal_present") == "better":
            return replace(own, how=KEPT, article=line.article)
    return _adjusted(line, side) if side is not None else line


def _adjusted(line: _Line, side: Side) -> _Line:
    """An award with the arbiter's adjustment on top: there is no look-up, so both parts are added."""
    params = {**line.params, "adjust_mp": side.adjust_mp, "adjust_vp": side.adjust_vp}
    return replace(line, vp=line.vp + side.adjust_vp, mp_net=line.mp_net + side.adjust_mp, params=params)


def _lay_down(meeting: Meeting, ruling: Ruling, lines: list[_Line | None]) -> None:
    """The arbiter's result stands for each line that it names, whatever else there is (RULES 5: both lines independent)."""
    names = ("ns", "ew") if meeting.set_straight else ("ew", "ns")
    for at, name in enumerate(names):
        said, known = ruling.data[name], lines[at]
        if said is None:
            continue
        own = [given(said, part, getattr(known, part, 0)) for part in ("mp_for", "mp_against")]
        params = {"vp": said["vp"], "mp": said["mp_net"], "act": ruling.act}
        article = ruling.article or "RULES 5, Arbiter's score"
        lines[at] = _Line(said["vp"], said["mp_net"], own[0], own[1], SET, article, params)
