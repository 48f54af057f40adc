"""`tavolo penalty`: what the arbiter lays down beside the sheets: warnings, penalties, lateness, absence, scores, awards."""

from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli import console, penalty_shown
from host_tools.cli.desk import DATA, DataOption, JsonOption, run
from host_tools.cli.event import WhyOption
from host_tools.cli.phase_words import WordsError

group = typer.Typer(no_args_is_help=True, help="Warnings, penalties, lateness, absence, arbiter's scores, awards.")

KINDS = ("warning", "penalty", "late", "absent", "adjust", "set", "award")
_BY_TABLE = ("late", "absent", "adjust")
_OF_PLAYER = ("late", "absent")  # of two players on a line it may have been one
_POINTS = ("penalty", "adjust", "award")
_KIND = ", ".join(KINDS) + "."
_AS_PLAYED = "played"


@group.command()
def add(
    kind: Annotated[str, typer.Argument(help=_KIND)],
    numbers: Annotated[list[int] | None, typer.Argument(min=1, help="Entries that it is about, by number.")] = None,
    why: WhyOption = "",
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="In which round.")] = None,
    table: Annotated[int | None, typer.Option(min=1, help="At which table; of late, absent, adjust it is found.")] = None,
    offence: Annotated[str | None, typer.Option(help='Of a warning: "pile_seen", or any other word.')] = None,
    person: Annotated[int | None, typer.Option(min=1, help="Of a warning: one person of the pair, by number.")] = None,
    minutes: Annotated[int | None, typer.Option(min=0, help="Of late: minutes after the start until it was ready.")] = None,
    mode: Annotated[str | None, typer.Option(help="Of absent: late, temporary, unjustified.")] = None,
    vp: Annotated[int | None, typer.Option(help="Victory points, signed: --vp -2 takes two off.")] = None,
    mp: Annotated[int | None, typer.Option(help="Match points, signed.")] = None,
    ns: Annotated[
        str | None, typer.Option(help='Of set: "VP NETMP" of who sits N/S by the sheet, or "played". It stays theirs.')
    ] = None,
    ew: Annotated[str | None, typer.Option(help='Of set: "VP NETMP" of who sits E/W by the sheet, or "played".')] = None,
    article: Annotated[str, typer.Option(help="The article; none: the one that the profile has for it.")] = "",
    preview: Annotated[bool, typer.Option("--preview", help="Only show what it would change.")] = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Give a ruling; it counts at once. What it changes is shown; --preview only shows it. Undo: tavolo round undo ruling ACT

    \b
    warning NUMBER... --offence WORD         what it costs is the rules'
    penalty NUMBER... --vp -2 [--mp -100]    points in the ranking
    late NUMBER --round R --minutes 6        ready 6 minutes after the start
    absent NUMBER --round R [--mode MODE]    did not come, or left; players: that one alone, his partner waited
    adjust NUMBER --round R --mp 100         points of a line of that round
    set --round R --table T --ns "12 300" --ew played    arbiter's score
    award NUMBER... --round R --vp 12 --mp 300           instead of a rest's; or where it had no table

    Example: tavolo penalty add warning 7 --offence pile_seen --round 2 --why "looked into the pile"
    """
    if kind not in KINDS:
        raise console.unusable(f'there is no ruling "{kind}"', f"there are {_KIND}", as_json)
    if not preview and not why.strip():
        raise console.unusable("no reason: --why is needed", "or --preview, which only shows what it would change", as_json)
    body: dict[str, Any] = {"kind": kind, "round": round_number, "table": table, "offence": offence, "person": person}
    body |= {"minutes": minutes, "mode": mode, "vp": vp, "mp": mp, "article": article}
    if kind in _POINTS and (vp is None) != (mp is None):
        body |= {"vp": vp or 0, "mp": mp or 0}
    try:
        body |= _laid_down(ns, ew) | _about(data, body, numbers or [], as_json)
    except WordsError as fault:
        raise console.unusable(str(fault), "`tavolo penalty add --help` shows each kind", as_json) from fault
    found = run(data, "ruling.preview" if preview else "ruling.add", body if preview else body | {"why": why}, as_json)
    if as_json:
        console.as_line(found)
    else:
        penalty_shown.changed(found, preview)


def _laid_down(ns: str | None, ew: str | None) -> dict[str, Any]:
    """The lines of an arbiter's score. Raises WordsError."""
    found: dict[str, Any] = {}
    for name, text in (("ns", ns), ("ew", ew)):
        if text is None or text == _AS_PLAYED:
            continue
        try:
            vp, net = (int(word) for word in text.replace(",", " ").split())
        except ValueError as fault:
            raise WordsError(f'--{name} "{text[:40]}": "VP NETMP" in numbers is needed, such as "12 300", or "played"') from fault
        found[name] = {"vp": vp, "mp_net": net}
    return found


def _about(data: Path, body: dict[str, Any], numbers: list[int], as_json: bool) -> dict[str, Any]:
    """Whom it meets: competitors, or the unit at its table of that round. Raises WordsError."""
    kind, number = body["kind"], body["round"]
    if kind == "set":
        if numbers:
            raise WordsError("an arbiter's score is about a table: --round, --table, --ns, --ew, and no number")
        return {}
    if kind not in _BY_TABLE:
        return {"competitors": numbers or None}
    if len(numbers) != 1 or number is None:
        raise WordsError(f"{kind} takes one number and --round")
    info = run(data, "round.show", {"number": number}, as_json)["round"]
    sides = [(seat["table"], seat[line]) for seat in info["seats"] for line in ("ns", "ew")]
    mine = [(at, side) for at, side in sides if numbers[0] in (*side["numbers"], side["unit"]) and body["table"] in (None, at)]
    if not mine:
        raise WordsError(f"number {numbers[0]} does not sit there in round {number}: see `tavolo round show {number}`")
    if len(mine) > 1:
        raise WordsError(f"number {numbers[0]} sits at tables {', '.join(str(at) for at, _ in mine)}: name one with --table")
    at, side = mine[0]
    one_of_two = kind in _OF_PLAYER and len(side["numbers"]) > 1 and numbers[0] in side["numbers"]
    return {"table": at, "unit": side["unit"]} | ({"competitors": numbers} if one_of_two else {})


@group.command("list")
def list_rulings(data: DataOption = DATA, as_json: JsonOption = False) -> None:
    """All rulings that count, the warnings of each with what the next one costs, and who came late by the tables' records.

    Example: tavolo penalty list
    """
    found = run(data, "ruling.list", {}, as_json)
    if as_json:
        console.as_line(found)
    else:
        penalty_shown.rulings(found)


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    app.add_typer(group, name="penalty")
