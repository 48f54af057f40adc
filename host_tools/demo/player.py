"""Simulated players of one table: they read the panel and press keys, and know nothing else.

Everything they do next follows from what the screen says now, so a table that was killed and started again, in the middle
of a number or between two confirmations, is taken up where its screen stands.
"""

import random
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from host_tools.demo.hands import Hands, Pace
from host_tools.demo.recount import deal_points
from host_tools.simulator.reader import large_text, read_lines, read_runs
from host_tools.simulator.table import SimTable

PILES = {"played": 0, "taken": 1, "not_taken": 2}
PILE_WORDS = ("GIOCATO", "NON GIOC.", "NON PRESO", "ESENTE")
LABELS = {
    "Burraco puliti": "clean",
    "Burraco semipuliti": "semi",
    "Burraco sporchi": "dirty",
    "Pozzetto": "pile",
    "Pozzetto preso, ma": "pile",
    "Punti NEGATIVI": "negative",
    "Punti POSITIVI": "positive",
}
SEATS = ("NORD", "EST", "SUD", "OVEST")
NOBODY, NOTHING, NO_MORE = "NESSUNO", "---", "basta"
KINDS = ("clean", "semi", "dirty")
STATES = ("MESCOLATE", "DATE CARTE", "GIOCATE", "CONTATE")
_TICK, _TICK_X = "~", (98, 114)
_BAND = 12  # rows of the top band
_COLUMN_X = (40, 84)  # where N-S's column begins, and where it ends


