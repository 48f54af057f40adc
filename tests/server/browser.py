"""The arbiter's pages in a real browser: logged in; whatever the browser complains about is a failure."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from host_tools.gen.pictures import BROWSER_FLAGS, browser_path
from tests.server.kit import Running

NEEDS_BROWSER = pytest.mark.skipif(
    not (shutil.which("chromium") or shutil.which("google-chrome")), reason="no Chromium on the PATH: these pages are not tried"
)


@contextmanager
def arbiter_page(server: Running) -> Iterator[Any]:
    """The page Sala, logged in. Further tabs: `page.context.new_page()`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
        view = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        complaints: list[str] = []

        def refused(text: str) -> bool:
            return "422" in text or "409" in text

        view.on("pageerror", lambda fault: complaints.append(str(fault)))
        view.on("console", lambda line: complaints.append(line.text) if line.type == "error" and not refused(line.text) else None)
        view.goto(server.url + "/login")
        view.fill("input[name=password]", server.password)
        view.click("button[type=submit]")
        view.wait_for_url(server.url + "/")
        yield view
        browser.close()
        assert complaints == []
