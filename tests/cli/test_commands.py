"""The organiser's commands: one line of JSON, codes of their ending, and the same through a server that runs."""

import json
import shutil
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from host_tools.cli.main import whole
from host_tools.server import listening
from host_tools.server.database import FILE, VARIABLE
from host_tools.server.holder import Holder
from host_tools.server.orders_api import new_token
from tests.server.databases import url_of
from tests.server.kit import Running


class Desk:
    """Commands on one data directory."""

    def __init__(self, data: Path) -> None:
        self.data, self.app, self.runner = data, whole(), CliRunner()

    def run(self, *words: str, entered: str = "") -> Result:
        """Any command."""
        env = {VARIABLE: url_of(self.data)}
        done = self.runner.invoke(self.app, [*words, "--data", str(self.data)], input=entered, env=env)
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    def json(self, *words: str, code: int = 0) -> Any:
        """Its answer as JSON: one line, nothing else."""
        done = self.run(*words, "--json")
        assert done.exit_code == code, done.output
        (line,) = done.stdout.splitlines()
        return json.loads(line)


PAIRS = "giocatore 1;giocatore 2\n" + "".join(f"Rossi Anna{name};Verdi Bruno{name}\n" for name in "abcd")


@pytest.fixture(autouse=True)
def nobody_elses_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TAVOLO_DATA", "TAVOLO_USER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory without an event."""
    desk = Desk(tmp_path_factory.mktemp("empty"))
    assert desk.json("event", "list")["events"] == []
    return desk.data


@pytest.fixture(scope="module")
def begun(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of four pairs whose first round is published."""
    desk = Desk(shutil.copytree(empty, tmp_path_factory.mktemp("begun") / "event"))
    (desk.data / "pairs.csv").write_text(PAIRS)
    desk.json("event", "new", "Prova", "--phase", "2 mitchell 2 deals", "--set", "lot_seed=x")
    desk.json("entry", "import", str(desk.data / "pairs.csv"))
    desk.json("round", "pair")
    desk.json("round", "publish")
    return desk.data


def _moved(folder: Path, to: Path) -> Desk:
    """A copy of it; on PostgreSQL its file is put into the database there."""
    desk = Desk(shutil.copytree(folder, to))
    if url_of(to):
        done = desk.run("restore", str(to / FILE))
        assert done.exit_code == 0, done.output
    return desk


@pytest.fixture
def desk(empty: Path, tmp_path: Path) -> Desk:
    """With no event yet."""
    return _moved(empty, tmp_path / "event")


@pytest.fixture
def playing(begun: Path, tmp_path: Path) -> Desk:
    """In the first round."""
    return _moved(begun, tmp_path / "event")


def test_refused_is_1_and_typed_wrongly_is_2_each_with_what_to_do(desk: Desk) -> None:
    done = desk.run("round", "pair")
    assert done.exit_code == 1 and done.stdout == "" and len(done.stderr.splitlines()) == 2
    assert desk.json("round", "pair", code=1)["error"]["hint"]
    done = desk.run("event", "new", "Prova", "--phase", "2 swiss 4 deals")
    assert done.exit_code == 2 and "mitchell" in done.stderr
    assert desk.json("event", "new", "Prova", "--phase", "x", code=2)["error"]["code"] == "usage"
    assert desk.json("event", "new", "Prova", code=2)["error"]["code"] == "usage"
    assert desk.run("round", "swap").exit_code == 2
    assert desk.json("event", "list")["events"] == []


def test_undoing_only_shows_until_it_is_said_twice(playing: Desk) -> None:
    done = playing.run("round", "undo", "publish", "--why", "a pair was forgotten")
    assert done.exit_code == 0 and "published -> draft" in done.output and "with --yes" in done.output
    assert playing.json("round", "undo", "publish")["done"] is False
    assert playing.json("round", "show")["round"]["state"] == "published"
    assert playing.json("round", "undo", "publish", "--yes", code=2)["error"]["code"] == "usage"
    assert playing.json("round", "undo", "publish", "--yes", "--why", "a pair was forgotten")["done"] is True
    assert playing.json("round", "show")["round"]["state"] == "draft"


