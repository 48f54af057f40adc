"""Orders about the event as a whole: made, opened, its settings and phases, its history, its end."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints
from sqlalchemy import Connection

from host_tools.engine import audit_view
from host_tools.engine.acts import Draft
from host_tools.engine.persons import shown
from host_tools.engine.profile_rules import SETTINGS, SettingError, checked, rules_of
from host_tools.engine.state import CLOSED, EventState, Phase
from host_tools.server import event_arbiter, event_making, event_views
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.ledger import Book
from host_tools.server.models import POLICIES, PROFILES, Name, Sound, Strict, Why, muted_mask, visible
from host_tools.server.orders.asking import NothingIn
from host_tools.server.orders.registry import order
from host_tools.server.refusal import Refused
from host_tools.server.round_making import act, changes, the_book

Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80), AfterValidator(visible)]
EventId = Annotated[str, StringConstraints(pattern="^[0-9a-f]{8}$")]
Method = Literal["danish", "modified", "mitchell", "italian", "draw", "entry", "manual"]
Band = Annotated[list[Annotated[int, Field(ge=0, le=32_767)] | None], Field(min_length=4, max_length=4)]
_MOST_HISTORY = 500  # lines of one answer
_MOST_ROUNDS = 99  # of all phases; a plan has one byte for them, and no order takes a higher number


class PhaseIn(Strict):
    """Rounds that are paired alike. Minutes and scale: by the number of deals where they are not said. `bands`: of the
    organiser's own scale, which `scale` names; the event's rounds know it by that name from then on."""

    method: Method
    rounds: Annotated[int, Field(ge=1, le=30)]
    deals: Annotated[int, Field(ge=1, le=6)]
    minutes: Annotated[int, Field(ge=1, le=240)] | None = None
    scale: Name | None = None
    bands: Annotated[list[Band], Field(min_length=1, max_length=24)] | None = None
    session: Annotated[int, Field(ge=1, le=20)] | None = None
    options: Annotated[dict[Name, Any], Field(max_length=10)] | None = None


Phases = Annotated[list[PhaseIn], Field(min_length=1, max_length=20)]


class TablesIn(Strict):
    """What tables are told."""

    policy: Literal["visible", "last_minutes", "hidden"] | None = None
    last_minutes: Annotated[int, Field(ge=0, le=60)] | None = None
    warnings: Annotated[list[Annotated[int, Field(ge=1, le=240)]], Field(max_length=8)] | None = None
    language: Literal["", "it", "en", "fr"] | None = None
    blind: bool | None = None
    turn_clock: bool | None = None
    turn_seconds: Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(min_length=3, max_length=3)] | None = None
    muted: Annotated[list[Sound], Field(max_length=8)] | None = None

    def told(self) -> dict[str, Any]:
        """Those that were said, as the event's acts have them."""
        found: dict[str, Any] = {"language": self.language, "blind": self.blind, "turn_clock": self.turn_clock}
        found |= {"last_minutes": self.last_minutes, "warnings": self.warnings, "turn_s": self.turn_seconds}
        found |= {"policy": None if self.policy is None else POLICIES[self.policy]}
        found |= {"muted": None if self.muted is None else muted_mask(self.muted)}
        return {name: value for name, value in found.items() if value is not None}


class ArbiterIn(Strict):
    """The event's arbiter, who stands on its ranking (RULES 6, Withdrawal); an empty name: nobody."""

    name: Name
    card: Name = ""


class NewIn(TablesIn):
    """A new event, yet without entries."""

    name: Title
    kind: Literal["pairs", "individual", "teams"] = "pairs"
    profile: Literal["fibur", "fibur_2008", "feburit"] = "fibur"
    phases: Phases
    settings: Annotated[dict[str, Any], Field(max_length=60)] = {}
    arbiter: ArbiterIn | None = None
    replace: bool = False


class OpenIn(Strict):
    """Which event is played from now on."""

    event: EventId
    replace: bool = False


class SettingsIn(Strict):
    """Settings by name, null for the usual one again: rules' settings, and under `tables` what tables are told."""

    settings: Annotated[dict[str, Any], Field(max_length=60)] = {}
    tables: TablesIn | None = None
    name: Title | None = None
    arbiter: ArbiterIn | None = None
    why: Why


class PhasesIn(Strict):
    """All phases, the played ones too."""

    phases: Phases
    why: Why


class FinalIn(Strict):
    """The control period is over."""

    why: Why


class HistoryIn(Strict):
    """Acts after number `after`; `kinds`: beginnings, such as "round" or "ruling.warning"."""

    after: Annotated[int, Field(ge=0)] = 0
    kinds: Annotated[list[Name], Field(max_length=20)] = []
    language: Literal["en", "it"] = "en"


def rule_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """The organiser's own rules, checked. Raises Refused."""
    try:
        return checked(settings)
    except SettingError as fault:
        raise Refused("bad_setting", str(fault), "`event.rules` lists all settings with what fits", 422) from fault


def _phases(kind: str, profile: int, phases: Sequence[PhaseIn], known: Sequence[Phase] = ()) -> list[dict[str, Any]]:
    own = {phase.scale: phase.bands for phase in known}
    found = [event_making.phase_data(kind, profile, phase.model_dump(), own) for phase in phases]
    sessions, rounds = [phase["session"] for phase in found], sum(phase["rounds"] for phase in found)
    if rounds > _MOST_ROUNDS:
        raise Refused("bad_input", f"phases: {rounds} rounds in all; {_MOST_ROUNDS} at most", "", 422)
    if sessions != sorted(sessions):
        raise Refused("bad_input", "phases: sessions follow each other, 1, 2, ...", "", 422)
    return found


