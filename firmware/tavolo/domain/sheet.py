"""The score sheet of one table in one round: the fold of a log of records by several authors (PRODUCT 4).

Nothing here is stored; state is what `apply` made of the records, and the same records give the same sheet on the
device and on the host. Deals form chains by the record that each revision names, so their order of arrival does not
matter; two replacements of one record are a conflict for the arbiter.
"""

from tavolo.domain import facts, scoring, seats, victory
from tavolo.domain import kinds as k
from tavolo.domain.record import Record
from tavolo.domain.round_clock import RoundClock


class DealVersion:
    """One confirmed version of a deal. `ref` is its record's id (12 bytes), `replaces` the one it takes the place of."""

    def __init__(self, rec: Record) -> None:
        self.number, self.flags, self.reason, self.ns, self.ew, self.replaces = facts.read_deal(rec.payload)
        self.ref = rec.ref()
        self.at_ms = rec.at_ms
        self.void = False


class Sheet:
    """`versions`: all that were ever confirmed. Screens and pages read attributes, only `apply` changes them; -1 or None
    where nothing is known yet."""

    def __init__(self) -> None:
        self.heads: dict[bytes, int] = {}  # author (8 bytes) -> highest seq applied
        self.clear(None)

    def clear(self, plan) -> None:
        """Begin an empty sheet for `plan`; what was applied before is kept as seen."""
        self.plan = plan
        self.clock = RoundClock()
        self.phase = k.SEATING
        self.deal_no = 1
        self.presence = [-1, -1]
        self.presence_state = [0, 0]
        self.swapped = False
        self.keeper = -1
        self.first_dealer = -1
        self.time_out_at = -1
        self.added_ms: list[int] = []  # when time was added
        self.ended = False
        self.lap: tuple | None = None
        self.lap_done = 0
        self.signed: tuple | None = None
        self.copied: tuple | None = None
        self.call: tuple | None = None
        self.override_deals: dict[int, int] = {}
        self.ruling_ask: tuple | None = None
        self.pin_tries = 0
        self.overruns = 0
        self.turn_events: list[tuple] = []
        self.since_ms = 0
        self.versions: list[DealVersion] = []

    # -- reading ------------------------------------------------------------------------------------------------

    def line_name(self, line: int, width: int = 14) -> str:
        """The pair that sits on `line` now, swaps counted."""
        return self.plan.line_name(line ^ 1 if self.swapped else line, width) if self.plan else ""

    def dealer(self, deal: int) -> int:
        """Seat that deals deal number `deal` (1-based), or -1 while deal 1's dealer is not known."""
        return seats.dealer(self.first_dealer, deal) if self.first_dealer >= 0 else -1

    def valid(self, deal: int) -> list:
        """Versions of a deal that stand: not replaced, not void. More than one contradict each other."""
        replaced = [v.replaces for v in self.versions]
        return [v for v in self.versions if v.number == deal and not v.void and v.ref not in replaced]

    def deal(self, deal: int) -> "DealVersion | None":
        """The version that counts. Of two that contradict each other, always the same one: the lower record id."""
        best = None
        for version in self.valid(deal):
            if best is None or version.ref < best.ref:
                best = version
        return best

    def deals(self) -> int:
        """Scheduled number of deals; 0 without a plan."""
        return self.plan.deals if self.plan else 0

    def played(self) -> int:
        """How many deals have a valid version."""
        count = 0
        for n in range(1, self.deals() + 1):
            count += self.deal(n) is not None
        return count

    def deal_totals(self, deal: int) -> "tuple | None":
        """(NS, EW) match points of one deal, or None."""
        version = self.deal(deal)
        return scoring.totals(version.ns, version.ew, self.plan.profile) if version else None

    def totals(self) -> tuple:
        """(NS, EW) match points so far: the sum of the deals' totals, negative ones kept (RULES 2)."""
        ns = ew = 0
        for n in range(1, self.deals() + 1):
            both = self.deal_totals(n)
            if both:
                ns += both[0]
                ew += both[1]
        return ns, ew

    def result(self) -> tuple:
        """(mp_ns, mp_ew, difference, vp_ns, vp_ew) by the plan's scale of the scheduled deals (RULES 2)."""
        ns, ew = self.totals()
        winner, loser = victory.vp(self.plan.bands, abs(ns - ew))
        return (ns, ew, abs(ns - ew), winner, loser) if ns >= ew else (ns, ew, ew - ns, loser, winner)

    def complete(self) -> bool:
        """All scheduled deals are recorded, or the round was ended and no deal is in play."""
        return self.plan is not None and (self.played() >= self.plan.deals or self.phase >= k.SHEET)

    # -- folding ------------------------------------------------------------------------------------------------

    def apply(self, rec: Record) -> bool:
        """Fold one record. False when it was folded before. A kind that this version does not know changes nothing.

        Raises RecordError for a payload that does not fit its kind; the sheet is then as before.
        """
        author = rec.author()
        if rec.seq <= self.heads.get(author, 0):
            return False
        if self.plan is not None or rec.kind == k.PLAN:
            fold = _OFTEN.get(rec.kind)
            if fold is None:
                from tavolo.domain import folds  # a device drops it again: these come a few times a round

                folds.fold(self, rec)
            else:
                fold(self, rec)
        self.heads[author] = rec.seq
        return True

    def enter(self, phase: int, rec: Record) -> None:
        """The table is in `phase` from the record's time on."""
        self.phase = phase
        self.since_ms = rec.at_ms

    def _phase(self, rec: Record) -> None:
        deal, phase = facts.read_numbers(rec.payload, 2)
        if phase in (k.DEALING, k.PLAY, k.COUNT) and deal == self.deal_no and self.phase in (k.DEALING, k.PLAY, k.COUNT):
            self.enter(phase, rec)

    def _deal(self, rec: Record) -> None:
        self.versions.append(DealVersion(rec))
        self.advance(rec)

    def advance(self, rec: Record) -> None:
        """Deal in play = the first without a valid version; after a change outside play the phase stays."""
        number = 1
        while number <= self.plan.deals and self.deal(number):
            number += 1
        if self.phase == k.SIGNED or (number == self.deal_no and self.phase != k.SHEET):
            return
        if number > self.plan.deals or (self.ended and number >= self.deal_no):
            self.enter(k.SHEET, rec)
        elif not self.ended:
            self.enter(k.DEALING, rec)
        self.deal_no = min(number, self.plan.deals)

    def _lap_turn(self, rec: Record) -> None:
        self.lap_done = facts.read_numbers(rec.payload, 1)[0]


_OFTEN = {
    k.PHASE: Sheet._phase,
    k.DEAL: Sheet._deal,
    k.REVISE: Sheet._deal,
    k.LAP_TURN: Sheet._lap_turn,
}
