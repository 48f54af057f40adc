"""What the host says of late lines and slow turns, from records alone."""

from host_tools.engine.profile_rules import Rules
from host_tools.server.timing import late_view, turns_view
from tavolo.domain import facts, plan_writer
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.record import Record
from tavolo.domain.sheet import Sheet
from tests.server.kit import Running, begin

MINUTE = 60_000
START = 20 * MINUTE
RULES = Rules(k.FIBUR, {})


class Told:
    """A sheet and the records that make it."""

    def __init__(self, profile: int = k.FIBUR) -> None:
        self.sheet, self.seq = Sheet(), 0
        plan = Plan()
        plan.profile, plan.bands = profile, ((32767, 10, 10),)
        self.say(k.PLAN, plan_writer.plan_bytes(plan), 0)

    def say(self, kind: int, payload: bytes, at_ms: int) -> None:
        self.seq += 1
        self.sheet.apply(Record(kind, b"DEV1", b"LOGA", self.seq, at_ms, payload))

    def start(self) -> None:
        self.say(k.START, facts.time_payload(START, 45 * MINUTE), START)

    def here(self, line: int, at_ms: int) -> None:
        self.say(k.PRESENCE, facts.numbers_payload(line, k.HERE), at_ms)


def test_nobody_is_late_before_start() -> None:
    told = Told()
    assert late_view(told.sheet, k.NS, RULES) is None
    assert late_view(Sheet(), k.NS, RULES) is None


def test_minutes_run_from_start_to_presence() -> None:
    told = Told()
    told.here(k.NS, START - 1000)
    told.start()
    assert late_view(told.sheet, k.NS, RULES) is None
    late = late_view(told.sheet, k.EW, RULES)
    assert late is not None
    assert (late["from_ms"], late["until_ms"], late["here"]) == (START, None, False)
    assert (late["steps"], late["award_from"]) == ([[5, 100], [6, 150]], 11)
    told.here(k.EW, START + 7 * MINUTE)
    told.here(k.EW, START + 9 * MINUTE)  # pressed again: the first one counts
    late = late_view(told.sheet, k.EW, RULES)
    assert late is not None
    assert (late["until_ms"] - late["from_ms"], late["here"]) == (7 * MINUTE, True)


def test_who_never_came_was_late_until_time_out() -> None:
    told = Told()
    told.start()
    told.say(k.TIME_OUT, facts.time_payload(START + 45 * MINUTE), START + 45 * MINUTE)
    late = late_view(told.sheet, k.NS, RULES)
    assert late is not None
    assert (late["until_ms"], late["here"]) == (START + 45 * MINUTE, False)


def test_turns_are_counted_per_line_and_kind() -> None:
    told = Told()
    told.start()
    for line, seconds, what in ((1, 4, k.TURN_OVER), (1, 2, k.TURN_GRACE), (1, 9, k.TURN_DISCARD), (1, 9, k.TURN_OVER)):
        told.say(k.OVERRUN, facts.numbers_payload(line, seconds, what), START)
    told.say(k.OVERRUN, facts.numbers_payload(0, 3), START)  # as tables of before wrote it
    told.say(k.OVERRUN, facts.numbers_payload(255, 3, 0), START)
    assert turns_view(told.sheet) == {
        "ns": {"over": 1, "seconds": 3, "graces": 0, "discards": 0},
        "ew": {"over": 2, "seconds": 13, "graces": 1, "discards": 1},
    }


def test_the_arbiters_page_is_told(server: Running) -> None:
    client = server.organiser()
    table = server.device().open().ready()
    begin(client, pairs=2)
    table.until(lambda: table.sheet.plan, "plan")
    assert client.post("/api/round/start").status_code == 200
    table.until(lambda: table.sheet.clock.state == 1, "START")
    table.say(k.OVERRUN, facts.numbers_payload(0, 6, k.TURN_OVER))
    table.delivered()
    view = client.get("/api/state").json()["tables"][0]
    assert view["ns"]["late"]["until_ms"] is None
    assert view["turns"]["ns"] == {"over": 1, "seconds": 6, "graces": 0, "discards": 0}
