"""The sheet as a fold: a round as RULES 9 has it, in any order of arrival, doubled, revised, void, cut short."""

import tiny

from tavolo.domain import fact_writer, facts, plan_writer, sheet_review
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.record import Record
from tavolo.domain.sheet import Sheet

DEVICE, HOST = b"DEV1LOGA", b"HOSTLOGH"
E1 = ([1, 0, 1, 1, 0, 45, 345, 0], [0, 0, 1, 0, 0, 60, 180, 0])
E2 = ([2, 1, 0, 1, 0, 10, 410, 0], [0, 0, 0, 0, 2, 160, 30, 0])
E4 = ([0, 1, 0, 0, 0, 75, 260, 0], [0, 0, 2, 0, 0, 120, 240, 0])
E5 = ([0, 0, 1, 0, 1, 135, 150, 0], [1, 0, 0, 1, 0, 5, 275, 0])
BANDS = [(100, 10, 10), (300, 11, 9), (500, 12, 8), (700, 13, 7), (900, 14, 6), (1100, 15, 5), (1300, 16, 4), (1500, 17, 3)]
BANDS += [(1700, 18, 2), (2000, 19, 1), (32767, 20, 0)]


class Table:
    """Makes records of both authors."""

    def __init__(self) -> None:
        self.seqs = {DEVICE: 0, HOST: 0}
        self.now_ms = 1000

    def rec(self, author: bytes, kind: int, payload: bytes = b"") -> Record:
        """The author's next record."""
        self.seqs[author] += 1
        self.now_ms += 1000
        return Record(kind, author[:4], author[4:], self.seqs[author], self.now_ms, payload)

    def numbers(self, kind: int, *values: int) -> Record:
        """A record of small numbers by the device."""
        return self.rec(DEVICE, kind, facts.numbers_payload(*values))

    def deal(self, number: int, deal: tuple, replaces: bytes = b"", author: bytes = DEVICE) -> Record:
        """A confirmed or revised deal."""
        payload = fact_writer.deal_payload(number, deal[0], deal[1], 0, 0, replaces)
        return self.rec(author, k.REVISE if replaces else k.DEAL, payload)

    def plan(self, deals: int = 4) -> Record:
        """The host's plan."""
        plan = Plan()
        plan.deals = deals
        plan.table = 3
        plan.bands = tuple(BANDS)
        return self.rec(HOST, k.PLAN, plan_writer.plan_bytes(plan))

    def begin(self, deals: int = 4) -> list:
        """Plan, everybody seated, START."""
        out = [self.plan(deals), self.numbers(k.PRESENCE, 0, k.HERE), self.numbers(k.PRESENCE, 1, k.HERE)]
        out.append(self.numbers(k.SEATS, k.SOUTH, k.WEST))
        out.append(self.rec(HOST, k.START, facts.time_payload(10000, 2700000)))
        return out


def fold(records: list) -> Sheet:
    """A sheet of these records."""
    sheet = Sheet()
    for rec in records:
        sheet.apply(rec)
    return sheet


def facts_of(sheet: Sheet) -> tuple:
    """What must not depend on the order of arrival."""
    deals = [sheet.deal_totals(n) for n in range(1, sheet.deals() + 1)]
    return deals, sheet.result(), sheet_review.conflicts(sheet), sheet.presence_state, sheet.keeper, sheet.first_dealer


# the way of a round
table = Table()
sheet = Sheet()
phases = []
for rec in table.begin():
    sheet.apply(rec)
    phases.append(sheet.phase)
tiny.equal("seating, waiting, play", phases, [k.SEATING, k.SEATING, k.SEATING, k.WAITING, k.PLAY])
tiny.equal("dealers pass clockwise", [sheet.dealer(n) for n in (1, 2, 3, 4)], [k.WEST, k.NORTH, k.EAST, k.SOUTH])
running = []
records = []
for number, deal in enumerate((E1, E2, E4, E5), 1):
    for rec in (table.numbers(k.PHASE, number, k.COUNT), table.deal(number, deal)):
        records.append(rec)
        tiny.equal("new", sheet.apply(rec), True)
        tiny.equal("had already", sheet.apply(rec), False)
    running.append(sheet.totals())
tiny.equal("R1 running", running, [(700, 220), (1750, -10), (2085, 310), (2200, 880)])
tiny.equal("R1 result", sheet.result(), (2200, 880, 1320, 17, 3))
tiny.equal("after the last deal", (sheet.phase, sheet.complete()), (k.SHEET, True))
sheet.apply(table.rec(DEVICE, k.SIGN, fact_writer.sign_payload(4, 2200, 880, 17, 3)))
tiny.equal("signed", (sheet.phase, sheet.signed), (k.SIGNED, (4, 2200, 880, 17, 3, 0)))
sheet.apply(table.rec(HOST, k.SIGN, fact_writer.sign_payload(3, 2085, 310, 18, 2)))
tiny.equal("a device that has not heard of all deals takes no signature back", sheet.signed, (4, 2200, 880, 17, 3, 0))

