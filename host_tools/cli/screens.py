"""`tavolo screens`: every screen of the device in every language, as pictures; the quick card."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from host_tools.gallery import render


def screens(
    out: Annotated[Path | None, typer.Option(help="folder; default build/screens, or build/card for the card")] = None,
    card: Annotated[bool, typer.Option("--card", help="make the quick card (two sides of A5) in each language instead")] = False,
) -> None:
    """Render all screens in all languages through the real driver, read them back, write pictures and a page.

    Exit code 0: all is well; 1: a picture does not read as it should, or the card does not fit its paper; 2: the screens
    could not be rendered.
    """
    from host_tools.gallery import render
    from host_tools.gen import quick_card

    try:
        shots = render.render()
        code = quick_card.make(out or quick_card.OUT, shots) if card else _gallery(out or Path("build/screens"), shots)
    except (render.GalleryError, OSError) as error:
        typer.echo(f"no screens: {error}", err=True)
        raise typer.Exit(2) from error
    raise typer.Exit(code)


def _gallery(out: Path, shots: "dict[str, dict[str, render.Shot]]") -> int:
    from host_tools import __version__
    from host_tools.gallery import check, page

    wrong = check.all_complaints(shots)
    count = page.write(out, shots, wrong, __version__)
    for (language, name), found in wrong.items():
        typer.echo(f"{language} {name}: {'; '.join(found)}", err=True)
    typer.echo(f"{count} pictures, {len(wrong)} with complaints: {out / 'index.html'}")
    return 1 if wrong else 0


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("screens")(screens)
