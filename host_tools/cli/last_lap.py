"""`tavolo last-lap`: who still plays when time-out is called (RULES 3.2)."""

import json
from enum import StrEnum
from typing import Annotated, Any

import typer

from tavolo.domain import kinds as k
from tavolo.domain import profiles, time_out

STATES = {"before": k.TO_BEFORE_DEALING, "dealing": k.TO_DEALING, "play": k.TO_PLAY, "count": k.TO_COUNT}
SEATS = "NESW"


class Profile(StrEnum):
    """Rule profiles, as `profiles.NAMES` has them."""

    FIBUR = "fibur"
    FIBUR_2008 = "fibur_2008"
    FEBURIT = "feburit"


class State(StrEnum):
    """What the table was doing: before the deal was dealt, dealing, in play, counting."""

    BEFORE = "before"
    DEALING = "dealing"
    PLAY = "play"
    COUNT = "count"


class Seat(StrEnum):
    """Seats, clockwise."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"


def answer(profile: int, state: int, dealer: int, on_turn: int | None, drawn: bool | None) -> dict[str, Any]:
    """The turns left as the command prints them; `note` where the rules leave it open."""
    turns = time_out.last_lap(profiles.time_out_family(profile), state, dealer, on_turn, drawn)
    if turns is None:
        return {"round_over": False, "turns": [], "last": None, "note": "arbiter decides"}
    names = [SEATS[seat] for seat in turns]
    return {"round_over": not names, "turns": names, "last": names[-1] if names else None}


def _sentence(found: dict[str, Any]) -> str:
    if found["round_over"]:
        return "the round is over, no new deal"
    if "note" in found:
        return str(found["note"])
    return f"still to play: {' '.join(found['turns'])}; last: {found['last']}"


def register(app: typer.Typer) -> None:
    """Add `last-lap` to the command line."""

    @app.command("last-lap")
    def last_lap(
        profile: Annotated[Profile, typer.Option(help="rule profile")],
        state: Annotated[State, typer.Option(help="what the table is doing")],
        dealer: Annotated[Seat, typer.Option(help="seat of this deal's dealer", case_sensitive=False)],
        on_turn: Annotated[Seat | None, typer.Option(help="seat on turn, needed in play", case_sensitive=False)] = None,
        drawn: Annotated[bool, typer.Option("--drawn", help="the player on turn has drawn")] = False,
        unclear: Annotated[bool, typer.Option("--unclear", help="nobody can tell whether that player has drawn")] = False,
        as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    ) -> None:
        """The seats that still play from now on, the one that finishes its turn first.

        A player who is only throwing the discard: give the next seat, not drawn.
        """
        if state.value == "play" and on_turn is None:
            typer.echo("tavolo last-lap: in play, say who is on turn: --on-turn N|E|S|W", err=True)
            raise typer.Exit(2)
        if drawn and unclear:
            typer.echo("tavolo last-lap: --drawn or --unclear, not both", err=True)
            raise typer.Exit(2)
        seat = SEATS.index(on_turn.value) if on_turn is not None else None
        found = answer(
            profiles.NAMES.index(profile.value),
            STATES[state.value],
            SEATS.index(dealer.value),
            seat,
            None if unclear else drawn,
        )
        typer.echo(json.dumps(found) if as_json else _sentence(found))
