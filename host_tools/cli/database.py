"""`tavolo restore`: a copy of the database put back in its place."""

import dataclasses
import json
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from host_tools.server.restoring import Restored

_URL = "The database's URL, where it is on a PostgreSQL server."


def _say(done: "Restored", data: Path) -> None:
    print(f"Restored {done.copy}")
    for line in done.passed_over:
        print(f"  passed over  {line}")
    rounds = ", ".join(f"{number} {state}" for number, state in done.rounds) or "none"
    print(f"  event        {done.event or 'none'}\n  rounds       {rounds}\n  records      {done.records}")
    newest = datetime.fromtimestamp(done.newest_s).astimezone().isoformat(" ") if done.newest_s else "nothing"
    print(f"  newest line  {newest}")
    if done.aside:
        print(f"  the database that was there is kept: {done.aside}")
    if done.keys == "from_copy":
        print("  keys.json    from the copies' folder")
    if done.keys == "missing":
        print(f"  keys.json    MISSING: put the newest one you have into {data}; without it no table is known here")
    print("\nWhat came after the newest line comes back from the tables as they connect: their own records, rounds, rulings.")
    print(f"Start `tavolo serve --data {data}`, and switch on every device that was at a table since, also replaced ones.")


def restore(
    copy: Annotated[Path, typer.Argument(help="A copy, or the folder of the copies: then its newest good one.")],
    data: Annotated[Path, typer.Option(help="Directory of database and keys; made if missing.")] = Path("tavolo-data"),
    database: Annotated[str | None, typer.Option(envvar="TAVOLO_DATABASE", help=_URL)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one line of JSON.")] = False,
) -> None:
    """Put a copy of the database in its place; the one that is there is kept aside. The server must be stopped."""
    from host_tools.server.database import StoreError
    from host_tools.server.restoring import restore as put_back

    try:
        done = put_back(copy, data.resolve(), database, time.time)
    except StoreError as fault:
        if as_json:
            print(json.dumps({"error": {"code": "restore", "message": str(fault)}}))
        else:
            typer.echo(str(fault), err=True)
        raise typer.Exit(2)
    if as_json:
        print(json.dumps(dataclasses.asdict(done)))
    else:
        _say(done, data)


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command()(restore)
