"""`tavolo ranking` and `tavolo checks`: how it stands, why, and whether the sums hold."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from host_tools.cli import console
from host_tools.cli.desk import DATA, DataOption, JsonOption, run

_CSV = ("rank", "number", "names", "group", "vp", "mp_net", "points_for", "points_against", "rounds", "byes", "wins", "why")
_FORMULA = ("=", "+", "-", "@", "\t")


def ranking(
    group: Annotated[int | None, typer.Option(min=1, help="Of one group (girone) alone.")] = None,
    after: Annotated[int | None, typer.Option(min=1, metavar="ROUND", help="As it was after that round.")] = None,
    why: Annotated[bool, typer.Option("--why", help="Why each stands above the next, and how each round came about.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV with ; and all columns.")] = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """The ranking as of now: closed rounds, sheets that are in of the open one, rulings.

    Example: tavolo ranking --why
    """
    wanted = why or as_json
    found = run(data, "ranking", {"group": group, "after_round": after, "scores": wanted}, as_json)
    if as_json:
        console.as_line(found)
    elif as_csv:
        console.plain(*_csv(found["ranking"]))
    else:
        _show(found, why)


def _csv(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    held = io.StringIO()
    writer = csv.writer(held, delimiter=";", lineterminator="\n")
    writer.writerow(_CSV)
    for line in lines:
        writer.writerow([_cell(line[name]) for name in _CSV])
    return held.getvalue().splitlines()


def _cell(value: Any) -> Any:
    """A name that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _show(found: Mapping[str, Any], why: bool) -> None:
    state = "final" if found["final"] and not found["provisional"] else "provisional"
    group = f", group {found['group']}" if found["group"] else ""
    console.say(f"{found['event']}{group}: after round {found['round']} of {found['total_rounds']}, {state}", "")
    rows = [
        (
            one["rank"],
            one["number"],
            one["names"] + (" (gone)" if one["left"] else ""),
            one["vp"],
            one["mp_net"],
            one["rounds"],
            one["byes"],
        )
        for one in found["ranking"]
    ]
    console.table((">rank", ">no.", "names", ">VP", ">MP", ">rounds", ">rests"), rows)
    if why:
        console.say("")
        for one in found["ranking"]:
            _explain(one)
    for one in found["provisional"]:
        console.say("", f"open: round {one['round']}, table {one['table']} ({one['why']})")


def _explain(one: Mapping[str, Any]) -> None:
    console.say(f"{one['rank']}. {one['number']} {one['names']}" + (f": {one['why']}" if one["why"] else ""))
    for score in one["scores"]:
        console.say(f"     round {score['round']}: {score['vp']} VP, {score['mp_net']} MP, {score['text']}")
    for extra in one["extras"]:
        console.say(f"     {extra['vp']} VP, {extra['mp']} MP: {extra['text']}")


def checks(
    round_number: Annotated[int | None, typer.Argument(metavar="[ROUND]", min=1, help="None: all.")] = None,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """The checksums of tables and rounds (RULES 6, end). Exit code 1 where one does not hold.

    Told besides: who climbed by points for not being there, for the arbiter to judge.

    Example: tavolo checks 2
    """
    found = run(data, "checks", {"round": round_number}, as_json)
    if as_json:
        console.as_line(found)
    else:
        _say_checks(found)
    raise typer.Exit(0 if found["ok"] else 1)


def _say_checks(found: Mapping[str, Any]) -> None:
    rounds = sorted({one["round"] for one in found["checks"]})
    for number in rounds:
        mine = [one for one in found["checks"] if one["round"] == number]
        wrong = sum(1 for one in mine if not one["ok"])
        console.say(f"round {number}: {len(mine)} checks, " + (f"{wrong} do NOT hold" if wrong else "all hold"))
        for one in mine:
            if not one["ok"] or one["table"] in (0, None):
                mark = "" if one["ok"] else f"  FOUND {one['found']}, EXPECTED {one['expected']}"
                console.say(f"  {one['why'].removeprefix(f'round {number}: ')}: {one['found']}{mark}")
    if not rounds:
        console.say("nothing to check: no round has been played")
    for one in found["advantages"]:
        console.say("", f"look: {one['text']} ({one['article']})")


def register(app: typer.Typer) -> None:
    """Add the verbs to the command."""
    app.command()(ranking)
    app.command()(checks)
