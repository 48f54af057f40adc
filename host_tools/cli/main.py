"""The command `tavolo`: one file per group of verbs, each with `register(app)`."""

import errno
import importlib
import importlib.util
import sys

import typer

GROUPS = (
    *("event", "entry", "round_", "sheet", "penalty", "ranking", "print_", "verify"),
    *("score", "vp", "last_lap", "serve", "device", "image", "sim", "demo", "screens", "database", "usb"),
)

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Tavolo: burraco tournaments, from the table to the ranking.")


def whole() -> typer.Typer:
    """The command with all its verbs."""
    for name in [g for g in GROUPS if importlib.util.find_spec("host_tools.cli." + g)]:
        importlib.import_module(f"host_tools.cli.{name}").register(app)
    return app


def main() -> None:
    """Entry point of the command line. Ctrl-C ends it without a word; what was begun is whole, or was not done."""
    try:
        whole()()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except OSError as fault:
        if fault.errno != errno.ENOSPC:
            raise
        sys.stdout = None  # it would be written at the end once more  # type: ignore[assignment]
        raise SystemExit("the answer could not be written: no space left; what was ordered may be done all the same") from fault


if __name__ == "__main__":
    main()
