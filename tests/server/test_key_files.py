"""Keys from one host to another, and new ones: `tavolo device export | import | rekey`; nothing is overwritten unasked."""

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from host_tools.cli import device as device_group
from host_tools.server import keybox, listening
from host_tools.server.keys import Keys, KeysError
from tests.server.fake_table import FakeTable
from tests.server.kit import Running

app = typer.Typer()
device_group.register(app)
WORDS = "quattro assi sul tavolo"


def run(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["device", *map(str, words)], input=typed)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A host with two devices."""
    keys = Keys(tmp_path / "club")
    for name in ("Uno", "Due"):
        keys.add(name, [("10.0.0.1", 8770)])
    return tmp_path / "club"


def test_the_command_says_which_host_a_board_will_look_for(tmp_path: Path) -> None:
    def hosts() -> list[list[object]]:
        return [json.loads(path.read_text())["hosts"] for path in (tmp_path / "devices").iterdir() if path.stat().st_size][0]

    first = run("add", "A1", "--data", tmp_path, "--port", "9001")
    assert "no server has run" in first.output and all(
        f":{port}" in first.output for _, port in hosts()
    )  # none without a network
    device = first.output.split()[1]
    listening.remember(tmp_path, "127.0.0.1", 9000)
    shy = run("settings", device, "--data", tmp_path, "--host", "10.0.0.1:9000")
    assert "10.0.0.1:9000" in shy.stdout and "no board can come" in shy.output
    listening.remember(tmp_path, "10.0.0.7", 9000)
    for words, said in (
        ((), "10.0.0.7:9000"),
        (("--port", "9001"), "port 9000 last"),
        (("--host", "10.0.0.1:9000"), "10.0.0.1:9000"),
    ):
        found = run("add", "A2", "--data", tmp_path, *words)
        assert said in found.output and "no board can come" not in found.output
    assert run("add", "A2", "--data", tmp_path, "--port", "9001", "--host", "10.0.0.1:9000").exit_code == 2
    for damaged in ("", "[1]", '{"bind": 1, "port": 9000}', '{"bind": "::", "port": 99999}'):
        (tmp_path / "listening.json").write_text(damaged)
        assert "no server has run" in run("add", "A3", "--data", tmp_path).output


@pytest.fixture
def sealed(club: Path, tmp_path: Path) -> Path:
    """The club's export file."""
    done = run("export", tmp_path / "keys.box", "--data", club, typed=f"{WORDS}\n{WORDS}\n")
    assert done.exit_code == 0, done.output
    return tmp_path / "keys.box"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words"
    path.write_text(WORDS + "\n")
    return path


def test_devices_go_from_one_host_to_another_and_the_file_shows_nothing(club: Path, sealed: Path, words: Path) -> None:
    other = club.parent / "other"
    text = sealed.read_text()
    for device, row in Keys(club).rows().items():
        assert device not in text
        assert row["key"] not in text
        assert row["name"] not in text
    assert stat.S_IMODE(sealed.stat().st_mode) == 0o600
    done = run("import", sealed, "--data", other, "--passphrase-file", words, "--json")
    assert json.loads(done.stdout) == {"imported": sorted(Keys(club).names()), "known": []}
    assert Keys(other).rows() == Keys(club).rows()
    assert stat.S_IMODE((other / "keys.json").stat().st_mode) == 0o600
    again = run("import", sealed, "--data", other, typed=WORDS + "\n")
    assert (again.exit_code, "0 devices imported, 2 were here already" in again.stdout) == (0, True)


