"""A very small test runner for scripts that run on CPython and on every MicroPython (see README.md)."""

import json

from tavolo.domain import kinds as k
from tavolo.domain import profiles

FIELDS = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")
PILES = ("played", "taken", "not_taken", "waived")
LINES = ("ns", "ew")
LEVELS = ("hard", "warn", "overridden")
SEATS = "NESW"

_state = {"checks": 0, "failures": 0}


def vectors(name: str) -> dict:
    """The cases of tests/vectors/`name`.json; the working directory is tests/both."""
    with open("../vectors/" + name + ".json") as file:
        return json.load(file)


def equal(name: str, got: object, want: object) -> None:
    """Count a check; print it when it failed."""
    _state["checks"] += 1
    if got != want:
        _state["failures"] += 1
        print("FAILED %s: got %r, not %r" % (name, got, want))


def refused(name: str, error: type, words: str, call: object, *args: object) -> None:
    """Count a check that `call(*args)` raises `error` with `words` in its text."""
    said = None
    try:
        call(*args)
    except error as raised:
        said = str(raised)
    equal(name + " is refused with " + words, said is not None and words in said or said, True)


def finish() -> None:
    """Print the count, which the tests look for as the last line, and leave."""
    print("%d checks, %d failures" % (_state["checks"], _state["failures"]))
    raise SystemExit(1 if _state["failures"] else 0)


def entry(data: dict, base: "dict | None" = None) -> list:
    """A line's entry from its JSON form; fields that neither `data` nor `base` has stay UNKNOWN."""
    out = []
    for field in range(k.FIELDS):
        name = FIELDS[field]
        value = data[name] if name in data else base[name] if base else k.UNKNOWN
        if field == k.PILE and value != k.UNKNOWN:
            value = PILES.index(value)
        out.append(int(value))
    return out


def profile(name: str) -> int:
    """A rule profile's number."""
    return profiles.NAMES.index(name)


def finding(found: tuple) -> str:
    """A finding of deal.problems as the vectors write it: level, line or -, code, field or -, limit."""
    code, level, line, field, limit = found
    who = LINES[line] if line >= 0 else "-"
    return "%s %s %s %s %d" % (LEVELS[level], who, code, FIELDS[field] if field >= 0 else "-", limit)
