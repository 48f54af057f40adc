"""Who may do what: one organiser's password for now, argon2id, sessions in the database, a CSRF token each.

The password is made at the first start and shown once; only its hash is kept. Hashing runs on threads, two at a time.
"""

import asyncio
import hashlib
import secrets
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION
from sqlalchemy import Connection, select

from host_tools.server import schema
from host_tools.server.origin import is_own_address
from host_tools.server.records import note
from host_tools.server.store import Store

USER = "organiser"
SESSION_S = 14 * 3600
_WORDS = 4
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that look like digits
_WINDOW_S = 60
_TRIES_HERE = 6
_TRIES_ALL = 60
_MOST_TRUSTED = 50
_hasher = PasswordHasher()  # argon2id with the library's recommended cost
# checked when nobody has that name, for as long as a real one; made up, so that not every start of a process hashes
_dummy = "$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s" % (
    ARGON2_VERSION,
    _hasher.memory_cost,
    _hasher.time_cost,
    _hasher.parallelism,
    b64encode(secrets.token_bytes(18)).decode(),
    b64encode(secrets.token_bytes(33)).decode(),
)


class TooManyTries(Exception):
    """Wait `wait_s` seconds before the next try."""

    def __init__(self, wait_s: int) -> None:
        super().__init__("too many tries")
        self.wait_s = wait_s


@dataclass(frozen=True)
class Session:
    """Who is logged in, and the token that each change must carry."""

    user: str
    csrf: str


def new_password() -> str:
    """A password to be read aloud and typed: four groups of four, 79 bits."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(_WORDS))


def ensure_account(connection: Connection, hasher: PasswordHasher = _hasher) -> str | None:
    """Make the organiser's account at the first start: its password, to be shown once; None when it exists.

    `hasher` is for tests, which make hundreds of accounts; the hash says itself what it cost, so a login needs no more.
    """
    rows = schema.account
    if connection.execute(select(rows.c.user).where(rows.c.user == USER)).first():
        return None
    password = new_password()
    connection.execute(rows.insert().values(user=USER, role="organiser", hash=hasher.hash(password)))
    note(connection, "tavolo", "account", new=USER)
    return password


def reset_password(connection: Connection) -> str:
    """Give the organiser a new password and end all sessions; for who lost it and sits at the computer."""
    password = new_password()
    connection.execute(schema.account.update().where(schema.account.c.user == USER).values(hash=_hasher.hash(password)))
    connection.execute(schema.session.update().values(expires_at=0))
    note(connection, "tavolo", "password_reset", new=USER)
    return password


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Auth:
    """Login and sessions over `store`. `now()`: Unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._failed: dict[str, list[float]] = {}
        self._threads = asyncio.Semaphore(2)
        self._known: dict[str, tuple[Session, float]] = {}
        self._trusted: dict[str, None] = {}  # addresses from which somebody has logged in, newest last

    def _guard(self, address: str) -> None:
        now = self._now()
        for key in list(self._failed):
            self._failed[key] = [at for at in self._failed[key] if now - at < _WINDOW_S]
            if not self._failed[key]:
                del self._failed[key]
        here = self._failed.get(address, [])
        # a guest with many addresses must not keep the arbiter out of a tablet that has been used before, or out of the computer
        others = 0 if address in self._trusted or is_own_address(address) else sum(map(len, self._failed.values()))
        if len(here) >= _TRIES_HERE or others >= _TRIES_ALL:
            oldest = min(here or [at for tries in self._failed.values() for at in tries])
            raise TooManyTries(max(1, int(_WINDOW_S - (now - oldest)) + 1))

    async def login(self, user: str, password: str, address: str) -> tuple[str, Session] | None:
        """(cookie token, session) for the right password, None for a wrong one. Raises TooManyTries."""
        self._guard(address)
        self._failed.setdefault(address, []).append(self._now())  # counted before the slow check: no race of many tries
        rows = schema.account
        found = await self._store.read(lambda c: c.execute(select(rows.c.hash).where(rows.c.user == user)).first())
        async with self._threads:
            good = await asyncio.to_thread(self._verify, found.hash if found else _dummy, password)
        if not good or not found:
            await self._store.submit(lambda c: note(c, "web", "login_failed", new=user[:40], why=address))
            return None
        self._failed.pop(address, None)
        self._trusted.pop(address, None)
        self._trusted[address] = None
        while len(self._trusted) > _MOST_TRUSTED:
            del self._trusted[next(iter(self._trusted))]
        token, session = secrets.token_urlsafe(32), Session(user, secrets.token_urlsafe(24))
        expires = int(self._now()) + SESSION_S
        row = {"token_hash": _token_hash(token), "user": user, "csrf": session.csrf, "expires_at": expires}
        await self._store.submit(lambda c: self._keep(c, row, address))
        return token, session

    @staticmethod
    def _keep(connection: Connection, row: dict[str, object], address: str) -> None:
        connection.execute(schema.session.insert().values(**row))
        note(connection, str(row["user"]), "login", why=address)

    @staticmethod
    def _verify(hash_: str, password: str) -> bool:
        try:
            return _hasher.verify(hash_, password)
        except (VerificationError, InvalidHashError):
            return False

    async def session(self, token: str | None) -> Session | None:
        """The session of a cookie, or None."""
        if not token or len(token) > 100:
            return None
        key = _token_hash(token)
        if key not in self._known:
            rows = schema.session
            found = await self._store.read(lambda c: c.execute(select(rows).where(rows.c.token_hash == key)).first())
            if found is None:
                return None
            self._known[key] = (Session(found.user, found.csrf), found.expires_at)
        session, expires = self._known[key]
        if self._now() < expires:
            return session
        del self._known[key]
        return None

    async def logout(self, token: str) -> None:
        """End a session."""
        key = _token_hash(token)
        self._known.pop(key, None)
        rows = schema.session
        await self._store.submit(lambda c: c.execute(rows.update().where(rows.c.token_hash == key).values(expires_at=0)))
