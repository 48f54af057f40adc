"""A whole table whose radio is gone: its code and its QR are read off the panel and counted by the host; then it comes back, and
hears what the arbiter corrected and made void."""

import io
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from host_tools.demo.tournament import Demo
from host_tools.simulator.ssd1306 import pixels
from host_tools.simulator.table import SimTable
from tests.sim.tournaments import begin_play, go, published, shows

pytestmark = pytest.mark.sim
REASON = {"why": "visto al tavolo", "article": "art. 19"}


def photograph(table: SimTable) -> bytes:
    """The panel in its dark bezel, turned a little, as a browser would send it."""
    panel = Image.new("L", (128, 64))
    panel.putdata([40 + 190 * bit for bit in pixels(table.frame)])
    page = Image.new("L", (188, 124), 25)
    page.paste(panel, (30, 30))
    out = io.BytesIO()
    page.resize((940, 620), Image.Resampling.NEAREST).rotate(5, expand=True, fillcolor=25).save(out, "JPEG", quality=85)
    return out.getvalue()


def send_picture(demo: Demo, data: bytes) -> Any:
    """POST /api/qr."""
    client = httpx.Client(base_url=demo.server.url, timeout=20)
    found = client.post("/api/login", json={"user": demo.server.user, "password": demo.server.password})
    headers = {"Content-Type": "image/jpeg", "X-CSRF-Token": found.json()["csrf"]}
    answer = client.post("/api/qr", content=data, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def sheet(demo: Demo) -> Any:
    return demo.arbiter.call("GET", "/api/sheets/1/1")


def read(table: SimTable) -> None:
    """A message is read, then left."""
    time.sleep(1)  # after a message comes the keys rest
    table.press("OK")


def still(table: SimTable) -> None:
    """Until the picture stands."""
    before = b""
    while before != table.frame:
        before = table.frame
        table.wait_until(lambda: False, 0.5)


def test_sheet_off_the_panel_counts_and_the_table_hears_the_arbiter(tmp_path: Path) -> None:
    demo = published(tmp_path, 1, 2)
    try:
        players = begin_play(demo)
        table = players.table
        table.set_network(False)
        go(players, shows("Salvo qui"), 120)
        go(players, lambda lines: any("FIRMATO" in line for line in lines), 120)
        table.press("DOWN")
        assert table.wait_until(lambda: len(_code(table)) == 3), table.text()
        code = "\n".join(_code(table))
        shown = demo.arbiter.post("/api/code", code=code)
        assert demo.arbiter.post("/api/results", code=code)["new"] == 1
        assert (sheet(demo)["vp"]["ns"], sheet(demo)["vp"]["ew"]) == tuple(shown["vp"])

        table.press("DOWN")
        assert table.wait_until(lambda: _code(table) == []), table.text()
        still(table)
        found = send_picture(demo, photograph(table))
        assert found["against"] == [] and found["mp"] == shown["mp"]
        assert demo.arbiter.post("/api/results", part=found["part"])["new"] == 2
        table.press("BACK")
        table.press("BACK")

        table.set_network(True)
        assert table.wait_text("Sul PC", 30), table.text()
        view = sheet(demo)
        assert view["state"]["phase"] == "signed" and view["state"]["conflicts"] == [] and not view["copied"]["counts"]
        assert [len(deal["versions"]) for deal in view["deals"]] == [2, 2]

        entry = {"clean": 1, "dirty": 1, "closed": True, "pile": "played", "negative": 45, "positive": 345}
        less = {"dirty": 1, "pile": "played", "negative": 60, "positive": 180}
        seen = view["deals"][0]["standing"]
        corrected = demo.arbiter.post("/api/sheets/1/1/enter", deal=1, seen=seen, ns=entry, ew=less, **REASON)["sheet"]
        assert table.wait_text("Corretto dall'arbitro"), table.text()
        read(table)
        assert table.wait_text(f"{corrected['vp']['ns']}-{corrected['vp']['ew']}"), table.text()
        assert table.wait_text("FIRMATO"), table.text()

        seen = sheet(demo)["deals"][1]["standing"]
        demo.arbiter.post("/api/sheets/1/1/void", deal=2, seen=seen, **REASON)
        assert table.wait_text("Smazzata nulla"), table.text()
        read(table)
        assert table.wait_text("OK: si gioca"), table.text()
        table.restart()
        assert table.wait_text("OK: si gioca", 20), table.text()
        assert sheet(demo)["state"]["phase"] == "dealing"
        go(players, shows("Sul PC"), 120)
        assert sheet(demo)["deals"][0]["totals"] == {"ns": 700, "ew": 220}
        assert sheet(demo)["state"]["differs"] == []
    finally:
        demo.stop()


def _code(table: SimTable) -> list[str]:
    return [line for line in table.text() if len(line.replace(" ", "")) == 11]
