"""Orders about what the arbiter lays down beside the sheets (RULES 5-6): previewed, given, listed."""

from typing import Annotated, Any, Literal

from pydantic import Field

from host_tools.engine import law
from host_tools.engine.acts import ActError, Draft
from host_tools.engine.extras import extras
from host_tools.engine.law_rules import law_rules
from host_tools.engine.meetings import credits_of, seated
from host_tools.engine.preview import Preview
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.rulings import KINDS
from host_tools.engine.state import DRAFT, PUBLISHED, SCORE_FREE, EventState, RoundState
from host_tools.server import round_making, ruling_views, undoing
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.models import Name, Reason, Strict, Why
from host_tools.server.orders.asking import NothingIn
from host_tools.server.orders.registry import order
from host_tools.server.refusal import Refused
from host_tools.server.round_making import check_seen, the_book
from host_tools.server.ruling_articles import proposed
from host_tools.server.sheet_law import by_law

Number = Annotated[int, Field(ge=1, le=99_999)]
Points = Annotated[int, Field(ge=-20_000, le=20_000)]
VPoints = Annotated[int, Field(ge=-100, le=100)]
_OWN_WORDS = {
    "warning": ("person", "round", "table"),
    "penalty": ("round",),
    "late": ("competitors",),
    "absent": ("mode", "competitors"),
    "set": ("units",),
}
_OF_LINE = ("late", "absent")  # they may mean one of two players


class LineIn(Strict):
    """One line's result as the arbiter lays it down; `mp_for`, `mp_against`: as played where they are not said."""

    vp: VPoints
    mp_net: Points
    mp_for: Points | None = None
    mp_against: Points | None = None


class RulingIn(Strict):
    """A ruling; which fields it takes hangs on `kind` (docs/event.md, ruling.*). `vp` and `mp` are signed: what is added.
    `units`: whose results `ns` and `ew` are, where they are not those of who sits on these lines by the sheet.
    `competitors` of `late`, `absent`: which of two players of the line; none: all of it."""

    kind: Literal["warning", "penalty", "late", "absent", "adjust", "set", "award"]
    competitors: Annotated[list[Number], Field(min_length=1, max_length=100)] | None = None
    offence: Annotated[Name, Field(min_length=1)] | None = None
    person: Number | None = None
    round: Number | None = None
    table: Number | None = None
    unit: Number | None = None
    minutes: Annotated[int, Field(ge=0, le=600)] | None = None
    mode: Literal["late", "temporary", "unjustified"] | None = None
    vp: VPoints | None = None
    mp: Points | None = None
    ns: LineIn | None = None
    ew: LineIn | None = None
    units: Annotated[list[Number], Field(min_length=2, max_length=2)] | None = None
    article: Annotated[Reason, Field()] = ""

    def data(self) -> dict[str, Any]:
        """The fields of its act. Raises Refused for one that is missing, or that this kind has not."""
        said = self.model_dump(exclude={"kind", "article", "why", "seen"}, exclude_none=True)
        fields = KINDS[self.kind]
        missing = [name for name in fields if name not in said and self.kind != "set"]
        foreign = sorted(said.keys() - {*fields, *_OWN_WORDS.get(self.kind, ())})
        if self.kind == "set":
            missing = [name for name in ("round", "table") if name not in said] or ([] if self.ns or self.ew else ["ns or ew"])
            said = {"ns": None, "ew": None} | said
        if twice := [one for one in self.competitors or () if (self.competitors or []).count(one) > 1]:
            raise Refused("bad_input", f"competitors: number {twice[0]} is named twice", "each counts once: a second ruling", 422)
        if missing or foreign:
            what = f"{', '.join(missing)} missing" if missing else f"{', '.join(foreign)} is no field of it"
            raise Refused("bad_input", f"ruling {self.kind}: {what}", f"it takes {', '.join(fields)}; see docs/api.md", 422)
        return said


class AddIn(RulingIn):
    """`seen`: number of the acts that the caller knew of: so that two arbiters do not give the same warning twice."""

    why: Why
    seen: Annotated[int, Field(ge=0)] | None = None


