"""What the fields of each kind of act must look like, before the fold looks at what they mean (docs/event.md). Pure.

An archive comes from outside: whatever stands in its acts, the fold refuses it in words, and no later part meets a text where it
counts on a number. Fields that are not named here may be there, for versions to come.
"""

from collections.abc import Callable, Mapping
from typing import Any

from host_tools.engine.acts import ActError

NUMBER = 1_000_000  # largest number of a competitor, unit, person, table, round
POINTS = 1_000_000  # largest MP or VP, either sign
TEXT = 10_000  # characters of one text
LIST = 20_000  # things in one list

Check = Callable[[Any], bool]


def _whole(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= TEXT


def _list(each: Check, most: int = LIST) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= most and all(each(one) for one in value)


def _row(*each: Check) -> Check:
    return lambda value: isinstance(value, list) and len(value) == len(each) and all(f(one) for f, one in zip(each, value))


def _map(key: Check, each: Check) -> Check:
    return lambda value: (
        isinstance(value, dict) and len(value) <= LIST and all(key(name) and each(one) for name, one in value.items())
    )


def _digits(value: Any) -> bool:
    """A number as JSON's names of fields have it."""
    return isinstance(value, str) and value.isascii() and value.isdigit() and 1 <= len(value) <= 7 and 1 <= int(value) <= NUMBER


def _fields(shape: Mapping[str, Check]) -> Check:
    return lambda value: isinstance(value, dict) and not _wrong(shape, value)


def _wrong(shape: Mapping[str, Check], data: Mapping[str, Any]) -> list[str]:
    """Names of fields that are not there or not as they must be. "?" ends the name of one that may be absent, or null."""
    wrong = []
    for name, check in shape.items():
        plain = name.removesuffix("?")
        value = data.get(plain)
        if value is None and (plain != name):
            continue
        if plain not in data or not check(value):
            wrong.append(plain)
    return wrong


def _any(value: Any) -> bool:
    return True


def _yes_no(value: Any) -> bool:
    return isinstance(value, bool)


def _of(*words: Any) -> Check:
    return lambda value: any(value == word and type(value) is type(word) for word in words)


_number, _points, _deals, _minutes = _whole(1, NUMBER), _whole(-POINTS, POINTS), _whole(1, 6), _whole(1, 600)
_numbers = _list(_number)
_bands = _list(_row(_whole(0, POINTS), _whole(0, 255), _whole(0, 255)), 100)
_options = _map(_text, _any)
_units = _list(_row(_number, _numbers, _numbers))
_PHASE = {
    "method": _text,
    "rounds": _whole(1, 100),
    "deals": _deals,
    "minutes": _minutes,
    "scale": _text,
    "bands": _bands,
    "session?": _whole(1, 100),
    "options?": _options,
}
_phases = _list(_fields(_PHASE), 100)
_ENTRY = {"name?": _text, "group?": _whole(0, NUMBER), "since?": _number}
_FORMAT = {"phase?": _whole(0, 100), "deals?": _deals, "minutes?": _minutes, "scale?": _text, "bands?": _bands}
_ROUND = {"id": _text, "number": _number, "method": _text} | _FORMAT
_LINE = _fields({"vp": _points, "mp_net": _points, "mp_for?": _points, "mp_against?": _points})
_TABLE = {"round": _number, "table": _number}
_UNIT = _TABLE | {"unit": _number}
_ABOUT = {"competitors": _numbers, "round?": _number, "table?": _number, "person?": _number}
_SEATS = {
    "seats": _map(_digits, _row(_number, _number)),
    "rests?": _numbers,
    "absent?": _numbers,
    "ranked?": _numbers,
    "matches?": _map(_digits, _number),
    "units?": _units,
    "notes?": _list(_text),
    "unmet?": _list(_map(_text, _any)),
    "reasons?": _map(_digits, _text),
    "seed?": _text,
    "options?": _options,
    "again?": _text,
}

SHAPES: dict[str, dict[str, Check]] = {
    "event.new": {"id": _text, "name": _text, "kind": _text, "profile": _of(0, 1, 2), "settings": _options, "phases": _phases},
    "event.settings": {"settings": _options, "name?": _text},
    "event.phases": {"phases": _phases},
    "event.final": {},
    "entry.add": {"entries": _list(_fields({"number": _number, "persons": _numbers} | _ENTRY))},
    "entry.edit": {"number": _number, "persons?": _numbers} | _ENTRY,
    "entry.drop": {"number": _number},
    "entry.withdraw": {"number": _number, "round": _number, "mode?": _text},
    "entry.return": {"number": _number, "round": _number},
    "entry.close": {"closed?": _yes_no},
    "person.edit": {"person": _number, "fields?": _list(_of("name", "club", "card"))},
    "person.erase": {"person": _number},
    "line_up": {"round": _number, "team": _number, "tables": _list(_numbers)},
    "round.pair": _ROUND | _SEATS,
    "round.drop": {"id": _text},
    "round.publish": {"id": _text, "anyway?": _list(_fields({"kind": _text, "who?": _numbers, "name?": _text}))},
    "round.close": {"id": _text, "learned?": _yes_no},
    "round.back": _ROUND,
    "round.seat": {"id": _text, "table": _number, "ns": _number, "ew": _number, "units?": _units, "match?": _number},
    "round.rest": {"id": _text, "rests": _numbers},
    "round.method": {"id": _text, "method": _text},
    "sheet.enter": {"round?": _number, "table?": _number},
    "sheet.correct": {"round?": _number, "table?": _number},
    "ruling.warning": _ABOUT | {"offence": _text},
    "ruling.penalty": _ABOUT | {"vp": _points, "mp": _points},
    "ruling.late": _UNIT | {"minutes": _whole(0, 600), "competitors?": _numbers},
    "ruling.absent": _UNIT | {"mode?": _text, "competitors?": _numbers},
    "ruling.adjust": _UNIT | {"mp": _points, "vp": _points},
    "ruling.set": _TABLE | {"ns?": _LINE, "ew?": _LINE, "units?": _row(_number, _number)},
    "ruling.award": {"round": _number, "competitors": _numbers, "vp": _points, "mp": _points},
    "undo": {},  # acts.undo_names
}


def given(data: Mapping[str, Any], name: str, usual: Any) -> Any:
    """A field that may be absent, or null, which is the same: then `usual`."""
    value = data.get(name)
    return usual if value is None else value


def check_shape(kind: str, data: Any) -> None:
    """Raise ActError with the fields of `data` that an act of `kind` cannot have so. Raises KeyError for an unknown kind."""
    if not isinstance(data, dict):
        raise ActError("its data must be an object of fields")
    if wrong := _wrong(SHAPES[kind], data):
        raise ActError(f"{', '.join(wrong)} missing, or not as docs/event.md says")
