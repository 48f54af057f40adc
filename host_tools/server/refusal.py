"""What a command answers that does not fit: nothing has changed then."""


class Refused(Exception):
    """The command does not fit: `code` for programs, `message` and `hint` for people, HTTP status."""

    def __init__(self, code: str, message: str, hint: str = "", status: int = 409) -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self.status = code, message, hint, status


CHANGED = ("changed", "a table that came back has changed the rounds meanwhile", "look at the arbiter's page again")
OTHERS = ("changed", "somebody else has changed the event meanwhile", "look at it again, then repeat the order")
