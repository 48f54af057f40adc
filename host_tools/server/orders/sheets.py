"""Orders about score sheets: shown, typed in from paper, judged by the correction law, corrected."""

from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Connection

from host_tools.server import corrections, sheet_entry, sheet_swap, sheet_views
from host_tools.server.corrections import Word, find
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.models import LineIn, Name, Reason, Ref, Strict, Why
from host_tools.server.orders.registry import order
from host_tools.server.refusal import Refused
from host_tools.server.round_making import acting
from host_tools.server.sheet_entry import Entered, Paper
from host_tools.server.sheet_law import ERRORS, Claim, delivered, judged
from host_tools.server.sheet_view import sheet_view
from host_tools.server.tournament import RoundInfo

Number = Annotated[int, Field(ge=1, le=999)]
Deal = Annotated[int, Field(ge=1, le=6)]
Ruling = Annotated[int, Field(ge=0, le=5)]
Error = Literal["sum_error", "swapped_scores", "misentry", "forgotten_burraco", "arbiter_score", "office_typing"]
Seen = Annotated[list[Ref], Field(max_length=120)]


class PlaceIn(Strict):
    """Which sheet."""

    round: Number
    table: Number


class ListIn(Strict):
    """Of which round; none: of the newest that was published."""

    round: Number | None = None


class EnteredIn(Strict):
    """A deal on paper; `reason` 1 to 5 lets hard findings pass (RULES 1.7)."""

    deal: Deal
    ns: LineIn
    ew: LineIn
    reason: Ruling = 0


class PaperIn(Strict):
    """A sheet, whole or in part. `swapped`: the pairs sat the other way round than planned. `signed`: it counts as signed, also
    when it ended early; by itself it does once all deals are there."""

    table: Number
    deals: Annotated[list[EnteredIn], Field(max_length=6)] = []
    swapped: bool | None = None
    signed: bool | None = None

    def paper(self) -> Paper:
        """As the plan of an entry has it."""
        deals = [Entered(one.deal, one.ns.entry(), one.ew.entry(), one.reason) for one in self.deals]
        return Paper(deals, self.swapped, self.signed)


class EnterIn(PaperIn):
    """A paper sheet of a published or closed round."""

    round: Number
    why: Reason = ""


class EnterAllIn(Strict):
    """Many paper sheets of one round: all, or where one is refused none."""

    round: Number
    sheets: Annotated[list[PaperIn], Field(min_length=1, max_length=500)]
    why: Reason = ""


class ClaimIn(PlaceIn):
    """What is said to be wrong, and what the law asks about it. `against`: why the arbiter goes on although the law refuses."""

    both_admit: bool = False
    told_in_time: bool = False
    countersigned: bool = False
    against: Reason = ""

    def claim(self, error: str) -> Claim:
        """As the law takes it."""
        return Claim(error, self.both_admit, self.told_in_time, self.countersigned, self.against)


class JudgeIn(ClaimIn):
    """`error`: none: each kind is judged."""

    error: Error | None = None


class LookIn(ClaimIn):
    """A deal as it should have been, and what is said to be wrong with it."""

    deal: Deal
    ns: LineIn
    ew: LineIn
    reason: Ruling = 0
    error: Error

    def entered(self) -> Entered:
        """The deal as it is to be."""
        return Entered(self.deal, self.ns.entry(), self.ew.entry(), self.reason)


class CorrectIn(LookIn):
    """`seen`: ids of the versions that the caller saw standing; without it whatever stands."""

    seen: Seen | None = None
    why: Why
    article: Name = ""


class SwapIn(ClaimIn):
    """Each line's scores were written for the other one. `seen`: as in `sheet.show`."""

    seen: Seen | None = None
    why: Why
    article: Name = ""


def answer(host: Host, number: int, table: int) -> dict[str, Any]:
    """A sheet for the answer of an order: `seen` is what stands, for an order that changes it. Raises Refused."""
    view = sheet_view(host, number, table)
    if view is None:
        raise Refused("no_sheet", f"no sheet of round {number}, table {table}", "see `sheet.list`", 404)
    standing = [ref for row in view["deals"] for ref in row["standing"]]
    return {"sheet": view | {"seen": standing}}


def dropped(host: Host, before: RoundInfo | None) -> dict[str, Any]:
    """For the answer: `dropped`, the number of the draft `before` where it hung on the old result and went with it, or None."""
    gone = before is not None and all(info.id != before.id for info in host.hall.rounds)
    return {"dropped": before.number if before is not None and gone else None}


@order("sheet.show", PlaceIn, changes=False)
async def show(host: Host, body: PlaceIn, who: str) -> dict[str, Any]:
    """A sheet with every version of each deal, and `seen`: what stands, for an order that changes it."""
    return answer(host, body.round, body.table)


@order("sheet.list", ListIn, changes=False)
async def list_sheets(host: Host, body: ListIn, who: str) -> dict[str, Any]:
    """All sheets of a round: what is missing, unsigned, open, corrected, what each came to."""
    return sheet_views.listed(host, body.round)


