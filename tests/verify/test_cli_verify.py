"""`tavolo verify` on archive files: agreement, a difference, damage, and what is no file of ours."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from host_tools.archive.told_numbers import told_numbers
from host_tools.cli import verify as command
from tests.checker import told as engine_numbers
from tests.checker.generator import generate
from tests.server.desk import Office, pairs

SEEDS = (22, 38, 51, 63, 82)


def _run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    command.register(app)
    app.command()(lambda: None)  # one command alone would lose its name
    result = CliRunner().invoke(app, ["verify", *arguments])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "event.json"
    path.write_text(json.dumps(generate(63, 10**9, True).papers.archive()), encoding="utf-8")
    return path


@pytest.mark.parametrize("seed", SEEDS)
def test_the_engines_numbers_come_out_of_the_archive_as_they_were_told(seed: int) -> None:
    play = generate(seed, 10**9, True)
    assert told_numbers(play.papers.archive()) == engine_numbers.numbers(play)


def test_an_event_agrees(archive: Path) -> None:
    code, said = _run(str(archive))
    assert code == 0 and said.startswith("all agrees\n") and "numbers compared" in said
    code, said = _run(str(archive), "--json")
    found = json.loads(said)
    assert code == 0 and found["ok"] and found["counts"]["tables"] > 3


def test_a_difference_is_printed_and_is_exit_code_1(archive: Path, tmp_path: Path) -> None:
    told = told_numbers(json.loads(archive.read_text()))
    told["ranking"][0]["vp"] += 1
    path = tmp_path / "told.json"
    path.write_text(json.dumps(told))
    code, said = _run(str(archive), "--told", str(path))
    assert code == 1 and said.startswith(f"first difference: ranking number {told['ranking'][0]['number']}: vp: ours ")


def test_a_damaged_archive_is_exit_code_1_and_a_sentence(archive: Path, tmp_path: Path) -> None:
    data = json.loads(archive.read_text())
    data["acts"][2]["why"] = "otherwise"
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(data))
    code, said = _run(str(path))
    assert code == 1 and said.startswith("first damage: act 3: (") and "is not as it was written" in said


@pytest.mark.parametrize("text", ["", "{", "\x00", "[" * 100_000])
def test_what_is_no_archive_is_exit_code_2_and_says_what_to_do(tmp_path: Path, text: str) -> None:
    path = tmp_path / "else.json"
    path.write_text(text)
    code, said = _run(str(path))
    assert code == 2 and "tavolo event archive" in said


def test_the_event_of_a_data_directory_by_itself_and_by_its_id(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.event(pairs(4))
    office.play()
    book = office.host.hall.book
    assert book is not None
    office.close()
    code, said = _run("--data", str(tmp_path))
    assert code == 0 and said.startswith("all agrees\n")
    assert _run(book.state.id, "--data", str(tmp_path)) == (code, said)
    code, said = _run("00000000", "--data", str(tmp_path))
    assert code == 2 and "there is no event 00000000" in said


def test_a_missing_file_is_exit_code_2(tmp_path: Path) -> None:
    assert _run(str(tmp_path / "none.json"))[0] == 2
