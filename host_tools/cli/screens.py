"""`tavolo screens`: every screen of the device in every language, as pictures."""

from pathlib import Path
from typing import Annotated

import typer


def screens(
    out: Annotated[Path, typer.Option(help="folder for the pictures and index.html")] = Path("build/screens"),
) -> None:
    """Render all screens in all languages through the real driver, read them back, write pictures and a page.

    Exit code 0: all is well; 1: a picture does not read as it should; 2: they could not be rendered.
    """
    from host_tools import __version__
    from host_tools.gallery import check, page, render

    try:
        shots = render.render()
        words = {language: check.texts(language) for language in shots}
        wrong = {
            (language, name): found
            for language, pictures in shots.items()
            for name, shot in pictures.items()
            if (found := check.complaints(shot, words[language]))
        }
        count = page.write(out, shots, wrong, __version__)
    except (render.GalleryError, OSError) as error:
        typer.echo(f"no screens: {error}", err=True)
        raise typer.Exit(2) from error
    for (language, name), found in wrong.items():
        typer.echo(f"{language} {name}: {'; '.join(found)}", err=True)
    typer.echo(f"{count} pictures, {len(wrong)} with complaints: {out / 'index.html'}")
    raise typer.Exit(1 if wrong else 0)


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("screens")(screens)
