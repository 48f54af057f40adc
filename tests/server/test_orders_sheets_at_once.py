"""Two arbiters at once on one sheet: on two pages, on a page and the command line, by both ways of correcting. One wins, the
other is told, nothing is half done."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from sqlalchemy import func, select

from host_tools.cli import desk as command_line
from host_tools.server import listening, schema
from tavolo.domain import kinds as k
from tests.server.desk import do
from tests.server.kit import EW, NS, Running, begin, seated
from tests.server.paper import LOSE, WIN, deal, whole

WHY = {"why": "visto al tavolo"}


def asked(client: httpx.Client, name: str, **body: Any) -> Callable[[], str]:
    """A page's order; "" or the code of its refusal."""

    def run() -> str:
        found = client.post(f"/api/do/{name}", json=body)
        return "" if found.status_code == 200 else str(found.json()["error"]["code"])

    return run


def typed(server: Running, name: str, **body: Any) -> Callable[[], str]:
    """The same on the command line, beside the running server."""

    def run() -> str:
        try:
            command_line.ask(server.folder, name, body)
        except command_line.DeskError as fault:
            return fault.code
        return ""

    return run


def together(*jobs: Callable[[], str]) -> list[str]:
    """Do them at once; their answers in order of the alphabet."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return sorted(pool.map(lambda job: job(), jobs))


def counts(server: Running) -> tuple[int, int]:
    """Acts about sheets; the host's own records of deals and results."""
    acts, rows = schema.act.c, schema.record.c
    of_sheets = select(func.count()).where(acts.kind.in_(["sheet.enter", "sheet.correct"]))
    own = server.host.hall.author[0].hex()
    read = server.host.store.read_now
    written = select(func.count()).where(rows.device == own, rows.kind.in_([k.REVISE, k.VOID, k.RESULT]))
    return int(read(lambda c: c.execute(of_sheets).scalar())), int(read(lambda c: c.execute(written).scalar()))


def test_a_paper_sheet_that_two_type_in_is_there_once(server: Running) -> None:
    client = server.organiser()
    begin(client)
    sheet = {"round": 1} | whole(1)
    answers = together(asked(client, "sheet.enter", **sheet), asked(server.organiser(), "sheet.enter", **sheet))
    assert answers == ["", "nothing_new"] and counts(server) == (1, 3), "one act, two deals, one result"
    other = {"round": 1, "table": 2, "deals": [deal(1, LOSE, WIN), deal(2)]}
    answers = together(asked(client, "sheet.enter", round=1, **whole(2)), asked(client, "sheet.enter", **other))
    assert answers == ["", "other_version"] and counts(server) == (2, 6)


def test_a_signed_sheet_is_corrected_by_one_of_page_and_older_way(server: Running) -> None:
    client, table = seated(server)
    table.play([(NS, EW), (NS, EW)])
    seen = do(client, "sheet.show", round=1, table=1)["sheet"]["deals"][0]["standing"]
    line = {"clean": 1, "semi": 0, "dirty": 1, "closed": True, "pile": "played", "negative": 45, "positive": 350, "arbiter": 0}
    body = {"round": 1, "table": 1, "deal": 1, "ns": line, "ew": LOSE, "seen": seen, **WHY}
    page = asked(client, "sheet.correct", **body, error="misentry", both_admit=True)
    swap = asked(client, "sheet.swap", round=1, table=1, seen=do(client, "sheet.show", round=1, table=1)["sheet"]["seen"], **WHY)

    def older() -> str:
        found = client.post("/api/sheets/1/1/enter", json={name: body[name] for name in ("deal", "seen", "ns", "ew", "why")})
        return "" if found.status_code == 200 else str(found.json()["error"]["code"])

    answers = together(page, older)
    assert answers == ["", "changed"] and counts(server) == (1, 1)
    assert swap() == "changed"
    table.until(lambda: table.sheet.totals() == (1405, 440), "the table hears of it")
    assert table.sheet.signed is not None
    found = client.post("/api/sheets/1/1/enter", json={"deal": 1, "seen": seen, "ns": line, "ew": LOSE, **WHY})
    assert found.json()["error"]["code"] == "changed" and counts(server) == (1, 1)


def test_page_and_command_line_rule_and_correct_beside_each_other(server: Running) -> None:
    listening.remember(server.folder, "127.0.0.1", server.port)
    client = server.organiser()
    begin(client)
    do(client, "sheet.enter", round=1, **whole(1))
    seen = do(client, "sheet.show", round=1, table=1)["sheet"]["deals"][0]["standing"]
    body: dict[str, Any] = {"round": 1, "table": 1, "deal": 1, "ns": WIN | {"positive": 350}, "ew": LOSE, "seen": seen}
    body |= {"error": "office_typing"} | WHY
    answers = together(asked(client, "sheet.correct", **body), typed(server, "sheet.correct", **body))
    assert answers == ["", "changed"]
    acts = do(client, "ruling.list")["acts"]
    warning: dict[str, Any] = {"kind": "warning", "competitors": [1], "offence": "pile_seen", "seen": acts} | WHY
    assert together(asked(client, "ruling.add", **warning), typed(server, "ruling.add", **warning)) == ["", "changed"]
    assert do(client, "ruling.list")["warnings"][0]["count"] == 1
