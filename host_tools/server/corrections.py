"""What the arbiter decides about a sheet: which of two versions of a deal counts, his own version, a void deal, a copied result.

A decision is one or more records of the host that name what they replace; nothing is taken away. Each names what the arbiter saw,
so that of two arbiters at once the second is told. Of a sheet that was delivered the law is asked first (sheet_law.py, RULES 5).
"""

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection

from host_tools.engine.acts import ActError, Draft
from host_tools.server import conflicts, schema, short_ids
from host_tools.server.authoring import RecordDraft
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.ledger import Book
from host_tools.server.refusal import Refused
from host_tools.server.results_in import result_payload
from host_tools.server.round_making import acting
from host_tools.server.sheet_entry import Entered, possible, refreshed, revision, void_draft
from host_tools.server.sheet_law import Claim, lawful
from host_tools.server.tournament import CLOSED, DRAFT, RoundInfo
from tavolo.domain import fact_writer, facts, scoring, sheet_review
from tavolo.domain import kinds as k
from tavolo.domain.record import RecordError
from tavolo.domain.sheet import Sheet

_REF_DIGITS = 24  # of a version's whole id
CORRECT = "sheet.correct"
CONFLICT = Claim("record_conflict")
CHANGED = ("changed", "somebody else has changed this meanwhile", "look at the sheet again (`sheet.show`)")


@dataclass(frozen=True)
class Word:
    """Who decides, why, and by which article of the rules ("" for none)."""

    who: str
    why: str
    article: str

    def text(self) -> str:
        """For the audit log."""
        return self.why + (f" ({self.article})" if self.article else "")


def find(host: Host, number: int, place: int) -> tuple[RoundInfo, TableState]:
    """A table of a round that has been published, open or closed. Raises Refused."""
    info = next((r for r in host.hall.rounds if r.number == number and r.state != DRAFT), None)
    table = host.hall.tables.get((info.id, place)) if info else None
    if info is None or table is None or table.sheet.plan is None:
        raise Refused("no_sheet", f"no sheet of round {number}, table {place}", status=404)
    return info, table


def standing_versions(sheet: Sheet, number: int, seen: list[str] | None) -> list[Any]:
    """Versions of a deal that neither were replaced nor are void. `seen`: ids of those that the caller saw; None: no care. Raises
    Refused."""
    if not 1 <= number <= sheet.deals():
        raise Refused("no_deal", f"the sheet has deals 1 to {sheet.deals()}", status=422)
    standing: list[Any] = sheet.valid(number)
    if seen is not None and {version.ref.hex() for version in standing} != set(seen):
        raise Refused(*CHANGED)
    return standing


@dataclass(frozen=True)
class Decision:
    """What is done about a sheet: `what` for the audit log, `about`: the versions (or the deal, the conflict) decided on, what is
    said to be wrong (`claim`), and `data` and `old` of its act."""

    what: str
    about: list[str]
    claim: Claim
    data: dict[str, Any]
    old: Any = None


async def decide(
    host: Host, info: RoundInfo, table: TableState, drafts: list[RecordDraft], plan: Decision, word: Word, kind: str = CORRECT
) -> None:
    """Write the records, why, and the act, in one transaction, if the law allows it. Raises Refused."""
    data = {"round": info.number, "table": table.number, "error": plan.claim.error, "refs": plan.about} | plan.data
    acts = lawful(host, info, table, plan.claim, Draft(kind, data, word.why, word.article, plan.old))
    then = acting(host, acts, word.who)

    def also(connection: Connection) -> Book:
        keep(connection, plan.about, word)
        try:
            return then(connection)
        except ActError as fault:
            raise Refused("does_not_fit", str(fault), "look at the event again") from fault

    new = f"round {info.number} table {table.number}: {', '.join(plan.about)}: {word.text()}"
    await host.command(drafts, info.id, word.who, plan.what, new, also)
    note(host, plan.about, word)
    host.hub.changed("round")


def shown(table: TableState, number: int, lines: tuple[list[int], list[int]] | None = None) -> str:
    """A deal for the history, "2: 700 - 220": as it counts now, or as `lines` would; "2: -" for none."""
    now = table.sheet.deal(number)
    found = lines if lines is not None else (now.ns, now.ew) if now is not None else None
    ns, ew = scoring.totals(found[0], found[1], table.sheet.plan.profile) if found else ("", "")
    return f"{number}: {ns} - {ew}" if found else f"{number}: -"


