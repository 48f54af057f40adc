"""What a command answers that does not fit: nothing has changed then."""


class Refused(Exception):
    """The command does not fit: `code` for programs, `message` and `hint` for people, HTTP status; `italian`: the same for a
    page, where its words depend on what was entered and the page cannot have them by the code."""

    def __init__(self, code: str, message: str, hint: str = "", status: int = 409, italian: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self.status, self.italian = code, message, hint, status, italian


CHANGED = ("changed", "a table that came back has changed the rounds meanwhile", "look at the arbiter's page again")
OTHERS = ("changed", "somebody else has changed the event meanwhile", "look at it again, then repeat the order")
