"""Makes the README's pictures from the running thing: a table's panel, the pages of arbiter and organiser, the tables' page.

Run: python -m host_tools.gen.pictures. Needs Chromium (CHROMIUM names it, else it is looked for on the PATH).
"""

import os
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any

from host_tools.demo.organiser import OrganiserError
from host_tools.demo.tournament import Demo, Wishes
from host_tools.simulator.page import serve_page
from host_tools.simulator.ssd1306 import png
from host_tools.simulator.table import SimTable

OUT = Path(__file__).parents[2] / "docs/pictures"
BROWSER_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def browser_path() -> str:
    """Where Chromium is. Raises FileNotFoundError with what to install."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        raise FileNotFoundError("no Chromium on the PATH: install it (Debian: apt-get install chromium) or set CHROMIUM")
    return found


def panel_when(table: SimTable, doing: Any, words: str, timeout_s: float = 60) -> bytes:
    """The panel's picture once the players are at the screen with `words`, and it stands still."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if doing() == words:
            frame = table.frame
            time.sleep(0.06)
            if frame == table.frame:
                return png(frame, 4)
        time.sleep(0.01)
    raise TimeoutError(f"the table never showed {words!r}")


def shoot_pages(demo: Demo, page_url: str) -> None:
    """Screenshots of the arbiter's page and of the tables' page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
        view = browser.new_page(viewport={"width": 1180, "height": 820})
        view.goto(demo.server.url + "/login")
        view.fill("input[name=password]", demo.server.password)
        view.click("button[type=submit]")
        view.wait_for_url(demo.server.url + "/")
        view.wait_for_timeout(1500)
        view.screenshot(path=str(OUT / "arbiter.png"))
        view.goto(page_url)
        view.wait_for_timeout(1000)
        view.screenshot(path=str(OUT / "tables.png"))
        browser.close()


def shoot_event(demo: Demo) -> None:
    """Screenshots of the organiser's pages: the draft of a round, the ranking."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
        view = browser.new_page(viewport={"width": 1000, "height": 820})
        view.goto(demo.server.url + "/login")
        view.fill("input[name=password]", demo.server.password)
        view.click("button[type=submit]")
        view.wait_for_url(demo.server.url + "/")
        for name, path in (("round", "/tournament#rounds"), ("ranking", "/ranking")):
            view.goto(demo.server.url + path)
            view.wait_for_timeout(1500)
            view.screenshot(path=str(OUT / f"{name}.png"))
        browser.close()


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def main() -> int:
    """Play a round and take the pictures. Returns the exit code."""
    OUT.mkdir(parents=True, exist_ok=True)
    demo = Demo(Wishes(tables=4, rounds=2, deals=4, fast=True, seed=5, port=0, say=_say))
    page = None

    def play() -> None:
        try:
            demo.set_up()
            demo.make_event()
            demo.power_on()
            demo.play_round(1)
            demo.arbiter.do("round.pair")
        except OrganiserError as end:
            print(f"(the round was left: {end})", file=sys.stderr)

    player = threading.Thread(target=play, daemon=True)
    player.start()
    try:
        while len(demo.players) < 4 or not demo.players[0].table.alive:
            time.sleep(0.1)
        page = serve_page(demo.tables, 0)
        first = demo.players[0]
        for name, words in (("playing", "OK: conta"), ("entry", "mano"), ("confirm", "CONFERMATE")):
            (OUT / f"device-{name}.png").write_bytes(panel_when(first.table, lambda: first.doing, words))
        shoot_pages(demo, f"http://127.0.0.1:{page.port}/")
        player.join(demo.patience_s())
        shoot_event(demo)
    finally:
        if page:
            page.stop()
        demo.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
