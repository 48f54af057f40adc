"""What goes wrong in a generated event: late and absent units, warnings, withdrawals, late entries, corrections, undo."""

from dataclasses import replace
from typing import Any

from host_tools.engine.state import SCORE_FREE, TEAMS, RoundState
from tests.checker.play import Play

TIE_BREAKS = ("net_mp", "own_mp", "direct", "mp_per_deal", "wins", "attendance", "lot")


def settings(play: Play) -> dict[str, Any]:
    """An organiser's own choices: none at all in most events, some at random in the others."""
    chance = play.chance
    if chance.random() < 0.4:
        return {}
    choices: dict[str, Any] = {
        "tie_breaks": chance.sample(TIE_BREAKS, chance.randrange(len(TIE_BREAKS) + 1)),
        "tie_restart": chance.random() < 0.5,
        "shared_ranks": chance.random() < 0.7,
        "win_by": chance.choice(("vp", "mp")),
        "wins_with_byes": chance.random() < 0.5,
        "withdrawn_ranked": chance.choice(("ranked", "apart")),
        "withdrawal_present": chance.choice(("better", "bye")),
        "warning_rule": chance.choice(("any_two", "pile_seen_again", "none")),
        "warning_worth": chance.choice(("both", "vp", "mp")),
        "late_warning": chance.random() < 0.5,
        "late_steps": chance.choice(([[5, 100], [6, 150]], [[3, 50]], [])),
        "late_absent_from": chance.choice((8, 11, 20)),
        "match_adding": chance.choice(("differences", "vp")),
        "bye": {"4": [14, 705], "5": [13, 400]},
        "bye_vp": 11,
        "rematch": chance.choice(("previous", "all", "all")),
        "last_round_exempt": chance.random() < 0.5,
        "lot_seed": "estratto in sala",
    }
    names = chance.sample(sorted(choices), chance.randrange(1, 8))
    if chance.random() < 0.3:
        choices["tie_breaks"] = ["direct", *chance.sample(TIE_BREAKS[:2] + TIE_BREAKS[3:], 3)]
        names.append("tie_breaks")
    return {name: choices[name] for name in names}


def before(play: Play, number: int) -> None:
    """Late entries, withdrawals and returns between rounds."""
    state, chance = play.state, play.chance
    if number == 1:
        return
    there = play.there(number)
    for one in [who for who in state.competitors.values() if who.left]:
        if play.maybe(0.2):
            play.act("entry.return", {"number": one.number, "round": number})
    if len(there) > 6 and play.maybe(0.15):
        mode = chance.choice(("justified", "temporary", "unjustified", "removed"))
        play.act("entry.withdraw", {"number": chance.choice(there), "round": number, "mode": mode})
    if play.maybe(0.1):
        new = max(state.competitors) + 1
        each = len(next(iter(state.competitors.values())).persons)
        entry = {"number": new, "persons": play.persons(each), "group": chance.choice(list(state.competitors.values())).group}
        act = play.act("entry.add", {"entries": [entry | {"since": number}]})
        play.features["late entry"] += 1
        if play.maybe(0.3):
            play.undo(act)
            play.features["undo of an entry"] += 1
    if state.kind == TEAMS and play.maybe(0.3):
        team = chance.choice(play.there(number))
        persons = chance.sample(state.competitors[team].persons, 4)
        play.act("line_up", {"round": number, "team": team, "tables": [persons[:2], persons[2:]]})
    if play.maybe(0.05):
        play.act("event.settings", {"settings": {"lot_seed": None, "shared_ranks": play.maybe(0.5)}})