def _draft(host: Host, body: RulingIn, why: str) -> Draft:
    """The act of a ruling. Raises Refused where the ranking is final, or its round has not been published, ActError where one
    that it means does not sit there."""
    state, data = the_book(host).state, body.data()
    if state.final is not None:
        raise Refused("final", "the ranking is final", "undo the end of the control period first, if it was ended by mistake")
    info = state.round(data["round"]) if "round" in data else None
    if "round" in data and (info is None or info.state == DRAFT):
        raise Refused("no_round", f"round {data['round']} has not been published", "rule once it is", 404)
    if info is not None and body.competitors:
        _whom(state, info, body, body.competitors)
    if "person" in data and not any(data["person"] in state.competitors[n].persons for n in _known(state, data["competitors"])):
        raise Refused("no_person", f"person {data['person']} is none of {data['competitors']}", "see `entry.list`", 404)
    if body.kind == "set" and info is not None and data["table"] in info.seats:
        data.setdefault("units", ruling_views.sitting(host.hall, info, data["table"]))
    article = body.article or proposed(rules_of(state), body.kind, data)
    return Draft(f"ruling.{body.kind}", data, why, article)


def _whom(state: EventState, info: RoundState, body: RulingIn, numbers: list[int]) -> None:
    """An award is for those who have no table in that round: they rest, were away for a time (RULES 6, Withdrawal), or came
    later. Who was late or absent is of that line. Raises Refused, ActError."""
    if body.kind == "award":
        sitting = sorted(seated(state, info) & {*numbers})
        if sitting:
            text = f"number {sitting[0]} sits at a table of round {info.number}: an award is for who has none in that round"
            raise Refused("not_resting", text, "for a line at a table use `set` or `adjust`")
    if body.kind in _OF_LINE and body.unit is not None:
        foreign = sorted({*numbers} - {*credits_of(state, body.unit)})
        if foreign:
            raise ActError(f"number {foreign[0]} does not sit at table {body.table}")


def _known(state: EventState, numbers: list[int]) -> list[int]:
    return [number for number in numbers if number in state.competitors]


def _planned(host: Host, body: RulingIn, why: str) -> tuple[list[Draft], Preview]:
    """The acts of a ruling, and what they change: a draft of the next round that hangs on numbers that become others goes with
    them, a published one stays (RULES 5, 4). Raises Refused, ActError."""
    state = the_book(host).state
    draft = _draft(host, body, why)
    if "table" in draft.data and "round" in draft.data and body.kind != "warning":
        ask = law.Ask("arbiter_score", draft.data["round"], draft.data["table"])
        verdict = law.judge(state, ask, law_rules(state))
        if verdict.outcome == law.REFUSED:
            raise by_law(verdict)
    return undoing.with_drops(host, [draft])


def _answer(host: Host, drafts: list[Draft], shown: Preview) -> dict[str, Any]:
    book, data = the_book(host), drafts[0].data
    on = [info for info in shown.after.rounds if info.state == PUBLISHED and info.number > max(1, data.get("round", 0))]
    stay = [info.number for info in on if info.method not in SCORE_FREE] if shown.about("standing") else []
    view = shown.as_dict() | {"article": drafts[0].article, "dropped": len(drafts) > 1, "seating_stays": stay}
    costs = [one for one in _extras(shown) if one["act"] == shown.seen + 1]
    return view | {"costs": costs, "of": ruling_views.names_of(book, data.get("competitors", []))}


def _extras(shown: Preview) -> list[dict[str, Any]]:
    return [{"number": one.number, "vp": one.vp, "mp": one.mp, "text": one.text, "act": one.act} for one in extras(shown.after)]


@order("ruling.preview", RulingIn, changes=False)
async def preview(host: Host, body: RulingIn, who: str) -> dict[str, Any]:
    """What a ruling would change: each one's points and rank, a draft that must be paired anew, the article."""
    drafts, shown = _planned(host, body, "-")
    return _answer(host, drafts, shown)


@order("ruling.add", AddIn)
async def add(host: Host, body: AddIn, who: str) -> dict[str, Any]:
    """Give a warning, penalty, lateness, absence, arbiter's score or award; it counts at once."""
    async with in_turn(host):
        check_seen(host, body.seen)
        drafts, shown = _planned(host, body, body.why)
        await round_making.act(host, drafts, who)
        return _answer(host, drafts, shown) | {"act": shown.seen + 1, "acts": the_book(host).state.acts}


@order("ruling.list", NothingIn, changes=False)
async def list_rulings(host: Host, body: NothingIn, who: str) -> dict[str, Any]:
    """All rulings that count, warnings with what the next one costs, who came late by the tables' own records, and who was away
    for a time and has no score for it."""
    book = the_book(host)
    found: dict[str, Any] = {"rulings": ruling_views.rulings_view(book), "warnings": ruling_views.warnings_view(book)}
    found["missed"] = ruling_views.missed_rounds(book)
    return found | {"late": ruling_views.late_proposals(host.hall, host.clock.now()), "acts": book.state.acts}
