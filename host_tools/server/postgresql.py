"""The database on a PostgreSQL server: the same promises as the file's (see database.py).

One server at a time has it by an advisory lock on a connection of its own. Should that connection break and another server
come, this one finds the other's `host_log` at its next change, and changes nothing more.
"""

import contextlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import DDL, URL, Connection, Engine, create_engine, func, inspect, make_url, select
from sqlalchemy import exc as db_errors
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateSchema

from host_tools.server import migrating, schema
from host_tools.server.database import HeldError, StoreError, kept_before

_OLDEST = 120000
_LOCK = 0x7461766F6C6F  # "tavolo"
_LOOK_S = 30.0  # the lock's connection is used so often, lest a server ends it for idleness
_WAIT_S = 20.0  # for an answer to: was it committed?
_OPTIONS = "-c synchronous_commit=on -c lock_timeout=5000 -c idle_in_transaction_session_timeout=600000 -c search_path=public"
_CONNECT: dict[str, Any] = {"connect_timeout": 5, "application_name": "tavolo", "client_encoding": "utf8"}
_CONNECT |= {"keepalives_idle": 5, "keepalives_interval": 3, "keepalives_count": 3, "tcp_user_timeout": 10_000}
_WORDS = {
    "08": "the connection to the server is lost",
    "28": "the server refuses this user or password",
    "53": "the server has no room: disk, memory or connections",
    "57": "the server is stopping or starting",
    "58": "the server's disk or files fail",
    "3D000": "the server has no such database: make one (createdb)",
    "25006": "it is read-only: is this a standby server?",
    "42501": "this user may not do that there: make it the owner of the database",
    "40001": "another program changes it at the same time",
    "40P01": "another program changes it at the same time",
    "55P03": "another program keeps it locked",
    "XX001": "it is damaged: put back a copy",
    "XX002": "it is damaged: put back a copy",
}


def _url(where: str) -> URL:
    """The URL for SQLAlchemy and psycopg. Raises StoreError, which does not repeat it: it may hold a password."""
    try:
        url = make_url(where)
    except (db_errors.ArgumentError, ValueError):
        raise StoreError("the database's URL cannot be read: postgresql://user@host/name is meant") from None
    if not url.database:
        raise StoreError("the database's URL has no name at its end: postgresql://user@host/name is meant")
    if given := url.query.get("password"):  # among the options it would be shown
        url = url.difference_update_query(["password"]).set(password=given if isinstance(given, str) else given[-1])
    return url.set(drivername="postgresql+psycopg")


def _shown(url: URL) -> str:
    """The URL without password and options."""
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    return plain.render_as_string(hide_password=True)


