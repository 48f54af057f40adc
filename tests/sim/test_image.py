"""The image: the same bytes each time, nothing of this machine in it, its budget, and what the build refuses."""

import hashlib
import json
import struct
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from host_tools import __version__
from host_tools.cli import image as image_cli
from host_tools.image import build, inline, sources
from host_tools.image.flash import FlashError, files_in, interpreter, make_flash, make_romfs

app = typer.Typer()
image_cli.register(app)
TABLES = {"k": {"DEAL": 11, "UNKNOWN": -32768}, "i": {"GO": 3}, "t": {}, "n": {}}


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("board", build.board_names())
def test_two_builds_of_a_board_are_the_same_bytes(board: str, tmp_path: Path) -> None:
    first = build.build(board, tmp_path / "a", limit=99000)
    second = build.build(board, tmp_path / "elsewhere/b", limit=99000)
    assert contents(first.path) == contents(second.path)
    make_romfs(first.path, tmp_path / "a.rom")
    make_romfs(second.path, tmp_path / "b.rom")
    assert (tmp_path / "a.rom").read_bytes() == (tmp_path / "b.rom").read_bytes()
    assert not [name for name, data in contents(first.path).items() if str(tmp_path).encode() in data or b"/work/" in data]


@pytest.mark.parametrize("board", build.board_names())
def test_the_resident_modules_fit_their_budget(board: str, tmp_path: Path) -> None:
    image = build.build(board, tmp_path / "tree")
    assert 20000 < image.resident_bytes <= build.RESIDENT_LIMIT == 30720


def test_the_manifest_says_what_is_in_the_image(sim_image: build.Image) -> None:
    manifest = json.loads((sim_image.path / "manifest.json").read_text())
    assert (manifest["format"], manifest["version"], manifest["board"]) == (1, __version__, "unix/sim_table")
    here = contents(sim_image.path)
    del here["manifest.json"]
    assert set(here) == set(manifest["files"])
    whole = hashlib.sha256()
    for name in sorted(here):
        assert manifest["files"][name] == {"bytes": len(here[name]), "sha256": hashlib.sha256(here[name]).hexdigest()}
        whole.update(name.encode() + b"\0" + hashlib.sha256(here[name]).digest())
    assert manifest["hash"] == whole.hexdigest()


def test_what_is_in_the_image_and_what_is_not(sim_image: build.Image) -> None:
    here = contents(sim_image.path)
    assert {"main.py", "board.mpy", "boards/unix/port.mpy", "adafruit_ssd1306.mpy", "tavolo/domain/sheet.mpy"} <= set(here)
    assert {"assets/text.fnt", "assets/it.txt"} <= set(here)
    assert not {"tavolo/domain/kinds.mpy", "tavolo/hal.mpy", "boards/unix/blockdev.mpy", "boards/esp32/port.mpy"} & set(here)
    assert [name for name in here if name.endswith(".py")] == ["main.py"]
    assert all(data[:2] == b"M\x06" for name, data in here.items() if name.endswith(".mpy"))
    assert __version__.encode() in here["board.mpy"]


def test_the_libraries_come_unchanged_from_their_packages() -> None:
    import adafruit_ssd1306

    driver = next(source for source in sources.sources("unix/sim_table") if source.name == "adafruit_ssd1306.py")
    assert driver.text == Path(adafruit_ssd1306.__file__).read_text() and driver.level == "library"


def test_another_build_into_the_same_folder_replaces_the_first(tmp_path: Path) -> None:
    build.build("unix/sim_table", tmp_path / "tree", limit=99000)
    (tmp_path / "tree/stray.mpy").write_bytes(b"old")
    build.build("unix/sim_table", tmp_path / "tree", limit=99000)
    assert not (tmp_path / "tree/stray.mpy").exists()


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(build.ImageError, match="holds something else"):
        build.build("unix/sim_table", tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_over_the_budget_the_build_fails_and_says_by_how_much(tmp_path: Path) -> None:
    with pytest.raises(build.ImageError, match=r"resident modules take [\d,]+ bytes, the limit is 1,000"):
        build.build("unix/sim_table", tmp_path / "tree", limit=1000)
    assert not (tmp_path / "tree/manifest.json").exists()


def test_an_unknown_board_is_named_with_those_there_are(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["image", "build", "esp32/toaster", "--out", str(tmp_path / "x")])
    assert result.exit_code == 2
    assert "esp32/toaster" in result.stderr and "esp32/devkit38" in result.stderr and result.stdout == ""


def test_the_command_builds_packs_and_prints_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "RESIDENT_LIMIT", 99000)
    rom = tmp_path / "out.romfs"
    result = CliRunner().invoke(app, ["image", "build", "esp32/devkit38", "--out", str(tmp_path / "tree"), "--romfs", str(rom)])
    assert result.exit_code == 0, result.output
    assert "tavolo/domain/sheet.py" in result.stdout and "resident" in result.stdout
    assert rom.read_bytes()[:3] == b"\xd2\xcd\x31"