# revisions
table = Table()
start = table.begin()
first = table.deal(1, E1)
revised = table.deal(1, E2, first.ref())
other = table.deal(1, E4, first.ref(), HOST)
again = table.deal(1, E5, revised.ref())
tiny.equal("a revision counts", fold(start + [first, revised]).deal_totals(1), (1050, -230))
tiny.equal("a revision of the revision", fold(start + [first, revised, again]).deal_totals(1), (115, 570))
tiny.equal("old versions are kept", len(sheet_review.versions(fold(start + [first, revised, again]), 1)), 3)
one, two = fold(start + [first, revised, other]), fold(start + [first, other, revised])
tiny.equal("two of the same record: a conflict", (sheet_review.conflicts(one), sheet_review.conflicts(two)), ([1], [1]))
tiny.equal("which counts does not hang on arrival", one.deal_totals(1), two.deal_totals(1))

# void
table = Table()
start = table.begin()
first = table.deal(1, E1)
void = table.rec(DEVICE, k.VOID, facts.numbers_payload(1, 0) + first.ref())
sheet = fold(start + [first, void])
tiny.equal("void: dealt again under its number", (sheet.deal_no, sheet.phase, sheet.deal(1)), (1, k.DEALING, None))
sheet.apply(table.deal(1, E2))
tiny.equal("and counted", (sheet.deal_totals(1), sheet.deal_no), ((1050, -230), 2))

# a copy from a screen, a decision after the signatures
table = Table()
start = table.begin(2)
first, second = table.deal(1, E1), table.deal(2, E2)
copy = table.rec(HOST, k.DEAL, fact_writer.deal_payload(1, E1[0], E1[1], k.COPIED))
sheet = fold(start + [copy, first])
tiny.equal("an equal copy is no conflict", (sheet_review.conflicts(sheet), sheet.played()), ([], 1))
odd = table.rec(HOST, k.DEAL, fact_writer.deal_payload(1, E4[0], E4[1], k.COPIED))
tiny.equal("another one is", sheet_review.conflicts(fold(start + [first, odd])), [1])
SIGNED = (2, 1600, 10, 17, 3, 0)
sign = table.rec(DEVICE, k.SIGN, fact_writer.sign_payload(*SIGNED))
result = table.rec(HOST, k.RESULT, sign.payload + DEVICE[:4])
sheet = fold(start + [result])
tiny.equal("a copied result counts", (sheet.copied, sheet.phase), (SIGNED + (DEVICE[:4], result.ref()), k.PLAY))
tiny.equal("and stands in the review", (sheet_review.counted(sheet), sheet_review.copy_contradicts(sheet)), (True, False))
sheet.apply(table.rec(HOST, k.VOID, facts.numbers_payload(0, 0) + result.ref()))
tiny.equal("until it is taken back", (sheet.copied, sheet_review.counted(sheet), sheet.phase), (None, False, k.PLAY))
whole = start + [first, second, sign]
sheet = fold(whole + [result])
tiny.equal("equal to what was signed", sheet_review.copy_contradicts(sheet), False)
for place, value in ((0, 1), (1, 1605), (4, 4), (5, k.ENDED_EARLY)):
    sheet.copied = SIGNED[:place] + (value,) + SIGNED[place + 1 :] + (DEVICE[:4], b"")
    tiny.equal("not equal in %d" % place, sheet_review.copy_contradicts(sheet), True)
sheet.copied = SIGNED[:5] + (k.SAT_SWAPPED, DEVICE[:4], b"")
tiny.equal("other seats", sheet_review.copy_contradicts(sheet), True)
sheet.copied = SIGNED[:4] + (4, k.DECIDED, DEVICE[:4], b"")
tiny.equal("decided", sheet_review.copy_contradicts(sheet), False)
void = table.rec(HOST, k.VOID, facts.numbers_payload(1, 0) + first.ref())
for records in (whole + [void], start + [first, second, void, sign]):
    sheet = fold(records)
    tiny.equal(
        "void after the signatures: played and signed again", (sheet.deal_no, sheet.phase, sheet.signed), (1, k.DEALING, None)
    )
late = sheet
late.apply(table.deal(1, E4))
late.apply(table.rec(DEVICE, k.SIGN, fact_writer.sign_payload(2, 1, 2, 3, 4)))
tiny.equal("signed again", (late.phase, late.signed), (k.SIGNED, (2, 1, 2, 3, 4, 0)))
correct = table.deal(1, E5, first.ref(), HOST)
sheet = fold(whole + [correct])
tiny.equal(
    "a correction leaves the signatures", (sheet.phase, sheet.signed, sheet.deal_totals(1)), (k.SIGNED, SIGNED, (115, 570))
)
twice = table.deal(1, E5)
loser = table.rec(HOST, k.VOID, facts.numbers_payload(1, 0) + twice.ref())
sheet = fold(whole + [twice, loser])
tiny.equal("so does the choice of one of two", (sheet.phase, sheet.signed, sheet_review.conflicts(sheet)), (k.SIGNED, SIGNED, []))

