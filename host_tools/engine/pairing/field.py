"""The words that every way of pairing shares: who plays, what is wished, what came out and what could not be met."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

MAX_COMPETITORS = 2_000  # four times the largest event that PRODUCT 7 names; a larger list is a caller's mistake


class PairingError(ValueError):
    """These competitors cannot be seated so; the text says why and what else can be done."""


class Wish(StrEnum):
    """What a pairing should respect, the dearest first: a wish is never given up for any number of those below it.

    In individual events PARTNER comes before REMATCH (foursomes.py): there a new partner is the point of the event.
    """

    SECOND_BYE = "second_bye"  # nobody rests twice in a session (RULES 6, Bye)
    REMATCH = "rematch"  # a match that the setting `repeat` forbids (RULES 6, Later rounds, 004 LOI 2b)
    BYE_ORDER = "bye_order"  # the last-ranked that has not rested is the one that rests (RULES 6, Bye)
    RANK_DISTANCE = "rank_distance"  # neighbours of the ranking meet (RULES 6, Later rounds)
    LINE = "line"  # as often N/S as E/W (our wish, no rule book has it)
    TABLE = "table"  # a new table each round (our wish; setting `tables`)
    PARTNER = "partner"  # individual: the partner changes each round (RULES 6, Kinds)

    @property
    def priority(self) -> int:
        """1 is the dearest."""
        return list(Wish).index(self) + 1


@dataclass(frozen=True)
class Unmet:
    """A wish that could not be met. `who`: competitors; `text`: English, with the numbers; `article`: the wish's source.

    `numbers`, for pages that word it themselves: rematch: rounds in which they met, counted in rounds that they were in
    (individual: number of times); second_bye: rests before; bye_order: places that the rest moved up; rank_distance: places
    between the two (1 = neighbours); line: turns N/S before, turns E/W before of the one seated again; table: times there.
    """

    kind: Wish
    who: tuple[int, ...]
    text: str
    article: str
    numbers: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """The form in which acts and JSON carry it."""
        return {
            "kind": str(self.kind),
            "who": list(self.who),
            "text": self.text,
            "article": self.article,
            "numbers": list(self.numbers),
        }


@dataclass(frozen=True)
class PairingRules:
    """The organiser's choices for a round; each is a setting of the event, announced before play (RULES, Which rule wins).

    `repeat`: which rematches are forbidden: none, those of the round before, all. `last_round_free`: the event's last round
    allows them (004 LOI 2b). `bye_yields`: the rest may move up from the last-ranked when that alone avoids a forbidden
    rematch. `tables`: "rank" seats the best match at table 1; "balance" gives new tables as far as possible.
    """

    repeat: Literal["none", "previous", "all"] = "previous"
    last_round_free: bool = True
    bye_yields: bool = True
    tables: Literal["rank", "balance"] = "rank"

    def forbids(self, last_round: bool) -> Literal["none", "previous", "all"]:
        """What is forbidden in this round."""
        return "none" if last_round and self.last_round_free else self.repeat


@dataclass(frozen=True)
class Field:
    """Who plays this round, and what went before.

    `ranked`: competitors, best first (before any result: entry order). `met`: competitor -> opponents round by round, oldest
    first, 0 = none that round (individual: two a round). `byes`: rests in this session. `lines`: times (N/S, E/W). `tables`:
    tables sat at. `partners`: individual only. `scores`: (VP, net MP), only told in texts: rank distance counts places.
    Raises PairingError for fewer than two, doubled, more than MAX_COMPETITORS, or a number below 1.
    """

    ranked: tuple[int, ...]
    met: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    lines: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    tables: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    partners: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    last_round: bool = False
    scores: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_numbers(self.ranked)

    def place(self) -> dict[int, int]:
        """Competitor -> place in the ranking, from 0."""
        return {who: at for at, who in enumerate(self.ranked)}

    def forbidden(self, repeat: str) -> dict[int, frozenset[int]]:
        """Competitor -> those that it may not meet now. Both sides' records count, so that a gap in one does no harm."""
        found: dict[int, set[int]] = {who: set() for who in self.ranked}
        for who in self.ranked if repeat != "none" else ():
            for other in self.met.get(who, ())[-1:] if repeat == "previous" else self.met.get(who, ()):
                if other in found and other != who:
                    found[who].add(other)
                    found[other].add(who)
        return {who: frozenset(others) for who, others in found.items()}

    def rounds_met(self, one: int, other: int) -> tuple[int, ...]:
        """In which of `one`'s rounds, from 1, the two met."""
        return tuple(at for at, who in enumerate(self.met.get(one, ()), 1) if who == other)

    def without(self, leave: Iterable[int]) -> "Field":
        """The same field without these competitors. Raises PairingError when fewer than two stay."""
        gone = frozenset(leave)
        return replace(self, ranked=tuple(who for who in self.ranked if who not in gone))


@dataclass
class Pairing:
    """`tables`: (table from 1, N/S, E/W); `rests`: who rests; `notes`: what the arbiter should know; `unmet`: wishes that
    could not be met; `reasons`: rest -> why it is the one that rests."""

    tables: list[tuple[int, int, int]]
    rests: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unmet: list[Unmet] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)

    @property
    def bye(self) -> int | None:
        """The first that rests, if any."""
        return self.rests[0] if self.rests else None


Four = tuple[int, tuple[int, int], tuple[int, int]]  # table, N/S partners, E/W partners


@dataclass
class Foursomes:
    """A round of an individual event. `tables`: (table, (N, S), (E, W)); the rest as in Pairing."""

    tables: list[Four]
    rests: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unmet: list[Unmet] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)


def check_numbers(numbers: Sequence[int]) -> None:
    """Raises PairingError for numbers that cannot be a round's competitors."""
    if len(numbers) < 2:
        raise PairingError("a round needs at least two pairs")
    if len(numbers) > MAX_COMPETITORS:
        raise PairingError(f"{len(numbers)} competitors are too many for one pairing ({MAX_COMPETITORS}); pair by groups")
    if len(set(numbers)) != len(numbers):
        raise PairingError("a pair is listed twice")
    if min(numbers) < 1:
        raise PairingError(f"{min(numbers)} is no competitor's number; they count from 1")
