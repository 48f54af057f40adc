"""A table is another device's for one deal and comes back, after the copy: what the other recorded counts after the restore."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tests.server.club import LOSE, WIN, Club, first_round, next_round, until
from tests.server.fake_table import WAIT_S, FakeTable


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    found = Club(tmp_path)
    yield found
    found.server.stop()


def deal(table: FakeTable, number: int) -> None:
    table.say(k.PHASE, facts.numbers_payload(number, k.COUNT))
    table.say(k.DEAL, fact_writer.deal_payload(number, WIN if number == 2 else LOSE, LOSE))
    table.delivered()


def give(club: Club, table: FakeTable, old: FakeTable) -> None:
    """Table 1 becomes another device's, which has the whole sheet from then on; both know it."""
    club.post("tables/assign", table=1, device=table.device)
    until(table, lambda s: table.place[2] == 1 and s.clock.state == 1 and len(s.heads) == (2 if old.mine else 1), "the sheet")
    old.until(lambda: old.place[2] != 1, "told")


def swapped_twice(club: Club) -> tuple[FakeTable, FakeTable, Path]:
    """Deal 1 of round 2 is the spare's, deal 2 and the signature are the table's own. The copy is of before the round."""
    first_round(club, 1, 2)
    own, spare = club.tables[0], club.add(1)[0]
    copy = club.copy()
    club.tables = [own]
    next_round(club)
    club.tables = [own, spare]
    give(club, spare, own)
    deal(spare, 1)
    give(club, own, spare)
    until(own, lambda s: s.deal(1), "deal 1")
    deal(own, 2)
    mp_ns, mp_ew, _, vp_ns, vp_ew = own.sheet.result()
    own.say(k.SIGN, fact_writer.sign_payload(2, mp_ns, mp_ew, vp_ns, vp_ew))
    own.delivered()
    return own, spare, copy


def sheet(club: Club) -> Any:
    found = club.client.get("/api/sheets/2/1").json()
    return [d["totals"] for d in found["deals"]], found["signed"]


def come_back(club: Club, tables: list[FakeTable], aside: int = 0) -> None:
    """All connect and deliver, and answer the host's questions until so many records are left aside."""
    for table in tables:
        table.open().ready().delivered()
    end = time.monotonic() + WAIT_S
    while club.state()["foreign"] != aside:
        assert time.monotonic() < end, "records are aside"
        for table in tables:
            sent = len(table.got)
            table.send({"t": "time", "a": sent})
            table.until(lambda t=table, n=sent: any(m["t"] == "time" for m in t.got[n:]), "answer")  # type: ignore[misc]


@pytest.mark.parametrize(("spare_first", "lost"), [(False, False), (True, False), (True, True)])
def test_what_another_device_recorded_in_between_counts_after_a_restore(club: Club, spare_first: bool, lost: bool) -> None:
    own, spare, copy = swapped_twice(club)
    ranking, before = club.ranking(), sheet(club)
    if lost:  # it has only its own records any more: the table's own device says that it was there
        spare.others.clear()
    club.restore(copy)
    come_back(club, [spare, own] if spare_first else [own, spare])
    assert (sheet(club), club.ranking(), club.state()["foreign"]) == (before, ranking, 0)
    assert club.client.get("/api/ranking").json()["provisional"] == []
    assert club.server.host.hall.device_at(1) == own.device
    club.restore(None)
    assert (sheet(club), club.ranking(), club.state()["foreign"]) == (before, ranking, 0)


def test_what_nobody_can_prove_is_shown_and_counts_once_the_arbiter_gives_the_device_the_table(club: Club) -> None:
    own, spare, copy = swapped_twice(club)
    ranking, before = club.ranking(), sheet(club)
    spare.others.clear()
    own.sheet.heads = {who: seq for who, seq in own.sheet.heads.items() if who[:4].hex() != spare.device}
    club.restore(copy)
    come_back(club, [own, spare], aside=2)
    assert sheet(club) != before and club.state()["foreign"] == 2
    assert club.client.get("/api/ranking").json()["provisional"] == [{"round": 2, "table": 1, "why": "aside"}]
    club.restore(None)
    assert club.client.get("/api/ranking").json()["provisional"] == [{"round": 2, "table": 1, "why": "aside"}]
    come_back(club, [own, spare], aside=2)
    club.post("tables/assign", table=1, device=spare.device)
    club.post("tables/assign", table=1, device=own.device)
    assert (sheet(club), club.ranking(), club.state()["foreign"]) == (before, ranking, 0)
    assert club.client.get("/api/ranking").json()["provisional"] == []


def test_a_device_that_was_never_there_opens_no_table_to_another(club: Club) -> None:
    """It says that it is at table 1, and that the other wrote there."""
    first_round(club, 1, 2)
    own = club.tables[0]
    liar, other = club.add(2)
    log = bytes(4)
    for table in (liar, other):
        at = own.place[0] + own.place[1] + b"\0\1" + club.server.host.hall.author[0] + log + bytes(4)
        table.close()
        table.told = (at + bytes.fromhex(other.device) + log + b"\0\0\0\1",) * 2
    club.restore(None)
    come_back(club, [liar])
    assert (other.device, 1) not in club.server.host.hall.ever
    assert club.audit("wrote_there") == []