def test_a_sheet_comes_in_by_words_and_by_standard_input(playing: Desk) -> None:
    words = ["1 ns:c1 closed neg15 pos340 ew:d1 neg60 pos180", "2 ns:neg35 pos150 ew:c2 closed neg10 pos410"]
    found = playing.json("sheet", "enter", "1", "1", "--deal", words[0], "--deal", words[1])["sheet"]
    assert (found["mp"], found["vp"]) == ({"ns": 740, "ew": 1120}, {"ns": 6, "ew": 14})
    rows = "table;deal;ns;ew\n2;1;c1 closed neg15 pos340;d1 neg60 pos180\n2;2;neg35 pos150;c2 closed neg10 pos410\n"
    done = playing.run("sheet", "enter", "1", "--file", "-", "--json", entered=rows)
    assert json.loads(done.stdout)["missing"] == []
    assert playing.json("sheet", "enter", "1", "1", code=2)["error"]["code"] == "usage"  # nobody can be asked here
    assert playing.json("sheet", "enter", "1", code=2)["error"]["code"] == "usage"
    told = playing.run("sheet", "show", "1", "1").output
    assert "c1 neg15 pos340 closed" in told and "740 : 1120" in told


def test_who_was_late_or_absent_is_found_at_his_table(playing: Desk) -> None:
    playing.json("penalty", "add", "late", "2", "--round", "1", "--minutes", "6", "--why", "came by bus")
    playing.json("penalty", "add", "adjust", "3", "--round", "1", "--mp", "-50", "--why", "a card too many")
    laid = ("--ns", "12 300", "--ew", "played")
    playing.json("penalty", "add", "set", "--round", "1", "--table", "2", *laid, "--why", "decided")
    given = [one["data"] for one in playing.json("penalty", "list")["rulings"]]
    seats = {
        seat["table"]: (seat["ns"]["unit"], seat["ew"]["unit"]) for seat in playing.json("round", "show", "1")["round"]["seats"]
    }
    assert all(one["unit"] in seats[one["table"]] for one in given[:2]) and [one["unit"] for one in given[:2]] == [2, 3]
    assert (given[1]["vp"], given[1]["mp"]) == (0, -50)
    assert (given[2]["ns"]["vp"], given[2]["ew"]) == (12, None)
    for wrong in (("late", "9", "--round", "1"), ("late", "2"), ("set", "2"), ("fine", "2"), ("set", "--ns", "12")):
        assert playing.json("penalty", "add", *wrong, "--why", "x", code=2)["error"]["code"] == "usage"


def test_a_late_pair_is_told_that_it_can_join_who_rests_and_does(desk: Desk) -> None:
    desk.json("event", "new", "Prova", "--profile", "feburit", "--phase", "1 danish 2 deals")
    for name in "abc":
        desk.json("entry", "add", f"Rossi {name}", f"Verdi {name}")
    desk.json("round", "pair")
    desk.json("round", "publish")
    said = desk.run("entry", "add", "Tardi Ada", "Tardi Leo", "--accept", "late_entry", "--why", "treno").output
    assert "plays from round 2 on" in said and 'or now, against 3 that rests: `tavolo entry join 4 --why "..."`' in said
    said = desk.run("entry", "join", "4", "--why", "treno").output
    assert said.splitlines() == ["round 1, table 2", "N/S  3  Rossi c - Verdi c", "E/W  4  Tardi Ada - Tardi Leo"]
    assert desk.json("round", "show")["round"]["rests"] == []
    assert desk.json("event", "history")["history"][-1]["article"].startswith("000 par.14")


def test_what_a_spreadsheet_would_run_is_text_in_the_csv(desk: Desk) -> None:
    desk.json("event", "new", "Prova", "--phase", "1 danish 2 deals")
    desk.json("entry", "add", "=1+1", "Bruno Verdi")
    lines = desk.run("ranking", "--csv").output.splitlines()
    assert lines[0].startswith("rank;number;names;") and ";'=1+1 - Bruno Verdi;" in lines[1]


def test_names_are_shown_as_they_are_written(desk: Desk) -> None:
    desk.json("event", "new", "Prova", "--phase", "1 danish 2 deals")
    desk.json("entry", "add", "Anna [red]Rossi[/red]", "Bruno :smile: Verdi")
    assert "Anna [red]Rossi[/red] - Bruno :smile: Verdi" in desk.run("entry", "list").output


