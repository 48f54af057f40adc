"""Rulings and playing alone on a whole device: by its keys, its panel, its flash, with and without the network."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools.simulator.table import SimTable
from tavolo.domain import kinds as k
from tests.sim.tournaments import begin_play, published

pytestmark = pytest.mark.sim


def menu(table: SimTable, row: str) -> None:
    """Open the menu and choose the row that begins with these words."""
    table.press("OK", hold_ms=1300)
    assert table.wait_text("MENU"), table.text()
    for _ in range(14):
        before = table.frame
        if chosen(table) == row:
            break
        table.press("DOWN")
        table.wait_until(lambda: table.frame != before, 3)  # noqa: B023  called here only
    else:
        raise AssertionError(f"no row {row}: {table.text()}")
    table.press("OK")


def chosen(table: SimTable) -> str:
    """The menu's middle row, the inverse one: the first of two only where the menu begins."""
    lines = table.text()
    return lines[1] if "  1/" in lines[0] else lines[2]


def type_pin(table: SimTable, number: str) -> None:
    """Six digits."""
    for digit in number:
        for _ in range(int(digit)):
            table.press("UP", rest_ms=60)
        table.press("OK", rest_ms=60)


def test_ruling_is_asked_over_the_link_and_by_pin_without_it(tmp_path: Path) -> None:
    demo = published(tmp_path, 1, 2)
    try:
        players = demo.players[0]
        table = players.table
        seen = lambda: demo.arbiter.state()["tables"][0]  # noqa: E731
        begin_play(demo)
        time.sleep(1)  # after START the keys rest
        number = demo.arbiter.state()["event"]["pin"]
        table.press("OK")
        assert table.wait_text("Chi ha chiuso?"), table.text()
        menu(table, "Decisione arbitro")
        assert table.wait_text("Due pozzetti"), table.text()
        table.press("DOWN")
        table.press("OK")
        assert table.wait_text("IN ATTESA"), table.text()
        assert table.wait_until(lambda: seen()["ruling"] is not None, 5)
        assert seen()["ruling"]["reason"] == k.RULING_SHORT_DEAL
        demo.arbiter.post("/api/tables/1/refuse", deal=1)
        assert table.wait_text("DICE NO", 5), table.text()

        table.set_network(False)
        table.press("OK")
        assert table.wait_text("Due pozzetti"), table.text()
        assert table.wait_until(lambda: not seen()["device"]["online"], 15)
        table.press("OK")
        if table.wait_text("IN ATTESA", 3):  # the table had not noticed yet; the request waits with it
            assert table.wait_text("OK PIN", 20), table.text()
            table.press("OK")
        assert table.wait_text("PIN dell'arbitro"), table.text()
        type_pin(table, "000000" if number != "000000" else "111111")
        assert table.wait_text("prove rimaste: 4"), table.text()
        table.restart()
        table.set_network(False)
        assert table.wait_text("Chi ha chiuso?", 20), table.text()
        time.sleep(3)  # until it knows that it is alone
        menu(table, "Decisione arbitro")
        if table.wait_text("DICE NO", 3):  # as it was before the request that never left
            table.press("OK")
            assert table.wait_text("Due pozzetti"), table.text()
        table.press("OK")
        assert table.wait_text("PIN dell'arbitro"), table.text()
        type_pin(table, number)
        assert table.wait_text("APPROVA"), table.text()

        table.set_network(True)
        assert table.wait_until(lambda: seen()["rulings"] != [], 30)
        assert (seen()["rulings"][0]["by_pin"], seen()["pin_tries"]) == (True, 1)
        assert number not in "".join(table.output)
        assert not table.troubles(), table.troubles()
    finally:
        demo.stop()


def count(table: SimTable, closed: bool = True) -> None:
    """RULES 9, E1: N-S 700, E-O 220; from the first question, or from the one after it."""
    if closed:
        table.press("NS", rest_ms=80)
    north_south = "UP OK OK UP OK  EW EW UP OK  NS NS NS EW EW UP OK"  # 1 0 1, 45, 345
    east_west = "OK OK UP OK OK  EW EW EW OK  NS EW EW EW EW OK"  # 0 0 1, pile played, 60, 180
    for key in (north_south + " " + east_west).split():
        table.press(key, rest_ms=80)


