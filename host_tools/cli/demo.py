"""`tavolo demo`: a tournament on simulated tables, to watch or unattended."""

import json
import time
from typing import Annotated

import typer

from host_tools.cli.ending import end_on_terminate


def demo(
    tables: Annotated[int, typer.Option(min=1, max=40, help="Simulated tables.")] = 4,
    rounds: Annotated[int, typer.Option(min=1, max=10, help="The first half Mitchell, then modified Danish.")] = 4,
    deals: Annotated[int, typer.Option(min=2, max=4, help="Deals per round.")] = 2,
    fast: Annotated[bool, typer.Option("--fast", help="As fast as the keys go, instead of at a person's pace.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The last line is the result as JSON.")] = False,
    leave: Annotated[bool, typer.Option("--exit", help="End after the last round instead of serving on.")] = False,
    seed: Annotated[int, typer.Option(help="Same seed, same deals.")] = 1,
    odd: Annotated[bool, typer.Option("--odd", help="No late pair comes, so that somebody rests in every round.")] = False,
    kill_table: Annotated[bool, typer.Option("--kill-table", help="Kill one table's process in mid-deal.")] = False,
    kill_server: Annotated[bool, typer.Option("--kill-server", help="Kill the server in mid-round.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The server's port; 0 takes a free one.")] = 8770,
    page_port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page with the tables' screens.")] = 8772,
) -> None:
    """Play a whole tournament: server, tables with the real firmware, players who read screens and press keys.

    An odd number of pairs, one more that comes late, two warnings and a corrected sheet; at the end the ranking is compared with
    what the players meant, and with a second reckoning of all numbers (`verify`).
    """
    try:
        from host_tools.demo.organiser import OrganiserError
        from host_tools.demo.tournament import Demo, Wishes
        from host_tools.image.build import ImageError
        from host_tools.image.flash import FlashError
        from host_tools.server.keys import KeysError
        from host_tools.simulator.page import serve_page
    except ImportError as missing:
        typer.echo(f"{missing.name} is not installed: pip install 'tavolo[firmware,sim,dev]'", err=True)
        raise typer.Exit(2) from missing
    wishes = Wishes(tables=tables, rounds=rounds, deals=deals, fast=fast, seed=seed, port=port, odd=odd)
    wishes.story, wishes.kill_table, wishes.kill_server, wishes.say = True, kill_table, kill_server, _say(as_json)
    play = Demo(wishes)
    page = result = None
    end_on_terminate()
    try:
        play.wishes.say("simulated tables: real firmware on MicroPython; players press their keys")
        if not leave:
            page = serve_page(play.tables, page_port)
            play.wishes.say(f"the tables' screens: http://127.0.0.1:{page.port}/")
        result = play.run()
        _show(result, as_json)
        if not leave:
            _serve_on(play)
    except (FlashError, ImageError, OrganiserError, KeysError, OSError) as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(2) from fault
    except KeyboardInterrupt:
        if result is None:
            raise typer.Exit(130) from None  # ended before there was anything to agree on
    finally:
        if page:
            page.stop()
        play.stop()
    if not result["agree"]:
        raise typer.Exit(1)


def _say(quiet: bool):
    began = time.monotonic()

    def say(text: str) -> None:
        typer.echo(f"{time.monotonic() - began:6.1f} s  {text}", err=quiet)

    return say


def _show(result: dict, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result), flush=True)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("", "pair", "VP", "MP", title="Final ranking")
    for n, row in enumerate(result["ranking"], 1):
        table.add_row(str(n), row["pair"], str(row["vp"]), str(row["mp"]))
    Console().print(table)
    same = [(row["pair"], row["vp"], row["mp"]) for row in result["recount"]]
    agrees = sorted(same) == sorted((row["pair"], row["vp"], row["mp"]) for row in result["ranking"])
    print("recount from what the players meant:", "agrees" if agrees else "DIFFERS")
    print("verify:", *result["verify"], sep="\n  ")


def _serve_on(play) -> None:
    server = play.server
    print(
        f"\nlook at  {server.url}/  user {server.user}, password {server.password}\n         {server.url}/wall\nCtrl-C ends it.",
        flush=True,
    )
    while True:
        time.sleep(1)


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command()(demo)
