"""Every refusal of the server has Italian words on the pages, or is never seen there."""

import re
from pathlib import Path

from host_tools.engine.undoing import INSTEAD

SERVER = Path(__file__).parents[2] / "host_tools/server"
NEVER_SEEN = {
    "desk": "the command line's token",
    "no_order": "pages ask for orders that there are; a test drives each of them",
}


def _refused() -> set[str]:
    files = sorted(SERVER.rglob("*.py"))
    return {code for file in files for code in re.findall(r'Refused\(\s*"(\w+)"', file.read_text(encoding="utf-8"))}


def _told() -> set[str]:
    """Codes that are a key of a list of words, or the first of a pair, in the pages' scripts that translate."""
    names = ("refusals.js", "desk.js", "correct.js")
    text = "\n".join((SERVER / "static" / name).read_text(encoding="utf-8") for name in names)
    return (
        set(re.findall(r'(?m)^\s+(\w+): "', text)) | set(re.findall(r'\["(\w+)", "', text)) | set(re.findall(r' (\w+): "', text))
    )


def test_every_refusal_has_italian_words_on_the_pages() -> None:
    refused, told = _refused(), _told()
    assert len(refused) > 50 and not NEVER_SEEN.keys() - refused
    assert not refused - told - NEVER_SEEN.keys()


def test_the_history_offers_no_undoing_of_what_cannot_be_undone() -> None:
    source = (SERVER / "static/history.js").read_text(encoding="utf-8")
    fixed = re.search(r"const fixed = new Set\(\[(.*?)\]\)", source)
    assert fixed is not None
    assert set(INSTEAD) <= set(re.findall(r'"([a-z_.]+)"', fixed[1]))