# time-out
for state, phase in ((k.TO_BEFORE_DEALING, k.SHEET), (k.TO_DEALING, k.PLAY), (k.TO_PLAY, k.PLAY), (k.TO_COUNT, k.COUNT)):
    table = Table()
    records = table.begin() + [table.deal(1, E1), table.rec(HOST, k.TIME_OUT, facts.time_payload(50000))]
    records.append(table.numbers(k.LAST_LAP, state, 1, 0))
    sheet = fold(records)
    tiny.equal("time-out in state %d" % state, (sheet.phase, sheet.ended, sheet.deal_no), (phase, True, 2))
    if phase != k.SHEET:
        sheet.apply(table.deal(2, E2))
        tiny.equal("the deal in play is the last", (sheet.phase, sheet.played()), (k.SHEET, 2))
table = Table()
early = fold([table.plan(), table.rec(HOST, k.TIME_OUT, facts.time_payload(1))])
tiny.equal("no time-out before START", (early.ended, early.phase), (False, k.SEATING))

# calls
table = Table()
sheet = fold(table.begin())
sheet.apply(table.numbers(k.CALL, k.CALL_MADE, 1, 2, 9))
tiny.equal("called", sheet.call[:4], (k.CALL_MADE, 1, 2, 9))
sheet.apply(table.numbers(k.CALL, k.CALL_MADE, 1, 3, 9))
tiny.equal("the reason follows, the call stays", sheet.call[:4], (k.CALL_MADE, 1, 3, 9))
sheet.apply(table.rec(HOST, k.CALL_ANSWER, facts.numbers_payload(k.CALL_COMING, 8)))
tiny.equal("an answer to another call", sheet.call[0], k.CALL_MADE)
sheet.apply(table.rec(HOST, k.CALL_ANSWER, facts.numbers_payload(k.CALL_COMING, 9)))
tiny.equal("coming", sheet.call[0], k.CALL_COMING)
sheet.apply(table.rec(HOST, k.CALL_ANSWER, facts.numbers_payload(k.CALL_CLOSED, 9)))
tiny.equal("closed", sheet.call, None)

# time that a restored host adds again is added once
again = Sheet()
again.apply(Table().plan())
again.apply(Record(k.START, HOST[:4], HOST[4:], 2, 10, facts.time_payload(10, 1000)))
for log, at_ms in ((b"LOGH", 20), (b"LOGI", 20), (b"LOGI", 30), (b"LOGH", 30)):
    again.apply(Record(k.ADD_TIME, HOST[:4], log, at_ms, at_ms, fact_writer.delta_payload(500)))
tiny.equal("said twice, added once", again.clock.length_ms, 2000)

# a ruling, the PIN, the turn clock
sheet.apply(table.numbers(k.RULING_ASK, 1, k.RULING_BOTH_PILES))
tiny.equal("asked for", sheet.ruling_ask, (1, k.RULING_BOTH_PILES))
sheet.apply(table.numbers(k.PIN_TRY, 1, 1))
tiny.equal("tries", sheet.pin_tries, 1)
sheet.apply(table.rec(HOST, k.OVERRIDE, facts.numbers_payload(1, k.RULING_BOTH_PILES)))
tiny.equal("approved", (sheet.override_deals, sheet.ruling_ask), ({1: k.RULING_BOTH_PILES}, None))
sheet.apply(table.numbers(k.OVERRUN, 1, 40))
sheet.apply(table.numbers(k.OVERRUN, 1, 40, k.TURN_GRACE))
tiny.equal("only a turn that was over counts", (sheet.overruns, len(sheet.turn_events)), (1, 2))

# arrival: each author's own records in order, the two authors mixed in every way that one swap gives
table = Table()
records = table.begin() + [table.deal(1, E1), table.deal(2, E2), table.deal(3, E4), table.deal(4, E5)]
want = facts_of(fold(records))
for at in range(1, len(records) - 1):
    mixed = list(records)
    mixed[at], mixed[at + 1] = mixed[at + 1], mixed[at]
    if mixed[at].author() != mixed[at + 1].author():
        tiny.equal("order %d" % at, facts_of(fold(mixed)), want)
unknown = table.rec(DEVICE, 200, b"from a newer device")
tiny.equal(
    "a kind of the future changes nothing", (fold(records).apply(unknown), facts_of(fold(records + [unknown]))), (True, want)
)
tiny.finish()
