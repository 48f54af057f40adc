"""The checks tell the arbiter who climbed by points for not being there (RULES 6, Late pair and Withdrawal)."""

from pathlib import Path
from typing import Any

from host_tools.engine.acts import Draft
from host_tools.server.round_making import act
from tests.server.desk import Office, pairs


def rule(office: Office, kind: str, **data: Any) -> None:
    office.loop.run_until_complete(act(office.host, [Draft(f"ruling.{kind}", data, "prova")], "organiser"))


def line(vp: int, mp: int) -> dict[str, int]:
    return {"vp": vp, "mp_net": mp}


def test_a_climb_by_points_for_absence_is_in_the_checks_of_its_round(tmp_path: Path) -> None:
    office = Office(tmp_path)
    try:
        office.event(pairs(4), phases=[{"method": "manual", "rounds": 2, "deals": 4}], settings={"tie_breaks": ["net_mp"]})
        office.play(tables=[[1, 1, 2], [2, 3, 4]])
        rule(office, "set", round=1, table=1, ns=line(12, 400), ew=line(8, -400))
        rule(office, "set", round=1, table=2, ns=line(12, 310), ew=line(8, -310))
        office.play(tables=[[1, 1, 3], [2, 2, 4]])
        rule(office, "set", round=2, table=1, ns=line(0, -3000), ew=line(20, 3000))
        assert office.do("checks")["advantages"] == []
        rule(office, "absent", round=2, table=2, unit=2, mode="temporary")
        found = office.do("checks")["advantages"]
        assert [(one["number"], one["round"], one["how"], one["before"], one["after"]) for one in found] == [(2, 2, "left", 4, 3)]
        assert office.do("checks", round=2)["advantages"] == found
        assert office.do("checks", round=1)["advantages"] == []
    finally:
        office.close()
