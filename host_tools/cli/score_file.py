"""Reads the file of `tavolo score`: size, JSON, fields, types and ranges are checked before anything is used."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools.findings import FIELD_NAMES, LINES
from tavolo.domain import kinds as k
from tavolo.domain import profiles, scales

LIMIT_BYTES = 1_000_000
MAX_DEALS = 6
PILES = {"played": k.PILE_PLAYED, "taken": k.PILE_TAKEN, "not_taken": k.PILE_NOT_TAKEN, "waived": k.PILE_WAIVED}
_DIGITS = 20


class UnusableInput(ValueError):
    """The file cannot be scored; the text says what is wrong and where."""


@dataclass
class Deal:
    """Both lines' entries and whether the arbiter approved the deal."""

    ns: list[int]
    ew: list[int]
    override: bool


@dataclass
class ScoreFile:
    """A checked file; `scale` is a row of `scales`, or None where no official table exists and none was given."""

    profile: int
    deals: int
    ended: bool
    scale: tuple[Any, ...] | None
    sheet: list[Deal] = field(default_factory=list)


def _shown(value: object) -> str:
    shown = json.dumps(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


def _object(value: object, what: str, required: set[str], optional: set[str] = frozenset()) -> dict[str, Any]:  # type: ignore[assignment]
    if not isinstance(value, dict):
        raise UnusableInput(f"{what} must be an object, not {_shown(value)}")
    missing = sorted(required - set(value))
    if missing:
        raise UnusableInput(f"{what}: {', '.join(missing)} missing (an absent number is not a zero)")
    unknown = sorted(set(value) - required - optional)
    if unknown:
        raise UnusableInput(f"{what}: unknown field {_shown(unknown[0])}")
    return value


def _whole(value: object, what: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise UnusableInput(f"{what} must be a whole number, not {_shown(value)}")
    if not low <= value <= high:
        raise UnusableInput(f"{what} must be {low} to {high}, not {value}")
    return value


def _flag(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise UnusableInput(f"{what} must be true or false, not {_shown(value)}")
    return value


def _one_of(value: object, what: str, names: list[str]) -> int:
    if not isinstance(value, str) or value not in names:
        raise UnusableInput(f"{what} must be one of {', '.join(names)}, not {_shown(value)}")
    return names.index(value)


def _entry(value: object, what: str) -> list[int]:
    data = _object(value, what, set(FIELD_NAMES))
    entry = []
    for number, name in enumerate(FIELD_NAMES):
        place = f"{what}: {name}"
        if number == k.CLOSED:
            entry.append(int(_flag(data[name], place)))
        elif number == k.PILE:
            entry.append(_one_of(data[name], place, list(PILES)))
        elif number == k.ARBITER:
            entry.append(_whole(data[name], place, -32767, 32767))
        else:
            entry.append(_whole(data[name], place, 0, 255 if number < k.CLOSED else 32767))
    return entry


def _deal(value: object, number: int) -> Deal:
    what = f"deal {number}"
    data = _object(value, what, set(LINES), {"override"})
    ns, ew = (_entry(data[line], f"{what}, {line}") for line in LINES)
    return Deal(ns, ew, _flag(data.get("override", False), f"{what}: override"))


def _scale(data: dict[str, Any], deals: int) -> tuple[Any, ...] | None:
    if "scale" not in data:
        return scales.default_for(deals)
    given = data["scale"]
    if isinstance(given, str):
        row = scales.by_id(given)
        if row is None:
            raise UnusableInput(f"scale must be one of {', '.join(scales.ids())}, not {_shown(given)}")
        return row
    try:
        return scales.own(given)
    except ValueError as error:
        raise UnusableInput(f"scale: {error}")


def check(value: object) -> ScoreFile:
    """A parsed JSON value -> ScoreFile. Raises UnusableInput for the first thing that is missing or of a wrong kind."""
    data = _object(value, "the file", {"profile", "deals", "sheet"}, {"ended", "scale"})
    deals = _whole(data["deals"], "deals", 1, MAX_DEALS)
    sheet = data["sheet"]
    if not isinstance(sheet, list):
        raise UnusableInput(f"sheet must be a list of deals, not {_shown(sheet)}")
    if len(sheet) > deals:
        raise UnusableInput(f"sheet has {len(sheet)} deals, more than the {deals} of the round")
    found = ScoreFile(
        profile=_one_of(data["profile"], "profile", list(profiles.NAMES)),
        deals=deals,
        ended=_flag(data.get("ended", False), "ended"),
        scale=_scale(data, deals),
    )
    found.sheet = [_deal(deal, number + 1) for number, deal in enumerate(sheet)]
    return found


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise UnusableInput(f"field {_shown(next(n for n in names if names.count(n) > 1))} is given twice")
    return found


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise UnusableInput(f"a number of {len(digits)} digits")
    return int(digits)


def _no_constant(name: str) -> None:
    raise UnusableInput(f"{name} is no number")


def parse(data: bytes) -> object:
    """JSON text -> value. Raises UnusableInput: too large, not UTF-8, not JSON, a field given twice, nested too deeply."""
    if len(data) > LIMIT_BYTES:
        raise UnusableInput(f"larger than {LIMIT_BYTES} bytes")
    try:
        text = data.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_no_repeats, parse_int=_integer, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise UnusableInput(f"not UTF-8 text (byte {error.start})")
    except json.JSONDecodeError as error:
        raise UnusableInput(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})")
    except RecursionError:
        raise UnusableInput("not a score file: nested too deeply")


def read(path: Path) -> ScoreFile:
    """The checked file. Raises UnusableInput."""
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT_BYTES + 1)
    except OSError as error:
        raise UnusableInput(f"cannot be read: {error.strerror or error}")
    return check(parse(data))
