"""What goes wrong in a generated event: late and absent units, warnings, withdrawals, late entries, corrections, undo."""

from typing import Any

from host_tools.engine.state import TEAMS, RoundState
from tests.checker import errors, undone
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
        "late_entry": chance.choice(("book", "refuse", "allow")),
        "bye_mp": 210,
        "bye_again": chance.random() < 0.5,
        "late_present": {"4": [13, 300], "team": [11, 100]},
        "late_absent": {"2": [5, -400], "4": [7, -300]},
        "leaver_temporary": {"3": [4, -500], "4": [3, -100]},
        "leaver_unjustified": {"2": [0, -1000], "4": [1, -2000], "team": [-2, 0]},
        "both_left": {"4": [2, -50], "team": [1, 1]},
        "warning_vp": chance.choice((0, 2)),
        "warning_mp": {"4": 150, "team": 333},
        "match_tables": chance.choice((1, 3)),
        "correction_law": chance.choice(("strict", "advice", "advice")),
        "sum_errors": chance.choice(("until_pairing", "by_phase")),
        "swapped_scores": chance.choice(("any_time", "by_phase")),
        "misentries": chance.choice(("as_sum_errors", "as_swapped", "never")),
        "forgotten_burracos": chance.choice(("never", "as_sum_errors")),
        "after_last_round": chance.choice(("none", "told_in_time", "until_final")),
        "control_minutes": chance.choice((0, 15, 30)),
    }
    names = chance.sample(sorted(choices), chance.randrange(1, 12))
    if chance.random() < 0.4:  # a whole way of reckoning for teams
        names.append("match_adding")
    if chance.random() < 0.3:
        choices["tie_breaks"] = ["direct", *chance.sample(TIE_BREAKS[:2] + TIE_BREAKS[3:], 3)]
        names.append("tie_breaks")
    return {name: choices[name] for name in names}


def before(play: Play, number: int) -> None:
    """Late entries, withdrawals and returns between rounds."""
    state, chance = play.state, play.chance
    if play.maybe(0.15):
        errors.late_entry_asked(play)
    if number == 1:
        return
    there = play.there(number)
    for one in [who for who in state.competitors.values() if who.left]:
        if play.maybe(0.2) and one.left and one.left["round"] <= number:
            play.act("entry.return", {"number": one.number, "round": number + chance.choice((0, 0, 0, 1))})
    there = [who for who in there if not state.competitors[who].left]
    if len(there) > 6 and play.maybe(0.15):
        mode = chance.choice(("justified", "temporary", "unjustified", "removed"))
        when = number + chance.choice((0, 0, 0, 1))
        play.act("entry.withdraw", {"number": chance.choice(there), "round": when, "mode": mode})
    if play.maybe(0.1):
        new = max(state.competitors) + 1
        each = len(next(iter(state.competitors.values())).persons)
        entry = {"number": new, "persons": play.persons(each), "group": chance.choice(list(state.competitors.values())).group}
        more = entry | {"number": new + 1, "persons": play.persons(each)}
        play.act("entry.add", {"entries": [one | {"since": number} for one in ([entry, more] if play.maybe(0.3) else [entry])]})
        play.features["late entry"] += 1
        if play.maybe(0.3):
            undone.entry(play, new)
    if play.state.kind == TEAMS and play.there(number) and play.maybe(0.3):
        team, tables = chance.choice(play.there(number)), int(play.state.settings.get("match_tables", 2))
        persons = chance.sample(play.state.competitors[team].persons, 2 * tables)
        play.act("line_up", {"round": number, "team": team, "tables": [persons[at : at + 2] for at in range(0, 2 * tables, 2)]})
    if play.maybe(0.05):
        play.act("event.settings", {"settings": {"lot_seed": None, "shared_ranks": play.maybe(0.5)}})


def absent_before(play: Play, info: RoundState) -> None:
    """Some do not come to their table at all: no sheet is there then."""
    for table, units in info.seats.items():
        if play.maybe(min(0.02, 1 / len(info.seats))):
            for unit in units if play.maybe(0.2) else units[:1]:
                play.act("ruling.absent", {"round": info.number, "table": table, "unit": unit})


