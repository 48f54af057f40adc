"""`tavolo image`: build a board's image."""

from pathlib import Path
from typing import Annotated

import typer

group = typer.Typer(no_args_is_help=True, help="Images for the tables' boards.")


@group.callback()
def _group() -> None:
    """Keeps `build` a word of its own: a group with one command would swallow it."""


@group.command("build")
def build_image(
    board: Annotated[str, typer.Argument(help="platform/name, such as esp32/devkit38")],
    out: Annotated[Path | None, typer.Option(help="folder for the tree; default build/image/BOARD")] = None,
    romfs: Annotated[Path | None, typer.Option(help="also pack the tree into this ROMFS file")] = None,
) -> None:
    """Compile firmware, libraries, fonts and one board's data into a tree; the same input gives the same bytes.

    Exit code 0: built; 2: it cannot be built, the reason is on stderr.
    """
    from host_tools.image import build
    from host_tools.image.flash import FlashError, make_romfs

    try:
        image = build.build(board, out or Path("build/image") / board, limit=build.RESIDENT_LIMIT)
        if romfs:
            make_romfs(image.path, romfs)
    except (build.ImageError, FlashError, OSError) as error:
        typer.echo(f"no image: {error}", err=True)
        raise typer.Exit(2) from error
    _print_sizes(image, build.RESIDENT_LIMIT)
    if romfs:
        typer.echo(f"ROMFS in {romfs}, {romfs.stat().st_size:,} bytes")


def _print_sizes(image: "object", limit: int) -> None:
    """One line a module, largest first within its level; then the sums."""
    from rich.console import Console
    from rich.table import Table

    from host_tools.image.build import Image

    assert isinstance(image, Image)
    console = Console(soft_wrap=True)
    table = Table("module", "level", "bytes", title=f"{image.manifest['board']}, version {image.manifest['version']}")
    for name, (level, size) in sorted(image.sizes.items(), key=lambda item: (item[1][0], -item[1][1], item[0])):
        table.add_row(name, level, f"{size:,}")
    console.print(table)
    for level in ("resident", "on_demand", "library"):
        console.print(f"{level}: {sum(size for which, size in image.sizes.values() if which == level):,} bytes")
    console.print(f"limit of resident modules: {limit:,} bytes; a module takes about twice its size in RAM")
    console.print(f"hash {image.manifest['hash'][:16]}, tree in {image.path}")


def register(app: typer.Typer) -> None:
    """Add this group to the command."""
    app.add_typer(group, name="image")
