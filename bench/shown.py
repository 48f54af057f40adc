"""When something was shown at a simulated table: by the stamps that its own process puts on each write to its panel's bus."""

from host_tools.simulator.reader import read_lines, read_runs
from host_tools.simulator.ssd1306 import Ssd1306
from host_tools.simulator.table import SimTable

_WIDTH = 128
_CLOSE_US = 150_000  # later than that, each picture is read: the panel may have been shifted by a pixel meanwhile


class NotShownError(RuntimeError):
    """The words were not seen."""


def shown_us(table: SimTable, words: str, since_us: int, until_us: int) -> int:
    """When `table` first showed `words` after `since_us`, in us of the computer's monotonic clock. Raises NotShownError."""
    panel = Ssd1306()
    pictures: list[tuple[int, bytes]] = []
    for stamp, payload in list(table.log):
        panel.write(payload[0], payload[1:])
        if since_us <= stamp <= until_us and (not pictures or pictures[-1][1] != panel.frame):
            pictures.append((stamp, panel.frame))
    last = pictures[-1][1] if pictures else b""
    runs = [run for run in read_runs(last) if words in run.text] if last else []
    if not runs:
        raise NotShownError(f"table {table.name}: no {words!r} in {read_lines(last) if last else 'no picture'}")
    run = runs[0]
    pages = range(run.y // 8, (run.y + run.height - 1) // 8 + 1)
    spans = [slice(page * _WIDTH + run.x, page * _WIDTH + run.x + run.width * len(run.text)) for page in pages]
    found = next(stamp for stamp, frame in pictures if all(frame[span] == last[span] for span in spans))
    if found - since_us > _CLOSE_US:
        found = next(stamp for stamp, frame in pictures if any(words in line for line in read_lines(frame)))
    return found
