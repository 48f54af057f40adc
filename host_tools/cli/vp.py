"""`tavolo vp`: victory points for a difference of match points (RULES 2)."""

import json
from typing import Annotated

import typer

from tavolo.domain import scales, victory

_DIGITS = 9


def _whole(text: str) -> int:
    """Plain digits only: libraries differ in whether 5.0, 1_0 or +5 is a whole number."""
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise typer.BadParameter(f"must be a whole number of at most {_DIGITS} digits, not negative")
    return int(text)


def _deals(text: str) -> int:
    deals = _whole(text)
    if not 1 <= deals <= 6:
        raise typer.BadParameter("must be 1 to 6")
    return deals


def register(app: typer.Typer) -> None:
    """Add `vp` to the command line."""

    @app.command()
    def vp(
        deals: Annotated[int, typer.Option(parser=_deals, metavar="N", help="scheduled deals of the round")],
        difference: Annotated[int, typer.Option(parser=_whole, metavar="D", help="match points between the lines, 0 or more")],
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
