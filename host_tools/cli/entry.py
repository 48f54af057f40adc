"""`tavolo entry`: who plays: entered by hand or from a file, changed, withdrawn, back again, erased."""

import base64
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli import console, entry_shown, penalty_shown
from host_tools.cli.desk import DATA, DataOption, DeskError, JsonOption, ask, run
from host_tools.cli.event import WhyOption

group = typer.Typer(no_args_is_help=True, help="Entries: by hand, from a file; changed, withdrawn, back, erased.")

NumberArgument = Annotated[int, typer.Argument(min=1, help="The entry's number.")]
AcceptOption = Annotated[list[str], typer.Option("--accept", help="Code of a doubt that is right as it is; may be repeated.")]
RoundOption = Annotated[int | None, typer.Option("--round", min=1, help="From which round on; none: the next that is paired.")]
LIMIT_BYTES = 5_000_000


def _tell(found: dict[str, Any], as_json: bool, *lines: str) -> None:
    if as_json:
        console.as_line(found)
        return
    console.say(*lines)
    if found.get("pair_anew"):
        console.say("The draft of the next round was made without this: pair again with `tavolo round pair`.")
    penalty_shown.missed(found.get("missed", []))


def _people(names: list[str], clubs: list[str], cards: list[str], as_json: bool) -> list[dict[str, str]]:
    if len(clubs) > len(names) or len(cards) > len(names):
        raise console.unusable("more clubs or cards than persons", "give them in the order of the persons", as_json)
    people = [{"name": name} for name in names]
    for key, values in (("club", clubs), ("card", cards)):
        for person, value in zip(people, values, strict=False):
            person[key] = value
    return people