def test_a_different_key_is_never_overwritten_unasked(club: Path, sealed: Path, words: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    run("import", sealed, "--data", other, "--passphrase-file", words)
    one, two = sorted(Keys(other).names())
    run("rekey", one, "--data", other)
    Keys(other).merge({"0000000a": {"name": "mine", "key": "12" * 32}}, set())
    before = (other / "keys.json").read_bytes()
    refused = run("import", sealed, "--data", other, "--passphrase-file", words)
    assert refused.exit_code == 2
    assert one in refused.stderr
    assert two not in refused.stderr
    assert "Nothing was imported" in refused.stderr
    assert (other / "keys.json").read_bytes() == before
    taken = run("import", sealed, "--data", other, "--passphrase-file", words, "--replace", one)
    assert taken.exit_code == 0, taken.output
    assert Keys(other).key(one) == Keys(club).key(one)
    assert Keys(other).names()["0000000a"] == "mine"


def test_only_the_named_devices_go(club: Path, words: Path, tmp_path: Path) -> None:
    one, two = sorted(Keys(club).names())
    run("export", tmp_path / "one.box", "--data", club, "--only", one, "--passphrase-file", words)
    assert list(keybox.unlock((tmp_path / "one.box").read_bytes(), WORDS)) == [one]
    refused = run("import", tmp_path / "one.box", "--data", tmp_path / "o", "--only", two, "--passphrase-file", words)
    assert (refused.exit_code, "not in the file" in refused.stderr) == (2, True)
    assert not (tmp_path / "o").exists()


def test_a_made_passphrase_is_shown_once_and_opens_the_file(club: Path, tmp_path: Path) -> None:
    done = run("export", tmp_path / "f", "--data", club, "--make-passphrase", "--json")
    made = json.loads(done.stdout)
    assert len(keybox.unlock((tmp_path / "f").read_bytes(), made["passphrase"])) == 2


@pytest.mark.parametrize(
    ("verb", "typed", "said"),
    [
        ("wrong", "quattro assi sul tavol0\n", "wrong passphrase"),
        ("short", "short\nshort\n", "shorter than 12"),
        ("exists", f"{WORDS}\n{WORDS}\n", "exists: give another name"),
        ("empty", f"{WORDS}\n{WORDS}\n", "no devices here"),
        ("unknown", f"{WORDS}\n{WORDS}\n", "is not known here"),
    ],
)
def test_what_cannot_be_done_is_said(club: Path, sealed: Path, tmp_path: Path, verb: str, typed: str, said: str) -> None:
    new = tmp_path / "new"
    done = {
        "wrong": lambda: run("import", sealed, "--data", new, typed=typed),
        "short": lambda: run("export", new, "--data", club, typed=typed),
        "exists": lambda: run("export", sealed, "--data", club, typed=typed),
        "empty": lambda: run("export", new, "--data", tmp_path / "nobody", typed=typed),
        "unknown": lambda: run("export", new, "--data", club, "--only", "0badcafe", typed=typed),
    }[verb]()
    assert done.exit_code == 2
    assert said in done.stderr
    assert not new.exists()


def _changed(**fields: Any) -> Any:
    return lambda whole: whole | fields


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_changed(version=2), "newer Tavolo"),
        (_changed(version=True), "damaged: version"),
        (_changed(version=0), "damaged: version"),
        (_changed(format="zip"), "not one of"),
        (_changed(memory=1), "missing or unknown"),
        (_changed(salt="0" * 32), "changed or damaged"),
        (_changed(nonce="0" * 24), "changed or damaged"),
        (_changed(nonce="0" * 22), "damaged: nonce"),
        (_changed(salt=5), "damaged: salt"),
        (_changed(sealed="////"), "changed or damaged"),
        (_changed(sealed="§"), "damaged: sealed"),
        (lambda whole: [whole], "not one of"),
        (lambda whole: {name: whole[name] for name in whole if name != "salt"}, "missing or unknown"),
    ],
)
def test_a_file_that_was_changed_is_refused_by_name(sealed: Path, change: Any, said: str) -> None:
    whole = json.loads(sealed.read_text())
    with pytest.raises(keybox.KeyboxError, match=said):
        keybox.unlock(json.dumps(change(whole)).encode(), WORDS)