def view(host: Host) -> dict[str, Any]:
    """The event that is played, for the answer of an order."""
    book = the_book(host)
    assert host.hall.event is not None
    return {"event": event_views.show(book, host.hall.event.settings.get("pin"))}


def _pair_anew(host: Host) -> dict[str, bool]:
    """Whether a draft waits that is old by now."""
    draft = host.hall.draft()
    return {"pair_anew": draft is not None and bool(changes(host, draft))}


@order("event.new", NewIn)
async def new_event(host: Host, body: NewIn, who: str) -> dict[str, Any]:
    """Make the event that is played from now on; entries come after."""
    profile = PROFILES[body.profile]
    settings = {name: value for name, value in rule_settings(body.settings).items() if value is not None} | body.told()
    new = {"name": body.name, "kind": body.kind, "profile": profile, "settings": settings}
    new["phases"] = _phases(body.kind, profile, body.phases)
    arbiter = body.arbiter.model_dump() if body.arbiter else None
    await event_making.make_event(host, new, [], who, body.replace, arbiter)
    return view(host)


@order("event.show", NothingIn, changes=False)
async def show_event(host: Host, body: NothingIn, who: str) -> dict[str, Any]:
    """The event that is played: settings, phases, entries, rounds in short."""
    return view(host)


@order("event.open", OpenIn)
async def open_event(host: Host, body: OpenIn, who: str) -> dict[str, Any]:
    """Play another event of this database."""
    await event_making.open_event(host, body.event, who, body.replace)
    return view(host)


@order("event.settings", SettingsIn)
async def change_settings(host: Host, body: SettingsIn, who: str) -> dict[str, Any]:
    """Change the organiser's choices, with a reason; tables hear of theirs with the next round."""
    async with in_turn(host):
        book, changed = the_book(host), rule_settings(body.settings) | (body.tables.told() if body.tables else {})
        await act(host, lambda connection: [_changed(connection, book, body, changed)], who)
    return view(host) | _pair_anew(host)


def _changed(connection: Connection, book: Book, body: SettingsIn, changed: dict[str, Any]) -> Draft:
    """The act, and the person of an arbiter who is new. Part of a transaction."""
    state, arbiter = book.state, body.arbiter.model_dump() if body.arbiter else None
    changed = changed | event_arbiter.setting(connection, state.id, book, arbiter)
    if not changed and body.name is None:
        raise Refused("bad_input", "settings: nothing is to be changed", "", 422)
    data: dict[str, Any] = {"settings": changed} | ({"name": body.name} if body.name is not None else {})
    old: dict[str, Any] = {"settings": {name: state.settings.get(name) for name in changed}, "name": state.name}
    return Draft("event.settings", data, body.why, old=old)


@order("event.rules", NothingIn, changes=False)
async def show_rules(host: Host, body: NothingIn, who: str) -> dict[str, Any]:
    """Every setting of the rules: value, usual value, article, what fits."""
    return {"rules": rules_of(the_book(host).state).listed(), "count": len(SETTINGS)}


@order("event.phases", PhasesIn)
async def change_phases(host: Host, body: PhasesIn, who: str) -> dict[str, Any]:
    """Change the phases that are still to come, with a reason."""
    async with in_turn(host):
        state = the_book(host).state
        phases = _phases(state.kind, state.profile, body.phases, state.phases)
        _played_stay(state, phases)
        old = [event_views.phase_view(phase) for phase in state.phases]
        await act(host, [Draft("event.phases", {"phases": phases}, body.why, old=old)], who)
    return view(host) | _pair_anew(host)


def _played_stay(state: EventState, phases: Sequence[dict[str, Any]]) -> None:
    """A round that was made keeps its phase's place and session, since byes are reckoned by it."""
    of_round = [(at, phase["session"]) for at, phase in enumerate(phases) for _ in range(phase["rounds"])]
    for info in state.rounds:
        if info.number > len(of_round) or (info.phase is not None and of_round[info.number - 1] != (info.phase, info.session)):
            text = f"round {info.number} has been made in another phase"
            raise Refused("phases", text, "leave the phases of rounds that were made as they are", 409)


@order("event.final", FinalIn)
async def make_final(host: Host, body: FinalIn, who: str) -> dict[str, Any]:
    """End the control period: the ranking is final."""
    async with in_turn(host):
        state = the_book(host).state
        if not state.rounds or state.final is not None:
            raise Refused("final", "the ranking is final already" if state.rounds else "nothing has been played yet")
        open_ones = [info.number for info in state.rounds if info.state != CLOSED]
        if open_ones:
            raise Refused("round_open", f"round {open_ones[0]} is not closed", "close it, or drop the draft")
        await act(host, [Draft("event.final", {}, body.why)], who)
    return view(host)


@order("event.history", HistoryIn, changes=False)
async def show_history(host: Host, body: HistoryIn, who: str) -> dict[str, Any]:
    """What was done: when, who, what, old and new, why, by which article."""
    book = the_book(host)

    def name(number: int) -> str:
        one = book.persons.get(number)
        return shown(number, one.name if one else "", bool(one and one.erased))

    lines = audit_view.history(book.acts, name, audit_view.Wanted(kinds=tuple(body.kinds)), body.language)
    found = [line.as_dict() for line in lines if line.number > body.after]
    return {"history": found[:_MOST_HISTORY], "more": len(found) > _MOST_HISTORY, "acts": book.state.acts}
