"""`tavolo print`: every paper, every format, into a file, to standard output, and what is refused."""

import io
import json
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from openpyxl import load_workbook
from typer.testing import CliRunner, Result

from host_tools.cli.main import whole
from host_tools.cli.outgoing import write_out
from tests.server.desk import Office, pairs
from tests.server.paper import finish

PAPERS = ("seating", "slips", "sheets", "ranking", "entries", "rulings", "results")
PHASES = [{"method": "entry", "rounds": 2, "deals": 2}]
run = CliRunner().invoke


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A round that was played."""
    made = tmp_path_factory.mktemp("command") / "data"
    office = Office(made)
    office.event(pairs(4), phases=PHASES)
    first = office.do("round.pair")["round"]
    office.do("round.publish", seen=first["id"])
    finish(office, first)
    office.do("ruling.add", kind="warning", competitors=[2], offence="other", why="prova")
    office.close()
    yield made


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _print(folder: Path, *words: str, code: int = 0) -> Result:
    done = run(whole(), ["print", *words, "--data", str(folder)])
    assert done.exit_code == code, (done.output, done.exception)
    return done


def _holds(what: str, form: str, data: bytes) -> None:
    """That it is of this format, and has something in it that the paper is for."""
    if form == "xlsx":
        rows = list(load_workbook(io.BytesIO(data)).active.iter_rows(values_only=True))
        text = str(rows)
    elif form == "json":
        text = str(json.loads(data)["rows"])
    else:
        text = data.decode("utf-8-sig")
        assert text.startswith("<!doctype html>") == (form == "html") and (form == "html" or text.count(";") > 8)
    assert "Anna2" in text or (what == "rulings" and "prova" in text)


@pytest.mark.parametrize(
    ("what", "form"),
    [*((what, "html") for what in PAPERS), ("ranking", "csv"), ("ranking", "xlsx"), ("results", "json"), ("slips", "csv")],
)
def test_each_paper_in_each_format(folder: Path, tmp_path: Path, what: str, form: str) -> None:
    done = _print(folder, what, "--format", form, "-o", f"paper.{form}")
    assert f"paper.{form} written" in done.output
    _holds(what, form, (tmp_path / f"paper.{form}").read_bytes())


@pytest.mark.parametrize("form", ["html", "xlsx"])
def test_to_standard_output(folder: Path, tmp_path: Path, form: str) -> None:
    done = _print(folder, "ranking", "--format", form, "-o", "-")
    _holds("ranking", form, done.stdout_bytes)
    assert not list(tmp_path.iterdir())


def test_it_is_called_as_it_is_and_nothing_is_written_over(folder: Path, tmp_path: Path) -> None:
    _print(folder, "sheets", "--round", "1", "--filled")
    assert [file.name for file in tmp_path.iterdir()] == ["fogli-turno-1.html"]
    (tmp_path / "fogli-turno-1.html").write_text("mine")
    refused = _print(folder, "sheets", "--round", "1", code=2)
    assert "there already" in refused.output and (tmp_path / "fogli-turno-1.html").read_text() == "mine"
    _print(folder, "sheets", "--round", "1", "--force")
    assert "BASE" in (tmp_path / "fogli-turno-1.html").read_text()


def test_by_force_neither_a_database_nor_a_file_of_the_data_directory_is_written_over(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.html"
    copy.write_bytes((folder / "tavolo.sqlite").read_bytes())
    vital = [folder / "tavolo.sqlite", folder / "keys.json", folder / "server.lock", folder / "tavolo.sqlite-wal", copy]
    (tmp_path / "link.json").symlink_to(folder / "tavolo.sqlite")
    before = {path: path.read_bytes() for path in vital if path.exists()}
    assert len(before) >= 4
    for path in (*vital, tmp_path / "link.json"):
        with pytest.raises(typer.Exit) as refused:
            write_out(path, b"x", True, folder, False)
        assert refused.value.exit_code == 2, path
    done = _print(folder, "ranking", "-o", str(vital[0]), "--force", code=2)
    assert "nothing is ever written over it" in " ".join(done.output.split())
    assert run(whole(), ["event", "archive", str(copy), "--force", "--data", str(folder)]).exit_code == 2
    assert {path: path.read_bytes() for path in before} == before
    assert not (folder / "tavolo.sqlite-wal").exists()
    for content in (b"one", b"two"):
        write_out(folder / "classifica.html", content, True, folder, False)
    assert (folder / "classifica.html").read_bytes() == b"two"


def test_a_full_disk_takes_nothing_of_the_file_that_was_there(tmp_path: Path) -> None:
    """The limit of a file's size stands for the disk's end."""
    there = tmp_path / "ranking.html"
    there.write_text("older")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(typer.Exit) as refused:
            write_out(there, b"x" * 10_000, True, tmp_path / "data", False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, old)
    assert refused.value.exit_code == 2 and there.read_text() == "older"
    assert [path.name for path in tmp_path.iterdir()] == ["ranking.html"]


def test_as_json(folder: Path, tmp_path: Path) -> None:
    found = json.loads(_print(folder, "seating", "--by", "name", "--json").output)
    assert found["name"] == "nomi-turno-1.html" and not list(tmp_path.iterdir())
    told = json.loads(_print(folder, "seating", "--format", "csv", "-o", "posti.csv", "--json").output)
    assert told == {"file": "posti.csv", "name": "posti-turno-1.csv", "kind": "text/csv; charset=utf-8"}


def test_what_is_refused(folder: Path, tmp_path: Path) -> None:
    for words, code, said in (
        (("seating", "--round", "7"), 1, "there is no round 7"),
        (("ranking", "--group", "9"), 1, "nobody is in group 9"),
        (("ranking", "--format", "pdf"), 2, "html, csv, xlsx or json"),
        (("results", "-o", str(tmp_path / "no" / "such.html")), 2, "cannot be written"),
    ):
        assert said in " ".join(_print(folder, *words, code=code).output.split())
    found = json.loads(_print(folder, "seating", "--round", "7", "--json", code=1).output)
    assert found["error"]["code"] == "no_round" and found["error"]["hint"]
    assert not list(tmp_path.iterdir())


def test_a_folder_without_an_event(tmp_path: Path) -> None:
    for what in ("seating", "ranking", "entries"):
        done = _print(tmp_path / "empty", what, code=1)
        assert "event" in done.output and "tavolo event new" in " ".join(done.output.split())


def test_the_arbiter_by_the_command_line(tmp_path: Path) -> None:
    data, app = ["--data", str(tmp_path / "arbiter")], whole()
    made = run(app, ["event", "new", "Prova", "--phase", "1 entry 2 deals", "--arbiter", "Gina Neri", *data])
    assert made.exit_code == 0 and "arbiter Gina Neri" in made.output
    words = ["event", "set", "--arbiter", "Ugo Riva", "--arbiter-card", "T1", "--why", "changed", *data]
    assert "arbiter Ugo Riva, card T1" in run(app, words).output
    assert "arbitro Ugo Riva (tessera T1): ___" in run(app, ["print", "ranking", "-o", "-", *data]).output
    assert "\narbiter " not in run(app, ["event", "set", "--arbiter", "", "--why", "gone", *data]).output
    refused = run(app, ["event", "set", "--arbiter-card", "T1", "--why", "x", *data])
    assert refused.exit_code == 2 and "--arbiter NAME" in refused.output
