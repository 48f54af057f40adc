"""`tavolo sheet`: score sheets: shown, entered from paper, judged and corrected by the law, lines swapped."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli import console, deal_words, sheet_decide, sheet_file, sheet_shown
from host_tools.cli.desk import DATA, DataOption, JsonOption, run
from host_tools.cli.event import WhyOption
from host_tools.cli.phase_words import WordsError
from host_tools.cli.sheet_decide import RoundArgument, TableArgument

group = typer.Typer(no_args_is_help=True, help="Score sheets: shown, entered from paper, corrected by the rules.")

DealsOption = Annotated[list[str], typer.Option("--deal", help=f"{console.in_help(deal_words.FORM)}; once for each deal.")]
ArticleOption = Annotated[str, typer.Option(help="The article, where it is another than the law's own.")]
BothOption = Annotated[bool, typer.Option("--both-admit", help="Both lines say so.")]
TimeOption = Annotated[bool, typer.Option("--told-in-time", help="The arbiter was told in time.")]
SignedOption = Annotated[bool, typer.Option("--countersigned", help="The arbiter countersigns it.")]
AgainstOption = Annotated[str, typer.Option(help="Why it is done although the law refuses (where the event allows that).")]
_ERRORS = "sum_error, swapped_scores, misentry, forgotten_burraco, arbiter_score, office_typing"


@group.command()
def show(round_number: RoundArgument, table: TableArgument, data: DataOption = DATA, as_json: JsonOption = False) -> None:
    """A sheet: what counts of each deal, in the words of `tavolo sheet enter`, and older versions.

    Example: tavolo sheet show 1 4
    """
    sheet_shown.answered(run(data, "sheet.show", {"round": round_number, "table": table}, as_json), as_json)


@group.command("list")
def list_sheets(
    round_number: Annotated[int | None, typer.Argument(metavar="[ROUND]", min=1, help="None: the newest.")] = None,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """All sheets of a round: which are missing, part, unsigned, by hand, signed, corrected.

    Example: tavolo sheet list 1
    """
    found = run(data, "sheet.list", {"round": round_number}, as_json)
    if as_json:
        console.as_line(found)
    else:
        sheet_shown.listed(found)


@group.command()
def enter(
    round_number: RoundArgument,
    table: Annotated[int | None, typer.Argument(metavar="[TABLE]", min=1, help="None: --file has all tables.")] = None,
    deal: DealsOption = [],  # noqa: B006 -- typer copies it
    file: Annotated[str | None, typer.Option(help="CSV with table, deal, ns, ew; - is standard input.")] = None,
    swapped: Annotated[bool, typer.Option("--swapped", help="The pairs sat the other way round than planned.")] = False,
    part: Annotated[bool, typer.Option("--part", help="Not signed yet, even if all deals are there.")] = False,
    early: Annotated[bool, typer.Option("--early", help="It ended early: what is there counts as signed.")] = False,
    why: Annotated[str, typer.Option(help="A reason, if there is something to say.")] = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Type in a paper sheet, or with --file those of all tables. What cannot be is refused, with the rule.

    A deal: its number, then for each line its words; what is not named is nought. c1 s0 d2: burracos, clean, semi-clean and
    dirty; closed; the pile is played, unless taken (not played), nottaken or waived; neg45 pos345; arb-100: the arbiter's
    points. reason=1..5: the case of RULES 1.7 that lets hard findings pass. At a terminal, without --deal and --file, it asks.

    A file names its columns first: table;deal;ns;ew, and has a row for each deal: 1;1;c1 closed pos345;d1 neg60 pos180.

    Example: tavolo sheet enter 1 4 --deal "1 ns:c1 d1 closed pos345 ew:d1 neg60 pos180" --deal "2 ns:pos150 ew:c2 closed pos410"
    """
    try:
        if table is None and not file:
            raise WordsError("no table: name it, or give --file with all tables' sheets")
        if file:
            sheets = sheet_file.read(_bytes(file), round_number, table)
        else:
            deals = [deal_words.deal(text) for text in deal] or _asked(data, round_number, table or 0, as_json)
            sheets = [{"table": table, "deals": deals}]
    except (WordsError, OSError) as fault:
        raise console.unusable(str(fault), "`tavolo sheet enter --help` shows the form", as_json) from fault
    signed = False if part else True if early else None
    more = ({"swapped": True} if swapped else {}) | ({} if signed is None else {"signed": signed})
    sheets = [sheet | more for sheet in sheets]
    if table is None:
        found = run(data, "sheet.enter_all", {"round": round_number, "sheets": sheets, "why": why}, as_json)
        _tell_all(found, as_json)
    else:
        sheet_shown.answered(run(data, "sheet.enter", {"round": round_number, "why": why} | sheets[0], as_json), as_json)


