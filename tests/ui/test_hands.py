"""Keys and rounds, played by scripts that MicroPython runs (mpy/*_ui.py); each function is one test here."""

import functools

import pytest
from on_device import SCRIPTS, functions, run

CASES = [(path.name, name) for path in sorted(SCRIPTS.glob("*_ui.py")) for name in functions(path.name)]


@functools.cache
def said(script: str) -> tuple[dict[str, str], str]:
    """({test: verdict}, everything that was printed)."""
    text = run(script)
    return {line.split()[1]: line.split()[0] for line in text.splitlines() if line[:5] in ("PASS ", "FAIL ")}, text


@pytest.mark.parametrize(("script", "name"), CASES)
def test_hands(script: str, name: str) -> None:
    verdicts, everything = said(script)
    assert verdicts.get(name) == "PASS", everything
