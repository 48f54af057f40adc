"""The recount of a sheet: a table's result, and whether it is what was signed."""

from host_tools.engine.results import table_result
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.plan_writer import plan_bytes
from tavolo.domain.record import Record
from tavolo.domain.sheet import Sheet

FOUR = ((100, 10, 10), (300, 11, 9), (500, 12, 8), (700, 13, 7), (900, 14, 6), (32767, 20, 0))


def _sheet(*records: tuple[int, bytes]) -> Sheet:
    plan = Plan()
    plan.deals = 1
    plan.bands = FOUR
    sheet = Sheet()
    for seq, (kind, payload) in enumerate(((k.PLAN, plan_bytes(plan)), *records), 1):
        assert sheet.apply(Record(kind, b"devi", b"logg", seq, seq, payload))
    return sheet


NS = [1, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0]
EW = [0, 0, 1, 0, k.PILE_NOT_TAKEN, 60, 120, 0]


def test_a_sheet_is_recounted_and_swapped_lines_count_for_the_pair_that_sat_there() -> None:
    swap = (k.PRESENCE, facts.numbers_payload(k.NS, k.SWAP_LINES))
    sheet = _sheet(swap, (k.DEAL, fact_writer.deal_payload(1, NS, EW)), (k.SIGN, fact_writer.sign_payload(1, 700, 60, 13, 7)))
    result = table_result(3, 11, 12, sheet)
    assert (result.ns, result.ew) == (12, 11)
    assert (result.mp_ns, result.mp_ew, result.vp_ns, result.vp_ew) == (700, 60, 13, 7)
    assert result.signed
    assert result.differs == ()


def test_a_signature_under_other_numbers_is_named() -> None:
    sheet = _sheet((k.DEAL, fact_writer.deal_payload(1, NS, EW)), (k.SIGN, fact_writer.sign_payload(1, 700, 160, 13, 7)))
    assert table_result(1, 1, 2, sheet).differs == ("mp_ew: signed 160, recounted 60",)