def told(table: TableState, number: int, lines: tuple[list[int], list[int]] | None) -> dict[str, Any]:
    """What the act of a correction says of a deal: both lines as they were (`was`) and as they are to be, and in short."""
    now = table.sheet.deal(number)
    data: dict[str, Any] = {"deal": number, "was": [list(now.ns), list(now.ew)] if now is not None else None}
    data["ns"], data["ew"] = lines if lines is not None else (None, None)
    return data | {"new": shown(table, number, lines) if lines is not None else f"{number}: -"}


def note(host: Host, about: list[str], word: Word) -> None:
    """What `keep` has written down, for the pages."""
    for name in about:
        host.hall.decisions[name] = conflicts.decision(word.who, int(time.time()), word.why, word.article)


def keep(connection: Connection, about: list[str], word: Word) -> None:
    """Write down why: a line for each version that a decision takes out, or for each deal or conflict that it is about."""
    row = {"who": word.who[:40], "at": int(time.time()), "why": word.why, "article": word.article}
    if about:
        connection.execute(schema.decision.insert(), [row | {"about": name} for name in about])


async def choose(host: Host, number: int, place: int, at: int, seen: list[str] | None, ref: str, word: Word) -> None:
    """Of the versions of deal `at` that contradict each other, the one with the id `ref` counts; the others are void. `ref`: the
    whole id, or the short one (short_ids.py), which stands for it among the versions that stood when it was shown."""
    async with in_turn(host):
        info, table = find(host, number, place)
        standing = standing_versions(table.sheet, at, seen)
        ref = _meant(ref, at, standing)
        right = next((version for version in standing if version.ref.hex() == ref), None)
        losers = [v for v in standing if right and (v.ns, v.ew) != (right.ns, right.ew)]
        if right is None or not losers:
            raise Refused("no_conflict", f"deal {at} has no other version than this", "look at the sheet again")
        drafts = [void_draft(table, at, version.ref) for version in losers]
        data = told(table, at, (right.ns, right.ew)) | {"chosen": ref}
        plan = Decision("deal_chosen", [version.ref.hex() for version in losers], CONFLICT, data, shown(table, at))
        await decide(host, info, table, drafts, plan, word)


def _meant(ref: str, at: int, standing: list[Any]) -> str:
    """The whole id where `ref` is a short one. Raises Refused for one that no version has now: others stand than were shown."""
    if len(ref) == _REF_DIGITS:
        return ref
    found = short_ids.meant(ref, [version.ref for version in standing])
    if found is None:
        raise Refused("changed", f"no version of deal {at} that stands now is {ref}", CHANGED[2])
    return found.hex()


async def enter(host: Host, number: int, place: int, seen: list[str], entered: Entered, word: Word) -> None:
    """The arbiter's own version of a deal takes the place of all that stand, or is the first one."""
    async with in_turn(host):
        info, table = find(host, number, place)
        at, standing = entered.deal, standing_versions(table.sheet, entered.deal, seen)
        drafts = revision(table, entered, standing) + refreshed(host, table, {at: (entered.ns, entered.ew)})
        about = [version.ref.hex() for version in standing] or [f"{info.id}/{place}/{at}"]
        claim = CONFLICT if len(standing) > 1 else Claim("arbiter_score")
        data = told(table, at, (entered.ns, entered.ew)) | {"reason": entered.reason}
        await decide(host, info, table, drafts, Decision("deal_entered", about, claim, data, shown(table, at)), word)


async def void(host: Host, number: int, place: int, at: int, seen: list[str] | None, word: Word) -> None:
    """Deal `at` is void: it is dealt again under its number, recorded or in play (RULES 3.6). Not in a closed round."""
    async with in_turn(host):
        info, table = find(host, number, place)
        if info.state == CLOSED:
            raise Refused(
                "closed", f"round {number} is closed: nobody deals again", "write the version that counts (`sheet.correct`)"
            )
        sheet, standing = table.sheet, standing_versions(table.sheet, at, seen)
        if not standing and (sheet.deal_no != at or sheet.phase not in (k.PLAY, k.COUNT)):
            raise Refused("no_deal", f"deal {at} is neither recorded nor being played", "there is nothing to make void")
        drafts = [void_draft(table, at, version.ref) for version in standing] or [void_draft(table, at)]
        if sheet.copied:
            drafts.insert(0, void_draft(table, 0, sheet.copied[-1]))
        about = [version.ref.hex() for version in standing] or [f"{info.id}/{place}/{at}"]
        plan = Decision("deal_void", about, Claim("void_deal"), told(table, at, None), shown(table, at))
        await decide(host, info, table, drafts, plan, word)


