"""A late pair completes a table of round 1 while it is played: its table gets the plan and the clock as all have it."""

from tests.server.club import LOSE, WIN
from tests.server.desk import do, entry, event, next_round, pairs, refused, seats
from tests.server.kit import Running


def test_a_late_pair_meets_the_one_that_rests_and_their_sheet_counts(server: Running) -> None:
    client = server.organiser()
    tables = [server.device(name).open().ready() for name in ("one", "two")]
    event(client, pairs(3))
    next_round(client)
    tables[0].until(lambda: tables[0].sheet.plan, "plan")
    assert client.post("/api/round/start").status_code == 200
    assert client.post("/api/round/add", json={"minutes": 5}).status_code == 200
    tables[0].until(lambda: tables[0].sheet.clock.length_ms == 30 * 60_000, "five minutes")
    do(client, "entry.close")
    late = do(client, "entry.add", entries=[entry("Tardi", "Dopo")], accept=["late_entry"], why="treno")["entries"][0]["number"]
    assert refused(client, "entry.join", number=late, table=1, why="treno") == "table_taken"
    found = do(client, "entry.join", number=late, why="treno", article="000 par.14")
    assert found["table"] == 2 and seats(found["round"]) == [(1, 1, 2), (2, 3, 4)] and found["round"]["rests"] == []
    two = tables[1]
    two.until(lambda: two.sheet.plan and two.sheet.clock.length_ms == 30 * 60_000, "plan and clock")
    assert two.sheet.plan.names == (("Anna3", "Bruno3"), ("Tardi", "Dopo"))
    assert two.sheet.clock.deadline_ms == tables[0].sheet.clock.deadline_ms
    assert refused(client, "entry.join", number=late, why="ancora") == "does_not_fit"
    for table in tables:
        table.sit()
        table.play([(WIN, LOSE), (WIN, LOSE)])
    do(client, "round.close")
    ranking = client.get("/api/ranking").json()["ranking"]
    assert sorted((row["pair"], row["vp"]) for row in ranking) == [(1, 20), (2, 0), (3, 20), (4, 0)]


def test_where_no_table_is_incomplete_or_round_1_is_over_nobody_joins(server: Running) -> None:
    client = server.organiser()
    event(client, pairs(4), settings={"late_entry": "allow"})
    assert refused(client, "entry.join", number=1, why="x") == "no_round"
    next_round(client)
    do(client, "entry.add", entries=[entry("Tardi", "Dopo")])
    assert refused(client, "entry.join", number=5, why="x") == "no_rest"
    assert refused(client, "entry.join", number=9, why="x") == "no_entry"
    do(client, "round.close", force=True, reason="x")
    next_round(client)
    do(client, "entry.add", entries=[entry("Ancora", "Dopo")])
    assert refused(client, "entry.join", number=6, why="x") == "late_entry"
