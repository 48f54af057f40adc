"""A phase, an option or a setting as it is typed on the command line, strictly read."""

import json
from collections.abc import Sequence
from typing import Any

METHODS = ("danish", "modified", "mitchell", "italian", "draw", "entry", "manual")
PHASE_FORM = '"ROUNDS METHOD DEALS deals [MINUTES min] [scale=ID] [session=N] [OPTION=VALUE ...]"'
PHASE_EXAMPLE = 'for example "2 mitchell 4 deals" or "2 modified 4 deals 45 min repeat=all"'
TABLE_SETTINGS = ("policy", "last_minutes", "warnings", "language", "blind", "turn_clock", "turn_seconds", "muted")
_LONGEST = 200
_DIGITS = 3
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


class WordsError(ValueError):
    """What was typed cannot be read; the text says where and what would fit."""


def _whole(word: str, what: str, text: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= _DIGITS):
        raise WordsError(f'phase "{text}": {what} must be a whole number, not "{word}"; {PHASE_FORM}')
    return int(word)


def pair_of(word: str, what: str) -> tuple[str, str]:
    """NAME=VALUE in its two parts. Raises WordsError."""
    name, equals, value = word.partition("=")
    if not name or not equals:
        raise WordsError(f'{what} "{word[:_LONGEST]}": NAME=VALUE is needed')
    return name.strip(), value.strip()


def value_of(text: str) -> Any:
    """A value as it is typed: yes/no, a whole number, words with commas between them (a list), JSON, or a word; empty: None."""
    if not text:
        return None
    if text in _TRUTH:
        return _TRUTH[text]
    if text[0] in "[{":
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise WordsError(f'"{text[:_LONGEST]}" is no JSON: {fault}') from fault
    if "," in text:
        return [value_of(part.strip()) for part in text.split(",")]
    if text.removeprefix("-").isdigit() and text.isascii() and len(text) <= 9:
        return int(text)
    return text


def phase(text: str) -> dict[str, Any]:
    """A phase as `event.new` takes it. Raises WordsError with what is wrong and the form."""
    words = text.split()
    if len(text) > _LONGEST or len(words) < 4 or words[3] not in ("deals", "deal"):
        raise WordsError(f'phase "{text[:_LONGEST]}": the form is {PHASE_FORM}, {PHASE_EXAMPLE}')
    if words[1] not in METHODS:
        raise WordsError(f'phase "{text}": no way of pairing is called "{words[1]}"; there are {", ".join(METHODS)}')
    found: dict[str, Any] = {"method": words[1], "rounds": _whole(words[0], "the number of rounds", text)}
    found["deals"] = _whole(words[2], "the number of deals", text)
    rest = words[4:]
    if len(rest) >= 2 and rest[1] == "min":
        found["minutes"] = _whole(rest[0], "minutes", text)
        rest = rest[2:]
    options: dict[str, Any] = {}
    for word in rest:
        name, value = pair_of(word, f'phase "{text}":')
        if name in found or name in options:
            raise WordsError(f'phase "{text}": {name} is there twice')
        if name == "session":
            found[name] = _whole(value, name, text)
        elif name == "scale":
            found[name] = value
        else:
            options[name] = value if name == "seed" else value_of(value)
    return found | ({"options": options} if options else {})


def settings(words: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """(rules' settings, what tables are told) of NAME=VALUE words. Raises WordsError."""
    rules: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for word in words:
        name, text = pair_of(word, "setting")
        if name in rules or name in tables:
            raise WordsError(f"setting {name} is there twice")
        value = value_of(text)
        if name in TABLE_SETTINGS:
            listed = name in ("warnings", "muted") and not isinstance(value, list)
            tables[name] = "" if name == "language" and value is None else [] if listed and value is None else value
            tables[name] = [value] if listed and value is not None else tables[name]
        else:
            rules[name] = [value] if name == "tie_breaks" and isinstance(value, str) else value
    return rules, tables


def row(text: str, what: str) -> list[int]:
    """ "TABLE NS EW" (individual: "TABLE N S E W"; teams: "MATCH HOME AWAY") as numbers. Raises WordsError."""
    words = text.replace(",", " ").split()
    if not 3 <= len(words) <= 5 or not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
        raise WordsError(f'{what} "{text[:_LONGEST]}": "TABLE NS EW" in numbers is needed, such as "1 7 4"')
    return [int(word) for word in words]
