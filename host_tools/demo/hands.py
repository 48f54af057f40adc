"""Hands and eyes of a simulated player: keys go down and up, and the panel is looked at until it stands still."""

import time
from dataclasses import dataclass

from host_tools.simulator.table import SimTable

_GLANCE_S = 0.02
_STILL_GLANCES = 2  # a table that shares this computer with others may pause between two pages of its panel
_MOST_GLANCES = 40
_TAKEN_S = 2.0  # a press that changes nothing on the panel is one too; more than any stall of a busy computer


@dataclass
class Pace:
    """How fast they are, in seconds."""

    press_s: float = 0.025
    rest_s: float = 0.03
    think_s: float = 0.0
    play_s: float = 0.0
    hold_s: float = 0.6

    @staticmethod
    def human() -> "Pace":
        """Watchable: four presses a second."""
        return Pace(press_s=0.09, rest_s=0.16, think_s=0.5, play_s=6.0, hold_s=0.8)


class Hands:
    """Whoever sits at `table`; `presses` counts."""

    table: SimTable
    pace: Pace
    presses: int

    def press(self, key: str, times: int = 1, hold_s: float = 0.0) -> None:
        """Press a key, and see that the table has taken it before the next."""
        for _ in range(times):
            before = self.table.frame
            self.table.press(key, int((hold_s or self.pace.press_s) * 1000), int(self.pace.rest_s * 1000))
            self.presses += 1
            self.table.wait_until(lambda: self.table.frame != before, _TAKEN_S)  # noqa: B023  called here only

    def turn(self, steps: int) -> None:
        """UP `steps` times, or DOWN."""
        self.press("UP" if steps > 0 else "DOWN", abs(steps))

    def add_up(self, wanted: int, shown: int) -> bool:
        """Card points from `shown` to `wanted` the short way: rows of 100, fifths of 20, then fives. False: they are there."""
        ways = [(rows, fifths, (wanted - shown - 100 * rows - 20 * fifths) // 5) for rows in range(10) for fifths in range(5)]
        rows, fifths, steps = min(ways, key=lambda way: way[0] + way[1] + abs(way[2]))
        self.press("NS", rows)
        self.press("EW", fifths)
        self.turn(steps)
        return bool(rows or fifths or steps)

    def turn_to(self, words: tuple[str, ...], wanted: int, shown: str) -> bool:
        """Turn a choice that goes round to the wanted word, the short way; OK where it stands there. False: no such word."""
        if shown not in words:
            return False
        steps = (wanted - words.index(shown)) % len(words)
        if steps:
            self.turn(steps if steps <= len(words) // 2 else steps - len(words))
        else:
            self.press("OK")
        return True

    def settled(self) -> bytes:
        """The picture, once it has stood still for a moment: half a redraw is no screen."""
        frame, still = self.table.frame, 0
        for _ in range(_MOST_GLANCES):
            time.sleep(_GLANCE_S)
            again = self.table.frame
            still = still + 1 if again == frame else 0
            if still == _STILL_GLANCES:
                break
            frame = again
        return frame
