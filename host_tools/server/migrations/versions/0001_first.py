"""The tables as they were before there were migrations (`schema` 1 in the table `meta`).

How a revision is added, by hand:

1. Change `schema.py`; there every whole number is a `Whole` (8 bytes on PostgreSQL, INTEGER on SQLite).
2. Write `versions/000N_what_it_is.py` with `revision = "000N"` and `down_revision` the one before: four digits, and nothing
   imported of `schema.py`, which will change again. Only `upgrade()`: nobody goes back but by a copy.
3. It must run on SQLite and on PostgreSQL, with data in the tables: what SQLite cannot alter goes through
   `with op.batch_alter_table(..)`. Foreign keys are not enforced meanwhile on SQLite, and checked at the end. Nothing is
   deleted: what leaves a table goes to another one.
4. `tests/server/test_migrations.py` says when `schema.py` and the revisions differ, on both. Rows for the new step go into
   a test of their own there, from `tests/vectors/database_1.sql`.

The whole upgrade is one transaction; a database with data is copied aside before, into a SQLite file.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_Whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make all tables of version 1."""
    _people()
    _rounds()
    _records()
    _notes()


def _people() -> None:
    op.create_table("meta", sa.Column("key", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False))
    op.create_table(
        "account",
        sa.Column("user", sa.String(40), primary_key=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("user", sa.String(40), sa.ForeignKey("account.user"), nullable=False),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("expires_at", _Whole, nullable=False),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("added_at", _Whole, nullable=False),
    )


def _rounds() -> None:
    op.create_table(
        "event",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("number", _Whole, nullable=False, unique=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("deals", _Whole, nullable=False),
        sa.Column("minutes", _Whole, nullable=False),
        sa.Column("rounds", _Whole, nullable=False),
        sa.Column("profile", _Whole, nullable=False),
        sa.Column("scale", sa.String(40), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("made_at", _Whole, nullable=False),
    )
    op.create_table(
        "entry",
        sa.Column("event", sa.String(8), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("pair", _Whole, primary_key=True),
        sa.Column("first", sa.String(40), nullable=False),
        sa.Column("second", sa.String(40), nullable=False),
    )
    op.create_table(
        "round",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("event", sa.String(8), sa.ForeignKey("event.id"), nullable=False),
        sa.Column("number", _Whole, nullable=False),
        sa.Column("method", sa.String(20), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("made_at", _Whole, nullable=False),
    )
    op.create_table(
        "seating",
        sa.Column("round", sa.String(8), sa.ForeignKey("round.id"), primary_key=True),
        sa.Column("place", _Whole, primary_key=True),
        sa.Column("ns", _Whole, nullable=False),
        sa.Column("ew", _Whole),
    )
    op.create_table(
        "assignment",
        sa.Column("id", _Whole, primary_key=True),
        sa.Column("device", sa.String(8), sa.ForeignKey("device.id"), nullable=False),
        sa.Column("place", _Whole, nullable=False),
        sa.Column("made_at", _Whole, nullable=False),
    )


def _records() -> None:
    op.create_table(
        "record",
        sa.Column("id", _Whole, primary_key=True),
        sa.Column("device", sa.String(8), nullable=False),
        sa.Column("log", sa.String(8), nullable=False),
        sa.Column("seq", _Whole, nullable=False),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
        sa.Column("tag", sa.LargeBinary, nullable=False),
        sa.Column("event", sa.String(8), nullable=False),
        sa.Column("round", sa.String(8), nullable=False),
        sa.Column("place", _Whole, nullable=False),
        sa.Column("kind", _Whole, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("received_at", _Whole, nullable=False),
        sa.UniqueConstraint("device", "log", "seq", name="record_id"),
    )
    op.create_index("record_round", "record", ["round", "place"])
    op.create_table(
        "conflict",
        sa.Column("id", _Whole, primary_key=True),
        sa.Column("device", sa.String(8), nullable=False),
        sa.Column("log", sa.String(8), nullable=False),
        sa.Column("seq", _Whole, nullable=False),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
        sa.Column("tag", sa.LargeBinary, nullable=False),
        sa.Column("received_at", _Whole, nullable=False),
        sa.UniqueConstraint("device", "log", "seq", "bytes", name="conflict_once"),
    )


def _notes() -> None:
    op.create_table(
        "decision",
        sa.Column("id", _Whole, primary_key=True),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("at", _Whole, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("article", sa.String(40), nullable=False),
    )
    op.create_table(
        "gap",
        sa.Column("device", sa.String(8), primary_key=True),
        sa.Column("log", sa.String(8), primary_key=True),
        sa.Column("first", _Whole, primary_key=True),
        sa.Column("last", _Whole, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", _Whole, primary_key=True),
        sa.Column("at", _Whole, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("old", sa.Text, nullable=False),
        sa.Column("new", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
