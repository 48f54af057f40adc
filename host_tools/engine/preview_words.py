"""A change of a preview (preview.py) as one line, in plain English (command line) or Italian (pages). Pure."""

from collections.abc import Callable, Mapping
from typing import Any

Change = Mapping[str, Any]

# "{sides}": before -> after, as the change has them; all other fields are the change's own.
_ENGLISH = {
    "name": "name of the event: {sides}",
    "setting": "setting {name}: {sides}",
    "phases": "phases: {sides}",
    "entries_closed": "entries closed: {sides}",
    "final": "ranking final: {sides}",
    "entry_new": "number {number}: entered",
    "entry_gone": "number {number}: entered no more",
    "entry": "number {number}: {field} {sides}",
    "line_up": "round {round} number {number}: line-up {sides}",
    "round_new": "round {round}: made, {after}",
    "round_gone": "round {round}: there no more, it was {before}",
    "round": "round {round}: {field} {sides}",
    "seat": "round {round} table {table}: {sides}",
    "rests": "round {round} rests: {sides}",
    "match": "round {round} table {table}: match {sides}",
    "records_left": "round {round}: what tables {tables} recorded counts no more",
    "ruling_gone": "no more: {kind}, {data}{article}",
    "ruling_new": "new: {kind}, {data}{article}",
    "standing": "number {number}: {sides}",
}
_ITALIAN = {
    "name": "nome del torneo: {sides}",
    "setting": "impostazione {name}: {sides}",
    "phases": "fasi: {sides}",
    "entries_closed": "iscrizioni chiuse: {sides}",
    "final": "classifica definitiva: {sides}",
    "entry_new": "numero {number}: iscritto",
    "entry_gone": "numero {number}: non più iscritto",
    "entry": "numero {number}: {field} {sides}",
    "line_up": "turno {round} numero {number}: formazione {sides}",
    "round_new": "turno {round}: creato, {after}",
    "round_gone": "turno {round}: non c'è più, era {before}",
    "round": "turno {round}: {field} {sides}",
    "seat": "turno {round} tavolo {table}: {sides}",
    "rests": "turno {round} riposo: {sides}",
    "match": "turno {round} tavolo {table}: incontro {sides}",
    "records_left": "turno {round}: quello che hanno registrato i tavoli {tables} non conta più",
    "ruling_gone": "non vale più: {kind}, {data}{article}",
    "ruling_new": "nuovo: {kind}, {data}{article}",
    "standing": "numero {number}: {sides}",
}
WORDS = {"en": _ENGLISH, "it": _ITALIAN}

# Words for values and names of fields; what is not here stands as it is.
_TERMS = {
    "en": {"left": "withdrawn", "bands": "scale's bands"},
    "it": {
        "nothing": "niente",
        "nobody": "nessuno",
        "yes": "sì",
        "no": "no",
        "empty": "vuoto",
        "not ranked": "fuori classifica",
        "draft": "bozza",
        "published": "pubblicato",
        "closed": "chiuso",
        "id": "codice",
        "state": "stato",
        "method": "abbinamento",
        "deals": "smazzate",
        "minutes": "minuti",
        "scale": "scala",
        "bands": "fasce della scala",
        "phase": "fase",
        "session": "sessione",
        "persons": "giocatori",
        "name": "nome",
        "group": "girone",
        "since": "dal turno",
        "left": "ritirato",
        "absences": "assenze",
        "warning": "ammonizione",
        "penalty": "penalità",
        "late": "ritardo",
        "absent": "assenza",
        "adjust": "rettifica",
        "set": "punteggio arbitrale",
        "as played": "come giocato",
        "vp": "VP",
        "mp_net": "MP",
        "award": "punteggio assegnato",
        "round": "turno",
        "table": "tavolo",
        "unit": "coppia",
        "competitors": "numeri",
        "offence": "motivo",
        "until": "fino al turno",
    },
}


def line(change: Change, language: str = "en") -> str:
    """The words for `change`; `language`: "en" or "it". Raises KeyError for another one, or a code that no preview makes."""
    terms = _TERMS[language]
    said = dict(change)
    if change.get("kind") == "set" and "data" in change:
        said["data"] = _laid_down(change["data"])
    fields = {name: _value(value, terms) for name, value in said.items() if name not in ("before", "after")}
    if "before" in change:
        show = _SHOWN.get(change["code"], _value)
        fields |= {"before": show(change["before"], terms), "after": show(change["after"], terms)}
        fields["sides"] = f"{fields['before']} -> {fields['after']}"
    fields["article"] = f" ({change['article']})" if change.get("article") else ""
    if change["code"] == "setting":
        fields["name"] = str(change["name"])  # as it is typed, in any language
    return WORDS[language][change["code"]].format_map(fields)


def _laid_down(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A result that is laid down for two units, by their numbers; an older one names lines alone."""
    units = data.get("units")
    if not units:
        return data
    place = {name: data[name] for name in ("round", "table")}
    return place | {f"{unit}:": data.get(line) or "as played" for unit, line in zip(units, ("ns", "ew"), strict=True)}


def _value(value: Any, terms: Mapping[str, str]) -> str:
    if value is None or value == "":
        return terms.get("nothing", "nothing")
    if isinstance(value, bool):
        return _value("yes" if value else "no", terms)
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(one, terms) for one in value) or terms.get("nobody", "nobody")
    if isinstance(value, Mapping):
        return ", ".join(f"{terms.get(name, name)} {_value(one, terms)}" for name, one in value.items())
    return terms.get(str(value), str(value))


def _phases(phases: Any, terms: Mapping[str, str]) -> str:
    """Short: a scale's bands are too long for a line."""
    deals, scale = terms.get("deals", "deals"), terms.get("scale", "scale")
    return ", ".join(
        f"{one['rounds']} x {one['method']} ({one['deals']} {deals}, {one['minutes']} min, {scale} {one['scale']})"
        for one in phases
    )


def _seat(seat: Any, terms: Mapping[str, str]) -> str:
    return f"{seat[0]}-{seat[1]}" if seat else terms.get("empty", "empty")


def _place(place: Any, terms: Mapping[str, str]) -> str:
    if place is None:
        return terms.get("not ranked", "not ranked")
    return f"{place['rank']}. {place['vp']} VP, {place['mp_net']:+} MP"


def _as_typed(value: Any, terms: Mapping[str, str]) -> str:
    """A name is no word of ours."""
    return str(value)


_SHOWN: dict[str, Callable[[Any, Mapping[str, str]], str]] = {
    "name": _as_typed,
    "phases": _phases,
    "seat": _seat,
    "standing": _place,
}
