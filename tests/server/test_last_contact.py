"""A table that is off while the server restarts is no table that was never seen."""

from pathlib import Path

from tests.server.kit import Running, begin


def test_the_last_contact_outlives_a_restart(tmp_path: Path) -> None:
    server = Running(tmp_path)
    client = server.organiser()
    table = server.device("one").open().ready()
    never = server.device("two").device
    begin(client)
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    seen = client.get("/api/state").json()["tables"][0]["device"]
    assert seen["contact_ms"] >= 0 and seen["before_ms"] == -1, "it is heard now; what was before the start is nothing"
    table.close()
    server.stop()
    again = Running(tmp_path)
    try:
        again.password = server.password
        state = again.organiser().get("/api/state").json()
    finally:
        again.stop()
    device = state["tables"][0]["device"]
    assert device["contact_ms"] == -1 and 0 <= state["now_ms"] - device["before_ms"] < 60_000
    assert [d["before_ms"] for d in state["devices"] if d["id"] == never] == [-1]
