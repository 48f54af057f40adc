"""Events of every kind with corrections, swapped sheets and rulings of all kinds: `tavolo verify`'s own reckoning comes to the
same numbers as the orders tell."""

import random
from typing import Any

import pytest

from host_tools.verify import verify
from tests.server.desk import Office, entry, pairs
from tests.server.paper import LOSE, WIN, deal, finish, following
from tests.verify.test_verify_server import archive_of

ENTRIES = {
    "pairs": pairs(5),
    "individual": [entry(f"Anna{n}") for n in range(1, 10)],
    "teams": [entry(*(f"{name}{n}" for name in ("Anna", "Bruno", "Carla", "Dino")), name=f"Squadra {n}") for n in range(1, 6)],
}
WHY = {"why": "prova"}


def verified(office: Office) -> int:
    """How many numbers agree."""
    book = office.host.hall.book
    assert book is not None
    archive = office.host.store.read_now(lambda connection: archive_of(connection, book.state.id))
    report = verify(archive, office.do("numbers"))
    assert report.ok, list(report.lines())
    return int(report.counts["numbers compared"])


def disputes(chance: random.Random, made: Any, numbers: list[int]) -> list[tuple[str, dict[str, Any]]]:
    """What an arbiter may do after a round, all of it once, at tables by chance."""
    number = made["number"]
    seats = [chance.choice(made["seats"]) for _ in range(6)]
    places = [{"round": number, "table": seat["table"]} for seat in seats]
    units = [chance.choice([seat["ns"]["unit"], seat["ew"]["unit"]]) for seat in seats]
    admitted = {"both_admit": True, "told_in_time": True, "countersigned": True}
    points = {"mp": chance.choice([-100, 250]), "vp": chance.randrange(-2, 3)}
    how = chance.choice(["late", "temporary", "unjustified"])
    odd = WIN | {"clean": 2, "positive": chance.randrange(80, 120) * 5}
    return [
        ("sheet.correct", places[0] | deal(1, LOSE, odd) | {"error": "office_typing"}),
        ("sheet.swap", places[1] | admitted),
        ("ruling.add", places[2] | {"kind": "late", "unit": units[2], "minutes": chance.choice([4, 5, 6, 11])}),
        (
            "ruling.add",
            places[3] | {"kind": "adjust", "unit": units[3]} | points,
        ),
        ("ruling.add", places[4] | {"kind": "set", "ns": {"vp": chance.randrange(-3, 25), "mp_net": 5}}),
        (
            "ruling.add",
            places[5] | {"kind": "absent", "unit": units[5], "mode": how},
        ),
        ("ruling.add", {"kind": "warning", "competitors": chance.sample(numbers, 2), "offence": "pile_seen", "round": number}),
        ("ruling.add", {"kind": "penalty", "competitors": [chance.choice(numbers)], "vp": -1, "mp": -80}),
        ("ruling.add", {"kind": "award", "competitors": [made["rests"][0]["number"]], "vp": 11, "mp": 10, "round": number}),
    ]


@pytest.mark.parametrize("kind", list(ENTRIES))
def test_whatever_the_arbiter_does_a_second_reckoning_agrees(office: Office, kind: str) -> None:
    chance, numbers = random.Random(kind), list(range(1, len(ENTRIES[kind]) + 1))
    office.event(ENTRIES[kind], kind=kind, phases=[{"method": "danish", "rounds": 2, "deals": 2}])
    for _ in range(2):
        made = following(office)
        finish(office, made)
        before = office.do("numbers")["ranking"]
        for order, body in chance.sample(steps := disputes(chance, made, numbers), len(steps)):
            office.do(order, **body, **WHY)
            assert verified(office) > 20, (order, body)
        assert office.do("numbers")["ranking"] != before