def test_one_changed_bit_anywhere_opens_nothing(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sealed.read_bytes()
    monkeypatch.setattr(keybox, "derive", lambda words, salt: bytes(32))  # so that thousands of tries take no time
    whole = keybox.lock(keybox.devices(b'{"devices": []}') | {"0000000a": {"key": "ab" * 32}}, WORDS).encode()
    good = keybox.unlock(whole, WORDS)
    same = 0
    for at in range(len(whole) * 8):
        bad = bytearray(whole)
        bad[at // 8] ^= 1 << at % 8
        try:
            # white space and unused bits of base64 may change without meaning
            assert keybox.unlock(bytes(bad), WORDS) == good
            same += 1
        except keybox.KeyboxError:
            continue
    assert same < 60


def test_the_same_passphrase_opens_however_its_accents_were_typed() -> None:
    whole = keybox.lock({"0000000a": {"name": "", "key": "ab" * 32}}, "perché no, così va").encode()
    assert keybox.unlock(whole, "perche\u0301 no, cosi\u0300 va")


def test_a_copied_file_that_others_can_read_is_narrowed_and_a_damaged_one_is_named(club: Path) -> None:
    path = club / "keys.json"
    path.chmod(0o644)
    assert len(Keys(club).names()) == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for text in ("[]", "{", '{"0000000a": {"key": "AB"}}', '{"0000000A": {"key": "%s"}}' % ("0" * 64), "[" * 100_000):
        path.write_text(text)
        with pytest.raises(KeysError, match="damaged"):
            Keys(club).names()


def test_devices_made_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from host_tools.server.keys import Keys\n"
    code += "for n in range(8): Keys(Path(sys.argv[1])).add(str(n), [])"
    makers = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(4)]
    assert [maker.wait(60) for maker in makers] == [0] * 4
    assert len(Keys(tmp_path).names()) == 32


def test_a_stolen_boards_key_is_worth_nothing_after_rekey(server: Running) -> None:
    table = server.device("stolen")
    thief = FakeTable(server.port, table.device, table.key).open().ready()
    settings = server.folder / "devices" / f"{table.device}.settings.json"
    settings.write_text(json.dumps(json.loads(settings.read_text()) | {"wifi": [["sala", "parola"]], "lang": "fr"}))
    done = run("rekey", table.device, "--data", server.folder, "--json")
    assert done.exit_code == 0, done.output
    key = Keys(server.folder).key(table.device)
    assert key != table.key
    written = json.loads(settings.read_text())
    assert (written["key"], written["wifi"], written["lang"]) == (key.hex() if key else "", [["sala", "parola"]], "fr")
    # its open connection can store nothing more, and it gets no new one
    thief.send_record(*thief.tagged(thief.record(8, b"\0\1")))
    assert thief.closed_with() == (4401, "the device has another key by now")
    with pytest.raises(AssertionError):
        FakeTable(server.port, table.device, table.key).open()
    FakeTable(server.port, table.device, key or b"").open().ready().close()


def test_settings_are_written_anew_with_another_address(club: Path) -> None:
    device = sorted(Keys(club).names())[0]
    done = run("settings", device, "--data", club, "--host", "10.9.9.9:8770", "--json")
    found = json.loads(Path(json.loads(done.stdout)["settings"]).read_text())
    assert (found["device"], found["hosts"]) == (device, [["10.9.9.9", 8770]])
    assert found["key"] == Keys(club).rows()[device]["key"]
    assert run("settings", "0badcafe", "--data", club).exit_code == 2


def test_the_hosts_own_key_is_made_once_stays_and_goes_into_no_export(tmp_path: Path, club: Path) -> None:
    keys = Keys(club)
    own = keys.own()
    keys.add("another", [])
    assert len(own) == 32 and keys.own() == Keys(club).own() == own
    assert own.hex() in (club / "keys.json").read_text() and "own" not in keys.names()
    exported = keybox.unlock(keybox.lock(keys.rows(), WORDS).encode(), WORDS)
    assert sorted(exported) == sorted(keys.names()) and own.hex() not in str(exported)
    other = Keys(tmp_path / "guests")
    other.merge(exported, set())
    assert other.own() != own, "each host has one of its own"
