"""What the API takes, checked strictly: types as written, sizes limited, nothing unknown."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from tavolo.domain import kinds as k

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)]
Reason = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
PROFILES = {"fibur": k.FIBUR, "fibur_2008": k.FIBUR_2008, "feburit": k.FEBURIT}
POLICIES = {"visible": k.CLOCK_VISIBLE, "last_minutes": k.CLOCK_LAST_MINUTES, "hidden": k.CLOCK_HIDDEN}
CALL_STATES = {"seen": k.CALL_SEEN, "coming": k.CALL_COMING, "closed": k.CALL_CLOSED}


class Strict(BaseModel):
    """No conversions, no unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Login(Strict):
    """User and password."""

    user: Annotated[str, StringConstraints(max_length=40)]
    password: Annotated[str, StringConstraints(max_length=200)]


class EventIn(Strict):
    """A new event. `pairs`: two names each, in order of entry."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
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


class OverrideIn(Strict):
    """Approve hard findings of one deal; `reason` 1.. as in RULES 1.7, `why` in words."""

    deal: Annotated[int, Field(ge=1, le=6)]
    reason: Annotated[int, Field(ge=1, le=255)] = 1
    why: Reason = ""
