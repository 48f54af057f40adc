"""`tavolo verify`: every number of an event reckoned again by code that shares nothing with the engine (docs/verify.md)."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

LIMIT_BYTES = 500_000_000  # a 250-table event of ten rounds is some 30 MB


def read_json(path: Path) -> Any:
    """A file's JSON. Raises ValueError with what is wrong and what to do, OSError."""
    size = path.stat().st_size
    if size > LIMIT_BYTES:
        raise ValueError(f"{path}: {size} bytes; {LIMIT_BYTES} at most: is it an archive of tavolo?")
    try:
        return json.loads(path.read_bytes())
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as fault:
        raise ValueError(f"{path}: no JSON ({fault}): name a file that `tavolo event archive` wrote") from fault


def register(app: typer.Typer) -> None:
    """Add `verify` to the command line."""

    @app.command()
    def verify(
        event: Annotated[Path, typer.Argument(metavar="EVENT", help="The event's archive file.")],
        told: Annotated[Path | None, typer.Option(help="Numbers as told (JSON); else the engine reckons them now.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    ) -> None:
        """Reckon every number of an event a second time and print the first difference. Exit code 1 where there is one."""
        from host_tools.cli.told_numbers import Unreadable, told_numbers
        from host_tools.verify import Report
        from host_tools.verify import verify as check

        try:
            archive = read_json(event)
            numbers = read_json(told) if told else None
        except (OSError, ValueError) as fault:
            typer.echo(f"tavolo verify: {fault}", err=True)
            raise typer.Exit(2) from fault
        report: Report = check(archive, numbers)
        if report.ok and numbers is None:
            try:
                report = check(archive, told_numbers(archive))
            except Unreadable as fault:
                report.add("damage", "engine", str(fault))
        if as_json:
            print(json.dumps(report.as_dict()))
        else:
            typer.echo("\n".join(report.lines()))
        raise typer.Exit(0 if report.ok else 1)
