"""Faults planted in the engine, one at a time: the checker must find each in a few dozen random events."""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from host_tools.engine import (
    awards,
    extras,
    late_entry,
    law,
    meetings,
    next_round,
    rank_reasons,
    round_rulings,
    scoring,
    tie_breaks,
)
from host_tools.engine.pairing import danish_rounds, review
from host_tools.engine.pairing.field import PairingRules
from tests.checker.proof import one

mitchell_rounds = importlib.import_module("host_tools.engine.pairing.mitchell_rounds")  # the package has a function so named
EVENTS = 60  # at most; most faults show in the first ten


def _bye_too_dear(real: Any) -> Any:
    def award(rules: Any, name: str, *rest: Any) -> Any:
        found = real(rules, name, *rest)
        return replace(found, vp=found.vp + 1) if name == "bye" else found

    return award


def _late_from_the_next_minute(real: Any) -> Any:
    def late_mp(rules: Any, table: Any, unit: int, credits: Any) -> int:
        rulings = table.late.get(unit)
        reached = [mp for minute, mp in rules.value("late_steps") if rulings and rulings[-1].data["minutes"] > minute]
        return reached[-1] if reached else 0

    return late_mp


def _first_costly_is_free(real: Any) -> Any:
    def costly(rules: Any, mine: list[Any]) -> Iterator[Any]:
        return iter(list(real(rules, mine))[1:])

    return costly


def _direct_without_having_met(real: Any) -> Any:
    def direct(lines: Mapping[int, Any], group: Sequence[int]) -> tuple[dict[int, Any], None]:
        met = {number: [lines[number].against().get(other) for other in group] for number in group}
        return {number: (Fraction(sum(m[1] for m in found if m)),) for number, found in met.items()}, None

    return direct


def _lot_the_other_way(real: Any) -> Any:
    def values(criterion: str, *rest: Any) -> Any:
        found, missing = real(criterion, *rest)
        return ({number: -value for number, value in found.items()} if criterion == "lot" else found), missing

    return values


def _byes_forgotten(real: Any) -> Any:
    return lambda *given: replace(real(*given), byes={})


def _first_table_turned(real: Any) -> Any:
    return lambda result, table, ns, ew: real(result, table, *((ew, ns) if table == 1 else (ns, ew)))


def _never_kept(real: Any) -> Any:
    return lambda this, gone, own, side=None: real(this, gone, None, side)


def _absences_forgotten(real: Any) -> Any:
    return lambda who, number: real(replace(who, absences=()), number)


def _first_is_ahead(real: Any) -> Any:
    def outcome(this: Any, line: Any, other: Any) -> str:
        found = real(this, line, other)
        return scoring.WON if found == scoring.DRAWN else str(found)

    return outcome


def _clamped(real: Any) -> Any:
    def played(this: Any, side: Any, other: Any) -> Any:
        line = real(this, side, other)
        return replace(line, mp_net=max(line.mp_net, -1500), vp=max(line.vp, 0))

    return played


def _turned(real: Any) -> Any:
    return lambda by, above, below, *rest: real(by, below, above, *rest)


def _one_round_later(real: Any) -> Any:
    return lambda *given: replace(found := real(*given), first_round=found.first_round + 1)


PLANTED: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {
    "the bye is worth 1 VP more": (awards, "award", _bye_too_dear),
    "lateness counts from the next minute": (meetings, "late_mp", _late_from_the_next_minute),
    "the partner of a player who was late pays, too": (round_rulings, "about", lambda real: lambda one, credits: tuple(credits)),
    "a team's rest is one table's": (awards, "look_ups", lambda real: lambda *given: 1),
    "the first warnings that cost are free": (extras, "_costly", _first_costly_is_free),
    "a warning costs 5 MP more": (extras, "worth", lambda real: lambda *given: (real(*given)[0], real(*given)[1] + 5)),
    "direct match of some who did not meet": (tie_breaks, "direct_values", _direct_without_having_met),
    "the lot is read from the other end": (tie_breaks, "values_of", _lot_the_other_way),
    "the first may rest first": (danish_rounds, "bye_order", lambda real: lambda field: real(field)[::-1]),
    "rests of the session are forgotten": (next_round, "field_for", _byes_forgotten),
    "rematches are not avoided": (PairingRules, "forbids", lambda real: lambda self, last: "none"),
    "rematches are not listed": (review, "_rematches", lambda real: lambda *given: []),
    "Mitchell's first table is turned": (mitchell_rounds, "_seat", _first_table_turned),
    "the line says why the next stands above": (rank_reasons, "as_data", _turned),
    "its own better result is not kept": (scoring, "_waiting", _never_kept),
    "a return undoes the absence": (round_rulings, "_gone", _absences_forgotten),
    "a drawn round is won": (scoring, "_outcome", _first_is_ahead),
    "a team match is not looked up": (meetings, "look_up", lambda real: lambda *given: None),
    "nothing is corrected too late": (law, "_after_last", lambda real: lambda ask, rules: None),
    "who completes a table waits a round": (late_entry, "_feburit", _one_round_later),
    "very low results are clamped": (scoring, "_played", _clamped),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_fault_planted_in_the_engine_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, what, planted = PLANTED[name]
    monkeypatch.setattr(where, what, planted(getattr(where, what)))
    faults = next((faults for seed in range(1, EVENTS + 1) if (faults := one(seed, 10**9)[0])), [])
    print(f"{name}: {faults[:1]}")
    assert faults and "Traceback" not in faults[0], faults[:1]
