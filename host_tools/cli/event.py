"""`tavolo event`: the event as a whole: made, shown, its rules, its history, its end, its archive."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli import console, event_shown, phase_words, scale_file
from host_tools.cli.desk import DATA, DataOption, JsonOption, run
from host_tools.cli.outgoing import check_place, write_out

group = typer.Typer(no_args_is_help=True, help="The event: made, shown, its rules, its history, its archive.")

_FORM = console.in_help(phase_words.PHASE_FORM)
PhaseOption = Annotated[list[str], typer.Option("--phase", help=f"{_FORM}; once for each phase, in order.")]
ScaleOption = Annotated[
    list[Path], typer.Option("--scale", help="JSON file with a V.P. table of your own (docs/ranking.md), named by scale=ID.")
]
ArbiterOption = Annotated[str | None, typer.Option(help='The arbiter\'s name, for ranking and sheets; "": nobody.')]
CardOption = Annotated[str, typer.Option(help="The arbiter's card number.")]
WhyOption = Annotated[str, typer.Option("--why", help="The reason, for the history. No person's name.")]
ArchiveFile = Annotated[Path, typer.Argument(metavar="FILE", help="The archive, one JSON file.")]


def _phases(texts: list[str], scales: list[Path], as_json: bool) -> list[dict[str, Any]]:
    if not texts:
        raise console.unusable(f"no phase: --phase {phase_words.PHASE_FORM}", phase_words.PHASE_EXAMPLE, as_json)
    try:
        return scale_file.given([phase_words.phase(text) for text in texts], scale_file.read(scales))
    except (phase_words.WordsError, OSError) as fault:
        raise console.unusable(str(fault), "", as_json) from fault


def _settings(words: list[str], as_json: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        return phase_words.settings(words)
    except phase_words.WordsError as fault:
        raise console.unusable(str(fault), "`tavolo event rules` lists all settings of the rules", as_json) from fault


def _arbiter(name: str | None, card: str, as_json: bool) -> dict[str, str] | None:
    if name is None and card:
        raise console.unusable("--arbiter-card: whose?", "name the arbiter, too: --arbiter NAME", as_json)
    return None if name is None else {"name": name, "card": card}


def _tell(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        console.as_line(found)
    else:
        event_shown.event(found["event"])
    if not as_json and found.get("pair_anew"):
        console.say(
            "", "The draft of the next round is old by this: see `tavolo round show`, then pair again with `tavolo round pair`."
        )


@group.command()
def new(
    name: Annotated[str, typer.Argument(help="The event's name.")],
    phase: PhaseOption = [],  # noqa: B006 -- typer copies it
    scale: ScaleOption = [],  # noqa: B006
    kind: Annotated[str, typer.Option(help="pairs, individual or teams.")] = "pairs",
    profile: Annotated[str, typer.Option(help="fibur, fibur_2008 or feburit.")] = "fibur",
    setting: Annotated[list[str], typer.Option("--set", help="NAME=VALUE; as in `tavolo event set`.")] = [],  # noqa: B006
    arbiter: ArbiterOption = None,
    arbiter_card: CardOption = "",
    replace: Annotated[bool, typer.Option("--replace", help="Also while a round of another event is open.")] = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Make an event; it is the one that all commands are about from now on.

    A phase is rounds that are paired alike: how many, how (danish, modified, mitchell, italian, draw, entry, manual), deals of
    a round. Minutes and scale are the rules' for that many deals where they are not said; nobody rests twice in the rounds of
    one session=N. Options of pairing (docs/pairing.md) come after it, such as repeat=all, tables=balance, order=draw.

    Example: tavolo event new "Torneo di Natale" --phase "2 mitchell 4 deals" --phase "2 modified 4 deals 45 min repeat=all"
    """
    body = {"name": name, "kind": kind, "profile": profile, "phases": _phases(phase, scale, as_json), "replace": replace}
    rules, tables = _settings(setting, as_json)
    own = {key: value for key, value in tables.items() if value is not None}
    body |= {"settings": rules, "arbiter": _arbiter(arbiter, arbiter_card, as_json)}
    _tell(run(data, "event.new", body | own, as_json), as_json)


@group.command()
def show(data: DataOption = DATA, as_json: JsonOption = False) -> None:
    """How the event stands: phases, rounds, entries, the tables' PIN.

    Example: tavolo event show
    """
    _tell(run(data, "event.show", {}, as_json), as_json)


@group.command("list")
def list_events(data: DataOption = DATA, as_json: JsonOption = False) -> None:
    """All events of this database, the newest first.

    Example: tavolo event list
    """
    found = run(data, "event.list", {}, as_json)
    if as_json:
        console.as_line(found)
    else:
        event_shown.events(found["events"])


