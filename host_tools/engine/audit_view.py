"""The acts as a history that people read: one line each, when, who, what, old -> new, why, by which article. Pure.

A history must be readable also by a program older than its acts: an act that it does not understand is shown as it stands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from host_tools.engine.acts import Act, ActError, undo_names, undone
from host_tools.engine.audit_words import PLAIN, WORDS
from host_tools.engine.persons import ERASED

Name = Callable[[int], str]  # of a person, as it is shown

_PROFILES = {0: "FIBUR", 1: "FIBUR_2008", 2: "FEBURIT"}
_LINES = (("NS", "ns"), ("EW", "ew"))
_ENTRY = {"name": "", "group": 1, "since": 1}  # what an entry is where its act says nothing
_SHORT = 4  # competitors of one act that are named; of more, the number of them
_LONGEST = 200  # characters of an act that is shown as it stands


@dataclass(frozen=True)
class AuditLine:
    """`text`: what was done. `counts`: False when it was undone, by act `undone_by`. `round`, `table`, `numbers` (competitors):
    what it is about, for the filters; None and () where it is about none."""

    number: int
    at: int
    who: str
    kind: str
    text: str
    old: str
    new: str
    why: str
    article: str
    counts: bool
    undone_by: int | None
    round: int | None
    table: int | None
    numbers: tuple[int, ...]

    def line(self) -> str:
        """All but the time in one line."""
        change = f": {self.old} -> {self.new}" if self.old or self.new else ""
        why = f" - {self.why}" if self.why else ""
        article = f" ({self.article})" if self.article else ""
        mark = f" [{self.undone_by}]" if self.undone_by else ""
        return f"{self.number}. {self.who}: {self.text}{change}{why}{article}{mark}"

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return dict(vars(self)) | {"numbers": list(self.numbers)}


@dataclass(frozen=True)
class Wanted:
    """Which lines: all that are named here must fit. `kinds`: beginnings, such as "ruling" or "round.pair". `number`: a
    competitor. `since`, `until`: Unix seconds, both included. `words`: all of them somewhere in the line, in any case."""

    kinds: tuple[str, ...] = ()
    who: str = ""
    number: int | None = None
    round: int | None = None
    table: int | None = None
    since: int | None = None
    until: int | None = None
    counting: bool = False
    words: str = ""

    def fits(self, line: AuditLine) -> bool:
        """Whether `line` is wanted."""
        plain = (
            not self.kinds or any(line.kind == kind or line.kind.startswith(kind + ".") for kind in self.kinds),
            not self.who or line.who == self.who,
            self.number is None or self.number in line.numbers,
            self.round is None or self.round == line.round,
            self.table is None or self.table == line.table,
            self.since is None or line.at >= self.since,
            self.until is None or line.at <= self.until,
            line.counts or not self.counting,
        )
        return all(plain) and all(word in line.line().casefold() for word in self.words.casefold().split())


def history(acts: Sequence[Act], name: Name, wanted: Wanted | None = None, language: str = "en") -> list[AuditLine]:
    """The acts that are `wanted`, oldest first. `name(person)` gives a person's name as it is shown. `language`: "en" or "it".

    Raises KeyError for another language, ActError when an undoing is damaged (the chain then is, too).
    """
    reader = _Reader(name, PLAIN[language], WORDS[language])
    gone = undone(acts)
    by = {one: act.number for act in acts if act.kind == "undo" and act.number not in gone for one in undo_names(acts, act)}
    lines = [reader.line(act, act.number not in gone, by.get(act.number)) for act in acts]
    return [line for line in lines if wanted is None or wanted.fits(line)]


@dataclass
class _Reader:
    """Goes through the acts and remembers what they are about: who a number is, which round an id is, what a setting was."""

    name: Name
    plain: Mapping[str, str]
    words: Mapping[str, str]
    entries: dict[int, dict[str, Any]] = field(default_factory=dict)
    rounds: dict[str, dict[str, Any]] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    units: dict[int, list[int]] = field(default_factory=dict)
    event: str = ""
    texts: list[str] = field(default_factory=list)  # of the acts so far

    def line(self, act: Act, counts: bool, by: int | None) -> AuditLine:
        try:
            if act.kind == "entry.add":  # who they are is said by this very act
                self._remember(act)
            values, old, new = self._values(act), *self._change(act)
            text = self.words[self._key(act)].format_map(values)
            if against := act.data.get("law", {}).get("against"):
                text += self.words["against"].format(against=against)
            if act.data.get("anyway"):
                text += self._anyway(act.data["anyway"])
            numbers, about, table = self._numbers(act), self._round(act), act.data.get("table")
            self._remember(act)
        except (KeyError, TypeError, AttributeError, ValueError, IndexError, ActError):
            # an act of a newer version, or one that never fitted: shown as it stands
            text, old, new = (
                self.words["?"].format(kind=act.kind, data=str(act.data)[:_LONGEST]),
                self._value(act.old) if act.old else "",
                "",
            )
            numbers, about, table = (), None, None
        self.texts.append(text)
        plain = (act.number, act.at, act.who, act.kind, text, old, new, act.why, act.article)
        return AuditLine(*plain, counts, by, about, table, numbers)

    def _anyway(self, changes: Sequence[Mapping[str, Any]]) -> str:
        """What had changed since the draft was made that was published all the same."""
        said = [
            self.words[f"anyway.{one['kind']}"].format(who=self._competitors(one.get("who") or ()), name=one.get("name") or "")
            for one in changes
        ]
        return self.words["anyway"].format(changes="; ".join(said))

    def _key(self, act: Act) -> str:
        if act.kind == "entry.close" and not act.data.get("closed", True):
            return "entry.open"
        return "round.again" if act.kind == "round.pair" and act.data.get("again") else act.kind

    def _values(self, act: Act) -> Mapping[str, str]:
        """What a line may name of an act."""
        data = act.data
        values = {name: self._value(value) for name, value in data.items()}
        values["round"] = str(self._round(act) or "")
        values["competitors"] = self._competitors(self._numbers(act))
        values["competitor"] = self._competitors(self._numbers(act)[:1])
        for name in ("vp", "mp"):
            if isinstance(data.get(name), int):
                values[name] = f"{data[name]:+}"
        if act.kind == "event.new":
            values |= {
                "what": data["kind"],
                "profile": _PROFILES.get(data["profile"], "?"),
                "phases": self._phases(data["phases"]),
            }
        if act.kind.startswith("person."):
            values["person"] = f"{ERASED} {data['person']}" if act.kind == "person.erase" else self.name(data["person"])
        if act.kind == "round.pair":
            values |= {"tables": str(len(data["seats"])), "rests": self._competitors(data.get("rests", []))}
        if act.kind == "round.seat":
            self._name_units(data)
            values["units"] = f"{self._unit(data['ns'])}, {self._unit(data['ew'])}"
        if "unit" in data:
            of_two = data.get("competitors")  # of two players perhaps one was late, or absent
            values["unit"] = self._competitors(of_two) if of_two else self._unit(data["unit"])
        if act.kind == "undo":
            values["acts"] = ", ".join(f"{self.plain['act']} {number} ({self.texts[number - 1]})" for number in data["acts"])
        return values

    def _change(self, act: Act) -> tuple[str, str]:
        """old, new: of what the act replaces; "" and "" where it replaces nothing."""
        data = act.data
        if act.kind == "event.settings":
            changed = sorted(data["settings"])
            old = {name: self.settings.get(name) for name in changed}
            new = {name: data["settings"][name] for name in changed}
            renamed = data.get("name", self.event) != self.event
            return self._named(old | {"name": self.event} if renamed else old), self._named(
                new | {"name": data["name"]} if renamed else new
            )
        if act.kind == "entry.edit":
            was = self.entries[data["number"]]
            changed = sorted(data.keys() - {"number"})
            return self._entry({name: was.get(name) for name in changed}), self._entry({name: data[name] for name in changed})
        if act.kind in ("round.rest", "round.method"):
            name = act.kind.removeprefix("round.") + ("s" if act.kind == "round.rest" else "")
            return self._value(self.rounds[data["id"]].get(name)), self._value(data[name])
        if act.kind == "event.phases":
            return self._phases(act.old) if isinstance(act.old, list) else "", self._phases(data["phases"])
        if act.kind == "line_up":
            return self._tables(act.old or []), self._tables(data["tables"])
        if act.kind == "person.edit":
            return "", self._value(data["fields"]) if data.get("fields") else ""
        if act.kind == "ruling.set":
            whose = [f"{self._unit(unit)}:" for unit in data.get("units") or ()] or [line for line, _ in _LINES]
            laid = [data[at] for _, at in _LINES]
            said = [f"{one['vp']} VP, {one['mp_net']:+} MP" if one else self.plain["played"] for one in laid]
            return "", "; ".join(f"{who} {what}" for who, what in zip(whose, said, strict=True))
        return (self._value(act.old), self._value(data["new"])) if "new" in data else ("", "")

    def _remember(self, act: Act) -> None:
        data = act.data
        if act.kind == "entry.add":
            for item in data["entries"]:
                self.entries[item["number"]] = _ENTRY | item
        elif act.kind == "entry.edit":
            self.entries[data["number"]] = self.entries[data["number"]] | data
        elif act.kind in ("round.pair", "round.back"):
            self.rounds[data["id"]] = dict(data)
            self._name_units(data)
        elif act.kind in ("round.rest", "round.method"):
            self.rounds[data["id"]] |= data
        elif act.kind in ("event.new", "event.settings"):
            self.settings |= data["settings"]
            self.event = data.get("name", self.event)

    def _name_units(self, data: Mapping[str, Any]) -> None:
        self.units |= {number: list(persons) for number, persons, _ in data.get("units") or []}

    def _round(self, act: Act) -> int | None:
        if act.kind in ("round.pair", "round.back"):
            return int(act.data["number"])
        if act.kind.startswith("round."):
            return int(self.rounds[act.data["id"]]["number"])
        return act.data.get("round")

    def _numbers(self, act: Act) -> tuple[int, ...]:
        data = act.data
        if act.kind == "entry.add":
            return tuple(item["number"] for item in data["entries"])
        if act.kind.startswith("entry.") and "number" in data:
            return (data["number"],)
        if "team" in data:
            return (data["team"],)
        if "unit" in data and data["unit"] in self.entries:
            return (data["unit"],)
        return tuple(data.get("competitors", ()))

    def _competitors(self, numbers: Iterable[int]) -> str:
        listed = list(numbers)
        if not listed:
            return self.plain["none"]
        if len(listed) > _SHORT:
            return f"{len(listed)} ({listed[0]}-{listed[-1]})" if listed == sorted(listed) else str(len(listed))
        return ", ".join(self._competitor(number) for number in listed)

    def _competitor(self, number: int) -> str:
        one = self.entries.get(number, {})
        name = one.get("name") or self._persons(one.get("persons", ()))
        return f"{number} {name}".strip()

    def _unit(self, number: int) -> str:
        persons = self.units.get(number)
        return self._competitor(number) if persons is None else f"{number} {self._persons(persons)}"

    def _persons(self, numbers: Iterable[int]) -> str:
        return " - ".join(self.name(number) for number in numbers)

    def _tables(self, tables: Iterable[Iterable[int]]) -> str:
        return ", ".join(self._persons(table) for table in tables) or self.plain["nothing"]

    def _entry(self, fields: Mapping[str, Any]) -> str:
        words = {name: self._persons(value) if name == "persons" and value else value for name, value in fields.items()}
        return self._named(words)

    def _phases(self, phases: Iterable[Mapping[str, Any]]) -> str:
        return ", ".join(f"{phase['rounds']} x {phase['method']} ({phase['deals']})" for phase in phases)

    def _named(self, fields: Mapping[str, Any]) -> str:
        usual = {name: self.plain["usual"] if value is None else self._value(value) for name, value in fields.items()}
        if isinstance(fields.get("arbiter"), int):  # a person by number
            usual["arbiter"] = self.name(fields["arbiter"])
        return ", ".join(f"{name} {value}" for name, value in usual.items())

    def _value(self, value: Any) -> str:
        if value is None or value in ("", [], {}):
            return self.plain["nothing"]
        if isinstance(value, bool):
            return self.plain["yes" if value else "no"]
        if isinstance(value, Mapping):
            return ", ".join(f"{name} {self._value(one)}" for name, one in value.items())
        if isinstance(value, (list, tuple)):
            return ", ".join(self._value(one) for one in value)
        return str(value)