@order("sheet.enter", EnterIn)
async def enter(host: Host, body: EnterIn, who: str) -> dict[str, Any]:
    """Type in a paper sheet, whole or in part, with a table's own checks; whole it counts as signed."""
    before = host.hall.draft()
    done = await _enter(host, body.round, [body], body.why, who)
    return answer(host, body.round, body.table) | done | dropped(host, before)


@order("sheet.enter_all", EnterAllIn)
async def enter_all(host: Host, body: EnterAllIn, who: str) -> dict[str, Any]:
    """Type in many paper sheets of one round: all of them, or none."""
    before = host.hall.draft()
    done = await _enter(host, body.round, body.sheets, body.why, who)
    return done | sheet_views.listed(host, body.round) | dropped(host, before)


async def _enter(host: Host, number: int, sheets: list[Any], why: str, who: str) -> dict[str, Any]:
    tables = [one.table for one in sheets]
    if twice := [table for table in tables if tables.count(table) > 1]:
        raise Refused("bad_input", f"table {twice[0]} is there twice", "one sheet for each table", 422)
    async with in_turn(host):
        found = [(*find(host, number, one.table), one.paper()) for one in sheets]
        plans = [sheet_entry.planned(host, info, table, paper, why) for info, table, paper in found]
        info = found[0][0]
        acts = [act for plan in plans for act in plan.acts if act.kind != "round.drop"]
        acts += list({act.data["id"]: act for plan in plans for act in plan.acts if act.kind == "round.drop"}.values())
        word, about = Word(who, why or "entered from paper", ""), [one for plan in plans for one in plan.about]
        then = acting(host, acts, who)

        def also(connection: Connection) -> Any:
            corrections.keep(connection, about, word)
            return then(connection)

        records = [record for plan in plans for record in plan.records]
        what = f"round {number} table {', '.join(map(str, tables))}: {len(about)} deals"
        await host.command(records, info.id, who, "sheet_entered", what, also)
        corrections.note(host, about, word)
        host.hub.changed("round")
    doubts = [doubt for _, table, paper in found for one in paper.deals for doubt in sheet_entry.unlikely(table, one)]
    return {"new": len(about), "signed": [table.number for _, table, _ in found if delivered(table)], "unlikely": doubts}


@order("sheet.judge", JudgeIn, changes=False)
async def judge(host: Host, body: JudgeIn, who: str) -> dict[str, Any]:
    """What the correction law says: allowed, allowed and the published pairing stays, or refused, with the article."""
    info, table = find(host, body.round, body.table)
    kinds = [body.error] if body.error else ERRORS
    found = {error: judged(host, info, table, body.claim(error)).as_dict() for error in kinds}
    return {"verdicts": found, "delivered": delivered(table)} | ({"verdict": found[body.error]} if body.error else {})


@order("sheet.preview", LookIn, changes=False)
async def preview(host: Host, body: LookIn, who: str) -> dict[str, Any]:
    """What a correction would change: the sheet, each one's points and rank, a draft that must be paired anew; the verdict."""
    info, table = find(host, body.round, body.table)
    corrections.standing_versions(table.sheet, body.deal, None)
    entered, claim = body.entered(), body.claim(body.error)
    sheet_entry.check_claim(host, table, entered, body.error)
    sheet_entry.revision(table, entered, ())
    verdict = judged(host, info, table, claim)
    view = {"verdict": verdict.as_dict(), "unlikely": sheet_entry.unlikely(table, entered)}
    return view | sheet_views.changes(host, info, table, entered, verdict.drafts)


@order("sheet.correct", CorrectIn)
async def correct(host: Host, body: CorrectIn, who: str) -> dict[str, Any]:
    """Correct a deal, as far as the law allows it; all versions are kept."""
    async with in_turn(host):
        before = host.hall.draft()
        info, table = find(host, body.round, body.table)
        standing = corrections.standing_versions(table.sheet, body.deal, body.seen)
        entered = body.entered()
        sheet_entry.check_claim(host, table, entered, body.error)
        records = sheet_entry.revision(table, entered, standing)
        records += sheet_entry.refreshed(host, table, {body.deal: (entered.ns, entered.ew)})
        about = [one.ref.hex() for one in standing] or [f"{info.id}/{body.table}/{body.deal}"]
        data = corrections.told(table, body.deal, (entered.ns, entered.ew)) | {"reason": entered.reason}
        old = corrections.shown(table, body.deal)
        plan = corrections.Decision("sheet_corrected", about, body.claim(body.error), data, old)
        await corrections.decide(host, info, table, records, plan, Word(who, body.why, body.article))
    return answer(host, body.round, body.table) | {"unlikely": sheet_entry.unlikely(table, entered)} | dropped(host, before)


@order("sheet.swap", SwapIn)
async def swap(host: Host, body: SwapIn, who: str) -> dict[str, Any]:
    """Give each line the scores that were written for the other one."""
    claim, before = body.claim("swapped_scores"), host.hall.draft()
    await sheet_swap.swap(host, body.round, body.table, body.seen, claim, Word(who, body.why, body.article))
    return answer(host, body.round, body.table) | dropped(host, before)
