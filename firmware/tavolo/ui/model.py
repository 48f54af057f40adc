"""What screens may know. The App keeps it up to date; screens change only `draft` and their own cursors."""

from tavolo.domain.sheet import Sheet


class Texts:
    """`texts[number]` -> the words. Kept as one piece: 130 strings of their own would take three times its room."""

    def __init__(self, lines, starts: tuple) -> None:
        self._lines = lines  # a memoryview of UTF-8, a line break after each text
        self._starts = starts

    def __getitem__(self, number: int) -> str:
        return str(self._lines[self._starts[number] : self._starts[number + 1] - 1], "utf-8")


class Model:
    """Attributes: sheet, texts, event_ms (the event's clock, -1 unknown), about, linked, unsent, device (hex), version,
    draft (entry.Draft or None), confirmed / signing (masks of lines that have held their key), fault (text or ""), language,
    silent (no sound), waiting (a count was left for play), low (battery), table, info (acts/check.py),
    taking (acts/takeover.py),
    turn (domain.turn_clock.TurnClock or None), base (name of the base screen, for help)."""

    def __init__(self, texts) -> None:
        self.texts = texts
        self.sheet = Sheet()
        self.event_ms = -1
        self.about = False
        self.linked = False
        self.unsent = 0
        self.device = ""
        self.version = ""
        self.draft = None
        self.confirmed = 0
        self.signing = 0
        self.held = -1  # key that is down, for the bar that fills
        self.held_ms = 0
        self.fault = ""
        self.language = "it"
        self.silent = False
        self.turn = None
        self.low = self.waiting = False
        self.table = self.taking = 0
        self.info = ()
        self.base = ""

    def first_line(self) -> int:
        """The line whose count is entered first: the keeper's."""
        return self.sheet.keeper & 1 if self.sheet.keeper >= 0 else 0
