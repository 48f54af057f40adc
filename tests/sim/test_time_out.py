"""TIME OUT pressed once while tables are in every state: each panel shows the right thing, in all three families.

Expected turns are typed from the table of RULES 3.2: F is served first, D deals.
"""

from pathlib import Path

import pytest

from host_tools.demo.player import SEATS, Players
from tests.sim.tournaments import all_go, go, published, shows

pytestmark = pytest.mark.sim

# per profile: what still plays when 3 is on turn and has drawn, when F is on turn and has not
LAPS = {
    "fibur": {"3*": "3DF23D", "F": "F23D"},
    "feburit": {"3*": "3DF2", "F": "F23D"},
    "fibur_2008": {"3*": "3DF23DF", "F": "F23DF2"},
}


def turns(lap: str, dealer: int) -> list[str]:
    """The letters of a lap as the panel spells them."""
    return ["NESO"[(dealer + 1 + "F23D".index(turn)) % 4] for turn in lap]


def left(lines: list[str]) -> list[str]:
    """The turns that the panel says are left."""
    line = next((line for line in lines if line.startswith("restano")), "restano")
    return list(line.removeprefix("restano").replace(" ", ""))


def check_lap(players: Players, lap: str, dealer: int) -> None:
    """Turns and the name of the last player, once the panel is drawn whole."""
    expected = turns(lap, dealer)
    last = SEATS["NESO".index(expected[-1])]
    right = lambda lines: left(lines) == expected and any(line.split() == ["ultimo", last] for line in lines)  # noqa: E731
    assert players.table.wait_until(lambda: right(players.table.text()), 3), (players.table.text(), expected, last)


@pytest.mark.parametrize("profile", sorted(LAPS))
def test_each_table_shows_what_its_state_asks_for(profile: str, tmp_path: Path) -> None:
    tables = 6 if profile == "fibur" else 5  # a finished sheet asks no profile anything: once is enough
    demo = published(tmp_path, tables, 2, profile)
    try:
        all_go(demo, [shows("Attendete il VIA")] * tables)
        demo.arbiter.post("/api/round/start")
        recorded = shows("Salvo qui")  # the first deal is dealt before the start, so they go as far as the second
        typing = lambda lines: any(line.startswith("Punti NEGATIVI") for line in lines)  # noqa: E731
        playing = shows("OK: conta")
        all_go(demo, [recorded, recorded, playing, playing, typing, shows("FIRMATE")][:tables])
        shuffling, dealing, three, first, counting = demo.players[:5]
        assert shuffling.table.wait_text("mazziere") and dealing.table.wait_text("mazziere")  # the message goes by itself
        typed = counting.table.text()
        dealer = [(players.number + players.round + 1) % 4 for players in demo.players]  # as these players choose him
        shuffling.time_out_state, dealing.time_out_state = "MESCOLATE", "DATE CARTE"
        three.on_turn, three.drawn = SEATS[(dealer[2] + 3) % 4], True
        first.on_turn, first.drawn = SEATS[(dealer[3] + 1) % 4], False

        demo.arbiter.post("/api/round/timeout")
        laps = shows("ha giocato")
        all_go(demo, [shows("FIRMATE"), laps, laps, laps, shows("poi il turno"), shows("FIRMATE")][:tables])
        check_lap(dealing, "F23D", dealer[1] + 1)  # in its second deal
        check_lap(three, LAPS[profile]["3*"], dealer[2])
        check_lap(first, LAPS[profile]["F"], dealer[3])

        # what was being typed is still there, and no deal follows the one that is counted
        counting.press("OK")
        assert counting.table.wait_until(lambda: counting.table.text() == typed, 3), counting.table.text()
        assert go(counting, shows("FIRMATE"))
        # turns are pressed away one by one, the last one leads to the count
        three.press("OK")
        assert three.table.wait_until(lambda: left(three.table.text()) == turns(LAPS[profile]["3*"], dealer[2])[1:], 3)
        assert go(three, shows("Chi ha chiuso?"))
        if profile == "fibur":  # once is enough for this too: all count what they played, and sign
            all_go(demo, [shows("Sul PC")] * tables)
            sheets = [demo.arbiter.call("GET", f"/api/sheets/1/{players.number}") for players in demo.players]
            assert [sheet["signed"]["deals"] for sheet in sheets] == [1, 2, 1, 1, 1, 2]
    finally:
        demo.stop()
