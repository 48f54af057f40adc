"""Paper sheets as an organiser types them in, and an office that has played a round on paper."""

from typing import Any

from tests.server.desk import Office, pairs

WIN = {"clean": 1, "dirty": 1, "closed": True, "negative": 45, "positive": 345}  # 700
LOSE = {"dirty": 1, "negative": 60, "positive": 180}  # 220


def deal(number: int, ns: dict[str, Any] = WIN, ew: dict[str, Any] = LOSE, **more: Any) -> dict[str, Any]:
    """A deal of a paper sheet: 700 to 220."""
    return {"deal": number, "ns": ns, "ew": ew} | more


def whole(table: int, deals: int = 2, **more: Any) -> dict[str, Any]:
    """A sheet; of two deals 1400 to 440: 19 to 1."""
    return {"table": table, "deals": [deal(number) for number in range(1, deals + 1)]} | more


def begun(office: Office, count: int = 4, **more: Any) -> Any:
    """An event whose first round is published; the round."""
    office.event(pairs(count), **more)
    return following(office)


def following(office: Office) -> Any:
    """Pair and publish the next round."""
    made = office.do("round.pair")["round"]
    office.do("round.publish", seen=made["id"])
    return made


def played(office: Office, count: int = 4, **more: Any) -> Any:
    """An event whose first round was played on paper and closed."""
    made = begun(office, count, **more)
    finish(office, made)
    return made


def finish(office: Office, made: Any, deals: int = 2) -> None:
    """Type in every sheet of a round, and close it."""
    office.do("sheet.enter_all", round=made["number"], sheets=[whole(seat["table"], deals) for seat in made["seats"]])
    office.do("round.close")


def shown(office: Office, table: int = 1, number: int = 1) -> Any:
    """A sheet."""
    return office.do("sheet.show", round=number, table=table)["sheet"]


def ranked(office: Office) -> dict[int, tuple[int, int]]:
    """number -> (VP, net MP)."""
    return {line["number"]: (line["vp"], line["mp_net"]) for line in office.do("ranking")["ranking"]}
