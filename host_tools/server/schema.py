"""The database's tables. Rows are added and states change; nothing is ever deleted.

Ids of devices, logs, events and rounds are lower-case hexadecimal text (8 digits), so that a person can read the file.
Keys of devices are not here: they live in a file of their own (keys.py).
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

Whole = BigInteger().with_variant(Integer(), "sqlite")  # Unix seconds pass 32 bits in 2038
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
    Column("expires_at", Whole, nullable=False),  # Unix seconds
)

device = Table(
    "device",
    metadata,
    Column("id", String(8), primary_key=True),
    Column("name", String(40), nullable=False, default=""),
    Column("added_at", Whole, nullable=False),
)

event = Table(
    "event",  # what there is; what an event is, its acts say
    metadata,
    Column("id", String(8), primary_key=True),
    Column("number", Whole, nullable=False, unique=True),  # order of making
    Column("name", String(80), nullable=False),
    Column("made_at", Whole, nullable=False),
)

act = Table(
    "act",  # an event's history (engine/acts.py)
    metadata,
    Column("event", ForeignKey("event.id"), primary_key=True),
    Column("number", Whole, primary_key=True, autoincrement=False),
    Column("at", Whole, nullable=False),  # Unix seconds
    Column("who", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("data", Text, nullable=False),  # JSON
    Column("why", Text, nullable=False, default=""),
    Column("article", Text, nullable=False, default=""),
    Column("old", Text, nullable=False, default="null"),  # JSON
    Column("before", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
)

person = Table(
    "person",  # the only place of names beside the tables' records: a name can be erased, its number stays
    metadata,
    Column("event", ForeignKey("event.id"), primary_key=True),
    Column("number", Whole, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("club", String(80), nullable=False, default=""),
    Column("card", String(40), nullable=False, default=""),
    Column("erased_at", Whole),  # Unix seconds
)

assignment = Table(
    "assignment",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("device", ForeignKey("device.id"), nullable=False),
    Column("place", Whole, nullable=False),  # 0: this device has no table from here on
    Column("made_at", Whole, nullable=False),
)

record = Table(
    "record",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("device", String(8), nullable=False),
    Column("log", String(8), nullable=False),
    Column("seq", Whole, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    Column("tag", LargeBinary, nullable=False),
    Column("event", String(8), nullable=False),
    Column("round", String(8), nullable=False),
    Column("place", Whole, nullable=False),
    Column("kind", Whole, nullable=False),
    Column("status", String(16), nullable=False),  # placed, or why it belongs to no sheet of ours
    Column("received_at", Whole, nullable=False),
    UniqueConstraint("device", "log", "seq", name="record_id"),
)
Index("record_round", record.c.round, record.c.place)

conflict = Table(
    "conflict",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("device", String(8), nullable=False),
    Column("log", String(8), nullable=False),
    Column("seq", Whole, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    Column("tag", LargeBinary, nullable=False),
    Column("received_at", Whole, nullable=False),
    UniqueConstraint("device", "log", "seq", "bytes", name="conflict_once"),
)

decision = Table(
    "decision",  # the arbiter's reasons; what he decided is in the records
    metadata,
    Column("id", Whole, primary_key=True),
    Column("about", String(40), nullable=False),  # id of the version that it takes out, round/table/deal, or a conflict's name
    Column("who", String(40), nullable=False),
    Column("at", Whole, nullable=False),  # Unix seconds
    Column("why", Text, nullable=False),
    Column("article", String(40), nullable=False),
)

gap = Table(
    "gap",  # numbers that a device skipped on an unbroken connection: lost on its flash, not on the way
    metadata,
    Column("device", String(8), primary_key=True),
    Column("log", String(8), primary_key=True),
    Column("first", Whole, primary_key=True),
    Column("last", Whole, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("at", Whole, nullable=False),  # Unix seconds
    Column("who", String(40), nullable=False),
    Column("what", String(40), nullable=False),
    Column("old", Text, nullable=False, default=""),
    Column("new", Text, nullable=False, default=""),
    Column("why", Text, nullable=False, default=""),
)
