"""Old databases become new ones, whole or not at all; schema.py and the revisions say the same."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, inspect, select, text

from host_tools.server import migrating, schema
from host_tools.server.store import Store, StoreError, meta, set_meta

VECTOR = Path(__file__).parents[1] / "vectors/database_1.sql"
COUNTS = {"account": 1, "session": 1, "device": 1, "assignment": 1, "record": 12, "audit": 8, "conflict": 0, "gap": 0}


def old_database(path: Path) -> Path:
    """A small tournament as the last Tavolo without migrations left it: 4 pairs, round 1 being played."""
    with sqlite3.connect(path) as database:
        database.executescript(VECTOR.read_text(encoding="utf-8"))
    database.close()
    return path


def _counts(store: Store) -> dict[str, Any]:
    tables = schema.metadata.tables
    return {n: store.run(lambda c, n=n: c.execute(select(func.count()).select_from(tables[n])).scalar()) for n in COUNTS}


def differences(store: Store) -> list[Any]:
    """What schema.py and a database say differently."""

    def compare(connection: Any) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        found: list[Any] = compare_metadata(context, schema.metadata)
        return found

    return store.read_now(compare)


def test_the_revisions_make_what_schema_says(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    store.create()
    assert differences(store) == []
    store.run(lambda c: c.execute(text("ALTER TABLE gap ADD COLUMN planted INTEGER")))
    assert [change[0] for change in differences(store)] == ["remove_column"]


def test_a_database_of_the_old_code_is_taken_over_with_all_it_holds(tmp_path: Path) -> None:
    store = Store(old_database(tmp_path / "t.sqlite"))
    store.create()
    assert differences(store) == [] and _counts(store) == COUNTS
    assert store.run(lambda c: c.execute(text("SELECT version_num FROM alembic_version")).scalar()) == migrating.head()
    assert store.run(lambda c: meta(c, "schema")) == str(int(migrating.head()))
    assert store.run(lambda c: meta(c, "host_seq")) == "4", "what else is in that table stays"
    store.create()
    assert _counts(store) == COUNTS


def test_the_tables_of_the_old_code_are_those_of_the_first_revision(tmp_path: Path) -> None:
    """Taken over without a change: column by column, what 0001 makes is what was there."""
    old, new = Store(old_database(tmp_path / "old.sqlite")), Store(tmp_path / "new.sqlite")
    with new.database.upgrading(keep="") as connection:
        migrating._run(connection, "0001")
    shapes = []
    for store in (old, new):
        rows = store.read_now(lambda c: c.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")).all())
        shapes.append({row.name: " ".join(row.sql.replace('"', "").split()) for row in rows if row.name != "alembic_version"})
    assert shapes[0] == shapes[1]


def _later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str) -> None:
    """Another revision after the newest, as a future Tavolo has it."""
    scripts = tmp_path / "scripts"
    (scripts / "versions").mkdir(parents=True)
    for path in [migrating.SCRIPTS / "env.py", *(migrating.SCRIPTS / "versions").glob("*.py")]:
        (scripts / path.relative_to(migrating.SCRIPTS)).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    head = migrating.head()
    lines = ["from alembic import op", f"revision = '{int(head) + 1:04}'", f"down_revision = '{head}'"]
    lines += ["def upgrade():", *(f"    {line}" for line in body.splitlines())]
    (scripts / "versions" / f"{int(head) + 1:04}_later.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setattr(migrating, "SCRIPTS", scripts)
    migrating.known.cache_clear()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    yield lambda body: _later(monkeypatch, tmp_path, body)
    monkeypatch.undo()
    migrating.known.cache_clear()


def test_a_copy_is_made_aside_before_a_file_with_data_changes(tmp_path: Path, later: Any) -> None:
    path = tmp_path / "t.sqlite"
    store = Store(path)
    store.create()
    assert [p.name for p in tmp_path.glob("*before*")] == [], "an empty file needs none"
    store.run(lambda c: set_meta(c, "mine", "1"))
    later("with op.batch_alter_table('account') as table:\n    table.alter_column('role', new_column_name='office')")
    Store(path).create()
    copy = tmp_path / f"t.before-{migrating.head()}.sqlite"
    assert copy.stat().st_mode & 0o777 == 0o600
    with sqlite3.connect(copy) as database:
        assert database.execute("SELECT value FROM meta WHERE key = 'mine'").fetchall() == [("1",)]
        assert "role" in {row[1] for row in database.execute("PRAGMA table_info(account)")}
    database.close()
    assert "office" in store.read_now(lambda c: {column["name"] for column in inspect(c).get_columns("account")})


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("op.drop_table('gap')\nop.execute('INSERT INTO nowhere VALUES (1)')", "nowhere"),
        ("op.drop_table('device')", "then points to nothing. It is unchanged"),
    ],
)
def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path, later: Any, body: str, words: str) -> None:
    path = old_database(tmp_path / "t.sqlite")
    Store(path).create()
    later(body)
    with pytest.raises(StoreError, match=words):
        Store(path).create()
    store = Store(path)
    assert {"gap", "device"} <= store.read_now(lambda c: set(inspect(c).get_table_names())) and _counts(store) == COUNTS
    before = f"{int(migrating.head()) - 1:04}"
    assert store.run(lambda c: c.execute(text("SELECT version_num FROM alembic_version")).scalar()) == before


def test_what_a_newer_tavolo_made_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    store.create()
    store.run(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '0099'")))
    with pytest.raises(StoreError, match="newer Tavolo"):
        store.create()


def test_another_programs_tables_are_left_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    store.run(lambda c: c.execute(text("CREATE TABLE account (id INTEGER, balance INTEGER)")))
    with pytest.raises(StoreError, match="tables of another program"):
        store.create()
    assert store.read_now(lambda c: inspect(c).get_table_names()) == ["account"]


def test_the_revisions_are_numbered_in_one_line() -> None:
    assert list(migrating.known()) == [f"{n:04}" for n in range(1, len(migrating.known()) + 1)]


def test_the_revisions_by_their_files_are_those_that_alembic_sees() -> None:
    script = ScriptDirectory.from_config(migrating.config())
    assert migrating.known() == tuple(one.revision for one in script.walk_revisions())[::-1]
