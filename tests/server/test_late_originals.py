"""The table's own record of a deal that was copied off its screen and on which the arbiter has decided before it came."""

import base64

import httpx

from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tests.server import test_copied_results
from tests.server.fake_table import FakeTable
from tests.server.kit import Running
from tests.server.test_copied_results import EW, NS, part, sheet

silent = test_copied_results.silent  # the fixture: a table that played without a radio


def test_originals_share_the_lot_of_their_copies_and_a_deal_played_again_does_not(
    server: Running, silent: tuple[httpx.Client, FakeTable]
) -> None:
    client, table = silent
    data = base64.b64encode(part(table)).decode()
    assert client.post("/api/results", json={"part": data}).status_code == 200
    seen = [row["standing"] for row in sheet(client)["deals"]]
    line = {"dirty": 1, "negative": 60, "positive": 180}
    body = {"ns": line, "ew": line, "why": "carte ricontate", "article": "art. 19"}
    assert client.post("/api/sheets/1/1/enter", json=body | {"deal": 1, "seen": seen[0]}).status_code == 200
    assert client.post("/api/sheets/1/1/void", json={"deal": 2, "seen": seen[1], "why": "mazzo sbagliato"}).status_code == 200
    table.open().ready()
    table.delivered()
    table.until(lambda: table.sheet.deal(2) is None and table.sheet.totals() == (220, 220), "the table follows")
    view = sheet(client)
    assert [row["totals"] for row in view["deals"]] == [{"ns": 220, "ew": 220}, None]
    assert (view["state"]["conflicts"], view["state"]["phase"], view["signed"]) == ([], "dealing", None)
    own = [v for row in view["deals"] for v in row["versions"] if v["device"] == table.device]
    assert [v["decision"]["why"] for v in own] == ["carte ricontate", "mazzo sbagliato"]
    late = table.record(k.DEAL, fact_writer.deal_payload(2, NS, EW))
    late.at_ms = server.host.clock.now() + 5000
    table.mine.append(table.tagged(late))
    table.sheet.apply(late)
    table.send_record(*table.mine[-1])
    table.delivered()
    assert sheet(client)["deals"][1]["totals"] == {"ns": 700, "ew": 220}, "played again, with the same cards"
    table.close()
