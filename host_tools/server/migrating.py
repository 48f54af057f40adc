"""Which version of the tables a database has, and how it becomes the newest (`migrations/versions`, Alembic).

The table `meta` has the version as a number under `schema`, too: a Tavolo from before there were migrations reads that, and
refuses what is newer.
"""

import functools
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select
from sqlalchemy import exc as db_errors

from host_tools.server import schema
from host_tools.server.database import Database, StoreError, told

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).parent / "migrations"
_FIRST = "0001"
TABLE = "alembic_version"
_VERSION = Table(TABLE, MetaData(), Column("version_num", String(32)))
_log = logging.getLogger("tavolo.server")


def config() -> "Config":
    """Alembic's settings: where the revisions are. Alembic is loaded only here: each command of the command line would wait."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


@functools.cache
def known() -> tuple[str, ...]:
    """All revisions, the oldest first, by the names of their files: each follows the one before (0001_first.py)."""
    return tuple(sorted(path.name[:4] for path in (SCRIPTS / "versions").glob("[0-9][0-9][0-9][0-9]_*.py")))


def head() -> str:
    """The newest revision."""
    return known()[-1]


def revision(connection: Connection, name: str) -> str:
    """The revision of a database; "" where it is empty. Raises StoreError (of which `name` is told) for a newer Tavolo's, and
    for another program's."""
    tables = set(inspect(connection).get_table_names())
    if not tables & set(schema.metadata.tables):
        return ""
    number = None
    if "meta" in tables:
        number = connection.execute(select(schema.meta.c.value).where(schema.meta.c.key == "schema")).scalar()
    if number is None or not str(number).isdecimal():
        raise StoreError(f"{name} holds tables of another program, with names that Tavolo needs: give a database of its own")
    found = connection.execute(select(_VERSION.c.version_num)).scalar() if _VERSION.name in tables else _FIRST
    if int(number) > int(head()) or found not in known():
        raise StoreError(f"{name} was made by a newer Tavolo (schema {number}): install that version")
    return str(found)


def bring_up(database: Database) -> str:
    """Make the tables, or bring them up to the newest revision, in one transaction. Returns the revision that was found.

    Raises StoreError, also when a revision fails: then the database is as it was.
    """
    with database.writer.begin() as connection:
        database.check(connection)
        found = revision(connection, database.name)
        if found == head() and inspect(connection).has_table(_VERSION.name):
            return found
    with _told(database), database.upgrading(keep=head() if found not in ("", head()) else "") as connection:
        upgrade(connection, found)
    if found and found != head():
        _log.warning("%s: upgraded from %s to %s", database.name, found, head())
    return found


@contextmanager
def _told(database: Database) -> Iterator[None]:
    """As `told`; and what a revision does wrong is told, too: only SQLite's driver says both in one way."""
    try:
        with told(database):
            yield
    except db_errors.SQLAlchemyError as fault:
        why = " ".join(str(getattr(fault, "orig", fault)).split())
        raise StoreError(f"{database.name} could not be upgraded to {head()}, and is as it was: {why}") from fault


def make(connection: Connection, revision: str) -> None:
    """Make the tables in an empty database as they were at `revision`, without rows, in the transaction that is open."""
    _run(connection, revision)


def upgrade(connection: Connection, found: str) -> None:
    """Bring a database of revision `found` ("": empty) up to the newest, in the transaction that is open."""
    if found and not inspect(connection).has_table(_VERSION.name):
        _run(connection, found, stamp=True)
    _run(connection, head())
    connection.execute(schema.meta.delete().where(schema.meta.c.key == "schema"))
    connection.execute(schema.meta.insert().values(key="schema", value=str(int(head()))))


def _run(connection: Connection, to: str, stamp: bool = False) -> None:
    from alembic import command

    settings = config()
    settings.attributes["connection"] = connection
    (command.stamp if stamp else command.upgrade)(settings, to)