@dataclass
class Players(Hands):
    """Four players at `table`. `meant(round, table number) -> deals` is what they will count.

    `rng`: for their habits. `mistakes`: chance that a value is first typed wrong.
    """

    table: SimTable
    meant: Callable[[int, int], list[dict[str, Any]]]
    rng: random.Random
    pace: Pace = field(default_factory=Pace)
    presses: int = 0
    mistakes: float = 0.05
    paused: threading.Event = field(default_factory=threading.Event)
    # the truth about the table when TIME OUT is called
    time_out_state: str = "GIOCATE"
    on_turn: str = "NORD"
    drawn: bool = False
    round: int = 0
    number: int = 0
    deal_no: int = 0
    doing: str = ""
    _stop: bool = False
    _again: bool = False  # something does not add up: back to the first question, then all of it again
    _slipped: set[tuple[Any, ...]] = field(default_factory=set)

    # -- life -----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Look and act until stopped."""
        while not self._stop:
            if self.paused.is_set() or not self.table.alive or not self.look():
                time.sleep(0.05)

    def stop(self) -> None:
        """Let `run` return."""
        self._stop = True

    def look(self, frame: bytes = b"") -> bool:
        """One glance (or a picture that was just seen) and what follows from it. False: nothing to do."""
        frame = frame or self.settled()
        lines = read_lines(frame)
        text = "\n".join(lines)
        for words, act in _SCREENS:
            if words in text:
                self.doing = words
                return act(self, frame, lines) is not False
        self.doing = "?"
        return False

    # -- screens --------------------------------------------------------------------------------------------------

    def sit_down(self, frame: bytes, lines: list[str]) -> bool:
        """Seating: who is not marked as here holds the line's key."""
        self.read_place(lines)
        rows = [run for run in read_runs(frame) if run.text == "qui"]
        done = {0 if run.y < 20 else 1 for run in rows}
        for line, key in ((0, "NS"), (1, "EW")):
            if line not in done:
                time.sleep(self.pace.think_s)
                self.press(key, hold_s=self.pace.hold_s)
        return True

    def read_place(self, lines: list[str]) -> None:
        """Table and round from the top band."""
        found = re.search(r"TAV (\d+)", lines[0])
        where = re.search(r"(\d+)/(\d+)", lines[0])
        if found:
            self.number = int(found[1])
        if where and "smazz" not in lines[0]:
            self.round = int(where[1])

    def took_over(self, frame: bytes, lines: list[str]) -> bool:
        """This device is their table now: table and round are on the screen, and the names are right."""
        self.read_place(["\n".join(lines).partition("smazz")[0]])
        return self.message(frame, lines)

    def choose_seat(self, frame: bytes, lines: list[str]) -> bool:
        """Keeper, dealer: any seat, the table's own choice."""
        keeper = "Chi tiene" in "\n".join(lines)
        wanted = (self.number + self.round + (0 if keeper else 1)) % 4
        return self.turn_to(SEATS, wanted, large_text(frame))

    def play(self, frame: bytes, lines: list[str]) -> bool:
        """Cards are dealt or the deal is over: OK."""
        time.sleep(self.pace.play_s * self.rng.uniform(0.5, 1.5))
        if read_lines(self.table.frame)[-1:] != lines[-1:]:
            return False
        self.press("OK")
        return True

    def deal_meant(self, number: int) -> dict[str, Any]:
        """What they will count in deal `number` of this round."""
        return self.meant(self.round, self.number)[number - 1]

    def who_closed(self, frame: bytes, lines: list[str]) -> bool:
        """The first question of a count; the band tells the deal."""
        found = re.search(r"smazz\. (\d+)", lines[0])
        if not found:
            return False
        self.deal_no = int(found[1])
        self._again = False
        deal = self.deal_meant(self.deal_no)
        if deal["ns"]["closed"] or deal["ew"]["closed"]:
            self.press("NS" if deal["ns"]["closed"] else "EW")
        elif large_text(frame) == NOBODY:
            self.press("OK")
        else:
            self.press("UP")
        return True

    def enter(self, frame: bytes, lines: list[str]) -> bool:
        """One field of a line's count."""
        line = "ns" if lines[0].startswith("NORD-SUD") else "ew"
        label = next((LABELS[text.strip()] for text in lines if text.strip() in LABELS), None)
        if label is None or not self.deal_no or self._again:
            # after a restart, too: the deal's number stands on the first question
            self.press("BACK")
            return True
        time.sleep(self.pace.think_s)
        value = self.deal_meant(self.deal_no)[line][label]
        if label == "pile":
            return self.turn_to(PILE_WORDS[:3], PILES[value], large_text(frame))
        shown = large_text(frame)
        what = (self.round, self.deal_no, line, label)
        if label in ("negative", "positive"):
            if shown != NOTHING and not shown.isdigit():
                return False  # half drawn: look again
            if not self.add_up(value, 0 if shown == NOTHING else int(shown)):
                self.press("UP" if self.slip(what) else "OK")
            return True
        if not shown.isdigit():
            return False
        deal = self.deal_meant(self.deal_no)[line]
        if int(shown) != value:
            self.turn(value - int(shown))
        elif self.slip(what):
            self.press("UP")
        elif any(NO_MORE in text for text in lines) and not any(deal[other] for other in KINDS[KINDS.index(label) + 1 :]):
            self.press(line.upper())
        else:
            self.press("OK")
        return True

    def slip(self, what: tuple[Any, ...]) -> bool:
        """Whether a finger slips here, once."""
        if what in self._slipped or self.rng.random() >= self.mistakes:
            return False
        self._slipped.add(what)
        return True

    def confirm(self, frame: bytes, lines: list[str]) -> bool:
        """Compare both columns with their own sums; then each line holds its key."""
        if not self.deal_no or _columns(frame) != _sums(self.deal_meant(self.deal_no)):
            self._again = True
            self.press("BACK")
            return True
        return self.hold_both(frame, lines)

    def hold_both(self, frame: bytes, lines: list[str]) -> bool:
        """Each line that is not marked OK in the top band holds its key."""
        time.sleep(self.pace.think_s)
        # the band's right end: each line's arrow stands there until it has held its key, then a tick; the picture may be shown
        # one column to the right
        done = [run.x & -2 for run in read_runs(frame) if run.y == 0 and run.text == _TICK]
        if _TICK_X[0] not in done:
            self.press("NS", hold_s=self.pace.hold_s)
        elif _TICK_X[1] not in done:
            self.press("EW", hold_s=self.pace.hold_s)
        return True

    def warned(self, frame: bytes, lines: list[str]) -> bool:
        """An unlikely figure: right if it is what they meant, which the confirmation shows again."""
        self.press("OK")
        return True

    def refused(self, frame: bytes, lines: list[str]) -> bool:
        """What they typed cannot be: count again from the start."""
        self._again = True
        self.press("OK")
        return True

    def message(self, frame: bytes, lines: list[str]) -> bool:
        """Read and go on."""
        self.press("OK")
        return True

    def rest(self, frame: bytes, lines: list[str]) -> bool:
        """Nothing to press."""
        self.read_place(lines)
        return False

    def leave(self, frame: bytes, lines: list[str]) -> bool:
        """Not a screen of theirs: one step back."""
        self.press("BACK")
        return True

    def state_asked(self, frame: bytes, lines: list[str]) -> bool:
        """TIME OUT: what are you doing?"""
        return self.turn_to(STATES, STATES.index(self.time_out_state), large_text(frame))

    def turn_asked(self, frame: bytes, lines: list[str]) -> bool:
        """TIME OUT: who is on turn?"""
        return self.turn_to(SEATS, SEATS.index(self.on_turn), large_text(frame))

    def drawn_asked(self, frame: bytes, lines: list[str]) -> bool:
        """TIME OUT: has that player drawn?"""
        return self.turn_to(("SI", "NO"), 0 if self.drawn else 1, large_text(frame))


