"""`tavolo verify`: every number of an event reckoned again by code that shares nothing with the engine (docs/verify.md)."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli import desk

LIMIT_BYTES = 500_000_000  # a 250-table event of ten rounds is some 30 MB


def read_json(path: Path) -> Any:
    """A file's JSON. Raises ValueError with what is wrong and what to do, OSError."""
    if path.exists() and not path.is_file():  # a device file tells no size, and has no end
        raise ValueError(f"{path}: no file: name one that `tavolo event archive` wrote")
    size = path.stat().st_size
    if size > LIMIT_BYTES:
        raise ValueError(f"{path}: {size} bytes; {LIMIT_BYTES} at most: is it an archive of tavolo?")
    try:
        return json.loads(path.read_bytes())
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as fault:
        raise ValueError(f"{path}: no JSON ({fault}): name a file that `tavolo event archive` wrote") from fault


def of_file(path: Path, told: Path | None) -> dict[str, Any]:
    """The report on an archive file, with its lines. Raises ValueError, OSError."""
    from host_tools.archive.told_numbers import Unreadable, told_numbers
    from host_tools.verify import verify as check

    archive, numbers = read_json(path), read_json(told) if told else None
    report = check(archive, numbers)
    if report.ok and numbers is None:
        try:
            report = check(archive, told_numbers(archive))
        except Unreadable as fault:
            report.add("damage", "engine", str(fault))
    return report.as_dict() | {"lines": list(report.lines())}


def register(app: typer.Typer) -> None:
    """Add `verify` to the command line."""

    @app.command()
    def verify(
        event: Annotated[str, typer.Argument(metavar="[EVENT]", help="Archive file, or event id; none: the one played.")] = "",
        told: Annotated[Path | None, typer.Option(help="With a file: numbers as told; else the engine reckons them now.")] = None,
        data: desk.DataOption = desk.DATA,
        as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    ) -> None:
        """Reckon every number of an event a second time and print the first difference. Exit code 1 where there is one."""
        try:
            if event and Path(event).is_file():
                found = of_file(Path(event), told)
            elif event and not _is_id(event):
                raise ValueError(f"{event}: no such file, and no event's id: name a file that `tavolo event archive` wrote")
            else:
                found = desk.ask(data, "verify", {"event": event} if event else {})
        except (OSError, ValueError, desk.DeskError) as fault:
            hint = f": {fault.hint}" if isinstance(fault, desk.DeskError) and fault.hint else ""
            typer.echo(f"tavolo verify: {fault}{hint}", err=True)
            raise typer.Exit(2) from fault
        if as_json:
            print(json.dumps(found))
        else:
            typer.echo("\n".join(found["lines"]))
        raise typer.Exit(0 if found["ok"] else 1)


def _is_id(text: str) -> bool:
    return len(text) == 8 and all(char in "0123456789abcdef" for char in text)
