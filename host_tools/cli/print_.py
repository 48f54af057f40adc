"""`tavolo print`: seating, slips, score sheets, ranking and lists, as pages to print or files for other programs."""

import base64
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli import console
from host_tools.cli.desk import DATA, DataOption, JsonOption, run
from host_tools.cli.outgoing import check_place, write_out

group = typer.Typer(no_args_is_help=True, help="Papers and files: seating, slips, score sheets, ranking, lists.")
FormatOption = Annotated[str, typer.Option("--format", "-f", metavar="html|csv|xlsx|json", help="The file's format.")]
RoundOption = Annotated[int | None, typer.Option("--round", min=1, help="Which round; none: the newest.")]
FileOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Where; -: standard output; none: as it is called."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]


def _write(data: Path, what: str, body: dict[str, Any], file: Path | None, force: bool, as_json: bool) -> None:
    """Have it made, and write it."""
    if body["format"] not in ("html", "csv", "xlsx", "json"):
        raise console.unusable(f"--format {body['format']}: html, csv, xlsx or json", "", as_json)
    to_output = file is not None and str(file) == "-"
    if file is not None and not to_output:
        check_place(file, force, data, as_json)
    found = run(data, f"print.{what}", body, as_json)
    if as_json and (file is None or to_output):
        console.as_line(found)
        return
    if to_output:
        typer.echo(_bytes(found), nl=False)
        return
    path = file or Path(found["name"])
    write_out(path, _bytes(found), force, data, as_json)
    if as_json:
        console.as_line({"file": str(path), "name": found["name"], "kind": found["kind"]})
    else:
        console.say(f"{path} written" + (": open it in a browser and print it" if body["format"] == "html" else ""))


def _bytes(found: dict[str, Any]) -> bytes:
    import json

    if "base64" in found:
        return base64.b64decode(found["base64"])
    text = json.dumps(found["data"], ensure_ascii=False, indent=1) + "\n" if "data" in found else found["text"]
    return str(text).encode()


@group.command()
def seating(
    round_: RoundOption = None,
    by: Annotated[str, typer.Option(metavar="table|name", help="In order of tables, or of names.")] = "table",
    format_: FormatOption = "html",
    file: FileOption = None,
    force: ForceOption = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Who sits where.

    Example: tavolo print seating --by name -o posti.html
    """
    _write(data, "seating", {"format": format_, "round": round_, "by": by}, file, force, as_json)


@group.command()
def slips(
    round_: RoundOption = None,
    format_: FormatOption = "html",
    file: FileOption = None,
    force: ForceOption = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Slips to cut, one for each line of each table.

    Example: tavolo print slips --round 2
    """
    _write(data, "slips", {"format": format_, "round": round_}, file, force, as_json)


@group.command()
def sheets(
    round_: RoundOption = None,
    filled: Annotated[bool, typer.Option("--filled", help="As they were played, older versions too.")] = False,
    format_: FormatOption = "html",
    file: FileOption = None,
    force: ForceOption = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Score sheets, one page for each table; CSV, Excel and JSON have each deal.

    Example: tavolo print sheets --round 1 --filled -o fogli.html
    """
    _write(data, "sheets", {"format": format_, "round": round_, "filled": filled}, file, force, as_json)


@group.command()
def ranking(
    of: Annotated[int | None, typer.Option("--group", min=1, help="Of one group (girone) alone.")] = None,
    after: Annotated[int | None, typer.Option("--round", min=1, help="As it was after that round.")] = None,
    rounds: Annotated[bool, typer.Option("--rounds", help="With the VP of each round.")] = False,
    format_: FormatOption = "html",
    file: FileOption = None,
    force: ForceOption = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """The ranking, provisional or final, with why each is above the next.

    Example: tavolo print ranking --format xlsx -o classifica.xlsx
    """
    body = {"format": format_, "group": of, "round": after, "rounds": rounds}
    _write(data, "ranking", body, file, force, as_json)


def _plain(what: str, about: str, of_round: bool) -> None:
    def command(
        round_: RoundOption = None,
        format_: FormatOption = "html",
        file: FileOption = None,
        force: ForceOption = False,
        data: DataOption = DATA,
        as_json: JsonOption = False,
    ) -> None:
        _write(data, what, {"format": format_, "round": round_ if of_round else None}, file, force, as_json)

    command.__doc__ = f"{about}\n\n    Example: tavolo print {what} --format csv\n    "
    group.command(what)(command)


_plain("entries", "Who is entered, with clubs and cards.", False)
_plain("rulings", "What the arbiter laid down.", False)
_plain("results", "Each deal of a round, and what the sheets come to.", True)


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    app.add_typer(group, name="print")
