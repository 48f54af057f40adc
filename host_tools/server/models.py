"""What the API takes, checked strictly: types as written, sizes limited, nothing unknown."""

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from tavolo.domain import kinds as k


def visible(text: str) -> str:
    """Refuse characters that nobody sees: line breaks, NUL, marks that turn the direction of writing, and what is none."""
    odd = [char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") or char in "\ufffe\uffff"]
    if odd:
        raise ValueError(f"contains an invisible character (U+{ord(odd[0]):04X}): type it anew")
    return text


Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40), AfterValidator(visible)]
Reason = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), AfterValidator(visible)]
PROFILES = {"fibur": k.FIBUR, "fibur_2008": k.FIBUR_2008, "feburit": k.FEBURIT}
POLICIES = {"visible": k.CLOCK_VISIBLE, "last_minutes": k.CLOCK_LAST_MINUTES, "hidden": k.CLOCK_HIDDEN}
CALL_STATES = {"seen": k.CALL_SEEN, "coming": k.CALL_COMING, "closed": k.CALL_CLOSED}

Sound = Literal["time_out", "start", "warning", "turn", "coming", "locate", "refused", "recorded"]
_SOUNDS = ("time_out", "start", "warning", "turn", "coming", "locate", "refused", "recorded")  # bits, services/numbers.py


def muted_mask(names: list[Sound]) -> int:
    """The plan's mask: a bit for each kind of sound that is not to be heard."""
    return sum(1 << _SOUNDS.index(name) for name in set(names))


def muted_names(mask: int) -> list[str]:
    """The names in a mask."""
    return [name for bit, name in enumerate(_SOUNDS) if mask >> bit & 1]


class Strict(BaseModel):
    """No conversions, no unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Login(Strict):
    """User and password."""

    user: Annotated[str, StringConstraints(max_length=40)]
    password: Annotated[str, StringConstraints(max_length=200)]


class EventIn(Strict):
    """A new event. `pairs`: two names each, in order of entry. `language`: "" leaves it to each device. `turn_seconds`: of a
    turn with few, middle, many cards, 0 = the profile's. `muted`: kinds of sounds that no device makes."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80), AfterValidator(visible)]
    deals: Annotated[int, Field(ge=1, le=6)]
    minutes: Annotated[int, Field(ge=1, le=240)]
    rounds: Annotated[int, Field(ge=1, le=30)] = 4
    profile: Literal["fibur", "fibur_2008", "feburit"] = "fibur"
    pairs: Annotated[list[Annotated[list[Name], Field(min_length=2, max_length=2)]], Field(min_length=2, max_length=600)]
    policy: Literal["visible", "last_minutes", "hidden"] = "last_minutes"
    last_minutes: Annotated[int, Field(ge=0, le=60)] = 5
    warnings: Annotated[list[Annotated[int, Field(ge=1, le=240)]], Field(max_length=8)] = [5]
    scale: Name | None = None
    bye_vp: Annotated[int, Field(ge=0, le=255)] | None = None
    bye_mp: Annotated[int, Field(ge=0, le=12800)] | None = None
    language: Literal["", "it", "en", "fr"] = ""
    blind: bool = False
    turn_clock: bool = False
    turn_seconds: Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(min_length=3, max_length=3)] = [0, 0, 0]
    muted: Annotated[list[Sound], Field(max_length=8)] = []
    replace: bool = False


class PairIn(Strict):
    """How to pair the next round."""

    method: Literal["mitchell", "danish"]


class AssignIn(Strict):
    """Which device gets which table; 0 takes the table away."""

    table: Annotated[int, Field(ge=0, le=999)]
    device: Annotated[str, StringConstraints(pattern="^[0-9a-f]{8}$")]


class AddIn(Strict):
    """Minutes to add, or with a minus to cut."""

    minutes: Annotated[int, Field(ge=-60, le=60)]


class CloseIn(Strict):
    """Close the round; without all signatures only forced, with a reason."""

    force: bool = False
    reason: Reason = ""


class AnswerIn(Strict):
    """The answer to a table's call."""

    state: Literal["seen", "coming", "closed"]


class RefuseIn(Strict):
    """No ruling: the hard checks of this deal stay."""

    deal: Annotated[int, Field(ge=1, le=6)]


class OverrideIn(Strict):
    """Approve hard findings of one deal; `reason` 1.. as in RULES 1.7, `why` in words."""

    deal: Annotated[int, Field(ge=1, le=6)]
    reason: Annotated[int, Field(ge=1, le=5)] = 1
    why: Reason = ""


Ref = Annotated[str, StringConstraints(pattern="^[0-9a-f]{24}$")]
Why = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(visible)]


class LineIn(Strict):
    """One line's entry of a deal, as the arbiter writes it."""

    clean: Annotated[int, Field(ge=0, le=20)] = 0
    semi: Annotated[int, Field(ge=0, le=20)] = 0
    dirty: Annotated[int, Field(ge=0, le=20)] = 0
    closed: bool = False
    pile: Literal["played", "taken", "not_taken", "waived"] = "played"
    negative: Annotated[int, Field(ge=0, le=5000)] = 0
    positive: Annotated[int, Field(ge=0, le=5000)] = 0
    arbiter: Annotated[int, Field(ge=-5000, le=5000)] = 0

    def entry(self) -> list[int]:
        """In the order of tavolo.domain.kinds."""
        pile = ("played", "taken", "not_taken", "waived").index(self.pile)
        counts = [self.clean, self.semi, self.dirty, int(self.closed), pile]
        return [*counts, self.negative, self.positive, self.arbiter]


class Decision(Strict):
    """`why` in words, `article` of the rules where one is named."""

    why: Why
    article: Name = ""


class DealIn(Decision):
    """A decision on one deal. `seen`: ids of the versions that stood on the arbiter's page."""

    deal: Annotated[int, Field(ge=1, le=6)]
    seen: Annotated[list[Ref], Field(max_length=20)]


class ChooseIn(DealIn):
    """Of versions that contradict each other the one with this id counts."""

    ref: Ref


class EnterIn(DealIn):
    """The arbiter's own version; `reason` 1 to 5 lets hard findings pass (RULES 1.7)."""

    ns: LineIn
    ew: LineIn
    reason: Annotated[int, Field(ge=0, le=5)] = 0


class CopyIn(Decision):
    """A copied result, `ref` its id, that the table's own records contradict: does it count?"""

    ref: Ref
    copied: bool


class SettleIn(Decision):
    """Two records of one id, `name` device/log/seq: 0 keeps the first, another number takes that one's deal."""

    name: Annotated[str, StringConstraints(pattern="^[0-9a-f]{8}/[0-9a-f]{8}/[0-9]{1,10}$")]
    take: Annotated[int, Field(ge=0, le=1 << 40)] = 0
