"""A table's sheet from its records: which version of a deal counts, who sat where, what came out (docs/protocol.md, 2.2-2.4)."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from host_tools.verify import records as r
from host_tools.verify.records import Fact, numbers
from host_tools.verify.report import Damaged
from host_tools.verify.scale import Band, split

_LINE = "BBBBBhhh"  # clean, semi-clean, dirty, closed, pile; negative, positive, arbiter
_NOT_TAKEN = 2
_HERE, _SWAP = 1, 3


@dataclass(frozen=True)
class Plan:
    """What the host asked this table to play."""

    round: int
    deals: int
    profile: int
    scale: str
    bands: tuple[Band, ...]


@dataclass
class Version:
    """One confirmed version of a deal: both lines' eight numbers."""

    deal: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    ref: bytes
    replaces: bytes
    host: bool
    void: bool = False


@dataclass(frozen=True)
class Signed:
    """What both lines signed, or what was copied of it: `ref` of the copy, flags as in docs/protocol.md."""

    deals: int
    mp_ns: int
    mp_ew: int
    vp_ns: int
    vp_ew: int
    flags: int
    ref: bytes = b""


@dataclass
class Sheet:
    """State of a sheet while its records are read. `begun`: play has begun, a new plan no longer empties it."""

    plan: Plan | None = None
    versions: list[Version] = field(default_factory=list)
    swapped: bool = False
    signed: Signed | None = None
    copied: Signed | None = None
    begun: bool = False
    faults: list[str] = field(default_factory=list)

    def counting(self, deal: int) -> Version | None:
        """The version of `deal` that counts: not void, not replaced; of several the one with the lowest id."""
        replaced = {version.replaces for version in self.versions if version.replaces}
        standing = [v for v in self.versions if v.deal == deal and not v.void and v.ref not in replaced]
        return min(standing, key=lambda version: version.ref, default=None)

    def played(self) -> list[Version]:
        """The version that counts of each deal that has one."""
        assert self.plan is not None
        found = (self.counting(deal) for deal in range(1, self.plan.deals + 1))
        return [version for version in found if version]

    def open_again(self) -> set[int]:
        """Deals of which a version is void and none counts."""
        return {v.deal for v in self.versions if v.void and not self.counting(v.deal)}


@dataclass(frozen=True)
class Outcome:
    """A table's round. `mp_*`, `vp_*` of the lines; `swapped`: the pairs sat the other way round than planned; `signed`:
    both lines signed it or it was copied; `played`: deals that count; `said`: what was signed, where that is another result."""

    plan: Plan
    mp_ns: int
    mp_ew: int
    vp_ns: int
    vp_ew: int
    swapped: bool
    signed: bool
    played: int
    said: str = ""
    by_host: bool = False


def points(own: tuple[int, ...], other: tuple[int, ...], profile: int) -> int:
    """Match points of one line in one deal (RULES 1.2). Profile 0 forgives the pile that neither line took, 2 has no
    semi-clean burraco."""
    clean, semi, dirty, closed, pile, negative, positive, arbiter = own
    total = 200 * clean + (100 if profile == 2 else 150) * semi + 100 * dirty + 100 * closed
    if pile == _NOT_TAKEN and not (profile == 0 and other[4] == _NOT_TAKEN):
        total -= 100
    return total + positive - negative + arbiter


def read_plan(payload: bytes) -> Plan:
    """A PLAN's payload. Raises Damaged."""
    where = "plan"
    number, _, deals, _, profile, _, policy, _, warnings = numbers(payload, ">BBBHBBBBB", where)
    if not 1 <= deals <= 6 or profile > 2 or policy > 2 or number < 1:
        raise Damaged(where, "a number is out of range")
    at, texts = 10 + warnings, []
    for _ in range(5):
        size = payload[at] if at < len(payload) else 255
        if size > 40 or at + 1 + size > len(payload):
            raise Damaged(where, "a text is cut off")
        texts.append(payload[at + 1 : at + 1 + size].decode())
        at += 1 + size
    count = payload[at] if at < len(payload) else 0
    if not 1 <= count <= 24 or at + 1 + 4 * count > len(payload):
        raise Damaged(where, "its scale is cut off")
    four = [payload[n : n + 4] for n in range(at + 1, at + 1 + 4 * count, 4)]
    tail = len(payload) - at - 1 - 4 * count
    if 0 < tail < 12:  # what an older plan does not have is missing as a whole
        raise Damaged(where, "its end is cut off")
    return Plan(number, deals, profile, texts[4], tuple((b[0] << 8 | b[1], b[2], b[3]) for b in four))


def _plan(sheet: Sheet, fact: Fact) -> None:
    plan = read_plan(fact.payload)
    if not sheet.begun:
        sheet.versions, sheet.swapped, sheet.signed, sheet.copied = [], False, None, None
    sheet.plan = plan


def _presence(sheet: Sheet, fact: Fact) -> None:
    line, state = numbers(fact.payload, "BB", "presence")
    if line < 2 and state == _SWAP:
        sheet.swapped = not sheet.swapped


def figures(payload: bytes) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """(deal, N/S, E/W) of a version: both lines' eight numbers. Raises Damaged."""
    found = numbers(payload, ">BBB" + _LINE + _LINE, "deal")
    return found[0], found[3:11], found[11:19]