def test_whole_round_without_any_host(table_of: Callable[..., SimTable], sim_image: Any) -> None:
    table = table_of(sim_image.path, {"hosts": []})
    table.start()
    assert table.wait_text("In attesa del turno"), table.output
    menu(table, "Gioca da soli")
    assert table.wait_text("Quante smazzate?"), table.text()
    for _ in range(3):
        table.press("DOWN", rest_ms=100)
    for words in ("Quale regolamento?", "Quanti minuti?", "Chi tiene i punti?", "Chi dà le carte?"):
        table.press("OK")
        assert table.wait_text(words), table.text()
    table.press("OK")
    assert table.wait_text("Pronti per il VIA?"), table.text()
    table.press("OK")
    assert table.wait_text("smazz. 1/1"), table.text()
    time.sleep(1)
    table.press("OK")
    assert table.wait_text("Chi ha chiuso?"), table.text()
    count(table)
    assert table.wait_text("CONFERMATE"), table.text()
    for key in ("NS", "EW"):
        table.press(key, hold_ms=900)
    assert table.wait_text("FIRMATE", 10), table.text()
    time.sleep(1)  # after a message the keys rest
    for key in ("NS", "EW"):
        table.press(key, hold_ms=900)
    assert table.wait_text("FIRMATO", 10), table.text()
    table.restart()
    assert table.wait_text("FIRMATO", 20), table.text()
    menu(table, "Gioca da soli")
    assert table.wait_text("Quante smazzate?"), table.text()
    table.press("BACK")
    menu(table, "Fine: da soli")
    assert table.wait_text("Siete sicuri?"), table.text()
    table.press("OK")
    assert table.wait_text("In attesa del turno"), table.text()
    table.restart()
    assert table.wait_text("In attesa del turno", 20), table.text()
    assert not table.troubles(), table.troubles()


def test_blind_entry_over_a_power_cut_names_what_differs(tmp_path: Path) -> None:
    demo = published(tmp_path, 1, 2)
    try:
        players = demo.players[0]
        table = players.table
        event = {"name": "Conto doppio", "deals": 2, "minutes": 25, "pairs": [["A", "B"], ["C", "D"]]}
        demo.arbiter.post("/api/event", **event, policy="visible", blind=True, replace=True)
        demo.arbiter.post("/api/round/pair", method="mitchell")
        demo.arbiter.post("/api/round/publish")
        assert table.wait_text("ci siete?"), table.text()
        begin_play(demo)
        time.sleep(1)  # after START the keys rest
        table.press("OK")
        assert table.wait_text("non guarda"), table.text()
        first = table.text()[0]
        table.press("OK")
        assert table.wait_text("Chi ha chiuso?"), table.text()
        count(table)
        assert table.wait_until(lambda: "non guarda" in " ".join(table.text()), 10), table.text()
        assert table.text()[0] != first
        table.restart()
        assert table.wait_text("non guarda", 20), table.text()
        assert table.text()[0] != first
        table.press("OK")
        assert table.wait_text("Chi ha chiuso?"), table.text()
        table.press("NS")
        assert table.wait_text("puliti"), table.text()
        table.press("UP")
        count(table, closed=False)
        assert table.wait_text("Non è uguale"), table.text()
        assert table.wait_text("Burraco puliti"), table.text()
        assert table.wait_until(lambda: table.text()[0] == first), table.text()
        table.press("OK")
        assert table.wait_text("mano"), table.text()
        table.press("UP")
        table.press("OK")
        assert table.wait_text("Non è uguale"), table.text()
        table.press("OK")
        assert table.wait_text("mano"), table.text()
        table.press("OK")
        assert table.wait_text("I conti sono uguali"), table.text()
        table.press("OK")
        assert table.wait_text("CONFERMATE"), table.text()
        assert table.wait_text("900"), table.text()
        assert not table.troubles(), table.troubles()
    finally:
        demo.stop()
