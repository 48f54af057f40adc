"""Random logs of one table's sheet, as real record bytes: plan, deals, revisions, voids, signatures, copies, in any order."""

import random
import struct
from dataclasses import dataclass, field

from tavolo.domain import fact_writer, facts, scales
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.plan_writer import plan_bytes
from tavolo.domain.record import Record, pack

EVENT, ROUND, TABLE = b"\x11\x22\x33\x44", b"\x55\x66\x77\x88", 3
HOST = (b"\x00\x00\x00\x01", b"\xaa\xaa\xaa\xaa")
DEVICES = ((b"\x10\x00\x00\x02", b"\xbb\xbb\xbb\xbb"), (b"\x08\x00\x00\x03", b"\xcc\xcc\xcc\xcc"))


@dataclass
class Log:
    """Records in order of commit. `write` gives each its author's next number."""

    chance: random.Random
    made: list[Record] = field(default_factory=list)
    heads: dict[tuple[bytes, bytes], int] = field(default_factory=dict)

    def write(self, author: tuple[bytes, bytes], kind: int, payload: bytes) -> Record:
        self.heads[author] = self.heads.get(author, 0) + 1
        rec = Record(kind, *author, self.heads[author], 1000 * len(self.made), payload).place(EVENT, ROUND, TABLE)
        self.made.append(rec)
        return rec

    def bytes(self) -> list[bytes]:
        return [pack(rec) for rec in self.made]


def plan_of(deals: int, profile: int) -> bytes:
    plan = Plan()
    row = scales.default_for(deals)
    assert row is not None
    plan.deals, plan.profile, plan.scale_id, plan.bands, plan.table = deals, profile, row[0], row[3], TABLE
    plan.names = (("Anna", "Bruno"), ("Carla", "Dino"))
    return plan_bytes(plan)


def entry(chance: random.Random) -> list[int]:
    counts = [chance.choice((0, 0, 1, 1, 2, 5)) for _ in range(3)]
    return [*counts, chance.randrange(2), chance.randrange(4), 5 * chance.randrange(60), 5 * chance.randrange(150), 0]


def _deal(log: Log, deals: int) -> None:
    chance = log.chance
    author = chance.choice((HOST, *DEVICES, DEVICES[0]))
    ref = b""
    if chance.random() < 0.4:
        known = [rec for rec in log.made if rec.kind in (k.DEAL, k.REVISE)]
        ref = chance.choice(known).ref() if known and chance.random() < 0.9 else bytes(12)
    flags = chance.choice((0, 2, 4)) if author is HOST else chance.choice((0, 0, 1))
    number = chance.randrange(1, deals + 1) if chance.random() < 0.97 else deals + 1
    payload = fact_writer.deal_payload(number, entry(chance), entry(chance), flags, 0, ref)
    log.write(author, k.REVISE if ref else k.DEAL, payload)


def _sign(log: Log, deals: int) -> None:
    chance = log.chance
    vp = chance.randrange(10, 21)
    payload = fact_writer.sign_payload(
        chance.randrange(max(0, deals - 1), deals + 1), 5 * chance.randrange(-50, 400), 5 * chance.randrange(400), vp, 20 - vp
    )
    if chance.random() < 0.7:
        log.write(chance.choice(DEVICES), k.SIGN, payload)
    else:
        log.write(HOST, k.RESULT, payload[:3] + bytes((chance.randrange(8),)) + payload[4:] + DEVICES[0][0] + bytes(8))


def _void(log: Log, deals: int) -> None:
    known = [rec for rec in log.made if rec.kind in (k.DEAL, k.REVISE, k.RESULT)]
    if not known or log.chance.random() < 0.2:
        log.write(log.chance.choice(DEVICES), k.VOID, facts.numbers_payload(log.chance.randrange(1, deals + 1), 0))
        return
    rec = log.chance.choice(known[-4:])
    number = 0 if rec.kind == k.RESULT else rec.payload[0]
    log.write(HOST, k.VOID, facts.numbers_payload(number, 0) + rec.ref())


def _other(log: Log, deals: int) -> None:
    chance, device = log.chance, log.chance.choice(DEVICES)
    what = chance.randrange(7)
    if what == 0:
        log.write(HOST, k.PLAN, plan_of(deals, chance.randrange(3)))
    elif what == 1:
        log.write(device, k.PRESENCE, facts.numbers_payload(chance.randrange(3), chance.randrange(1, 4)))
    elif what == 2:
        log.write(HOST, k.START, struct.pack(">II", 1000, 2_700_000))
    elif what == 3:
        log.write(HOST, k.END_ROUND, struct.pack(">II", 9000, 0))
    elif what == 4:
        log.write(device, chance.choice((k.DEAL, k.SIGN, k.VOID, k.PRESENCE)), b"\1")  # cut off
    elif what == 5:
        log.write(device, k.PHASE, facts.numbers_payload(chance.randrange(1, deals + 1), chance.randrange(2, 5)))
    else:
        log.write(device, k.LAST_LAP, facts.numbers_payload(chance.randrange(4), 1, 0))


def random_log(seed: int) -> Log:
    """Some 5 to 30 records; the same seed gives the same log."""
    chance = random.Random(seed)
    deals = chance.choice((2, 3, 4))
    log = Log(chance)
    if chance.random() < 0.1:
        _other(log, deals)  # before the plan
    log.write(HOST, k.PLAN, plan_of(deals, chance.randrange(3)))
    for _ in range(chance.randrange(3, 28)):
        chance.choices((_deal, _sign, _void, _other), (5, 2, 2, 2))[0](log, deals)
    return log
