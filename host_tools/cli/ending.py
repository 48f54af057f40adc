"""Being told to end: SIGTERM is taken as Ctrl-C is, so that no process that was started stays behind."""

import signal
from types import FrameType


def _end(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def end_on_terminate() -> None:
    """From now on SIGTERM raises KeyboardInterrupt in the main thread. Call it there."""
    signal.signal(signal.SIGTERM, _end)