def _deal(sheet: Sheet, fact: Fact) -> None:
    deal, ns, ew = figures(fact.payload)
    replaces = fact.payload[25:37] if len(fact.payload) >= 37 else b""
    sheet.versions.append(Version(deal, ns, ew, fact.ref, replaces, fact.host))


def _void(sheet: Sheet, fact: Fact) -> None:
    deal, _ = numbers(fact.payload, "BB", "void")
    ref = fact.payload[2:14]
    if sheet.copied and sheet.copied.ref == ref:
        sheet.copied = None
        return
    for version in sheet.versions:
        if version.deal == deal and version.ref == ref:
            version.void = True
    if sheet.signed and deal in sheet.open_again():
        sheet.signed = None


def _sign(sheet: Sheet, fact: Fact) -> None:
    deals, vp_ns, vp_ew, flags, mp_ns, mp_ew = numbers(fact.payload, ">BBBBhh", "signature")
    valid = len(sheet.played())
    if deals > valid and sheet.open_again():
        return  # signed before the table heard that a deal is void
    if sheet.signed and deals < sheet.signed.deals == valid:
        return  # by a device that had not heard of all deals
    sheet.signed = Signed(deals, mp_ns, mp_ew, vp_ns, vp_ew, flags)


def _result(sheet: Sheet, fact: Fact) -> None:
    deals, vp_ns, vp_ew, flags, mp_ns, mp_ew = numbers(fact.payload, ">BBBBhh", "copied result")
    numbers(fact.payload, ">8xI", "copied result")
    sheet.copied = Signed(deals, mp_ns, mp_ew, vp_ns, vp_ew, flags, fact.ref)


_FOLDS = {r.PLAN: _plan, r.PRESENCE: _presence, r.DEAL: _deal, r.REVISE: _deal, r.VOID: _void, r.SIGN: _sign, r.RESULT: _result}


def fold(facts: Iterable[Fact]) -> Sheet:
    """The sheet of one table and round. What comes before its plan says nothing; what cannot be read is kept as a fault."""
    sheet = Sheet()
    for fact in in_order(list(facts)):
        if sheet.plan is None and fact.kind != r.PLAN:
            continue
        try:
            if fact.kind in _FOLDS:
                _FOLDS[fact.kind](sheet, fact)
        except (Damaged, UnicodeDecodeError) as fault:
            sheet.faults.append(f"record {fact.seq} (kind {fact.kind}): {fault}")
            continue
        changed = fact.kind in (r.DEAL, r.REVISE, r.VOID) and sheet.counting(1) is not None
        sheet.begun |= changed or fact.kind == r.START or (fact.kind == r.SIGN and sheet.signed is not None)
    return sheet


def in_order(facts: list[Fact]) -> list[Fact]:
    """As they were committed, but each author's in his own order; with some given back after a restore, by their times,
    the plan first and nothing before what it replaces."""
    by_author: dict[bytes, list[Fact]] = {}
    for fact in facts:
        by_author.setdefault(fact.author, []).append(fact)
    for own in by_author.values():
        own.sort(key=lambda fact: -fact.seq)  # taken from the end
    if not any(fact.back for fact in facts):
        return [by_author[fact.author].pop() for fact in facts]
    authors = sorted(by_author.values(), key=lambda own: own[-1].seq)
    waits = {fact.ref for fact in facts}
    planned = all(fact.kind != r.PLAN for fact in facts)
    out: list[Fact] = []
    while len(out) < len(facts):
        heads = sorted((own for own in authors if own), key=lambda own: own[-1].at_ms)
        if not planned:
            heads = [own for own in heads if any(fact.kind == r.PLAN for fact in own)]
        free = [own for own in heads if r.replaced(own[-1]) not in waits]
        fact = (free or heads)[0].pop()
        out.append(fact)
        waits.discard(fact.ref)
        planned |= fact.kind == r.PLAN
    return out


def outcome(sheet: Sheet) -> Outcome | None:
    """What came out at a table; None without a plan. A copied result counts where nothing is signed, or the arbiter said so,
    and stands for the deals as long as not all of them are here."""
    plan = sheet.plan
    if plan is None:
        return None
    valid = sheet.played()
    ns = sum(points(v.ns, v.ew, plan.profile) for v in valid)
    ew = sum(points(v.ew, v.ns, plan.profile) for v in valid)
    ours = (len(valid), ns, ew, *split(plan.bands, ns, ew))
    copied = sheet.copied if sheet.copied and (sheet.signed is None or sheet.copied.flags & 4) else None
    swapped = bool(copied.flags & 2) if copied else sheet.swapped
    if copied and (sheet.signed or len(valid) < copied.deals):
        ours = (copied.deals, copied.mp_ns, copied.mp_ew, copied.vp_ns, copied.vp_ew)
    word, said = copied or sheet.signed, ""
    if word and (word.deals, word.mp_ns, word.mp_ew, word.vp_ns, word.vp_ew) != ours:
        said = f"{word.deals} deals, MP {word.mp_ns} to {word.mp_ew}, VP {word.vp_ns} to {word.vp_ew}"
    by_host = any(v.host for v in sheet.versions)
    return Outcome(plan, ours[1], ours[2], ours[3], ours[4], swapped, word is not None, ours[0], said, by_host)
