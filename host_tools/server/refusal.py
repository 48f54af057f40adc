"""What a command answers that does not fit: nothing has changed then."""

import re
from typing import Any

from host_tools.server.refusal_reasons import reason_of

_NEW = re.compile(r"act (\d+) \([a-z_.]+\): ")


class Refused(Exception):
    """The command does not fit: `code` for programs, `message` and `hint` for people, HTTP status; `italian`: the same for a
    page, where its words depend on what was entered and the page cannot have them by the code. `reason`, `values`: which of the
    many things a general code stands for, "" where nobody has listed it (refusal_reasons.py)."""

    def __init__(self, code: str, message: str, hint: str = "", status: int = 409, italian: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self.status, self.italian = code, message, hint, status, italian
        self.reason, self.values = reason_of(code, message)

    def details(self) -> dict[str, Any]:
        """What an answer has besides code, message and hint: nothing, or what pages need for whole words."""
        found: dict[str, Any] = {"italian": self.italian} if self.italian else {}
        return found | ({"reason": self.reason, "values": self.values} if self.reason else {})


def not_fitting(fault: Exception, acts: int) -> Refused:
    """`fault` of the engine in words for people: without the number and kind of an act that was never made, since `acts` is how
    many there are; acts that stand keep theirs, they are in the history."""
    text = str(fault)
    head = _NEW.match(text)
    if head and int(head[1]) > acts:
        text = text[head.end() :]
    return Refused("does_not_fit", text, "look at the event as it is now, then change what was asked")


CHANGED = ("changed", "a table that came back has changed the rounds meanwhile", "look at the arbiter's page again")
OTHERS = ("changed", "somebody else has changed the event meanwhile", "look at it again, then repeat the order")
