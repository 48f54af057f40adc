"""The checksums of RULES 6 (end) over our own numbers: a slip in this package would show here before it is believed."""

from collections.abc import Mapping

from host_tools.verify.event import Event
from host_tools.verify.numbers import Numbers
from host_tools.verify.report import DIFFERENCE, Report
from host_tools.verify.scores import Earned

_MIRRORED = {"played", "late"}  # what adds nothing on one side alone


def check(event: Event, numbers: Numbers, report: Report) -> None:
    """Per round the net match points of all who met without a ruling come to 0, and their VP to the scale's sum a meeting. The
    ranking's VP are those of its rounds and of what was added beside them."""
    for turn in event.rounds:
        plain = _plain(numbers.rounds.get(turn.number, {}))
        net = sum(earned.mp_net for earned in plain.values())
        if net:
            report.add(DIFFERENCE, f"round {turn.number}", "sum of net match points", net, 0)
        report.count("checksums")
        by_vp = event.kind == "teams" and event.settings.get("match_adding") == "vp"
        sums = {more + less for _, more, less in turn.bands}
        if len(sums) == 1 and not by_vp:
            ours, due = 2 * sum(earned.vp for earned in plain.values()), len(plain) * sums.pop()
            report.count("checksums")
            if ours != due:
                report.add(DIFFERENCE, f"round {turn.number}", "twice the sum of victory points", ours, due)


def _plain(scores: Mapping[int, Earned]) -> dict[int, Earned]:
    """Those whose score is as played, and that of everybody at their table: whoever the other side met, too, since a player's
    partner may have an award."""
    even = {number for number, earned in scores.items() if earned.how in _MIRRORED}
    whole = {number for number in even if even.issuperset(scores[number].met)}
    return {number: scores[number] for number in whole if whole.issuperset(scores[number].met)}
