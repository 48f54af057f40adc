"""`tavolo entry line-up`: who of a team sits at which table of its next match."""

from typing import Annotated

import typer

from host_tools.cli import console
from host_tools.cli.desk import DATA, DataOption, JsonOption, run


def line_up(
    round_number: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="The coming round.")],
    team: Annotated[int, typer.Argument(min=1, help="The team's number.")],
    table: Annotated[list[str], typer.Option(help='Two persons by number, such as "3 5"; once for each table, in order.')],
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Who of a team sits at which table of its match. Persons' numbers are in `tavolo entry list`.

    Example: tavolo entry line-up 2 1 --table "1 3" --table "2 4"
    """
    rows = [text.replace(",", " ").split() for text in table]
    wrong = next((text for text, row in zip(table, rows, strict=True) if len(row) != 2 or not "".join(row).isdecimal()), None)
    if wrong is not None:
        raise console.unusable(f'--table "{wrong[:40]}": two numbers of persons are needed', 'such as "3 5"', as_json)
    body = {"round": round_number, "team": team, "tables": [[int(number) for number in row] for row in rows]}
    found = run(data, "line_up.set", body, as_json)
    if as_json:
        console.as_line(found)
    else:
        console.say(f"team {team}, round {round_number}: " + ", ".join(" and ".join(row) for row in rows))


def register(group: typer.Typer) -> None:
    """Add the verb to the entries' group."""
    group.command("line-up")(line_up)