def test_a_module_that_the_manifest_does_not_list_fails_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    firmware = tmp_path / "firmware"
    (firmware / "tavolo").mkdir(parents=True)
    (firmware / "manifest.py").write_text("MODULES = {'tavolo/a.py': 'resident', 'tavolo/c.py': 'resident'}")
    for name in ("a", "b", "c"):
        (firmware / f"tavolo/{name}.py").write_text("")
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    with pytest.raises(build.ImageError, match=r"does not list: tavolo/b\.py"):
        sources.manifest_levels()
    (firmware / "tavolo/b.py").unlink()
    (firmware / "tavolo/c.py").unlink()
    with pytest.raises(build.ImageError, match=r"not there: tavolo/c\.py"):
        sources.manifest_levels()
    (firmware / "manifest.py").write_text("MODULES = {'tavolo/a.py': 'perhaps'}")
    with pytest.raises(build.ImageError, match=r"unknown level of tavolo/a\.py"):
        sources.manifest_levels()


def test_names_become_numbers_and_lines_stay_where_they_are() -> None:
    source = (
        '"""k.DEAL"""\nfrom tavolo.domain import kinds as k\n\n\ndef f(x):  # k.DEAL\n'
        "    from tavolo.ui import intents as i\n    è = 'à'; y = {k.DEAL: k.UNKNOWN - k.UNKNOWN, 'k.DEAL': x.k.DEAL}\n"
        "    return -k.UNKNOWN, (k.\n        DEAL), i.GO, y\n"
    )
    out = inline.inline(source, TABLES, "f.py")
    assert out.count("\n") == source.count("\n")
    lines = out.split("\n")
    assert (lines[0], lines[1], lines[4], lines[5]) == ('"""k.DEAL"""', "pass", "def f(x):  # k.DEAL", "    pass")
    assert lines[6] == "    è = 'à'; y = {11: (-32768) - (-32768), 'k.DEAL': x.k.DEAL}"
    scope: dict[str, object] = {}
    exec(out.replace("x.k.DEAL", "0"), scope)
    assert scope["f"](0)[:3] == (32768, 11, 3)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("from tavolo.domain import kinds as k\nx = k.NOTHING\n", "f.py:2: k.NOTHING is not defined"),
        ("from tavolo.domain import kinds\n", "f.py:1: write: from tavolo.domain import kinds as k"),
        ("from tavolo.domain import kinds as q\n", "write: from tavolo.domain import kinds as k"),
        ("from tavolo.domain.kinds import DEAL\n", "write: from tavolo.domain import kinds as k"),
        ("import tavolo.domain.kinds\n", "write: from tavolo.domain import kinds as k"),
        ("from tavolo.domain import kinds as k, deal\n", "write: from tavolo.domain import kinds as k"),
        ("from tavolo.domain import kinds as k\nfor k in (1, 2):\n    pass\n", "f.py:2: k is the name"),
        ("from tavolo.domain import kinds as k\ndef f(k):\n    return 0\n", "f.py:2: k is the name"),
        ("from tavolo.domain import kinds as k\nx = getattr(k, 'DEAL')\n", "f.py:2: k is the name"),
        ("from tavolo.domain import kinds as k\nk.DEAL = 3\n", "f.py:2: k.DEAL is a number"),
    ],
)
def test_a_name_that_cannot_be_put_in_place_fails_with_its_line(source: str, words: str) -> None:
    with pytest.raises(inline.InlineError) as caught:
        inline.inline(source, TABLES, "f.py")
    assert words in str(caught.value)


def test_a_module_without_inlined_names_is_left_as_it_is() -> None:
    source = "for k in 'abc':\n    print(k.DEAL)\n"
    assert inline.inline(source, TABLES, "f.py") == source


@pytest.mark.parametrize("line", ["A = B", "A = 'x'", "A = 1.5", "A = True", "A = B = 1", "A, B = 1, 2", "def f(): pass"])
def test_an_inlined_module_holds_numbers_only(line: str, tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text(f'"""Doc."""\nOK = 1\n{line}\n')
    with pytest.raises(inline.InlineError, match=r"names\.py:3"):
        inline.numbers(tmp_path / "names.py")
    (tmp_path / "names.py").write_text('"""Doc."""\nA = -3\nB = 0x10\n')
    assert inline.numbers(tmp_path / "names.py") == {"A": -3, "B": 16}


@pytest.mark.sim
def test_a_flash_image_holds_the_tree_and_the_settings(sim_image: build.Image, tmp_path: Path) -> None:
    make_flash(tmp_path / "t.flash", sim_image.path, {"device": "0000000a"})
    found = files_in(tmp_path / "t.flash")
    assert json.loads(found.pop("settings.json")) == {"device": "0000000a"}
    assert found == contents(sim_image.path)
    assert (tmp_path / "t.flash").stat().st_size == 256 * 4096


@pytest.mark.sim
def test_a_flash_too_small_for_the_tree_is_refused(sim_image: build.Image, tmp_path: Path) -> None:
    with pytest.raises(FlashError, match="28"):
        make_flash(tmp_path / "t.flash", sim_image.path, {}, blocks=8)


@pytest.mark.sim
def test_a_damaged_flash_image_cannot_be_read_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "t.flash").write_bytes(struct.pack("<I", 7) * 4096)
    with pytest.raises(FlashError, match="flash image"):
        files_in(tmp_path / "t.flash")


def test_without_micropython_the_text_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr(sys, "meta_path", [])
    monkeypatch.delitem(sys.modules, "micropython_run", raising=False)
    with pytest.raises(FlashError, match="the sim extra has no MicroPython for this system"):
        interpreter()
