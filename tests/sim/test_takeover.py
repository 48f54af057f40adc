"""Two devices hand one table to each other in every phase of a round, by the keys and the event's PIN, over a power cut; what
both have recorded is one sheet in the end."""

import time
from pathlib import Path
from typing import Any

import pytest

from host_tools.demo.player import Players
from host_tools.demo.recount import deal_points
from host_tools.demo.tournament import Demo
from tests.sim.test_ruling_at_a_table import type_pin
from tests.sim.tournaments import go, published, shows

pytestmark = pytest.mark.sim
NAMES = "nomi giusti?"


def one_table(folder: Path) -> tuple[Demo, Players, Players]:
    """A round of one table, its device's players, and those of a spare."""
    demo = published(folder, 2, 2)
    event = {"name": "Riserva", "deals": 2, "minutes": 25, "pairs": [["Rossi", "Bianchi"], ["Verdi", "Neri"]]}
    demo.arbiter.post("/api/event", **event, policy="visible", replace=True)
    demo.arbiter.post("/api/round/pair", method="mitchell")
    demo.arbiter.post("/api/round/publish")
    first = next(players for players in demo.players if players.table.wait_text("ci siete?", 20))
    second = next(players for players in demo.players if players is not first)
    assert second.table.wait_text("OK prende un tavolo", 20), "its number is not in the round"
    return demo, first, second


def pin_of(demo: Demo) -> str:
    return str(demo.arbiter.state()["event"]["pin"])


def seen(demo: Demo) -> dict[str, Any]:
    """Table 1 as the arbiter's page shows it."""
    table: dict[str, Any] = demo.arbiter.state()["tables"][0]
    return table


def claim(demo: Demo, players: Players, pin: str = "") -> None:
    """The spare's keys: OK, table 1, the PIN."""
    table = players.table
    time.sleep(0.7)  # keys rest
    assert table.wait_text("OK prende un tavolo"), table.text()
    table.press("OK")
    assert table.wait_text("Quale tavolo?"), table.text()
    assert table.wait_until(lambda: any("TAV" in line for line in table.text())), table.text()
    while not table.wait_text("TAV 1", 1):
        table.press("DOWN")
    table.press("OK")
    assert table.wait_text("PIN dell'arbitro") and table.wait_text("TAV 1"), table.text()
    type_pin(table, pin or pin_of(demo))


def hand_over(demo: Demo, old: Players, new: Players, cut: bool = False, page: bool = False) -> None:
    """`new` becomes table 1 (by its keys, or from the page), its people say that the names are right, and `old` is told."""
    if page:
        demo.arbiter.post("/api/tables/assign", table=1, device=demo.arbiter.state()["devices"][0]["id"])
    else:
        claim(demo, new)
    assert new.table.wait_text(NAMES, 20), new.table.text()
    assert new.table.wait_text("Rossi-Bianchi") and new.table.wait_text("Verdi-Neri"), new.table.text()
    assert old.table.wait_text("ALTROVE", 20), old.table.text()
    if cut:
        new.table.restart()
        assert new.table.wait_text(NAMES, 30), new.table.text()
    time.sleep(0.7)  # keys rest
    old.table.press("OK")
    assert new.look(), new.table.text()
    assert old.table.wait_text("In attesa del turno", 10), old.table.text()
    assert seen(demo)["device"]["name"] == f"sim {new.table.name}"


def test_table_goes_from_device_to_device_in_every_phase(tmp_path: Path) -> None:
    demo, one, two = one_table(tmp_path)
    try:
        hand_over(demo, one, two)
        assert two.table.wait_text("ci siete?", 10), two.table.text()
        go(two, shows("Attendete il VIA"))
        demo.arbiter.post("/api/round/start")
        go(two, shows("OK: conta"))

        hand_over(demo, two, one, cut=True, page=True)
        assert one.table.wait_text("OK: conta", 10), one.table.text()
        go(one, shows("Chi ha chiuso?"))
        one.table.press("NS")
        assert one.table.wait_text("Burraco puliti"), one.table.text()

        hand_over(demo, one, two)  # what was typed and not confirmed is typed again
        assert two.table.wait_text("Chi ha chiuso?", 10), two.table.text()
        go(two, shows("Salvo qui"))
        go(two, shows("smazz. 2/2"))
        go(two, shows("OK: conta"))
        demo.arbiter.post("/api/round/timeout")
        assert two.table.wait_text("Ora che cosa fate?", 10), two.table.text()

        hand_over(demo, two, one, page=True)
        assert one.table.wait_text("Ora che cosa fate?", 10), one.table.text()
        go(one, shows("FIRMATE"), 120)

        hand_over(demo, one, two)
        assert two.table.wait_text("FIRMATE", 10), two.table.text()
        go(two, shows("FIRMATO"))
        assert two.table.wait_until(lambda: seen(demo)["signed"], 10)

        hand_over(demo, two, one, cut=True, page=True)
        assert one.table.wait_text("FIRMATO", 10), one.table.text()
        meant = [deal_points(deal) for deal in demo.meant[1, 1]]
        assert [seen(demo)["mp"]["ns"], seen(demo)["mp"]["ew"]] == [sum(line) for line in zip(*meant, strict=True)]
        assert not one.table.troubles() and not two.table.troubles(), (one.table.troubles(), two.table.troubles())
    finally:
        demo.stop()


def test_wrong_pin_wrong_names_and_the_arbiters_choice(tmp_path: Path) -> None:
    demo, one, two = one_table(tmp_path)
    try:
        go(one, shows("Attendete il VIA"))
        right = pin_of(demo)
        claim(demo, two, "000000" if right != "000000" else "111111")
        assert two.table.wait_text("prove rimaste: 4", 20), two.table.text()
        two.table.press("OK")
        assert two.table.wait_text("PIN dell'arbitro"), two.table.text()
        type_pin(two.table, right)
        assert two.table.wait_text(NAMES, 20), two.table.text()
        assert one.table.wait_text("ALTROVE", 20), one.table.text()
        time.sleep(0.7)  # keys rest
        two.table.press("BACK")
        assert two.table.wait_text("Il tavolo torna a chi", 10), two.table.text()
        two.table.press("OK")
        assert two.table.wait_text("Tavolo reso", 20), two.table.text()
        assert one.table.wait_text(NAMES, 20), one.table.text()
        time.sleep(0.7)
        one.table.press("OK")
        assert one.table.wait_text("Attendete il VIA", 10), one.table.text()
        two.table.press("OK")
        assert two.table.wait_text("In attesa del turno", 10), two.table.text()
        assert seen(demo)["device"]["name"] == f"sim {one.table.name}"

        one.table.kill()
        spare = demo.arbiter.state()["devices"][0]["id"]
        demo.arbiter.post("/api/tables/assign", table=1, device=spare)
        assert two.table.wait_text(NAMES, 20), two.table.text()
        time.sleep(0.7)
        two.table.press("OK")
        assert two.table.wait_text("Attendete il VIA", 10), two.table.text()
        one.table.start()
        assert one.table.wait_text("ALTROVE", 30), one.table.text()
        assert not two.table.troubles(), two.table.troubles()
    finally:
        demo.stop()
