"""`tavolo image`: build a board's image."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.image import build as builder
from host_tools.image.flash import make_romfs

group = typer.Typer(no_args_is_help=True, help="Images for the tables' boards.")


@group.command("build")
def build(
    board: Annotated[str, typer.Argument(help="platform/name, such as esp32/devkit38")],
    out: Annotated[Path | None, typer.Option(help="folder for the tree; default build/image/BOARD")] = None,
    romfs: Annotated[Path | None, typer.Option(help="also pack the tree into this ROMFS file")] = None,
) -> None:
    """Compile firmware, libraries, fonts and one board's data into a tree; the same input gives the same bytes."""
    console = Console()
    try:
        image = builder.build(board, out or Path("build/image") / board)
        if romfs:
            make_romfs(image.path, romfs)
    except builder.ImageError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    table = Table("module", "level", "bytes", title=f"{board}, version {image.manifest['version']}")
    for name, (level, size) in sorted(image.sizes.items(), key=lambda item: (item[1][0], -item[1][1])):
        table.add_row(name, level, f"{size:,}")
    console.print(table)
    console.print(f"resident {image.resident_bytes:,} of {builder.RESIDENT_LIMIT:,} bytes; hash {image.manifest['hash'][:16]}")
    console.print(f"tree in {image.path}")


def register(app: typer.Typer) -> None:
    """Add this group to the command."""
    app.add_typer(group, name="image")
