"""Real records for a generated event: each table's plan, deals and signatures in bytes, and the archive that holds them."""

import base64
from typing import Any

from host_tools.engine.results import TableResult, table_result
from host_tools.engine.state import RoundState
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.plan_writer import plan_bytes
from tavolo.domain.record import Record, pack
from tavolo.domain.sheet import Sheet
from tests.checker.play import START, Play

HOST = b"\0\0\0\1"
_LOG = b"\x5a\x5a\x5a\x5a"
_OWN_TAG = bytes(8)  # the host's own tag ends its payloads; nobody without its key can check it


class Papers:
    """All records of an event in order of commit, and the sheets that the engine makes of them."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.rows: list[dict[str, Any]] = []
        self.sheets: dict[tuple[str, int], Sheet] = {}
        self._seqs: dict[bytes, int] = {}

    def write(self, info: RoundState, table: int, kind: int, payload: bytes, host: bool) -> Record:
        """One record of the host, or of the table's device, committed now."""
        device = HOST if host else (0x1000 + table).to_bytes(4, "big")
        self._seqs[device] = self._seqs.get(device, 0) + 1
        rec = Record(kind, device, _LOG, self._seqs[device], 1000 * len(self.rows), payload + (_OWN_TAG if host else b""))
        rec.place(bytes.fromhex(self.play.state.id), bytes.fromhex(info.id), table)
        self.sheets.setdefault((info.id, table), Sheet()).apply(rec)
        row = {"device": device.hex(), "log": _LOG.hex(), "seq": rec.seq, "event": self.play.state.id, "round": info.id}
        row |= {
            "place": table,
            "kind": kind,
            "status": "placed",
            "received_at": START + 60 * len(self.play.acts) - 30,
        }  # between two acts
        tag = b"" if host else bytes(16)
        self.rows.append(row | {"bytes": base64.b64encode(pack(rec)).decode(), "tag": base64.b64encode(tag).decode()})
        return rec

    def result(self, info: RoundState, table: int) -> TableResult:
        """What the engine makes of a table's records."""
        return table_result(table, *info.seats[table], self.sheets[info.id, table])

    def archive(self) -> dict[str, Any]:
        """The whole event in one object (docs/verify.md)."""
        acts = [dict(vars(act)) for act in self.play.acts]
        plain = {"format": 1, "tavolo": "0", "event": self.play.state.id, "acts": acts, "persons": [], "records": self.rows}
        return plain | {"conflicts": [], "decisions": [], "gaps": [], "assignments": []}


def _plan(play: Play, info: RoundState, table: int) -> bytes:
    plan = Plan()
    plan.number, plan.deals, plan.table, plan.profile = info.number, info.deals, table, play.state.profile
    plan.scale_id, plan.bands = info.scale, tuple(info.bands)
    return plan_bytes(plan)


def _entry(play: Play) -> list[int]:
    chance, step = play.chance, play.tie_step
    counts = [chance.choice((0, 0, 1, 2)) for _ in range(3)]
    return [*counts, chance.randrange(2), chance.randrange(4), 5 * chance.randrange(40), chance.randrange(500) // step * step, 0]


def fill(papers: Papers, info: RoundState, table: int) -> TableResult:
    """A round at one table: presence, sometimes swapped lines, deals, sometimes revised or void, the signature; on paper the
    host enters all."""
    play, chance = papers.play, papers.play.chance
    papers.write(info, table, k.PLAN, _plan(play, info, table), True)
    paper = chance.random() < 0.15
    if not paper and chance.random() < 0.1:
        papers.write(info, table, k.PRESENCE, facts.numbers_payload(0, k.SWAP_LINES), False)
    for deal in range(1, info.deals + 1):
        flags = k.BY_ARBITER if paper else 0
        payload = fact_writer.deal_payload(deal, _entry(play), _entry(play), flags, 0, bytes(12) if paper else b"")
        rec = papers.write(info, table, k.REVISE if paper else k.DEAL, payload, paper)
        if not paper and chance.random() < 0.1:
            again = fact_writer.deal_payload(deal, _entry(play), _entry(play), 0, 0, rec.ref())
            papers.write(info, table, k.REVISE, again, False)
        if not paper and chance.random() < 0.03:
            papers.write(info, table, k.VOID, facts.numbers_payload(deal, 0) + rec.ref(), True)
    _sign(papers, info, table, paper)
    return papers.result(info, table)


def _sign(papers: Papers, info: RoundState, table: int, paper: bool) -> None:
    mp_ns, mp_ew, _, vp_ns, vp_ew = papers.sheets[info.id, table].result()
    payload = fact_writer.sign_payload(papers.sheets[info.id, table].played(), mp_ns, mp_ew, vp_ns, vp_ew)
    if not paper:
        papers.write(info, table, k.SIGN, payload, False)
    elif papers.play.chance.random() < 0.5:
        papers.write(info, table, k.RESULT, payload + (0x1000 + table).to_bytes(4, "big"), True)


def revise(papers: Papers, info: RoundState, table: int) -> TableResult:
    """The arbiter's version of a deal."""
    sheet = papers.sheets[info.id, table]
    deal = papers.play.chance.randrange(1, info.deals + 1)
    old = sheet.deal(deal)
    payload = fact_writer.deal_payload(
        deal, _entry(papers.play), _entry(papers.play), k.BY_ARBITER, 0, old.ref if old else bytes(12)
    )
    papers.write(info, table, k.REVISE, payload, True)
    return papers.result(info, table)
