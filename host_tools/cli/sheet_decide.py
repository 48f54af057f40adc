"""`tavolo sheet choose`, `void`, `result`, `records`, `settle`: the arbiter's word where records contradict each other, or on a
deal that is void."""

from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli import console, sheet_shown
from host_tools.cli.desk import DATA, DataOption, JsonOption, run
from host_tools.cli.event import WhyOption

RoundArgument = Annotated[int, typer.Argument(metavar="ROUND", min=1)]
TableArgument = Annotated[int, typer.Argument(min=1)]
DealArgument = Annotated[int, typer.Argument(min=1, max=6)]
ArticleOption = Annotated[str, typer.Option(help="The article of the rules, if one is named.")]
_COPIED, _RECORDS = "copied", "records"


def choose(
    round_number: RoundArgument,
    table: TableArgument,
    deal: DealArgument,
    version: Annotated[str, typer.Argument(help="Id of the version that counts, as `tavolo sheet show` has it.")],
    why: WhyOption,
    article: ArticleOption = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Of versions of a deal that contradict each other one counts; the others are kept as void.

    `tavolo sheet show` lists them with short ids. An id belongs to what was shown: when another version has come since, it is
    refused, and the sheet must be looked at again. Does none of them count, then `tavolo sheet correct`.

    Example: tavolo sheet choose 1 4 2 3f0c --why "the cards are still on the table"
    """
    body = {"round": round_number, "table": table, "deal": deal, "why": why, "article": article, "version": version.lower()}
    body["seen"] = _standing(data, round_number, table, deal, as_json)
    sheet_shown.answered(run(data, "sheet.choose", body, as_json), as_json)


def void(
    round_number: RoundArgument,
    table: TableArgument,
    deal: DealArgument,
    why: WhyOption,
    seen: Annotated[list[str], typer.Option(help="Id of a version that was seen to stand; others by now: refused.")] = [],  # noqa: B006
    article: ArticleOption = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """A deal is void, recorded or in play: its table deals it again under its number. Not in a closed round.

    Example: tavolo sheet void 1 4 2 --why "eleven cards dealt too many"
    """
    body: dict[str, Any] = {"round": round_number, "table": table, "deal": deal, "why": why, "article": article}
    body["seen"] = seen or _standing(data, round_number, table, deal, as_json)
    sheet_shown.answered(run(data, "sheet.void", body, as_json), as_json)


def result(
    round_number: RoundArgument,
    table: TableArgument,
    counts: Annotated[str, typer.Argument(help=f"{_COPIED}: what was copied or entered; {_RECORDS}: the table's own.")],
    why: WhyOption,
    article: ArticleOption = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """A result that was copied off a table's screen (or entered), and that the table's own records contradict: which counts.

    Example: tavolo sheet result 1 4 records --why "the code was read wrongly"
    """
    if counts not in (_COPIED, _RECORDS):
        raise console.unusable(f"{counts!r}: {_COPIED} or {_RECORDS}", "`tavolo sheet show` has both", as_json)
    shown = _shown(data, round_number, table, as_json)
    body: dict[str, Any] = {"round": round_number, "table": table, "why": why, "article": article}
    body |= {"copied": counts == _COPIED, "ref": (shown["copied"] or {}).get("ref")}
    sheet_shown.answered(run(data, "sheet.result", body, as_json), as_json)


def records(data: DataOption = DATA, as_json: JsonOption = False) -> None:
    """Records of one id that say different things, and that nobody has decided: a device's log was copied, or is damaged.

    Example: tavolo sheet records
    """
    sheet_shown.records(run(data, "sheet.records", {}, as_json), as_json)


def settle(
    name: Annotated[str, typer.Argument(help="The record, as `tavolo sheet records` names it.")],
    take: Annotated[int, typer.Argument(metavar="NUMBER", min=0, help="0: the first one stays; else the number of another.")],
    why: WhyOption,
    article: ArticleOption = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Of records of one id the first one stays, or the deal of another one counts.

    Example: tavolo sheet settle 8d12a0c4/51e0b7aa/14 0 --why "the copy is of an older card"
    """
    body = {"name": name.lower(), "take": take, "why": why, "article": article}
    sheet_shown.records(run(data, "sheet.settle", body, as_json), as_json)


def _shown(data: Path, number: int, table: int, as_json: bool) -> dict[str, Any]:
    found: dict[str, Any] = run(data, "sheet.show", {"round": number, "table": table}, as_json)["sheet"]
    return found


def _standing(data: Path, number: int, table: int, deal: int, as_json: bool) -> list[str] | None:
    """Ids of the versions that stand now; None where the sheet has no such deal, which the order refuses in words."""
    return next((one["standing"] for one in _shown(data, number, table, as_json)["deals"] if one["deal"] == deal), None)


def add(group: typer.Typer) -> None:
    """Add the commands to the group `sheet`."""
    for command in (choose, void, result, records, settle):
        group.command()(command)
