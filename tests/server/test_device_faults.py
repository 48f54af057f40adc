"""What a table's flash has to say reaches the arbiter: as FAULT records, or in the beat while no record can be written."""

from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tests.server.kit import Running, begin

BEAT = {"t": "beat"} | dict.fromkeys(("ph", "dn", "un", "bat", "rssi", "mem", "q", "up"), 0)


def test_faults_of_a_table_are_on_the_page(server: Running) -> None:
    client = server.organiser()
    begin(client)
    table = server.device("one").open().ready()
    table.sit()
    table.say(k.FAULT, fact_writer.text_payload(2, "segment 3 is missing"))
    table.delivered()
    table.send(BEAT | {"fault": "memoria piena"})
    table.until(lambda: table.got[-1]["t"] == "beat", "beat")
    seen = client.get("/api/state").json()["tables"][0]
    assert seen["faults"] == ["segment 3 is missing"]
    assert seen["device"]["fault"] == "memoria piena"
    table.send(BEAT)  # all is well again
    table.until(lambda: [message["t"] for message in table.got].count("beat") == 2, "beat")
    assert client.get("/api/state").json()["tables"][0]["device"]["fault"] == ""


def test_a_log_whose_old_events_were_cleared_elsewhere_is_taken(server: Running) -> None:
    client = server.organiser()
    begin(client)
    table = server.device("one").open().ready()
    first = table.record(k.PRESENCE, b"\0\1", seq=5001)
    table.send_record(*table.tagged(first))
    table.until(lambda: any(m["t"] == "ack" and m["u"] == 5001 for m in table.got), "acknowledged past what is gone")