def test_an_archive_is_not_written_over_and_comes_back(playing: Desk, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    told = playing.json("event", "archive", str(file))
    assert playing.json("event", "archive", str(file), code=2)["error"]["code"] == "usage"
    other = Desk(tmp_path / "other")
    assert other.json("event", "restore", str(file))["event"] == told["event"]
    assert other.json("event", "open", told["event"])["event"]["head"] == playing.json("event", "show")["event"]["head"]
    assert list((other.data / "incoming").iterdir()) == []
    assert other.json("event", "restore", str(tmp_path / "none.json"), code=2)["error"]["code"] == "usage"
    (tmp_path / "whole.sqlite").write_bytes(b"SQLite format 3\0")
    assert "tavolo restore" in other.json("event", "restore", str(tmp_path / "whole.sqlite"), code=2)["error"]["message"]


def test_the_rest_of_a_round_beside_a_server_that_runs(playing: Desk, tmp_path: Path) -> None:
    server = Running(playing.data)
    try:
        listening.remember(server.folder, "127.0.0.1", server.port)
        desk = playing
        rows = "table;deal;ns;ew\n" + "".join(
            f"{table};{deal};c1 closed neg15 pos340;d1 neg60 pos180\n" for table in (1, 2) for deal in (1, 2)
        )
        (tmp_path / "sheets.csv").write_text(rows)
        desk.json("sheet", "enter", "1", "--file", str(tmp_path / "sheets.csv"))
        desk.json("round", "close")
        assert desk.json("checks")["ok"]
        found = desk.json("ranking")["ranking"]
        assert [one["vp"] for one in found] == [18, 18, 2, 2]  # by 810 on the scale of two deals
        assert [(r.number, r.state) for r in server.host.hall.rounds] == [(1, "closed")]
    finally:
        server.stop()


def test_of_an_answer_that_broke_off_it_is_said_that_the_order_may_be_done(playing: Desk) -> None:
    """As of a server that was killed in mid-command."""
    held = Holder(playing.data)
    held.take()
    door = socket.create_server(("127.0.0.1", 0))
    door.settimeout(20)
    listening.remember(playing.data, "127.0.0.1", door.getsockname()[1])
    new_token(playing.data)

    def break_off() -> None:
        for answer in (b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{", b""):
            connection, _ = door.accept()
            connection.recv(65536)
            connection.sendall(answer)
            connection.close()

    server = threading.Thread(target=break_off)
    server.start()
    try:
        for _ in range(2):
            error = playing.json("round", "close", code=1)["error"]
            assert error["code"] == "desk" and "may have been done all the same" in error["hint"]
    finally:
        server.join()
        door.close()
        held.release()


def test_who_gives_an_order_has_a_name_that_can_be_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a\nb", "\udcff"):
        monkeypatch.setenv("TAVOLO_USER", name)
        assert desk.json("event", "new", "Prova", "--phase", "1 danish 2 deals", code=1)["error"]["code"] == "user"
    monkeypatch.setenv("TAVOLO_USER", "Zoë d'È")
    desk.json("event", "new", "Prova", "--phase", "1 danish 2 deals")
    assert desk.json("event", "history")["history"][0]["who"] == "Zoë d'È"


def test_each_command_has_its_help_with_an_example() -> None:
    found = 0
    for group in whole().registered_groups:
        assert group.typer_instance is not None
        if group.name in ("event", "entry", "round", "sheet", "penalty"):
            for command in group.typer_instance.registered_commands:
                assert command.callback is not None
                name = f"tavolo {group.name} {command.name or command.callback.__name__}"
                assert f"Example: {name}" in (command.callback.__doc__ or ""), name
                found += 1
    assert found >= 30


def test_a_form_in_brackets_stands_in_the_help(desk: Desk) -> None:
    for words, form in ((("event", "new"), "[scale=ID]"), (("sheet", "enter"), "[reason=1..5]")):
        assert form in desk.runner.invoke(desk.app, [*words, "--help"], terminal_width=200).output