async def result(host: Host, number: int, place: int, ref: str | None, copied: bool, word: Word) -> None:
    """A copied result that the table's own records contradict: it counts (`copied`), or they do. `ref`: its id as the caller saw
    it; None: no care."""
    async with in_turn(host):
        info, table = find(host, number, place)
        was = table.sheet.copied
        if ref is not None and (was is None or was[-1].hex() != ref):
            raise Refused(*CHANGED)
        if was is None or not sheet_review.copy_contradicts(table.sheet):
            raise Refused("no_conflict", "the table's own records do not contradict it")
        drafts = [void_draft(table, 0, was[-1])]
        if copied:
            drafts = [(place, k.RESULT, result_payload(was[:6], k.DECIDED, was[6]))]
        await decide(host, info, table, drafts, Decision("result_decided", [was[-1].hex()], CONFLICT, {"copied": copied}), word)


async def open_conflicts(host: Host) -> list[dict[str, Any]]:
    """Records of one id with different bytes that nobody has decided (conflicts.py), with all versions: `number` for `settle`."""
    profile = host.hall.event.profile if host.hall.event else 0
    return await host.store.read(partial(conflicts.list_open, names=list(host.hall.conflicts), profile=profile))


async def settle(host: Host, name: str, take: int, word: Word) -> None:
    """Two records of one id, `name` device/log/seq: the first one stays (`take` 0), or the deal of another one, by its number,
    takes its place as the arbiter's version."""
    async with in_turn(host):
        if name not in host.hall.conflicts:
            raise Refused("changed", f"nothing is open about the record {name}", "look at the list again (`sheet.records`)")
        found = await host.store.read(partial(conflicts.pair_of, name=name))
        other = next((rec for number, rec in found if number == take), None)
        if other is None:
            raise Refused("no_conflict", "there is no such record", "look at the list again", 404)
        if take:
            await _take_other(host, found[0][1], other, name, word)
        else:
            what = partial(_settled, name=name, word=word)
            await host.store.submit(what)
            note(host, [name], word)
        host.hall.settle(name)
        host.hub.changed("round")


def _settled(connection: Connection, name: str, word: Word) -> None:
    keep(connection, [name], word)
    conflicts.note_settled(connection, name, word.who, word.text())


async def _take_other(host: Host, first: Any, other: Any, name: str, word: Word) -> None:
    info = next((r for r in host.hall.rounds if r.id == first.round.hex()), None)
    table = host.hall.tables.get((info.id, first.table)) if info else None
    same_place = (first.event, first.round, first.table) == (other.event, other.round, other.table)
    if info is None or table is None or not same_place or other.kind not in (k.DEAL, k.REVISE):
        raise Refused(
            "no_deal", "only a deal of the same sheet can take the other one's place", "keep the first, and correct by hand"
        )
    by_hand = "keep the first, and correct by hand"
    try:
        at, flags, reason, ns, ew, _ = facts.read_deal(other.payload)
        if not any(v.ref == first.ref() for v in table.sheet.valid(at)):
            raise Refused(*CHANGED)
        possible(table, Entered(at, ns, ew), bool(flags & facts.OVERRIDE_FLAG), by_hand)
        payload = fact_writer.deal_payload(at, ns, ew, flags | k.BY_ARBITER, reason, first.ref())
    except RecordError as fault:
        raise Refused("no_deal", f"this is no deal: {fault}", by_hand, 422) from fault
    data = told(table, at, (ns, ew)) | {"conflict": name}
    plan = Decision("record_chosen", [name, first.ref().hex()], CONFLICT, data, shown(table, at))
    await decide(host, info, table, [(first.table, k.REVISE, payload)], plan, word)
