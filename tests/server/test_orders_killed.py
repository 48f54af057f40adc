"""The server is killed in every job of a whole event, with all of it done and nothing committed (after a commit is before the
next job): what is there then is one step of the event, whole, and the event goes on from it."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from host_tools.engine.acts import Act, check_chain
from host_tools.engine.fold import fold
from host_tools.engine.state import CLOSED, PUBLISHED
from host_tools.server import schema
from host_tools.server.database import HeldError
from tavolo.domain import kinds as k
from tests.server.databases import ALL, copied
from tests.server.desk import Office, entry, pairs
from tests.server.paper import LOSE, WIN, deal, whole

PHASES = [{"method": "draw", "rounds": 1, "deals": 2}, {"method": "modified", "rounds": 1, "deals": 2}]
EVENT: list[tuple[str, dict[str, Any]]] = [
    ("event.new", {"name": "Uccisa", "phases": PHASES}),
    ("entry.add", {"entries": pairs(5)}),
    ("entry.edit", {"number": 2, "persons": [{"name": "Nuova"}, {"name": "Bruno2"}], "replace": True, "why": "x"}),
    ("entry.close", {}),
    ("round.pair", {}),
    ("round.publish", {}),
    ("sheet.enter", {"round": 1, **whole(1)}),
    ("entry.withdraw", {"number": 3, "mode": "justified", "why": "x"}),
    ("round.close", {"force": True, "reason": "x"}),
    ("sheet.correct", {"round": 1, "table": 1, **deal(1, LOSE, WIN), "error": "office_typing", "why": "x"}),
    ("ruling.add", {"kind": "warning", "competitors": [1], "offence": "pile_seen", "why": "x"}),
    ("entry.add", {"entries": [entry("Tardi", "Dopo")], "accept": ["late_entry"], "why": "x"}),
    ("round.pair", {}),
    ("undo.do", {"what": "last", "why": "x"}),
    ("round.pair", {}),
    ("round.publish", {}),
    ("undo.do", {"what": "publish", "why": "x"}),
    ("round.publish", {}),
    ("round.close", {"force": True, "reason": "x"}),
    ("entry.erase", {"person": 1, "why": "x"}),
    ("event.final", {"why": "x"}),
]


def carry_out(office: Office, name: str, body: dict[str, Any]) -> None:
    if name == "undo.do":
        body = body | {"seen": office.do("undo.preview", what=body["what"])["seen"]}
    office.do(name, **body)


def dying(office: Office, at: int) -> None:
    """From now on the process ends in job number `at`."""
    submit, jobs = office.host.store.submit, iter(range(at, -1, -1))

    def end(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def watched(job: Callable[[Any], Any], then: Any = None) -> Any:
        if next(jobs, -1) != 0:
            return submit(job, then)
        return submit(lambda connection: end(job(connection)))

    office.host.store.submit = watched  # type: ignore[method-assign]


def killed(folder: Path, name: str, body: dict[str, Any], at: int) -> bool:
    """Whether the order was killed; it has fewer jobs else, and is done."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            office = Office(folder)
            dying(office, at)
            carry_out(office, name, body)
            office.close()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, f"{name} failed by itself"
    return os.WIFSIGNALED(status)


def is_whole(office: Office) -> int:
    """Acts, persons and tables' records say the same; how many acts there are."""
    book = office.host.hall.book
    if book is None:
        return 0
    check_chain(book.acts)
    assert fold(book.acts).acts == book.state.acts
    named = {person for act in book.acts if act.kind == "entry.add" for one in act.data["entries"] for person in one["persons"]}
    named |= {person for act in book.acts if act.kind == "entry.edit" for person in act.data.get("persons", [])}
    assert set(book.persons) == named, "nobody without an act, no act about nobody"
    erased = {act.data["person"] for act in book.acts if act.kind == "person.erase"}
    assert {number for number, one in book.persons.items() if one.erased} == erased
    rows = schema.record.c
    wanted = select(rows.round).where(rows.kind == k.PLAN, rows.event == book.state.id)
    plans = Counter(office.host.store.read_now(lambda c: [row.round for row in c.execute(wanted)]))
    told = {info.id: len(info.seats) for info in book.state.rounds if info.state in (PUBLISHED, CLOSED)}
    assert {round_id: count for round_id, count in plans.items() if round_id not in book.state.unpublished} == told
    assert office.host.store.read_now(by_host) == by_acts(book.acts)
    return book.state.acts


def by_host(connection: Connection) -> tuple[int, int]:
    """Deals and results that the host wrote."""
    rows = connection.execute(select(schema.record.c.kind).where(schema.record.c.kind.in_([k.REVISE, k.RESULT])))
    kinds = [row.kind for row in rows]
    return kinds.count(k.REVISE), kinds.count(k.RESULT)


def by_acts(acts: list[Act]) -> tuple[int, int]:
    """The same, as the acts of sheets have it: two deals and a result typed in; a deal and its new result at a correction."""
    entered = sum(len(act.data["deals"]) for act in acts if act.kind == "sheet.enter")
    changed = sum(act.kind == "sheet.correct" for act in acts)
    return entered + changed, sum(act.kind == "sheet.enter" for act in acts) + changed


def outcome(office: Office) -> str:
    """What must be the same however often the server was killed: all but ids, hashes and lots."""
    shown = office.do("event.show")["event"]
    rounds = [(info["number"], info["state"], info["tables"], len(info["rests"])) for info in shown["rounds"]]
    entries = [(one["number"], one["names"], one["left"], one["since"]) for one in shown["entries"]]
    return json.dumps([shown["acts"], rounds, entries, shown["final"], office.do("sheet.show", round=1, table=1)["sheet"]["mp"]])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork: run it on Linux")
def test_an_event_whose_server_is_killed_in_every_job_is_whole_and_ends_as_one_that_was_not(
    tmp_path: Path, database: str
) -> None:
    event = EVENT if database == "sqlite" or ALL else EVENT[:7]  # these with both; a server's databases take long to copy
    base, kills, before = tmp_path / "0", 0, 0
    base.mkdir()
    for step, (name, body) in enumerate(event):
        trial = tmp_path / str(step + 1)
        for at in range(10):
            copied(base, trial)
            if not killed(trial, name, body, at):
                break
            kills += 1
            after = goes_on(trial, name, body, before + at)
        base, before = trial, after
    assert kills >= len(event), kills
    office, plain = Office(base), Office(tmp_path / "plain")
    for name, body in event:
        carry_out(plain, name, body)
    assert outcome(office) == outcome(plain)
    office.close()
    plain.close()


def started(folder: Path) -> Office:
    """A PostgreSQL server needs a moment to see that who held the database is dead."""
    for _ in range(200):
        try:
            return Office(folder)
        except HeldError:
            time.sleep(0.01)
    raise AssertionError("held by a dead process")


def goes_on(folder: Path, name: str, body: dict[str, Any], most: int) -> int:
    """The next start finds it whole, and the order is given again. The number of acts then."""
    office = started(folder)
    try:
        assert is_whole(office) <= most
        carry_out(office, name, body)
        return is_whole(office)
    finally:
        office.close()