@group.command("open")
def open_event(
    event: Annotated[str, typer.Argument(help="Its id, as `tavolo event list` has it.")],
    replace: Annotated[bool, typer.Option("--replace", help="Also while a round of another event is open.")] = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Go on with another event of this database, as it was left.

    Example: tavolo event open 0a1b2c3d
    """
    _tell(run(data, "event.open", {"event": event, "replace": replace}, as_json), as_json)


@group.command()
def rules(
    name: Annotated[str, typer.Argument(help="One setting, in full; none: all of them, shortly.")] = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Every setting of the rules: what counts in this event, what is usual, where it stands.

    Example: tavolo event rules tie_breaks
    """
    found = run(data, "event.rules", {}, as_json)
    listed = [one for one in found["rules"] if name in ("", one["name"])]
    if not listed:
        raise console.unusable(f"there is no setting {name}", "`tavolo event rules` lists them all", as_json)
    if as_json:
        console.as_line(found | {"rules": listed})
    else:
        event_shown.rules(listed, bool(name))


@group.command("set")
def set_values(
    why: WhyOption,
    values: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME=VALUE...]", help="Settings; an empty value: the usual one again.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Another name of the event.")] = None,
    arbiter: ArbiterOption = None,
    arbiter_card: CardOption = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Change settings of the event, with a reason.

    Settings of the rules are those of `tavolo event rules`; what tables are told: policy (visible, last_minutes, hidden),
    last_minutes, warnings, language (it, en, fr), blind, turn_clock, turn_seconds, muted. A value is a word, a number, yes or
    no, a list with commas, or JSON.

    Example: tavolo event set tie_breaks=direct,net_mp,lot --why "announced before play"
    """
    rules, tables = _settings(values or [], as_json)
    body: dict[str, Any] = {"settings": rules, "tables": tables or None, "name": name, "why": why}
    body["arbiter"] = _arbiter(arbiter, arbiter_card, as_json)
    _tell(run(data, "event.settings", body, as_json), as_json)


@group.command()
def phases(
    why: WhyOption,
    phase: PhaseOption,
    scale: ScaleOption = [],  # noqa: B006
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Name all phases anew, the played ones too: the plan from now on.

    Example: tavolo event phases --phase "2 mitchell 4 deals" --phase "1 danish 4 deals" --why "the hall closes at seven"
    """
    _tell(run(data, "event.phases", {"phases": _phases(phase, scale, as_json), "why": why}, as_json), as_json)


@group.command()
def final(why: WhyOption, data: DataOption = DATA, as_json: JsonOption = False) -> None:
    """End the control period: the ranking is final, and nothing is changed any more.

    Example: tavolo event final --why "no protest within 15 minutes"
    """
    _tell(run(data, "event.final", {"why": why}, as_json), as_json)


@group.command()
def history(
    after: Annotated[int, typer.Option(min=0, help="Only what came after the act of this number.")] = 0,
    kind: Annotated[list[str], typer.Option(help='Only these kinds, such as "round" or "ruling.warning".')] = [],  # noqa: B006
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """All that was done: when, by whom, what was before, why, by which article. Undone lines say by which act.

    Example: tavolo event history --kind round
    """
    found = run(data, "event.history", {"after": after, "kinds": kind}, as_json)
    if as_json:
        console.as_line(found)
    else:
        event_shown.history(found, after)


@group.command()
def archive(
    file: ArchiveFile,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Write the whole event into one file: all acts, persons, sheets, old versions too. Players' names are in it.

    Example: tavolo event archive natale.json
    """
    check_place(file, force, data, as_json)
    found = run(data, "archive.export", {}, as_json)
    whole = found.get("archive", found)
    write_out(file, json.dumps(whole).encode("ascii"), force, data, as_json)
    told = {"file": str(file), "event": whole["event"], "acts": len(whole["acts"]), "records": len(whole["records"])}
    if as_json:
        console.as_line(told)
    else:
        console.say(f"{file}: event {told['event']}, {told['acts']} acts, {told['records']} records. Names of players are in it.")


@group.command()
def restore(
    file: ArchiveFile,
    more: Annotated[bool, typer.Option("--more", help="An event that is here may get what it lacks.")] = False,
    look: Annotated[bool, typer.Option("--look", help="Only say what would come of it.")] = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Read an archived event into this database, as it was, old versions too. It is played once it is opened.

    Example: tavolo event restore natale.json --data elsewhere
    """
    from host_tools.cli.incoming import laid_in

    try:
        with laid_in(data, file) as name:
            found = run(data, "archive.import", {"file": name, "more": more, "look": look}, as_json)
    except (OSError, ValueError) as fault:
        raise console.unusable(str(fault), "name a file that `tavolo event archive` wrote", as_json) from fault
    if as_json:
        console.as_line(found)
        return
    done = "would be restored" if look else "is here already, all of it" if found["same"] else "restored"
    console.say(f"event {found['event']} {found['name']}: {found['acts']} acts, {found['records']} records: {done}")
    if not look:
        console.say(f"To go on with it: tavolo event open {found['event']}")


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    app.add_typer(group, name="event")