def during(play: Play, info: RoundState) -> None:
    """Rulings at the tables of a round that is on."""
    for table, units in info.seats.items():
        if not play.maybe(min(0.25, 4 / len(info.seats))):
            continue
        at_table(play, info, table, units)
    if play.maybe(0.3):
        _beside(play, info)
    seated = [who for units in info.seats.values() for unit in units for who in play.state.units[unit].credits]
    may_leave = [who for who in seated if not play.state.competitors[who].left]  # some have said that they will
    if len(may_leave) > 6 and play.maybe(0.1):  # it gets up in mid-round
        mode = play.chance.choice(("justified", "temporary", "unjustified", "removed"))
        play.act("entry.withdraw", {"number": play.chance.choice(may_leave), "round": info.number, "mode": mode})
        play.features["left in mid-round"] += 1
    away = sorted(play.state.competitors.keys() - {*seated, *info.rests})
    if away and play.maybe(0.1):  # the arbiter's word for one that was away for a time, or came later
        data = {"round": info.number, "competitors": [play.chance.choice(away)], "vp": 6, "mp": -305}
        play.act("ruling.award", data, "away for a time", "004 LOI 33")
        play.features["award without a table"] += 1
    if info.rests and play.maybe(0.1):
        others = info.rests[:2] if play.maybe(0.7) else [info.rests[0], play.chance.choice(list(play.state.competitors))]
        data = {"round": info.number, "competitors": others, "vp": 13, "mp": 200}
        play.act("ruling.award", data, "another score", "004 LOI 34")


def at_table(play: Play, info: RoundState, table: int, units: tuple[int, int]) -> None:
    """One ruling about a table, now and then taken back at once."""
    chance = play.chance
    unit = chance.choice(units)
    where = {"round": info.number, "table": table}
    what = chance.choice(("late", "late", "late both", "absent", "absent both", "adjust", "set", "set one"))
    if what.startswith("late"):
        for who in units if what.endswith("both") else (unit,):
            minutes = {"minutes": chance.choice((3, 5, 6, 8, 10, 11, 15, 25))}
            play.act("ruling.late", where | {"unit": who} | minutes | _one_of_two(play, who))
    elif what.startswith("absent"):
        for who in units if what.endswith("both") else (unit,):
            mode = chance.choice(("", "temporary", "unjustified"))
            play.act("ruling.absent", where | {"unit": who} | ({"mode": mode} if mode else {}) | _one_of_two(play, who))
            if len(play.state.units[who].credits) > 1 and play.maybe(0.3):  # his partner, too, in his own way
                play.act("ruling.absent", where | {"unit": who, "mode": "unjustified"} | _one_of_two(play, who))
    elif what == "adjust":
        play.act("ruling.adjust", where | {"unit": unit, "mp": 5 * chance.randrange(-60, 60), "vp": chance.choice((0, 0, -2, 1))})
    else:
        ns = {"vp": chance.randrange(-3, 21), "mp_net": 5 * chance.randrange(-300, 300)}
        ew = {"vp": chance.randrange(0, 21), "mp_net": 5 * chance.randrange(-300, 300), "mp_for": 600, "mp_against": 200}
        whose = chance.choice((None, list(units), list(units[::-1])))  # acts of before named lines alone
        play.act("ruling.set", where | {"ns": ns, "ew": ew if what == "set" else None} | ({"units": whose} if whose else {}))
    if play.maybe(0.06):
        taken = play.undo(play.acts[-1].number)
        play.features["undo of a ruling"] += 1
        if play.maybe(0.3):
            play.undo(taken)
            play.features["undo of an undoing"] += 1


def _one_of_two(play: Play, unit: int) -> dict[str, list[int]]:
    """Of two players on a line mostly one was late, or not there."""
    credit = play.state.units[unit].credits
    return {"competitors": [play.chance.choice(credit)]} if len(credit) > 1 and play.maybe(0.7) else {}


def _beside(play: Play, info: RoundState) -> None:
    """Warnings and penalties."""
    chance = play.chance
    there = [who for who in play.there(info.number) if who not in info.rests]
    if not there:
        return
    for who in chance.choices(there, k=chance.randrange(1, 4)):
        offence = chance.choice(("pile_seen", "pile_seen", "shuffling", "behaviour"))
        for _ in range(chance.choice((1, 2))):
            whom = [who] if play.maybe(0.8) else sorted({who, chance.choice(there)})
            which = {"round": info.number} if play.maybe(0.9) else {}
            play.act("ruling.warning", {"competitors": whom, "offence": offence} | which)
    if play.maybe(0.4):
        whom = chance.sample(there, min(len(there), chance.choice((1, 1, 2))))
        data = {"competitors": whom, "vp": chance.choice((0, -1, -2)), "mp": chance.choice((0, -100, -355))}
        play.act("ruling.penalty", data | ({"round": info.number} if play.maybe(0.7) else {}))


def after(play: Play) -> None:
    """The end of the control period, and sometimes what came out is taken back."""
    if play.state.rounds and play.maybe(0.6):
        act = play.act("event.final", {})
        errors.corrected(play, 0.2)
        if play.maybe(0.1):
            play.undo(act)
            play.features["undo of the end"] += 1
            errors.corrected(play, 0.3)
