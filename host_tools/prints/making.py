"""One print, from what is wanted to the file: its name, its kind, its bytes."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from host_tools.prints import lists, papers, played
from host_tools.prints.listing import Listing
from host_tools.server.host import Host
from host_tools.server.refusal import Refused

FORMATS = ("html", "csv", "xlsx", "json")
KINDS = {
    "html": "text/html; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
TEMPLATES = Path(__file__).parent / "templates"
STYLE = "/print/style.css"
_pages = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)


@dataclass(frozen=True)
class Wanted:
    """What is to be printed. `round`: None the newest; `by`: "table" or "name" of a seating; `rounds`: a ranking with each
    round's VP; `filled`: score sheets as they were played."""

    what: str
    format: str = "html"
    round: int | None = None
    by: str = "table"
    group: int | None = None
    rounds: bool = False
    filled: bool = False


@dataclass(frozen=True)
class Made:
    """A file: `name` with its ending, MIME `kind`, its `data`."""

    name: str
    kind: str
    data: bytes


_LISTS: dict[str, Callable[[Host, Wanted], Listing]] = {
    "seating": lambda host, w: (lists.by_name if w.by == "name" else lists.by_table)(host, w.round),
    "ranking": lambda host, w: lists.ranking(host, w.group, w.rounds, w.round),
    "entries": lambda host, w: lists.entries(host),
    "rulings": lambda host, w: lists.rulings(host),
    "results": lambda host, w: played.results(host, w.round),
}
WHAT = ("seating", "slips", "sheets", "ranking", "entries", "rulings", "results")


def make(host: Host, wanted: Wanted, linked: bool = False) -> Made:
    """Make it. `linked`: a page of the server, whose style is a file of its own; else the page has it inside. Raises Refused."""
    if wanted.what not in WHAT or wanted.format not in FORMATS:
        raise Refused("no_print", f"there is no print {wanted.what}.{wanted.format}", f"one of {', '.join(WHAT)}", 404)
    if wanted.what in ("slips", "sheets") and wanted.format == "html":
        paper = papers.slips(host, wanted.round) if wanted.what == "slips" else papers.sheets(host, wanted.round, wanted.filled)
        return Made(f"{paper['name']}.html", KINDS["html"], _page(wanted.what, linked, paper=paper).encode())
    of = {"slips": "seating", "sheets": "results"}.get(wanted.what, wanted.what)
    return _file(_LISTS[of](host, wanted), wanted.format, linked)


def _file(listing: Listing, form: str, linked: bool) -> Made:
    name = f"{listing.name}.{form}"
    if form == "html":
        return Made(name, KINDS[form], _page("listing", linked, listing=listing).encode())
    if form == "json":
        return Made(name, KINDS[form], json.dumps(listing.plain(), ensure_ascii=False).encode())
    from host_tools.prints import files  # Excel's library is slow to load

    return Made(name, KINDS[form], files.csv_text(listing).encode() if form == "csv" else files.workbook(listing))


def style() -> str:
    """The prints' style sheet."""
    return (TEMPLATES / "print.css").read_text(encoding="utf-8")


def _page(template: str, linked: bool, **more: Any) -> str:
    """`style` is our own file: nothing of a user's is in it."""
    return _pages.get_template(f"{template}.html").render(
        style_at=STYLE if linked else "", style="" if linked else style(), **more
    )
