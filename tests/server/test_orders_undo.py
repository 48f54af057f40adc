"""Taking back: what was published, closed, paired, entered; the tables follow, and it can be taken back itself."""

from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tests.server.club import LOSE, WIN
from tests.server.desk import do, entry, event, next_round, pairs, refused, seats
from tests.server.kit import Running


def undo(client, what, **more):  # type: ignore[no-untyped-def]
    seen = do(client, "undo.preview", what=what, **more)["seen"]
    return do(client, "undo.do", what=what, seen=seen, why="sbagliato", **more)


def test_an_undone_publishing_leaves_the_table_idle_and_the_new_one_reaches_it_under_another_id(server: Running) -> None:
    client = server.organiser()
    table = server.device("one").open().ready()
    event(client, pairs(4))
    first = next_round(client, seed="a")
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    shown = do(client, "undo.preview", what="publish")
    assert {"code": "round", "round": 1, "field": "state", "before": "published", "after": "draft"} in shown["changes"]
    undo(client, "publish")
    table.until(lambda: table.place[1] == bytes(4), "nowhere")
    again = do(client, "round.show")["round"]
    assert (again["state"], seats(again)) == ("draft", seats(first)) and again["id"] != first["id"]
    other = do(client, "round.pair", method="manual", tables=[[1, 4, 1], [2, 2, 3]])["round"]
    do(client, "round.publish", seen=other["id"])
    table.until(lambda: table.sheet.plan and table.place[1].hex() == other["id"], "the new plan")
    assert table.sheet.plan.names == (("Anna4", "Bruno4"), ("Anna1", "Bruno1"))
    assert table.sheet.presence_state == [0, 0] or not any(table.sheet.presence_state), "nothing of the old one is in it"
    assert client.get("/api/state").json()["foreign"] == 0


def test_of_two_rounds_the_second_undone_leaves_the_first_at_the_table(server: Running) -> None:
    client = server.organiser()
    table = server.device("one").open().ready()
    event(client, pairs(2))
    first = next_round(client)
    table.until(lambda: table.sheet.plan, "plan")
    do(client, "round.close", force=True, reason="prova")
    second = next_round(client, method="danish")
    table.until(lambda: table.place[1].hex() == second["id"], "the second plan")
    undo(client, "round")
    table.until(lambda: table.place[1].hex() == first["id"], "the first again")
    assert [info["number"] for info in do(client, "event.show")["event"]["rounds"]] == [1]
    third = next_round(client, method="danish")
    table.until(lambda: table.place[1].hex() == third["id"] and table.sheet.plan, "the new second")
    assert third["id"] != second["id"] and third["number"] == 2


def test_what_was_played_counts_again_when_the_undoing_is_undone(server: Running) -> None:
    client = server.organiser()
    table = server.device("one").open().ready()
    event(client, pairs(2))
    made = next_round(client)
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    assert client.post("/api/round/start").status_code == 200
    table.until(lambda: table.sheet.clock.state == 1, "START")
    table.play([(WIN, LOSE), (WIN, LOSE)])
    before = client.get("/api/ranking").json()["ranking"]
    shown = do(client, "undo.preview", what="round")
    assert shown["changes"][-1]["code"] == "standing" and any(one["code"] == "records_left" for one in shown["changes"])
    done = undo(client, "round")
    assert [row["vp"] for row in client.get("/api/ranking").json()["ranking"]] == [0, 0]
    undo(client, "act", number=done["acts"])
    assert client.get("/api/ranking").json()["ranking"] == before
    table.until(lambda: table.place[1].hex() == made["id"], "its round again")
    state = client.get("/api/state").json()
    assert state["tables"][0]["signed"] and state["foreign"] == 0


def test_what_came_meanwhile_from_a_table_that_did_not_hear_counts_again_too(server: Running) -> None:
    client = server.organiser()
    table = server.device("one").open().ready()
    event(client, pairs(2))
    next_round(client)
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    assert client.post("/api/round/start").status_code == 200
    table.until(lambda: table.sheet.clock.state == 1, "START")
    table.close()
    table.note(table.record(k.DEAL, fact_writer.deal_payload(1, WIN, LOSE)))
    done = undo(client, "round")
    table.open().ready().delivered()
    undo(client, "act", number=done["acts"])
    table.until(lambda: table.sheet.plan, "its round again")
    state = client.get("/api/state").json()
    assert state["tables"][0]["played"] == 1 and state["foreign"] == 0


def test_a_closing_undone_opens_the_round_again_and_the_next_draft_stands_in_the_way(server: Running) -> None:
    client = server.organiser()
    event(client, pairs(2))
    next_round(client)
    do(client, "round.close", force=True, reason="prova")
    do(client, "round.pair", method="danish")
    assert refused(client, "undo.preview", what="close", number=1) == "does_not_fit"
    do(client, "round.drop")
    undo(client, "close", number=1)
    assert do(client, "round.show")["round"]["state"] == "published"


def test_of_two_arbiters_that_undo_one_is_told(server: Running) -> None:
    client = server.organiser()
    event(client, pairs(2))
    seen = do(client, "undo.preview", what="last")["seen"]
    do(client, "entry.add", entries=[entry("Carla", "Dino")])
    assert refused(client, "undo.do", what="last", seen=seen, why="so") == "changed"
    assert len(do(client, "entry.list")["entries"]) == 3


def test_an_entry_undone_leaves_the_others_of_its_list(server: Running) -> None:
    client = server.organiser()
    event(client, pairs(3))
    undo(client, "entry", number=2)
    assert [one["number"] for one in do(client, "entry.list")["entries"]] == [1, 3]
    assert do(client, "entry.add", entries=[entry("Carla", "Dino")])["entries"][0]["number"] == 4


def test_a_penalty_taken_back_takes_the_draft_that_hangs_on_the_ranking_along(server: Running) -> None:
    client = server.organiser()
    event(client, pairs(4))
    next_round(client, seed="a")
    do(client, "round.close", force=True, reason="prova")
    do(client, "ruling.add", kind="penalty", competitors=[1], vp=-3, mp=-300, why="prova")
    do(client, "round.pair", method="danish")
    penalty = next(one["act"] for one in do(client, "ruling.list")["rulings"])
    shown = undo(client, "ruling", number=penalty)
    assert "round_gone" in {change["code"] for change in shown["changes"]}, "the draft goes, and the preview said so"
    assert [info["state"] for info in do(client, "event.show")["event"]["rounds"]] == ["closed"]


def test_a_round_is_undone_with_the_rulings_about_it_when_that_is_asked(server: Running) -> None:
    client = server.organiser()
    event(client, pairs(4))
    next_round(client)
    do(client, "ruling.add", kind="warning", competitors=[1], offence="other", round=1, why="prova")
    assert refused(client, "undo.preview", what="round") == "does_not_fit"
    shown = undo(client, "round", rulings=True)
    assert {"round_gone", "ruling_gone"} <= {change["code"] for change in shown["changes"]}
    assert do(client, "event.show")["event"]["rounds"] == [] and do(client, "ruling.list")["rulings"] == []
