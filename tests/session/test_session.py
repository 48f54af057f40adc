"""A session of four rounds of four deals by keys alone, in virtual time on MicroPython, with resets at random places."""

from collections.abc import Callable

import pytest
import script
import session

from tavolo.domain import kinds as k


@pytest.mark.parametrize("seed", [1])
def test_log_of_a_session_with_resets_equals_the_models(seed: int, record_property: Callable[[str, object], None]) -> None:
    given = script.make(seed)
    said = session.play(given)
    session.check(given, said)
    pictures = session.check_pictures(said)
    stops = dict(part.split("=") for part in said["STOPS"][0].split())
    record_property("stops", said["STOPS"][0])
    print(f"session: seed {seed}, {len(said['REC'])} records, {said['STOPS'][0]}, {pictures} pictures read")
    assert pictures >= 12
    assert int(stops["resets"]) >= 10 and int(stops["power_losses"]) >= 10 and int(stops["power_cuts_in_a_write"]) >= 2


@pytest.mark.parametrize("seed", range(20))
def test_scripts_have_what_a_session_has(seed: int) -> None:
    """A correction, a void, a call and a TIME OUT are in every script, and the model answers each with records."""
    kinds = [kind for given in script.make(seed)["rounds"] for kind, _ in script.expected(given)]
    for kind in (k.REVISE, k.VOID, k.CALL, k.LAST_LAP):
        assert kind in kinds
    assert kinds.count(k.SIGN) == 4


def test_comparison_sees_a_lost_a_doubled_and_a_changed_record() -> None:
    """The check can fail: of a log made from the model itself, each such change is noticed."""
    given = script.make(5)
    said = session.modelled(given)
    session.check(given, said)
    for spoil in (lambda lines: lines.pop(9), lambda lines: lines.insert(9, lines[9])):
        wrong = {word: list(lines) for word, lines in said.items()}
        spoil(wrong["REC"])
        with pytest.raises(AssertionError):
            session.check(given, wrong)
    wrong = session.modelled(
        {**given, "rounds": [{**given["rounds"][0], "keeper": given["rounds"][0]["keeper"] ^ 1}, *given["rounds"][1:]]}
    )
    with pytest.raises(AssertionError):
        session.check(given, wrong)
