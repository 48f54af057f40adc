"""The order of a sheet's records when some came back late."""

from host_tools.server.order import by_time
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, pack

ENTRY = [0, 0, 1, 0, k.PILE_PLAYED, 0, 100, 0]


def _item(kind: int, author: bytes, seq: int, at_ms: int, payload: bytes = b"\1\1") -> tuple[Record, bytes]:
    rec = Record(kind, author, b"log1", seq, at_ms, payload)
    return rec, pack(rec)


def _order(*items: tuple[Record, bytes]) -> list[tuple[bytes, int]]:
    return [(rec.device, rec.seq) for rec, _ in by_time(list(items))]


def test_records_go_by_time_and_each_authors_by_his_numbers() -> None:
    plan, start = _item(k.PLAN, b"host", 1, 10), _item(k.START, b"host", 4, 50)
    sit, play = _item(k.PRESENCE, b"tabl", 1, 20), _item(k.PHASE, b"tabl", 2, 90)
    assert _order(sit, play, plan, start) == [(b"host", 1), (b"tabl", 1), (b"host", 4), (b"tabl", 2)]
    early = _item(k.PHASE, b"tabl", 3, 60)  # its clock was set back in between
    assert _order(early, play, sit, plan, start)[2:] == [(b"host", 4), (b"tabl", 2), (b"tabl", 3)]


def test_a_table_without_a_clock_is_not_heard_before_its_plan() -> None:
    sit, plan = _item(k.PRESENCE, b"tabl", 1, 0), _item(k.PLAN, b"host", 7, 500)
    assert _order(sit, plan) == [(b"host", 7), (b"tabl", 1)]


def test_what_names_a_record_comes_after_it_whatever_their_times_say() -> None:
    deal = _item(k.DEAL, b"tabl", 1, 900, fact_writer.deal_payload(1, ENTRY, ENTRY))
    void = _item(k.VOID, b"host", 2, 100, facts.numbers_payload(1, 1) + deal[0].ref() + b"host tag")
    plan = _item(k.PLAN, b"host", 1, 10)
    assert _order(void, deal, plan) == [(b"host", 1), (b"tabl", 1), (b"host", 2)]
    nothing = _item(k.VOID, b"host", 2, 100, facts.numbers_payload(1, 1) + b"no such record")
    assert _order(nothing, deal, plan)[1] == (b"host", 2)


def test_records_that_name_each_other_are_all_kept() -> None:
    one = Record(k.REVISE, b"aaaa", b"log1", 1, 5)
    two = Record(k.REVISE, b"bbbb", b"log1", 1, 5)
    one.payload = fact_writer.deal_payload(1, ENTRY, ENTRY, 0, 0, two.ref())
    two.payload = fact_writer.deal_payload(1, ENTRY, ENTRY, 0, 0, one.ref())
    assert len(_order((one, pack(one)), (two, pack(two)))) == 2
