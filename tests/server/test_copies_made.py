"""Copies each minute: when, which stay, and what a place that fails does to the tournament (nothing)."""

import json
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from host_tools.server import copies as copies_module
from host_tools.server import schema
from host_tools.server.copies import MARKER, Copies, CopyError, listed, surplus
from host_tools.server.database import chosen
from host_tools.server.records import note
from host_tools.server.store import Store, StoreError, set_meta
from tests.server.kit import Running, begin


@pytest.fixture
def store(tmp_path: Path, database: str) -> Store:
    found = Store(chosen(tmp_path))
    found.create()
    found.run(lambda c: set_meta(c, "host_device", "0a0b0c0d"))
    return found


def _change(store: Store) -> None:
    store.run(lambda c: note(c, "organiser", "something"))


def _audit(path: Path) -> int:
    database = sqlite3.connect(path)
    found: int = database.execute("SELECT count(*) FROM audit").fetchone()[0]
    database.close()
    return found


def test_a_copy_is_made_when_something_has_changed_and_holds_all(store: Store, tmp_path: Path) -> None:
    made = Copies(store.database, tmp_path / "second")
    first = made.once()
    assert first is not None and first.stat().st_mode & 0o777 == 0o600 and _audit(first) == 0
    store.run(lambda c: set_meta(c, "event_time", "5 6"))
    assert made.once() is None, "the clock's mark alone is no change"
    _change(store)
    second = made.once()
    assert second is not None and _audit(second) == 1 and [n for n, _, _ in listed(tmp_path / "second")] == [1, 2]
    assert sorted(p.name for p in (tmp_path / "second").iterdir()) == sorted([MARKER, first.name, second.name])
    again = Copies(store.database, tmp_path / "second")
    assert (again.once() or Path()).name.startswith("tavolo-000003"), "after a restart it goes on"


@pytest.mark.sqlite
def test_sixty_then_one_an_hour_then_one_a_day_are_kept() -> None:
    start = datetime(2026, 9, 1, 10, 0, tzinfo=UTC)
    have: list[tuple[int, datetime, Path]] = []
    for minute in range(2 * 24 * 60 + 14 * 60):
        have.append((minute, start + timedelta(minutes=minute), Path(str(minute))))
        gone = set(surplus(have))
        have = [one for one in have if one[2] not in gone]
    newest = have[-1][1]
    ages = [newest - when for _, when, _ in have]
    assert [age for age in ages if age < timedelta(minutes=60)] == [timedelta(minutes=n) for n in range(59, -1, -1)]
    hours = [when for (_, when, _), age in zip(have, ages) if timedelta(minutes=60) <= age < timedelta(hours=24)]
    assert 22 <= len(hours) <= 24 and all(when.minute == 59 for when in hours)
    days = [when for (_, when, _), age in zip(have, ages) if age >= timedelta(hours=24)]
    assert [(when.day, when.hour, when.minute) for when in days] == [(1, 23, 59), (2, 23, 59)], "the last of each day"


def test_a_place_that_fails_is_told_once_and_heals(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, told = tmp_path / "second", []
    made = Copies(store.database, place)
    made._note = lambda what, why: told.append((what, why))
    made.turn()
    assert made.state()["fault"] == "" and made.state()["age_s"] == 0 and told == []
    away = place.rename(tmp_path / "unplugged")
    for _ in range(2):
        _change(store)
        made.turn()
    assert "unplugged?" in made.state()["fault"] and [what for what, _ in told] == ["copies_failed"]
    away.rename(place)
    made.turn()
    assert made.state()["fault"] == "" and [what for what, _ in told] == ["copies_failed", "copies_again"]
    monkeypatch.setattr(copies_module, "_ROOM", 1 << 60)
    _change(store)
    made.turn()
    assert "no room" in made.state()["fault"] and len(listed(place)) == 2


@pytest.mark.sqlite
def test_a_place_that_hangs_shows(store: Store, tmp_path: Path) -> None:
    now = [1000.0]
    made = Copies(store.database, tmp_path / "second", now=lambda: now[0])
    made._began = 1000.0
    now[0] += 200
    assert "has not answered for 200 s" in made.state()["fault"]


def test_copies_of_two_tournaments_are_never_mixed(store: Store, tmp_path: Path) -> None:
    Copies(store.database, tmp_path / "second").once()
    store.run(lambda c: set_meta(c, "host_device", "0a0b0c0e"))
    with pytest.raises(CopyError, match="another Tavolo"):
        Copies(store.database, tmp_path / "second").once()
    (tmp_path / "second" / MARKER).write_text("[]")
    with pytest.raises(CopyError, match="damaged"):
        Copies(store.database, tmp_path / "second").once()


def test_keys_go_with_them_only_when_asked(store: Store, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text('{"own": "1"}')
    Copies(store.database, tmp_path / "without").once()
    assert not (tmp_path / "without/keys.json").exists()
    made = Copies(store.database, tmp_path / "with", keys)
    made.once()
    keys.write_text('{"own": "2"}')
    made.once()
    copy = tmp_path / "with/keys.json"
    assert copy.read_text() == '{"own": "2"}' and copy.stat().st_mode & 0o777 == 0o600


def test_what_a_killed_copy_left_is_no_copy_and_goes(store: Store, tmp_path: Path) -> None:
    made = Copies(store.database, tmp_path / "second")
    made.once()
    part = tmp_path / "second/tavolo-000002-20260927T143000Z.sqlite.part"
    part.write_bytes(b"half")
    assert len(listed(tmp_path / "second")) == 1
    _change(store)
    made.once()
    assert not part.exists()


def _until(good: Any) -> None:
    end = time.monotonic() + 20
    while not good():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_server_goes_on_while_its_second_place_fails_and_says_so(tmp_path: Path) -> None:
    place = tmp_path / "second"
    place.write_text("no folder")
    running = Running(tmp_path / "data", lambda host: Copies(host.store.database, place, every_s=0.05))
    try:
        client = running.organiser()
        begin(client)
        _until(lambda: client.get("/api/state").json()["copies"]["fault"])
        rows = schema.audit
        lines = lambda: running.host.store.read_now(lambda c: c.execute(select(rows.c.what, rows.c.new, rows.c.why)).all())  # noqa: E731
        _until(lambda: [row for row in lines() if row.what == "copies_failed"])
        assert client.post("/api/round/start").status_code == 200
        place.unlink()
        _until(lambda: not client.get("/api/state").json()["copies"]["fault"])
        _until(lambda: [row for row in lines() if row.what == "copies_again"])
        assert len([row for row in lines() if row.what == "copies_failed"]) == 1
    finally:
        running.stop()
    assert json.loads((place / MARKER).read_text())["format"] == "tavolo-copies"
    assert _audit(listed(place)[-1][2]) == len(lines()), "the last copy is made at the end"


@pytest.mark.sqlite
def test_a_copy_of_a_database_that_cannot_be_read_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_bytes(b"x" * 5000)
    with pytest.raises(StoreError):
        Copies(Store(tmp_path / "t.sqlite").database, tmp_path / "second").once()
