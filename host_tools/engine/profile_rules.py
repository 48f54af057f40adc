"""Every number and choice of the rules as a setting: its usual value in each profile, and where that stands (RULES 2, 5, 6).

Pure. An event keeps only what its organiser set otherwise (`EventState.settings`); `rules_of` lays that over the profile's
usual values.
Settings of other parts (the tables' language and the like) live beside these under names of their own and are passed over.
Values are plain JSON. "(inf)" marks our own reading; `official` is False where no rule book says anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.engine.setting_data import SETTINGS
from host_tools.engine.setting_kinds import Setting, SettingError
from host_tools.engine.state import TEAMS, EventState

__all__ = ["SETTINGS", "Rules", "Setting", "SettingError", "checked", "length_key", "rules_of"]


def length_key(kind: str, deals: int) -> str:
    """Under which name an award stands: "1" to "6" scheduled deals, or "team"."""
    return "team" if kind == TEAMS else str(deals)


def checked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The organiser's own values in the form in which they are kept; None (back to the usual one) stays None.

    Raises SettingError for an unknown name or a value that does not fit: what is wrong and what would fit.
    """
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in SETTINGS:
            raise SettingError(name, f"no such setting; there are: {', '.join(sorted(SETTINGS))}")
        found[name] = None if value is None else SETTINGS[name].read(value)
    return found


@dataclass(frozen=True)
class Rules:
    """The rules of one event: `profile` (kinds.FIBUR, FIBUR_2008, FEBURIT), and what its organiser set otherwise (`own`)."""

    profile: int
    own: Mapping[str, Any]

    def value(self, name: str) -> Any:
        """What counts in this event; lengths that an award does not name are left to awards.py. Raises KeyError."""
        setting = SETTINGS[name]
        usual, own = setting.usual[self.profile], self.own.get(name)
        if own is None:
            return usual
        return {**usual, **own} if setting.kind in ("awards", "lengths") else own

    def number(self, name: str) -> int:
        """A setting that is a whole number. Raises KeyError."""
        return int(self.value(name))

    def flag(self, name: str) -> bool:
        """A setting that is yes or no. Raises KeyError."""
        return bool(self.value(name))

    def text(self, name: str) -> str:
        """A setting that is a word. Raises KeyError."""
        return str(self.value(name))

    def names(self, name: str) -> tuple[str, ...]:
        """A setting that is an ordered list of words. Raises KeyError."""
        return tuple(str(word) for word in self.value(name))

    def is_own(self, name: str) -> bool:
        """Whether the organiser set it."""
        return self.own.get(name) is not None

    def article(self, name: str) -> str:
        """Where the value in force stands. Raises KeyError."""
        usual = SETTINGS[name].article[self.profile]
        return f"organiser's own, announced beforehand (else: {usual})" if self.is_own(name) else usual

    def official(self, name: str) -> bool:
        """Whether a rule book names the value in force; False for the organiser's own ones. Raises KeyError."""
        return not self.is_own(name) and SETTINGS[name].official[self.profile]

    def listed(self) -> list[dict[str, Any]]:
        """All settings for a page or a program: name, kind, what fits, value, usual value, article, official."""
        return [
            setting.as_json()
            | {
                "value": self.value(name),
                "usual": setting.usual[self.profile],
                "own": self.is_own(name),
                "article": self.article(name),
                "official": self.official(name),
            }
            for name, setting in SETTINGS.items()
        ]


def rules_of(state: EventState) -> Rules:
    """The rules that an event is played by. Raises SettingError when its history holds a value that does not fit."""
    mine = {name: value for name, value in state.settings.items() if name in SETTINGS}
    return Rules(state.profile, checked(mine))
