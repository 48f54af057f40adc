"""The command `tavolo`: one file per group of verbs, each with `register(app)`. Groups load only when they are there to run."""

import typer

from host_tools.cli import demo, device, image, last_lap, score, serve, sim, vp

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Tavolo: burraco tournaments, from the table to the ranking.")

for group in (score, vp, last_lap, serve, device, image, sim, demo):
    group.register(app)


def main() -> None:
    """Entry point of the command line."""
    app()