def _columns(frame: bytes) -> list[list[int]]:
    """N-S's and E-W's figures of the confirmation, from top to bottom."""
    columns: list[list[int]] = [[], []]
    for run in read_runs(frame):
        for word in re.finditer(r"-?\d+", run.text):
            right = run.x + run.width * word.end()
            if run.y >= _BAND and right > _COLUMN_X[0]:
                columns[0 if right <= _COLUMN_X[1] else 1].append(int(word[0]))
    return columns


def _sums(deal: dict[str, Any]) -> list[list[int]]:
    """What `_columns` shows of a deal: burracos, closing and pile; cards; total."""
    sums = []
    for line, total in zip(("ns", "ew"), deal_points(deal), strict=True):
        cards = deal[line]["positive"] - deal[line]["negative"]
        sums.append([total - cards, cards, total])
    return sums


_SCREENS: tuple[tuple[str, Any], ...] = (
    ("nomi giusti?", Players.took_over),
    ("Quale tavolo?", Players.leave),
    ("ALTROVE", Players.message),
    ("OK è giusto", Players.warned),
    ("o chiamate l'arbitro", Players.refused),
    ("ci siete?", Players.sit_down),
    ("Chi tiene i punti?", Players.choose_seat),
    ("Chi dà le carte?", Players.choose_seat),
    ("Attendete il VIA", Players.rest),
    ("In attesa del turno", Players.rest),
    ("Chi ha chiuso?", Players.who_closed),
    ("mano", Players.enter),
    ("CONFERMATE", Players.confirm),
    ("Ora che cosa fate?", Players.state_asked),
    ("Chi gioca ora?", Players.turn_asked),
    ("Ha già pescato?", Players.drawn_asked),
    ("ha giocato", Players.message),
    ("FIRMATE", Players.hold_both),
    ("FIRMATO", Players.rest),
    ("ARBITRO CHIAMATO", Players.leave),
    ("FOGLIO", Players.leave),
    ("MENU", Players.leave),
    ("Salvo qui", Players.message),
    ("OK avanti", Players.message),
    ("mazziere", Players.play),
    ("OK: conta", Players.play),
    ("OK: riprende", Players.play),  # a count was left, and waits
    ("/", Players.rest),
)
