"""What happens in a demo beside play: a pair that comes late, two warnings, a sum that both lines had wrong."""

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from host_tools.demo.tournament import Demo

_WRONG = 50  # card points by which the sum was wrong
_CORRECTED = (1, 1, 1)  # round, table, deal
_NOISY = "talks after being asked not to"


class Story:
    """`late`: the entry of the pair that comes late, None for none."""

    def __init__(self, demo: "Demo") -> None:
        self._demo = demo
        self.late: dict[str, Any] | None = None

    def _told(self) -> bool:
        return self._demo.wishes.story

    def typed(self, number: int, table: int, deals: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What the players type for the deals that lie on the table: the same, but for one sum."""
        if not self._told() or (number, table) != _CORRECTED[:2]:
            return deals
        typed = copy.deepcopy(deals)
        line = typed[_CORRECTED[2] - 1]["ns"]
        least = 35 * line["clean"] + 55 * line["semi"] + 50 * line["dirty"]  # below that a table would refuse it
        line["positive"] += -_WRONG if line["positive"] - _WRONG >= least else _WRONG
        return typed

    def meanwhile(self, number: int) -> None:
        """While round `number` is played: somebody comes late; somebody is warned, in round 2 again, and that costs."""
        if not self._told():
            return
        demo = self._demo
        if number == 1 and self.late:
            demo.arbiter.do("entry.add", entries=[self.late], accept=["late_entry"], why="held up on the motorway")
            demo.wishes.say("a late pair is entered: it plays from round 2 on")
        if number > 2:
            return
        entry = demo.arbiter.do("entry.list")["entries"][0]
        found = demo.arbiter.do(
            "ruling.add", kind="warning", competitors=[entry["number"]], offence=_NOISY, round=number, why=_NOISY
        )
        demo.facts.append({"round": number, "deals": demo.wishes.deals, "warned": entry["names"]})
        demo.write_facts()
        costs = "".join(f", {cost['vp']} VP and {cost['mp']} MP" for cost in found["costs"])
        demo.wishes.say(f"{entry['names']} is warned{costs or ', which costs nothing yet'}")

    def after(self, number: int) -> None:
        """Once the sheets of round `number` are signed: both lines say that a sum was wrong, and the arbiter corrects it."""
        if not self._told() or number != _CORRECTED[0]:
            return
        demo, place = self._demo, {"round": _CORRECTED[0], "table": _CORRECTED[1]}
        sheet = demo.arbiter.do("sheet.show", **place)["sheet"]
        row = next(row for row in sheet["deals"] if row["deal"] == _CORRECTED[2])
        fact = next(fact for fact in demo.facts if (fact["round"], fact.get("table")) == _CORRECTED[:2])
        right = fact["sheet"][_CORRECTED[2] - 1]
        body = place | {"deal": _CORRECTED[2], "seen": row["standing"], "ns": right["ns"], "ew": right["ew"]}
        said = {"error": "sum_error", "both_admit": True, "why": "both lines had added up one meld wrong"}
        demo.arbiter.do("sheet.correct", **body, **said)
        demo.wishes.say(f"a sum error on the signed sheet of table {_CORRECTED[1]} is corrected")
