"""The gallery in every language: through the real driver, read back; and the checks themselves, which must be able to fail."""

import dataclasses
import functools
from pathlib import Path

import pytest
from on_device import picture_names, pictures, shots
from typer.testing import CliRunner

from host_tools.cli.screens import register
from host_tools.gallery import check, page, render
from host_tools.gallery.required import REQUIRED, required

LANGUAGES = render.languages()


@functools.cache
def words(language: str) -> dict[str, str]:
    return check.texts(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", picture_names())
def test_screen_reads_as_it_must(language: str, name: str) -> None:
    assert check.complaints(shots()[language][name], words(language)) == []


def test_every_language_has_every_screen() -> None:
    assert LANGUAGES[0] == "it"
    for language in LANGUAGES:
        assert sorted(shots()[language]) == picture_names(), language


def test_the_driver_shows_what_the_tests_of_the_screens_compare() -> None:
    assert {name: shot.frame for name, shot in shots()["it"].items()} == pictures()


def test_every_rule_about_words_is_about_a_picture_and_a_text() -> None:
    for entry, names in REQUIRED.items():
        assert any(name == entry or name.startswith(entry + "-") for name in picture_names()), entry
        assert set(names) <= set(words("it")), entry


def test_every_screen_has_words_that_it_is_for() -> None:
    """Add a row to host_tools/gallery/required.py for a new screen: whose turn it is, what is asked, which key goes on."""
    assert [name for name in picture_names() if not required(name) and name not in check.WORDLESS] == []


@pytest.mark.parametrize("name", ["keeper", "confirm", "result", "call-coming", "time-out-turn", "waiting"])
def test_another_language_does_not_pass(name: str) -> None:
    """Required words come from the language's file: an Italian picture is no French one."""
    found = check.complaints(shots()["it"][name], words("fr"))
    assert any("is not there" in complaint for complaint in found), found


def shot(**changes: object) -> render.Shot:
    """The Italian confirmation, changed."""
    return dataclasses.replace(shots()["it"]["confirm"], **changes)  # type: ignore[arg-type]


def test_a_picture_without_a_required_word_is_found() -> None:
    frame = bytearray(shots()["it"]["confirm"].frame)
    frame[6 * 128 :] = bytes(256)  # the line with the totals
    found = check.complaints(shot(frame=bytes(frame)), words("it"))
    assert f"TOTAL is not there: {words('it')['TOTAL']}" in found
    assert "the panel shows something else than was drawn" in found


def test_a_text_that_was_drawn_over_is_found() -> None:
    found = check.complaints(shot(said=[(12, "coperto")]), words("it"))
    assert found == ["drawn, but not to be read: coperto"]


def test_small_and_clipped_texts_are_found() -> None:
    found = check.complaints(shot(said=[(8, "onori")], faults=["sticks out: xyz"]), words("it"))
    assert found == ["sticks out: xyz", "text of 8 pixels: onori"]


def test_an_empty_picture_is_found() -> None:
    assert "nothing can be read" in check.complaints(shot(frame=bytes(1024)), words("it"))


def test_the_longest_rule_counts() -> None:
    assert required("signed-here") == ("SAFE_HERE",)
    assert required("signed") == REQUIRED["signed"]
    assert required("nothing-of-ours") == ()


def test_command_writes_pictures_and_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # every tenth picture: all of them have been read above
    some = {language: {name: of[name] for name in [*sorted(of)[::10], "confirm"]} for language, of in shots().items()}
    monkeypatch.setattr(render, "render", lambda: some)
    import typer

    app = typer.Typer()
    app.callback()(lambda: None)
    register(app)
    out = tmp_path / "screens"
    (out / "it").mkdir(parents=True)
    (out / "it/gone.png").write_bytes(b"")
    done = CliRunner().invoke(app, ["screens", "--out", str(out)])
    assert done.exit_code == 0, done.output
    index = (out / "index.html").read_text(encoding="utf-8")
    for language in LANGUAGES:
        assert sorted(path.stem for path in (out / language).glob("*.png")) == sorted(some[language])
        assert f'src="{language}/confirm.png"' in index
    from PIL import Image

    with Image.open(out / "it/confirm.png") as image:
        assert image.size == (512, 256)


def test_page_shows_complaints() -> None:
    one = {"it": {"confirm": shots()["it"]["confirm"]}}
    text = page.index(one, {("it", "confirm"): ["TOTAL <is> not there"]}, "1")
    assert "TOTAL &lt;is&gt; not there" in text
    assert "1 with complaints" in text


def test_a_scene_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "scripts", lambda: ["no_such_script"])
    with pytest.raises(render.GalleryError, match="no_such_script, it"):
        render.render(["it"])