class PostgreSQL:
    """The database at a URL `postgresql://user:password@host:port/name`; `folder`: where a copy goes before an upgrade. See
    Database."""

    def __init__(self, where: str, folder: Path | None = None) -> None:
        try:
            import psycopg
        except ImportError:
            raise StoreError("PostgreSQL needs its driver: pip install 'tavolo[postgresql]'") from None
        url = _url(where)
        self._faults: Any = psycopg.Error
        self._lost: Any = psycopg.OperationalError
        self.name = _shown(url)
        self._folder = folder
        self._secrets = [str(url.password)] if url.password else []
        with _said_plainly(self.name):
            self.writer = self._engine(url, pool_size=1, max_overflow=0, pool_pre_ping=True)
            self.readers = self._engine(url, pool_size=4, max_overflow=12, pool_pre_ping=True, isolation_level="REPEATABLE READ")
            self._alone = self._engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._guard = threading.Lock()
        self._hold: Connection | None = None
        self._fence: str | None = None
        self._look_again = 0.0
        self._writing: Any = None  # the driver's connection of the last change

    @staticmethod
    def _engine(url: URL, **more: Any) -> Engine:
        options = " ".join(filter(None, [str(url.query.get("options", "")), _OPTIONS]))
        return create_engine(url, connect_args=_CONNECT | {"options": options}, hide_parameters=True, **more)

    # -- what its errors mean -----------------------------------------------------------------------------------------

    def words(self, fault: BaseException) -> str | None:
        """See Database. Passwords are taken out of what the server said."""
        if not isinstance(fault, self._faults):
            return None
        code = getattr(fault, "sqlstate", None) or ""
        words = _WORDS.get(code) or _WORDS.get(code[:2])
        if words is None and not isinstance(fault, self._lost):
            return None
        said = self._clean(fault)
        if words is None and not code:
            words = "the server does not answer, or refuses"
        return f"{words} ({said})" if words else said

    def _clean(self, fault: BaseException) -> str:
        said = " ".join(str(fault).split())
        for secret in self._secrets:
            said = said.replace(secret, "***")
        return said

    def check(self, connection: Connection) -> None:
        """See Database: a server's files are its own; what Tavolo needs of it is looked at."""
        if connection.dialect.server_version_info and connection.dialect.server_version_info < (_OLDEST // 10000,):
            raise StoreError(f"{self.name}: the server is older than PostgreSQL {_OLDEST // 10000}")
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
        if encoding != "UTF8":
            raise StoreError(f"{self.name} is kept in {encoding}: make a database with ENCODING 'UTF8'")

    @contextmanager
    def upgrading(self, keep: str) -> Iterator[Connection]:
        """See Database. The copy is of the rows that this transaction finds, and keeps from others."""
        from host_tools.server.row_copy import as_it_was

        if keep and self._folder is None:
            raise StoreError(f"{self.name} is of an older version: start `tavolo serve` on it first")
        with self.writer.begin() as connection:
            if keep and self._folder is not None:
                as_it_was(connection, self.name, kept_before(self._folder, "tavolo", keep))
            yield connection

    def put_aside(self, connection: Connection, stamp: str) -> str:
        """See Database: our tables go, with all they hold, into a schema of their own."""
        ours = [*schema.metadata.tables, migrating.TABLE]
        first, known = f"tavolo_replaced_{stamp.lower()}", set(inspect(connection).get_schema_names())
        others = (f"{first}_{number}" for number in count(2))  # two in one second
        aside = first if first not in known else next(name for name in others if name not in known)
        there = set(inspect(connection).get_table_names())
        if not there & set(ours):
            return ""
        connection.execute(CreateSchema(aside))
        for name in ours:
            if name in there:
                connection.execute(_move(name, aside))
        return aside

    # -- one transaction ----------------------------------------------------------------------------------------------

    def mark(self, connection: Connection) -> Any:
        """See Database."""
        driver = connection.connection.dbapi_connection
        if driver is not self._writing or time.monotonic() > self._look_again:
            self._again()
            self._writing, self._look_again = driver, time.monotonic() + _LOOK_S
        if self._hold is not None:
            self._unfenced(connection)
        return connection.execute(select(func.txid_current())).scalar()

    def _unfenced(self, connection: Connection) -> None:
        """No other server has had it since the first change of this one: each start makes a new `host_log`, and the row is
        kept as it is until the commit."""
        rows = schema.meta
        found = connection.execute(select(rows.c.value).where(rows.c.key == "host_log").with_for_update(read=True)).scalar()
        if self._fence is None:
            self._fence = found
        elif found != self._fence:
            raise HeldError(f"{self.name}: another server has taken this database meanwhile: stop this one")

    def kept(self, mark: Any) -> bool:
        """See Database: the server itself is asked, for 20 s if it is away."""
        end = time.monotonic() + _WAIT_S
        while mark is not None:
            try:
                with self._alone.connect() as connection:
                    found = connection.execute(select(func.txid_status(mark))).scalar()
                if found != "in progress":
                    return bool(found == "committed")
            except db_errors.OperationalError:
                if time.monotonic() > end:
                    return False
            if time.monotonic() > end:
                return False
            time.sleep(0.2)
        return False

    def is_open(self, connection: Connection) -> bool:
        """See Database."""
        if connection.closed or connection.invalidated:
            return False
        driver: Any = connection.connection.dbapi_connection
        return not driver.closed and driver.info.transaction_status.name == "INTRANS"

    def copy_to(self, path: Path) -> None:
        """See Database: the rows of one snapshot in a SQLite file, which any Tavolo can start on."""
        from host_tools.server.row_copy import to_file

        to_file(self, path)

    # -- one server at a time -----------------------------------------------------------------------------------------

    def hold(self) -> None:
        """See Database."""
        with self._guard:
            try:
                connection = self._alone.connect()
            except db_errors.DBAPIError as fault:
                words = self.words(fault.orig) if fault.orig else None
                raise StoreError(f"{self.name}: {words or self._clean(fault)}") from fault
            if not connection.execute(select(func.pg_try_advisory_lock(_LOCK))).scalar():
                connection.close()
                raise HeldError(f"a server is running on {self.name}: stop it first")
            self._hold = connection

    def _again(self) -> None:
        """The writer has a new connection, or the lock's was idle for long: is that still there? Else take it again."""
        if self._hold is None:
            return
        try:
            self._hold.execute(select(func.now()))
        except db_errors.DBAPIError:
            with contextlib.suppress(db_errors.SQLAlchemyError):
                self._hold.close()
            self.hold()

    def let_go(self) -> None:
        """See Database."""
        with self._guard:
            if self._hold is not None:
                with contextlib.suppress(db_errors.SQLAlchemyError):  # a connection that is gone holds nothing
                    self._hold.close()
                self._hold = self._fence = None

    def close(self) -> None:
        """See Database."""
        for engine in (self.writer, self.readers):
            engine.dispose()


def _move(name: str, aside: str) -> DDL:
    """The order that moves a table: both names are our own."""
    return DDL('ALTER TABLE "%(name)s" SET SCHEMA "%(aside)s"', context={"name": name, "aside": aside})


@contextmanager
def _said_plainly(name: str) -> Iterator[None]:
    """An option that the driver does not know is told without the URL."""
    try:
        yield
    except (db_errors.ArgumentError, TypeError, ValueError):
        raise StoreError(f"{name}: an option of this URL cannot be used") from None