@group.command()
def add(
    person: Annotated[list[str], typer.Argument(help="Name and surname; two of them make a pair.")],
    club: Annotated[list[str], typer.Option(help="Club of the first person, of the second, ...")] = [],  # noqa: B006 -- typer copies it
    card: Annotated[list[str], typer.Option(help="Card number of the first person, of the second, ...")] = [],  # noqa: B006
    name: Annotated[str, typer.Option(help="A team's name.")] = "",
    group_number: Annotated[int, typer.Option("--group", min=1, help="The group (girone).")] = 1,
    number: Annotated[int | None, typer.Option(min=1, help="A number of your own; none: the next.")] = None,
    accept: AcceptOption = [],  # noqa: B006
    why: Annotated[str, typer.Option(help="The reason, where one is needed.")] = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Enter one competitor: a pair, a player, or a team.

    Late entries are as the rules say (setting late_entry); where they leave it to the arbiter, he accepts it with a reason.

    Example: tavolo entry add "Anna Bianchi" "Bruno Verdi" --club "ASD Fiori" --club "ASD Fiori"
    """
    one = {"persons": _people(person, club, card, as_json), "name": name, "group": group_number}
    one |= {"number": number} if number else {}
    found = run(data, "entry.add", {"entries": [one], "accept": accept, "why": why}, as_json)
    made = found["entries"][0]
    since = f"; plays from round {found['since']} on ({found['note']})" if found["since"] > 1 else ""
    whom = found["joins"].get(str(made["number"]))
    now = [f'or now, against {whom} that rests: `tavolo entry join {made["number"]} --why "..."`'] if whom else []
    _tell(found, as_json, f"{made['number']}  {made['names']}{since}", *now)


@group.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="CSV, or an Excel file (.xlsx).")],
    preview: Annotated[bool, typer.Option("--preview", help="Only show how it is read.")] = False,
    accept: AcceptOption = [],  # noqa: B006
    choices: Annotated[str, typer.Option(help="Answers to doubts as JSON (docs/entries.md).")] = "",
    why: Annotated[str, typer.Option(help="The reason, where one is needed.")] = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Enter all of a list, when nothing in it is doubtful; else say what is, and enter nobody.

    Any usual form is read: ; , or tab, names in one column or two, a pair in one row or in two. What is doubtful is answered by
    --choices, such as '{"columns": {"2": "club"}}', or with --accept CODE, when it is right as it is.

    Example: tavolo entry import iscritti.csv --preview
    """
    body = _file(file, choices, as_json)
    if preview:
        shown = run(data, "entry.preview", body, as_json)
        if as_json:
            console.as_line(shown)
        else:
            entry_shown.preview(shown["preview"])
        return
    if not as_json:
        _doubts(data, body, accept)
    found = run(data, "entry.import", body | {"accept": accept, "why": why}, as_json)
    numbers = [one["number"] for one in found["entries"]]
    _tell(found, as_json, f"{len(numbers)} entries, numbers {min(numbers)} to {max(numbers)}")


def _file(file: Path, choices: str, as_json: bool) -> dict[str, Any]:
    try:
        with file.open("rb") as opened:  # never its size by name: a device file has none, and no end
            content = opened.read(LIMIT_BYTES + 1)
        if len(content) > LIMIT_BYTES:
            raise console.unusable(f"{file} has more than {LIMIT_BYTES} bytes", "is it a list of entries?", as_json)
        said = json.loads(choices) if choices else {}
        return {"file": base64.b64encode(content).decode(), "filename": file.name, "choices": said}
    except OSError as fault:
        raise console.unusable(f"{file} cannot be read: {fault.strerror}", "name a CSV or Excel file", as_json) from fault
    except (ValueError, RecursionError) as fault:
        raise console.unusable(f"--choices is no JSON: {fault}", "see docs/entries.md", as_json) from fault


def _doubts(data: Path, body: dict[str, Any], accept: list[str]) -> None:
    """Show what is doubtful, before the order says that it is."""
    try:
        found = ask(data, "entry.preview", body)["preview"]
    except DeskError:
        return  # the order itself says the same
    entry_shown.doubts([one for one in found["doubts"] if one["code"] not in accept])


@group.command("list")
def list_entries(data: DataOption = DATA, as_json: JsonOption = False) -> None:
    """All entries by number, with the persons' numbers (for `tavolo entry erase`).

    Example: tavolo entry list
    """
    found = run(data, "entry.list", {}, as_json)
    if as_json:
        console.as_line(found)
    else:
        entry_shown.entries(found)


@group.command()
def edit(
    number: NumberArgument,
    why: WhyOption,
    person: Annotated[list[str], typer.Option(help="The persons' names, all of them, in order.")] = [],  # noqa: B006
    club: Annotated[list[str], typer.Option(help="Their clubs, in the order of the persons.")] = [],  # noqa: B006
    card: Annotated[list[str], typer.Option(help="Their card numbers, in the order of the persons.")] = [],  # noqa: B006
    replace: Annotated[bool, typer.Option("--replace", help="These are other persons in the place of those before.")] = False,
    name: Annotated[str | None, typer.Option(help="A team's name.")] = None,
    group_number: Annotated[int | None, typer.Option("--group", min=1, help="The group (girone).")] = None,
    accept: AcceptOption = [],  # noqa: B006
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Change names, or put other persons in the place of those who were entered and have not played yet.

    Example: tavolo entry edit 7 --person "Anna Bianchi" --person "Bruno Verde" --why "misspelt"
    """
    people = _people(person, club, card, as_json) or None
    body = {"number": number, "persons": people, "replace": replace, "name": name, "group": group_number, "why": why}
    found = run(data, "entry.edit", body | {"accept": accept}, as_json)
    _tell(found, as_json, f"{number}  {found['entry']['names']}")


@group.command()
def withdraw(
    number: NumberArgument,
    mode: Annotated[str, typer.Option(help="justified, temporary, unjustified, or removed (by the arbiter).")],
    why: WhyOption,
    round_number: RoundOption = None,
    article: Annotated[str, typer.Option(help="The article, where one is named.")] = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """A competitor leaves: its results stand, later rounds are paired without it.

    Who leaves in the middle of a round: say that at his table, too (`tavolo penalty add absent`).
    Who is away for a time has no score in a round that it misses: `tavolo penalty list` says what the arbiter may give.

    Example: tavolo entry withdraw 7 --mode justified --why "ill"
    """
    body = {"number": number, "mode": mode, "round": round_number, "why": why, "article": article}
    found = run(data, "entry.withdraw", body, as_json)
    left = found["entry"]["left"]
    first = left["round"] if isinstance(left, dict) else left
    _tell(found, as_json, f"{number}  {found['entry']['names']} is not there from round {first} on")


@group.command("return")
def come_back(
    number: NumberArgument, why: WhyOption, round_number: RoundOption = None, data: DataOption = DATA, as_json: JsonOption = False
) -> None:
    """One that had withdrawn plays again.

    Example: tavolo entry return 7 --why "back from the doctor"
    """
    found = run(data, "entry.return", {"number": number, "round": round_number, "why": why}, as_json)
    _tell(found, as_json, f"{number}  {found['entry']['names']} plays again")


@group.command()
def join(
    number: NumberArgument,
    why: WhyOption,
    table: Annotated[int | None, typer.Option(min=1, help="A free table; none: the lowest.")] = None,
    article: Annotated[str, typer.Option(help="The article; none: the one that the profile has for it.")] = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """A late pair, entered already, completes the incomplete table of round 1 while it is played: it meets who rests.

    Example: tavolo entry join 8 --why "their train was late"
    """
    found = run(data, "entry.join", {"number": number, "table": table, "why": why, "article": article}, as_json)
    (seat,) = [one for one in found["round"]["seats"] if one["table"] == found["table"]]
    lines = (f"{line}  {seat[side]['unit']}  {seat[side]['names']}" for line, side in (("N/S", "ns"), ("E/W", "ew")))
    _tell(found, as_json, f"round {found['round']['number']}, table {found['table']}", *lines)


@group.command()
def close(
    reopen: Annotated[bool, typer.Option("--open", help="Open them again.")] = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Close the entries, or open them again.

    Example: tavolo entry close
    """
    found = run(data, "entry.close", {"closed": not reopen}, as_json)
    _tell(found, as_json, "entries are closed" if found["closed"] else "entries are open")


@group.command()
def erase(
    person: Annotated[int, typer.Argument(min=1, help="The person's number, as `tavolo entry list` has it.")],
    why: WhyOption,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Take a person's name, club and card away for ever; the results stay. docs/corrections.md says where a name may be besides.

    Example: tavolo entry erase 14 --why "asked for it in writing"
    """
    found = run(data, "entry.erase", {"person": person, "why": why}, as_json)
    _tell(found, as_json, f"person {person} has no name any more")


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    from host_tools.cli import line_up

    line_up.register(group)
    app.add_typer(group, name="entry")
