"""`tavolo round`: paired, published, shown, dropped, closed; and what was done taken back."""

from typing import Annotated, Any

import typer

from host_tools.cli import console, phase_words, round_clock, round_shown
from host_tools.cli.desk import DATA, DataOption, JsonOption, run

group = typer.Typer(no_args_is_help=True, help="Rounds: paired, published, closed; undoing.")

_METHOD = "Another way than its phase's: danish, modified, mitchell, italian, draw, entry, manual."
_ROW = '"TABLE NS EW"; individual: "TABLE N S E W"; teams: "MATCH HOME AWAY".'


@group.command()
def pair(
    method: Annotated[str | None, typer.Option(help=_METHOD)] = None,
    option: Annotated[list[str], typer.Option(help="NAME=VALUE for this round, such as repeat=all.")] = [],  # noqa: B006 -- typer copies it
    seat: Annotated[list[str], typer.Option(help=f"The whole seating by hand, {_ROW}")] = [],  # noqa: B006
    lock: Annotated[list[str], typer.Option(help=f"A part of it that is fixed, {_ROW}")] = [],  # noqa: B006
    rest: Annotated[list[int], typer.Option(help="Who rests, by the arbiter's word.")] = [],  # noqa: B006
    absent: Annotated[list[int], typer.Option(help="Who is not there this time.")] = [],  # noqa: B006
    seed: Annotated[str | None, typer.Option(help="For the lots; none: a new one, which is told.")] = None,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Pair the next round as its phase says. Nobody else sees it before it is published; pair again for another draft.

    Told with it: who rests and why, and which wishes could not be met (docs/pairing.md). The round before must be closed.

    Example: tavolo round pair --lock "1 7 4"
    """
    try:
        options = dict(phase_words.pair_of(word, "option") for word in option)
        tables = [phase_words.row(text, "--seat") for text in seat]
        locks = [phase_words.row(text, "--lock") for text in lock]
        own = {name: value if name == "seed" else phase_words.value_of(value) for name, value in options.items()}
    except phase_words.WordsError as fault:
        raise console.unusable(str(fault), "", as_json) from fault
    body: dict[str, Any] = {"method": method, "options": own or None, "tables": tables, "locks": locks}
    found = run(data, "round.pair", body | {"rests": rest, "absent": absent, "seed": seed}, as_json)
    _tell(found, as_json, "Look at it, then: tavolo round publish")


def _tell(found: dict[str, Any], as_json: bool, then: str = "") -> None:
    if as_json:
        console.as_line(found)
        return
    round_shown.seating(found["round"])
    if then:
        console.say("", then)


@group.command()
def publish(
    seen: Annotated[str | None, typer.Option(help="Id of the draft that was looked at; another one is refused.")] = None,
    accept: Annotated[list[str], typer.Option(help="half_pair: somebody without a partner sits down; --why then.")] = [],  # noqa: B006
    anyway: Annotated[bool, typer.Option("--anyway", help="Also a draft that is old, where that can be; --why then.")] = False,
    why: Annotated[str, typer.Option(help="The reason, where one is needed.")] = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Publish the draft: the round is played, and each table gets its plan.

    A draft is old when something it hangs on has changed: entries, groups, phases, rules, the ranking. It is refused then, with
    what changed: pair again. Did somebody only come since, or change what is to be avoided, then --anyway publishes it as it is.

    Example: tavolo round publish
    """
    found = run(data, "round.publish", {"seen": seen, "accept": accept, "anyway": anyway, "why": why}, as_json)
    if as_json:
        console.as_line(found)
    else:
        info = found["round"]
        console.say(f"round {info['number']} is published: {len(info['seats'])} tables, {info['minutes']} minutes")


@group.command()
def show(
    number: Annotated[int | None, typer.Argument(min=1, help="Which round; none: the draft, or the newest.")] = None,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Who sits where, who rests and why.

    Example: tavolo round show 2
    """
    _tell(run(data, "round.show", {"number": number}, as_json), as_json)


@group.command()
def drop(data: DataOption = DATA, as_json: JsonOption = False) -> None:
    """Throw the draft away.

    Example: tavolo round drop
    """
    found = run(data, "round.drop", {}, as_json)
    if as_json:
        console.as_line(found)
    else:
        console.say(f"the draft of round {found['dropped']} is thrown away")


@group.command()
def close(
    force: Annotated[bool, typer.Option("--force", help="With sheets that are not signed: what is recorded counts.")] = False,
    reason: Annotated[str, typer.Option("--why", "--reason", help="Why it is closed by force.")] = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Close the round that is played: its results count.

    Example: tavolo round close
    """
    found = run(data, "round.close", {"force": force, "reason": reason}, as_json)
    if as_json:
        console.as_line(found)
    else:
        console.say(f"round {found['round']['number']} is closed: see `tavolo ranking` and `tavolo checks`")


@group.command()
def undo(
    what: Annotated[str, typer.Argument(help="publish, close, round, entry, ruling, act, or last: what was done last.")],
    number: Annotated[int | None, typer.Argument(min=1, help="Round (none: the newest), entry, or act of the history.")] = None,
    why: Annotated[str, typer.Option(help="The reason, for the history.")] = "",
    rulings: Annotated[bool, typer.Option("--rulings", help="Of a round: rulings about it, too.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Take something back: first what would change is shown, then it is asked.

    Nothing is deleted: it stays in the history as undone, and the undoing can be undone. Without --yes and without a
    terminal, or with --json, it only shows. Sheets are not undone but corrected (`tavolo sheet correct`).

    Example: tavolo round undo publish --why "a pair was forgotten"
    """
    wanted = {"what": what, "number": number, "rulings": rulings}
    look = run(data, "undo.preview", wanted, as_json)
    if not as_json:
        round_shown.changes(look)
    if not yes and (as_json or not console.sure("Undo it?")):
        if as_json:
            console.as_line(look | {"done": False})
        else:
            console.say("nothing was undone; with --yes it is")
        return
    if not why.strip():
        raise console.unusable("no reason: --why is needed", 'such as --why "a pair was forgotten"', as_json)
    done = run(data, "undo.do", wanted | {"seen": look["seen"], "why": why}, as_json)
    if as_json:
        console.as_line(done | {"done": True})
    else:
        console.say("undone")


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    group.command()(round_clock.clock)
    app.add_typer(group, name="round")
