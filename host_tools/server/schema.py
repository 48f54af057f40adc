"""The database's tables. Rows are added and states change; nothing is ever deleted.

Ids of devices, logs, events and rounds are lower-case hexadecimal text (8 digits), so that a person can read the file.
Keys of devices are not here: they live in a file of their own (keys.py).
"""

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text, UniqueConstraint

VERSION = 1
metadata = MetaData()

meta = Table("meta", metadata, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False))

account = Table(
    "account",
    metadata,
    Column("user", String(40), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("hash", Text, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("user", ForeignKey("account.user"), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("expires_at", Integer, nullable=False),  # Unix seconds
)

device = Table(
    "device",
    metadata,
    Column("id", String(8), primary_key=True),
    Column("name", String(40), nullable=False, default=""),
    Column("added_at", Integer, nullable=False),
)

event = Table(
    "event",
    metadata,
    Column("id", String(8), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),  # order of making; the highest is the one being played
    Column("name", String(80), nullable=False),
    Column("deals", Integer, nullable=False),
    Column("minutes", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("profile", Integer, nullable=False),
    Column("scale", String(40), nullable=False),
    Column("settings", Text, nullable=False),  # JSON: clock policy, warnings, bye award
    Column("made_at", Integer, nullable=False),
)

entry = Table(
    "entry",
    metadata,
    Column("event", ForeignKey("event.id"), primary_key=True),
    Column("pair", Integer, primary_key=True),
    Column("first", String(40), nullable=False),
    Column("second", String(40), nullable=False),
)

round_ = Table(
    "round",
    metadata,
    Column("id", String(8), primary_key=True),
    Column("event", ForeignKey("event.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("method", String(20), nullable=False),
    Column("state", String(12), nullable=False),  # draft, published, closed, replaced
    Column("made_at", Integer, nullable=False),
)

seating = Table(
    "seating",
    metadata,
    Column("round", ForeignKey("round.id"), primary_key=True),
    Column("place", Integer, primary_key=True),  # table number; 0 = the pair that rests
    Column("ns", Integer, nullable=False),
    Column("ew", Integer),
)

assignment = Table(
    "assignment",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("device", ForeignKey("device.id"), nullable=False),
    Column("place", Integer, nullable=False),  # 0: this device has no table from here on
    Column("made_at", Integer, nullable=False),
)

record = Table(
    "record",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("device", String(8), nullable=False),
    Column("log", String(8), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    Column("tag", LargeBinary, nullable=False),
    Column("event", String(8), nullable=False),
    Column("round", String(8), nullable=False),
    Column("place", Integer, nullable=False),
    Column("kind", Integer, nullable=False),
    Column("status", String(16), nullable=False),  # placed, or why it belongs to no sheet of ours
    Column("received_at", Integer, nullable=False),
    UniqueConstraint("device", "log", "seq", name="record_id"),
)
Index("record_round", record.c.round, record.c.place)

conflict = Table(
    "conflict",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("device", String(8), nullable=False),
    Column("log", String(8), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    Column("tag", LargeBinary, nullable=False),
    Column("received_at", Integer, nullable=False),
    UniqueConstraint("device", "log", "seq", "bytes", name="conflict_once"),
)

decision = Table(
    "decision",  # the arbiter's reasons; what he decided is in the records
    metadata,
    Column("id", Integer, primary_key=True),
    Column("about", String(40), nullable=False),  # id of the version that it takes out, round/table/deal, or a conflict's name
    Column("who", String(40), nullable=False),
    Column("at", Integer, nullable=False),  # Unix seconds
    Column("why", Text, nullable=False),
    Column("article", String(40), nullable=False),
)

gap = Table(
    "gap",  # numbers that a device skipped on an unbroken connection: lost on its flash, not on the way
    metadata,
    Column("device", String(8), primary_key=True),
    Column("log", String(8), primary_key=True),
    Column("first", Integer, primary_key=True),
    Column("last", Integer, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Integer, nullable=False),  # Unix seconds
    Column("who", String(40), nullable=False),
    Column("what", String(40), nullable=False),
    Column("old", Text, nullable=False, default=""),
    Column("new", Text, nullable=False, default=""),
    Column("why", Text, nullable=False, default=""),
)