def during(play: Play, info: RoundState) -> None:
    """Rulings at the tables of a round that is on."""
    for table, units in info.seats.items():
        if not play.maybe(min(0.25, 4 / len(info.seats))):
            continue
        _at_table(play, info, table, units)
    if play.maybe(0.3):
        _beside(play, info)
    seated = [who for units in info.seats.values() for unit in units for who in play.state.units[unit].credits]
    if len(seated) > 6 and play.maybe(0.1):  # it gets up in mid-round
        mode = play.chance.choice(("justified", "temporary", "unjustified", "removed"))
        play.act("entry.withdraw", {"number": play.chance.choice(seated), "round": info.number, "mode": mode})
        play.features["left in mid-round"] += 1
    if info.rests and play.maybe(0.1):
        data = {"round": info.number, "competitors": [info.rests[0]], "vp": 13, "mp": 200}
        play.act("ruling.award", data, "another score", "004 LOI 34")


def _at_table(play: Play, info: RoundState, table: int, units: tuple[int, int]) -> None:
    chance = play.chance
    unit = chance.choice(units)
    where = {"round": info.number, "table": table}
    what = chance.choice(("late", "late", "late both", "absent", "absent both", "adjust", "set", "set one"))
    if what.startswith("late"):
        for who in units if what.endswith("both") else (unit,):
            play.act("ruling.late", where | {"unit": who, "minutes": chance.choice((3, 5, 6, 8, 10, 11, 15, 25))})
    elif what.startswith("absent"):
        for who in units if what.endswith("both") else (unit,):
            mode = chance.choice(("", "temporary", "unjustified"))
            play.act("ruling.absent", where | {"unit": who} | ({"mode": mode} if mode else {}))
    elif what == "adjust":
        play.act("ruling.adjust", where | {"unit": unit, "mp": 5 * chance.randrange(-60, 60), "vp": chance.choice((0, 0, -2, 1))})
    else:
        ns = {"vp": chance.randrange(-3, 21), "mp_net": 5 * chance.randrange(-300, 300)}
        ew = {"vp": chance.randrange(0, 21), "mp_net": 5 * chance.randrange(-300, 300), "mp_for": 600, "mp_against": 200}
        play.act("ruling.set", where | {"ns": ns, "ew": ew if what == "set" else None})
    if play.maybe(0.1):
        undone = play.undo(play.acts[-1].number)
        play.features["undo of a ruling"] += 1
        if play.maybe(0.3):
            play.undo(undone)
            play.features["undo of an undoing"] += 1


def _beside(play: Play, info: RoundState) -> None:
    """Warnings and penalties."""
    chance = play.chance
    there = [who for who in play.there(info.number) if who not in info.rests]
    for who in chance.choices(there, k=chance.randrange(1, 4)):
        offence = chance.choice(("pile_seen", "pile_seen", "shuffling", "behaviour"))
        for _ in range(chance.choice((1, 2))):
            play.act("ruling.warning", {"competitors": [who], "offence": offence, "round": info.number})
    if play.maybe(0.4):
        data = {"competitors": [chance.choice(there)], "vp": chance.choice((0, -1, -2)), "mp": chance.choice((0, -100, -355))}
        play.act("ruling.penalty", data | ({"round": info.number} if play.maybe(0.7) else {}))


def corrected(play: Play, info: RoundState) -> None:
    """One table's result changes: a sum error, or swapped scores."""
    rows = play.results[info.number]
    at = play.chance.randrange(len(rows))
    old = rows[at]
    if play.papers is None and play.maybe(0.5):
        new = replace(old, mp_ns=old.mp_ew, mp_ew=old.mp_ns, vp_ns=old.vp_ew, vp_ew=old.vp_ns)
    else:
        new = play.corrected_of(info, old.table)
    rows[at] = new
    play.noted(info.number, new)
    play.act("sheet.correct", {"round": info.number, "table": old.table}, "swapped", "RULES 5, 2")
    free = info.method in SCORE_FREE
    play.features["correction, " + ("free" if free else "by ranking")] += 1


def after(play: Play) -> None:
    """The end of the control period, and sometimes what came out is taken back."""
    if play.state.rounds and play.maybe(0.6):
        act = play.act("event.final", {})
        if play.maybe(0.1):
            play.undo(act)
            play.features["undo of the end"] += 1
