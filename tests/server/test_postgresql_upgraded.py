"""A database of an older Tavolo on a PostgreSQL server: brought up with all its rows, and kept as it was in a file."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, inspect, select, text

from host_tools.server import migrating, schema
from host_tools.server import postgresql as server
from host_tools.server.database import StoreError, open_database
from host_tools.server.host import Host
from host_tools.server.sqlite_file import SqliteFile
from host_tools.server.store import Store
from tests.server.test_migrations import COUNTS, differences, later, old_database

__all__ = ["later"]  # the fixture


def _old(url: str, folder: Path) -> Path:
    """Put a small tournament of version 1 there; the file that has the same."""
    path = old_database(folder / "old.sqlite")
    tables = MetaData()
    base, file = open_database(url), SqliteFile(path)
    with base.writer.begin() as connection, file.readers.connect() as rows:
        migrating.make(connection, "0001")
        tables.reflect(rows)
        for table in tables.sorted_tables:
            if found := rows.execute(select(table)).mappings().all():
                connection.execute(table.insert(), [dict(row) for row in found])
    base.close()
    return path


def _rows(path: Path) -> dict[str, list[str]]:
    """Each table's rows, and how it was made."""
    with sqlite3.connect(path) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: sorted(map(repr, database.execute(f'SELECT * FROM "{name}"'))) for name in names}
    database.close()
    return {name: rows for name, rows in found.items() if name not in (migrating.TABLE, "sqlite_sequence")}


def test_a_version_1_with_rows_becomes_the_newest_and_is_kept_as_it_was(tmp_path: Path, postgresql: str) -> None:
    file = Store(_old(postgresql, tmp_path))
    was = _rows(tmp_path / "old.sqlite")
    data = tmp_path / "data"
    data.mkdir()
    store = Store(postgresql, data)
    store.create()
    before = data / f"tavolo.before-{migrating.head()}.sqlite"
    assert _rows(before) == was and sum(map(len, was.values())) > sum(COUNTS.values())
    assert before.stat().st_mode & 0o777 == 0o600
    assert list(data.iterdir()) == [before]
    assert differences(store) == []
    for other in (file, Store(before)):
        other.create()
        for table in schema.metadata.sorted_tables:
            both = [s.read_now(lambda c, t=table: sorted(map(repr, c.execute(select(t)).all()))) for s in (store, other)]
            assert both[0] == both[1], table.name
    store.database.close()


def _revision(store: Store) -> Any:
    return store.read_now(lambda c: c.execute(text("SELECT version_num FROM alembic_version")).scalar())


def test_without_a_copy_there_is_no_upgrade(tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _old(postgresql, tmp_path)
    monkeypatch.setattr(server, "_OPTIONS", server._OPTIONS.replace("lock_timeout=5000", "lock_timeout=50"))
    with pytest.raises(StoreError, match="of an older version: start `tavolo serve` on it first"):
        Store(postgresql).create()
    with pytest.raises(StoreError, match=r"tavolo\.before-0002\.sqlite.* cannot be opened or made"):
        Store(postgresql, tmp_path / "away").create()
    data = tmp_path / "data"
    data.mkdir()
    store = Store(postgresql, data)
    with store._engine.begin() as other:
        other.execute(text("UPDATE record SET kind = kind"))
        with pytest.raises(StoreError, match="another program keeps it locked"):
            Store(postgresql, data).create()
    assert _revision(store) == "0001" and list(data.iterdir()) == []
    host = Host(data, database=postgresql)
    host.open()
    host.holder.release()
    assert _revision(store) == migrating.head() and (data / f"tavolo.before-{migrating.head()}.sqlite").exists()
    for one in (store, host.store):
        one.database.close()


def test_an_upgrade_that_fails_changes_nothing_and_its_copy_stays(tmp_path: Path, postgresql: str, later: Any) -> None:
    store = Store(postgresql, tmp_path)
    store.create()
    before = _revision(store)
    later("op.drop_table('gap')\nop.execute('INSERT INTO nowhere VALUES (1)')")
    for _ in range(2):
        with pytest.raises(StoreError, match="nowhere"):
            store.create()
    assert _revision(store) == before and store.read_now(lambda c: inspect(c).has_table("gap"))
    names = [f"tavolo.before-{migrating.head()}{end}.sqlite" for end in ("", "-1")]
    assert sorted(path.name for path in tmp_path.glob("tavolo*")) == sorted(names)
    store.database.close()
