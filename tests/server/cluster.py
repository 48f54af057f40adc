"""A real PostgreSQL server for tests: made in a temporary folder, alone on its socket, gone with the process that made it."""

import atexit
import glob
import os
import shutil
import socket
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from host_tools.server import migrating
from host_tools.server.store import Store

HOW = "no PostgreSQL server here: apt-get install postgresql (its initdb is looked for on the PATH and in /usr/lib/postgresql)"
_TEMPLATE = "tavolo_made"
PASSWORD = "geheim-otto-77"
_CONFIG = """
fsync = off
full_page_writes = off
shared_buffers = 16MB
max_connections = 60
autovacuum = off
max_wal_size = 256MB
"""
# columns, indexes, constraints, schemas; and whether much was written
_SHAPE = """
SELECT c.relnamespace::regnamespace::text, c.relname::text, a.attname::text, a.atttypid::regtype::text, a.attnotnull,
    pg_relation_size(c.oid) > 400000,
    (SELECT array_agg(conname::text || pg_get_constraintdef(k.oid) ORDER BY conname) FROM pg_constraint k WHERE conrelid = c.oid)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
WHERE c.relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
ORDER BY 1, 2, a.attnum
"""
_OTHERS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_SWEEP = f"""
SET session_replication_role = replica;
DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
        LOOP
        IF one.relkind = 'r' THEN EXECUTE format('DELETE FROM %I', one.relname);
        ELSE EXECUTE format('ALTER SEQUENCE %I RESTART', one.relname); END IF;
    END LOOP;
END $$;
INSERT INTO meta VALUES ('schema', '{int(migrating.head())}');
INSERT INTO alembic_version VALUES ('{migrating.head()}');
"""
# the server ends when the pipe to its maker does, also when that was killed
_RUN = '"$1" -D "$2" & server=$!; cat > /dev/null; kill -INT $server; wait $server; [ -e "$3/keep" ] || rm -rf "$3"'


def find(program: str) -> str | None:
    """Where a program of PostgreSQL's is, the newest version's first."""
    debian = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{program}"), key=lambda path: int(path.split("/")[4]))
    return debian[-1] if debian else shutil.which(program)


class Cluster:
    """`url(name)`: of a database on it, by its socket; `url(name, password=True)`: by TCP. It refuses root, so it is user
    `postgres` where we are root."""

    def __init__(self) -> None:
        initdb, postgres = find("initdb"), find("postgres")
        assert initdb and postgres, HOW
        self.folder = Path(tempfile.mkdtemp(prefix="tavolo-pg-", dir="/tmp"))  # noqa: S108 -- a socket's path is short
        self._as: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        if self._as:
            shutil.chown(self.folder, "postgres", "postgres")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        word = self.folder / "word"
        word.write_text(PASSWORD)
        word.chmod(0o644)
        data = self.folder / "data"
        make = [initdb, "-D", str(data), "-U", "tavolo", "-E", "UTF8", "--locale=C", "--no-sync", "--auth-local=trust"]
        make += ["--auth-host=scram-sha-256", f"--pwfile={word}", "--no-instructions"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd="/", **self._as)
        with (data / "postgresql.conf").open("a") as out:
            out.write(f"{_CONFIG}port = {self.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '{self.folder}'\n")
        self._postgres, self._data, self._keep = postgres, data, self.folder / "keep"
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            command = ["sh", "-c", _RUN, "sh", self._postgres, str(self._data), str(self.folder)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log, cwd="/", **self._as)
        end = time.monotonic() + 30
        while True:
            try:
                self.admin("SELECT 1")
                return
            except psycopg.OperationalError:
                assert time.monotonic() < end, (self.folder / "log").read_text(errors="replace")[-2000:]
                time.sleep(0.05)

    def again(self) -> None:
        """Start it after it was killed."""
        self._keep.touch()
        self._end()
        self._keep.unlink()
        self.start()

    def server_pid(self) -> int:
        """The server's process."""
        return int((self._data / "postmaster.pid").read_text().split("\n")[0])

    def url(self, name: str, password: bool = False) -> str:
        """Of the database `name`."""
        if password:
            return f"postgresql://tavolo:{PASSWORD}@127.0.0.1:{self.port}/{name}"
        return f"postgresql://tavolo@/{name}?host={self.folder}&port={self.port}"

    def admin(self, *commands: str, name: str = "postgres") -> Any:
        """Run commands; the last one's rows, if it has any."""
        with psycopg.connect(self.url(name), autocommit=True) as connection:
            for command in commands:
                found = connection.execute(command)  # type: ignore[call-overload]
            return found.fetchall() if found.description else None

    def fresh(self, name: str = "tavolo", template: str = "template1") -> str:
        """The URL of a database in which nothing is, or what `template` has; whoever used it before is cut off."""
        self.admin(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def prepared(self, name: str = "tavolo") -> str:
        """As `fresh`, with the tables made: from a template, or what was there swept out, which costs a tenth of that."""
        if not self.admin(f"SELECT 1 FROM pg_database WHERE datname = '{_TEMPLATE}'"):
            store = Store(self.fresh(_TEMPLATE))
            store.create()
            store.database.close()
            self._shape = self.admin(_SHAPE, name=_TEMPLATE)
        if not self._swept(name):
            self.fresh(name, _TEMPLATE)
        return self.url(name)

    def _swept(self, name: str) -> bool:
        """Take all rows out of a database that has still the template's shape and is small. False: there is none such."""
        try:
            with psycopg.connect(self.url(name), autocommit=True) as connection:
                connection.execute(_OTHERS)
                if connection.execute(_SHAPE).fetchall() != self._shape:
                    return False
                connection.execute(_SWEEP)
                return True
        except psycopg.OperationalError:  # there is none
            return False

    def stop(self) -> None:
        """End the server and remove its folder."""
        self._end()

    def _end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


@cache
def the_cluster() -> Cluster:
    """The one that this process's tests share; it ends with the process."""
    made = Cluster()
    atexit.register(made.stop)
    return made
