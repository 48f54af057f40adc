"""`tavolo vp`: victory points for a difference of match points (RULES 2)."""

import json
from typing import Annotated

import typer

from tavolo.domain import scales, victory


def register(app: typer.Typer) -> None:
    """Add `vp` to the command line."""

    @app.command()
    def vp(
        deals: Annotated[int, typer.Option(min=1, max=6, help="scheduled deals of the round")],
        difference: Annotated[int, typer.Option(min=0, help="match points between the lines, never negative")],
        scale: Annotated[str | None, typer.Option(help="a scale's id; else the official one of that many deals")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    ) -> None:
        """Victory points of winner and loser."""
        row = scales.by_id(scale) if scale is not None else scales.default_for(deals)
        if row is None:
            fault = f"no official scale for {deals} deals" if scale is None else "no such scale"
            typer.echo(f"tavolo vp: {fault}: name one with --scale: {', '.join(scales.ids())}", err=True)
            raise typer.Exit(2)
        winner, loser = victory.vp(row[3], difference)
        if as_json:
            typer.echo(json.dumps({"scale": row[0], "winner": winner, "loser": loser}))
        else:
            typer.echo(f"{winner}-{loser} (scale {row[0]}{'' if row[2] else ', not official'})")
