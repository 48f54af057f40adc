"""An event is its acts and persons: what stood in the tables event, entry, round and seating becomes acts, in their order."""

import json
from itertools import count
from typing import Any

import sqlalchemy as sa
from alembic import op

from host_tools.engine.acts import Act, Draft, canonical, chained

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_Whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_ASIDE = ("pin", "bands", "bye_official")  # settings that have a place of their own now


def upgrade() -> None:
    """Make the new tables, fill them, take the old ones away."""
    _make()
    connection = op.get_bind()
    old = sa.MetaData()
    old.reflect(connection, only=["event", "entry", "round", "seating", "meta"])
    newest = ""
    for event in connection.execute(sa.select(old.tables["event"]).order_by(old.tables["event"].c.number)).all():
        _event(connection, old, event)
        newest = event.id
    if newest:
        _keep(connection, old, "playing", newest)
    for name in ("seating", "round", "entry"):
        op.drop_table(name)
    with op.batch_alter_table("event") as table:
        for name in ("deals", "minutes", "rounds", "profile", "scale", "settings"):
            table.drop_column(name)


def _make() -> None:
    op.create_table(
        "act",
        sa.Column("event", sa.String(8), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("number", _Whole, primary_key=True, autoincrement=False),
        sa.Column("at", _Whole, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("article", sa.Text, nullable=False),
        sa.Column("old", sa.Text, nullable=False),
        sa.Column("before", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "person",
        sa.Column("event", sa.String(8), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("number", _Whole, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("club", sa.String(80), nullable=False),
        sa.Column("card", sa.String(40), nullable=False),
        sa.Column("erased_at", _Whole),
    )


def _keep(connection: sa.Connection, old: sa.MetaData, key: str, value: str) -> None:
    connection.execute(old.tables["meta"].insert().values(key=key, value=value))


def _event(connection: sa.Connection, old: sa.MetaData, event: Any) -> None:
    settings = json.loads(event.settings)
    if "pin" in settings:
        _keep(connection, old, f"pin {event.id}", str(settings["pin"]))
    phase = {"method": "danish", "rounds": event.rounds, "deals": event.deals, "minutes": event.minutes, "scale": event.scale}
    phase["bands"] = settings["bands"]
    plain = {name: value for name, value in settings.items() if name not in _ASIDE}
    if settings.get("bye_official"):
        plain = {name: value for name, value in plain.items() if name not in ("bye_vp", "bye_mp")}
    new: dict[str, Any] = {"id": event.id, "name": event.name, "kind": "pairs", "profile": event.profile}
    new |= {"settings": plain, "phases": [phase]}
    drafts = [Draft("event.new", new), Draft("entry.add", {"entries": _entries(connection, old, event.id)})]
    last = _write(connection, event.id, chained(drafts, None, "tavolo", event.made_at))
    rounds = old.tables["round"]
    mine = sa.select(rounds).where(rounds.c.event == event.id).order_by(rounds.c.number, rounds.c.made_at, rounds.c.id)
    found = connection.execute(mine).all()
    for row in sorted(found, key=lambda row: (row.number, row.state != "replaced", row.made_at)):
        made = chained(_round(connection, old, row), last, "tavolo", row.made_at or event.made_at)
        last = _write(connection, event.id, made)


def _entries(connection: sa.Connection, old: sa.MetaData, event: str) -> list[dict[str, Any]]:
    rows, person = old.tables["entry"], sa.table("person", *(sa.column(n) for n in ("event", "number", "name", "club", "card")))
    numbers, entries = count(1), []
    for row in connection.execute(sa.select(rows).where(rows.c.event == event).order_by(rows.c.pair)).all():
        persons = []
        for name in (row.first, row.second):
            if name:
                persons.append(next(numbers))
                values = {"event": event, "number": persons[-1], "name": name, "club": "", "card": ""}
                connection.execute(person.insert().values(**values))
        entries.append({"number": row.pair, "persons": persons})
    return entries


def _round(connection: sa.Connection, old: sa.MetaData, row: Any) -> list[Draft]:
    """The acts that make a round. One that a table gave back need not have all of its tables."""
    rows = old.tables["seating"]
    seats, rests = {}, []
    for seat in connection.execute(sa.select(rows).where(rows.c.round == row.id).order_by(rows.c.place)).all():
        if seat.place:
            seats[str(seat.place)] = [seat.ns, seat.ew]
        else:
            rests.append(seat.ns)
    data: dict[str, Any] = {"id": row.id, "number": row.number, "method": row.method, "phase": 0}
    if row.made_at == 0:
        drafts = [Draft("round.back", data)]
        drafts += [Draft("round.seat", {"id": row.id, "table": int(n), "ns": a, "ew": b}) for n, (a, b) in seats.items()]
        drafts += [Draft("round.rest", {"id": row.id, "rests": rests})] if rests else []
    else:
        drafts = [Draft("round.pair", data | {"seats": seats, "rests": rests})]
    if row.state == "replaced":
        drafts.append(Draft("round.drop", {"id": row.id}))
    if row.state in ("published", "closed"):
        drafts.append(Draft("round.publish", {"id": row.id, "number": row.number}))
    if row.state == "closed":
        drafts.append(Draft("round.close", {"id": row.id, "number": row.number, "told": None, "learned": False}))
    return drafts


def _write(connection: sa.Connection, event: str, acts: list[Act]) -> Act:
    names = ("number", "at", "who", "kind", "why", "article", "before", "hash")
    rows = sa.table("act", *(sa.column(name) for name in ("event", *names, "data", "old")))
    for act in acts:
        row = {name: getattr(act, name) for name in names}
        connection.execute(rows.insert().values(event=event, data=canonical(act.data), old=canonical(act.old), **row))
    return acts[-1]