def _bytes(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(sheet_file.LIMIT_BYTES + 1)
    with Path(file).open("rb") as opened:
        return opened.read(sheet_file.LIMIT_BYTES + 1)


def _tell_all(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        console.as_line(found)
        return
    console.say(f"{found['new']} deals entered; signed tables: {', '.join(map(str, found['signed'])) or 'none'}")
    missing = ", ".join(map(str, found["missing"]))
    console.say(f"still missing: {missing}" if missing else f"all sheets of round {found['round']} are in")
    sheet_shown.draft_gone(found)


def _asked(data: Path, number: int, table: int, as_json: bool) -> list[dict[str, Any]]:
    """Ask for each deal that is not there yet. Raises WordsError where nobody can be asked."""
    if as_json or not sys.stdin.isatty():
        raise WordsError(f"no deal: --deal {deal_words.FORM}, or --file")
    sheet = run(data, "sheet.show", {"round": number, "table": table}, as_json)["sheet"]
    console.say(f"N/S {sheet_shown.side(sheet['state']['ns'])}", f"E/W {sheet_shown.side(sheet['state']['ew'])}")
    console.say("words: cN sN dN closed taken|nottaken|waived negN posN; an empty line for N/S ends it", "")
    found = []
    for one in sheet["deals"]:
        if not one["standing"]:
            ns = _line(f"deal {one['deal']}  N/S")
            if ns is None:
                break
            found.append({"deal": one["deal"], "ns": ns, "ew": _line(f"deal {one['deal']}  E/W") or {}})
    return found


def _line(question: str) -> dict[str, Any] | None:
    while True:
        words = typer.prompt(question, default="", show_default=False)
        try:
            return deal_words.line(words) if words.strip() else None
        except WordsError as fault:
            typer.echo(str(fault), err=True)


@group.command()
def judge(
    round_number: RoundArgument,
    table: TableArgument,
    error: Annotated[str | None, typer.Option(help=f"One of {_ERRORS}; none: each of them.")] = None,
    both_admit: BothOption = False,
    told_in_time: TimeOption = False,
    countersigned: SignedOption = False,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Ask the correction law (RULES 5) what may be done with a sheet now. Nothing is changed.

    Example: tavolo sheet judge 1 4 --error misentry --both-admit
    """
    said = {"both_admit": both_admit, "told_in_time": told_in_time, "countersigned": countersigned}
    found = run(data, "sheet.judge", {"round": round_number, "table": table, "error": error} | said, as_json)
    if as_json:
        console.as_line(found)
    else:
        sheet_shown.verdicts(found)


@group.command()
def correct(
    round_number: RoundArgument,
    table: TableArgument,
    deal: Annotated[str, typer.Option(help=f"The deal as it should be, whole: {deal_words.FORM}")],
    error: Annotated[str, typer.Option(help=f"What went wrong: {_ERRORS}.")],
    why: WhyOption,
    article: ArticleOption = "",
    both_admit: BothOption = False,
    told_in_time: TimeOption = False,
    countersigned: SignedOption = False,
    against: AgainstOption = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Correct a deal of a sheet, as far as the correction law allows it; all versions are kept.

    The deal is given whole, as in `tavolo sheet enter`; `tavolo sheet show` has its words to copy. Ask first what is allowed:
    `tavolo sheet judge`.

    Example: tavolo sheet correct 1 4 --deal "2 ns:pos150 ew:c2 closed pos410" --error misentry --both-admit --why "315 was 150"
    """
    try:
        entered = deal_words.deal(deal)
    except WordsError as fault:
        raise console.unusable(str(fault), "`tavolo sheet show` has the deal in these words", as_json) from fault
    body = {"round": round_number, "table": table, "error": error, "why": why, "article": article, "against": against}
    body |= {"both_admit": both_admit, "told_in_time": told_in_time, "countersigned": countersigned}
    sheet_shown.answered(run(data, "sheet.correct", body | entered, as_json), as_json)


@group.command()
def swap(
    round_number: RoundArgument,
    table: TableArgument,
    why: WhyOption,
    article: ArticleOption = "",
    both_admit: BothOption = False,
    told_in_time: TimeOption = False,
    countersigned: SignedOption = False,
    against: AgainstOption = "",
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Give each line the scores that were written for the other one.

    Example: tavolo sheet swap 1 4 --both-admit --why "both lines say so"
    """
    body = {"round": round_number, "table": table, "why": why, "article": article, "against": against}
    body |= {"both_admit": both_admit, "told_in_time": told_in_time, "countersigned": countersigned}
    sheet_shown.answered(run(data, "sheet.swap", body, as_json), as_json)


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    sheet_decide.add(group)
    app.add_typer(group, name="sheet")
