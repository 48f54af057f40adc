"""What kinds of settings there are, and how a value of each is checked (profile_rules.py has the list). Pure."""

from dataclasses import dataclass
from typing import Any

from host_tools.engine.setting_words import CHOICES, LABELS

LENGTHS = ("1", "2", "3", "4", "5", "6", "team")
MAX_TEXT = 80
MAX_STEPS = 10


class SettingError(ValueError):
    """A setting has no such name or value; `name` is the setting."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"setting {name}: {text}")
        self.name = name


@dataclass(frozen=True)
class Setting:
    """One setting. `usual`, `article`, `official`: by profile (0 FIBUR, 1 FIBUR_2008, 2 FEBURIT).

    `kind`: "flag"; "number" (`low` to `high`); "choice" (one of `choices`); "order" (some of `choices`, each once, best first);
    "text"; "lengths" (length -> number `low` to `high`); "awards" (length -> [VP, net MP]);
    "steps" ([[from which minute, match points in all], ...]). A length is one of LENGTHS.
    """

    name: str
    kind: str
    help: str
    usual: tuple[Any, Any, Any]
    article: tuple[str, str, str]
    official: tuple[bool, bool, bool]
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def read(self, value: Any) -> Any:
        """`value` in the form in which it is kept. Raises SettingError."""
        return getattr(self, "_" + self.kind)(value)

    def as_json(self) -> dict[str, Any]:
        """What a page needs to offer it: `help` in English, `label` and `labels` of its choices in Italian."""
        plain: dict[str, Any] = {"name": self.name, "kind": self.kind, "help": self.help, "label": LABELS[self.name]}
        if self.choices:
            plain |= {"choices": list(self.choices), "labels": dict(CHOICES[self.name])}
        if self.kind in ("number", "lengths"):
            plain |= {"low": self.low, "high": self.high}
        return plain

    def _fault(self, text: str) -> SettingError:
        return SettingError(self.name, text)

    def _whole(self, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._fault(f"a whole number from {low} to {high} is needed, not {value!r:.40}")
        return value

    def _flag(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self._fault(f"true or false is needed, not {value!r:.40}")
        return value

    def _number(self, value: Any) -> int:
        return self._whole(value, self.low, self.high)

    def _choice(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise self._fault(f"one of {', '.join(self.choices)} is needed, not {value!r:.40}")
        return value

    def _order(self, value: Any) -> list[str]:
        if not isinstance(value, (list, tuple)) or len(value) > len(self.choices):
            raise self._fault(f"a list of some of {', '.join(self.choices)} is needed")
        words = [self._choice(word) for word in value]
        if len(set(words)) != len(words):
            raise self._fault("each word may stand in the list once")
        return words

    def _text(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > MAX_TEXT or not value.isprintable():
            raise self._fault(f"a line of at most {MAX_TEXT} characters is needed")
        return value

    def _by_length(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not set(value) <= set(LENGTHS):
            raise self._fault(f"an object is needed with some of {', '.join(LENGTHS)} (deals of a round, or team)")
        return value

    def _lengths(self, value: Any) -> dict[str, int]:
        return {key: self._whole(number, self.low, self.high) for key, number in self._by_length(value).items()}

    def _awards(self, value: Any) -> dict[str, list[int]]:
        return {key: self._award(pair) for key, pair in self._by_length(value).items()}

    def _award(self, value: Any) -> list[int]:
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            raise self._fault("an award is [victory points, net match points]")
        return [self._whole(value[0], -255, 255), self._whole(value[1], -12800, 12800)]

    def _steps(self, value: Any) -> list[list[int]]:
        if not isinstance(value, (list, tuple)) or len(value) > MAX_STEPS:
            raise self._fault(f"a list of at most {MAX_STEPS} steps is needed, each [from which minute, match points in all]")
        steps = [step if isinstance(step, (list, tuple)) and len(step) == 2 else (None, None) for step in value]
        read = [[self._whole(minute, 0, 600), self._whole(mp, 0, 12800)] for minute, mp in steps]
        if any(one[0] >= two[0] for one, two in zip(read, read[1:], strict=False)):
            raise self._fault("each step begins later than the one before it")
        return read
