"""What an event is at one moment: the fold of its acts (fold.py). Plain data; changes nothing, decides nothing. Pure.

Words: a *competitor* is what the ranking ranks (a pair, a player, a team). A *unit* is two persons on one line of a table; its
result is credited to its competitors. In a pairs event unit and competitor have the same number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PAIRS, INDIVIDUAL, TEAMS = "pairs", "individual", "teams"
KINDS = (PAIRS, INDIVIDUAL, TEAMS)
DRAFT, PUBLISHED, CLOSED, REPLACED = "draft", "published", "closed", "replaced"
METHODS = ("danish", "modified", "mitchell", "italian", "draw", "entry", "manual")
SCORE_FREE = ("mitchell", "italian", "draw", "entry")  # who meets whom does not hang on scores (RULES 5, item 3)

Bands = tuple[tuple[int, int, int], ...]  # (highest difference, winner's VP, loser's VP), ascending


@dataclass(frozen=True)
class Phase:
    """Rounds that are paired alike. `options`: what the method takes (docs/pairing.md). `session`: from 1; byes and line
    counts are reckoned within a session (RULES 6, Bye)."""

    method: str
    rounds: int
    deals: int
    minutes: int
    scale: str
    bands: Bands
    session: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Competitor:
    """`persons` by number, in order of entry; `name` of a team, else "". `since`: first round it may play. `left`: how it
    withdrew (RULES 6, Withdrawal): {"round": first round it is not there, "mode": ...}, None while it plays."""

    number: int
    persons: tuple[int, ...]
    name: str = ""
    group: int = 1
    since: int = 1
    left: dict[str, Any] | None = None
    absences: tuple[dict[str, Any], ...] = ()  # earlier withdrawals, each with the round of its return: "until"


@dataclass(frozen=True)
class Unit:
    """Two persons on a line, and the competitors that their result is credited to."""

    number: int
    persons: tuple[int, ...]
    credits: tuple[int, ...]


@dataclass
class RoundState:
    """A round. `seats`: table -> (NS unit, EW unit); `rests`: competitors that rest; `absent`: left
    out though they might play; `matches`: table -> match of two teams; `ranked`: the ranking that it was paired by, best first,
    empty where it does not hang on one.
    `phase`: index in the event's phases, None: it came back from a table. `told`: results as the closing act had them."""

    id: str
    number: int
    method: str
    deals: int
    minutes: int
    scale: str
    bands: Bands
    phase: int | None = None
    session: int = 1
    state: str = DRAFT
    seats: dict[int, tuple[int, int]] = field(default_factory=dict)
    rests: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    ranked: list[int] = field(default_factory=list)
    matches: dict[int, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unmet: list[dict[str, Any]] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    seed: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    published: int | None = None  # number of the act that published it
    closed: int | None = None
    told: dict[str, Any] | None = None
    back: bool = False  # it came back from a table: not all of its tables need be here

    @property
    def bye(self) -> int | None:
        """The one that rests, the first of several, or None."""
        return self.rests[0] if self.rests else None


@dataclass(frozen=True)
class Ruling:
    """What the arbiter laid down beside the sheets: a warning, penalty, lateness, absence, arbiter's score (rulings.py).
    `act`: its number in the history."""

    act: int
    kind: str
    data: Mapping[str, Any]
    why: str
    article: str
    at: int


@dataclass
class EventState:
    """The whole event. `rounds`: all that are not replaced, in order; `settings`: what differs from the profile's usual."""

    id: str = ""
    name: str = ""
    kind: str = PAIRS
    profile: int = 1
    settings: dict[str, Any] = field(default_factory=dict)
    phases: list[Phase] = field(default_factory=list)
    competitors: dict[int, Competitor] = field(default_factory=dict)
    units: dict[int, Unit] = field(default_factory=dict)
    rounds: list[RoundState] = field(default_factory=list)
    replaced: set[str] = field(default_factory=set)  # ids of drafts that were paired anew
    unpublished: set[str] = field(default_factory=set)  # ids whose publishing was undone: tables may have their plans
    rulings: list[Ruling] = field(default_factory=list)
    line_ups: dict[tuple[int, int], list[list[int]]] = field(default_factory=dict)  # (round, team) -> persons of each table
    entries_closed: bool = False
    final: int | None = None  # number of the act that ended the control period
    acts: int = 0  # number of the last act that was folded

    def round(self, number: int) -> RoundState | None:
        """Round `number`, draft or played, or None."""
        return next((info for info in self.rounds if info.number == number), None)

    def by_id(self, round_id: str) -> RoundState | None:
        """The round with that id, or None."""
        return next((info for info in self.rounds if info.id == round_id), None)

    def current(self) -> RoundState | None:
        """The newest round that is published or closed."""
        return next((info for info in reversed(self.rounds) if info.state != DRAFT), None)

    def total_rounds(self) -> int:
        """Rounds of all phases."""
        return sum(phase.rounds for phase in self.phases)

    def phase_of(self, number: int) -> int:
        """Index of the phase to which round `number` (from 1) belongs. Raises ValueError beyond the last."""
        for index, phase in enumerate(self.phases):
            if number <= phase.rounds:
                return index
            number -= phase.rounds
        raise ValueError("no phase has such a round")
