"""`tavolo score FILE`: a sheet's deals, running totals, result and everything that is wrong with it; needs no device."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools import findings
from host_tools.cli import score_file
from tavolo.domain import deal, scoring, victory

_NO_SCALE = 'there is no official VP scale for this number of deals: name one as "scale" to get victory points'


def _pair(ns: int, ew: int) -> dict[str, int]:
    return {"ns": ns, "ew": ew}


def _problem(number: int | None, line: int, code: str, level: str, message: str) -> dict[str, Any]:
    name = findings.LINES[line] if line >= 0 else None
    return {"deal": number, "line": name, "code": code, "level": level, "message": message}


def result(sheet: score_file.ScoreFile) -> dict[str, Any]:
    """Everything the command prints (RULES 1.2, 1.7, 2). `vp` is None while deals are missing, or without a scale."""
    deals, running, problems = [], [], []
    ns = ew = 0
    for number, one in enumerate(sheet.sheet, start=1):
        both = scoring.totals(one.ns, one.ew, sheet.profile)
        ns, ew = ns + both[0], ew + both[1]
        deals.append(_pair(*both))
        running.append(_pair(ns, ew))
        for found in deal.problems(one.ns, one.ew, sheet.profile, one.override):
            problems.append(_problem(number, found[2], found[0], findings.LEVELS[found[1]], findings.text(found)))
    vp = None
    if sheet.scale is None:
        problems.append(_problem(None, -1, "no_official_scale", "warn", _NO_SCALE))
    elif len(sheet.sheet) == sheet.deals or sheet.ended:
        winner, loser = victory.vp(sheet.scale[3], abs(ns - ew))
        vp = _pair(winner, loser) if ns >= ew else _pair(loser, winner)
    return {
        "deals": deals,
        "running": running,
        "mp": _pair(ns, ew),
        "difference": abs(ns - ew),
        "vp": vp,
        "problems": problems,
    }


def breaks_a_rule(found: dict[str, Any]) -> bool:
    """Whether anything in the result is hard and not approved."""
    return any(problem["level"] == "hard" for problem in found["problems"])


def _print(found: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("deal", "N-S", "E-W", "total N-S", "total E-W")
    for number, (one, run) in enumerate(zip(found["deals"], found["running"], strict=True), start=1):
        table.add_row(*(str(value) for value in (number, one["ns"], one["ew"], run["ns"], run["ew"])))
    console = Console(highlight=False)
    console.print(table)
    vp = f"{found['vp']['ns']} - {found['vp']['ew']}" if found["vp"] else "not yet"
    mp = found["mp"]
    console.print(
        f"N-S {mp['ns']}, E-W {mp['ew']}, difference {found['difference']}; victory points {vp}", markup=False, soft_wrap=True
    )
    for problem in found["problems"]:
        where = f"deal {problem['deal']}" if problem["deal"] else "sheet"
        console.print(f"{problem['level']}: {where}: {problem['message']} [{problem['code']}]", markup=False, soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add `score` to the command line."""

    @app.command()
    def score(
        file: Annotated[Path, typer.Argument(help="the sheet as JSON: profile, deals, sheet; optional ended, scale")],
        as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    ) -> None:
        """Score a sheet. Exit code 0: good; 1: a hard rule is broken; 2: the file cannot be used."""
        try:
            sheet = score_file.read(file)
        except score_file.UnusableInput as error:
            typer.echo(f"tavolo score: {file}: {error}", err=True)
            raise typer.Exit(2)
        found = result(sheet)
        if as_json:
            typer.echo(json.dumps(found))
        else:
            _print(found)
        raise typer.Exit(1 if breaks_a_rule(found) else 0)
