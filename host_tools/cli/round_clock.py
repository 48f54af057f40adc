"""`tavolo round clock`: the clock of all tables, as the arbiter's page has it."""

from enum import StrEnum
from typing import Annotated

import typer

from host_tools.cli import console
from host_tools.cli.desk import DATA, DataOption, JsonOption, run


class What(StrEnum):
    """What is done with it."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    ADD = "add"
    TIMEOUT = "timeout"
    END = "end"
    LOOK = "look"


_SAID = {
    "idle": "has not been started",
    "running": "is running",
    "paused": "is paused",
    "timed_out": "is in the time-out",
    "ended": "has ended",
}


def clock(
    what: Annotated[What, typer.Argument(help="start, pause, resume, add, timeout, end; without it: what it shows.")] = What.LOOK,
    minutes: Annotated[int, typer.Option(min=-60, max=60, help="With add: how many; fewer than 0 are cut.")] = 0,
    data: DataOption = DATA,
    as_json: JsonOption = False,
) -> None:
    """Start, pause, resume, lengthen or end the round at all tables; a server must be running, as they hear it from there.

    Example: tavolo round clock add --minutes 5
    """
    found = run(data, "round.clock", {"what": what.value, "minutes": minutes}, as_json)
    if as_json:
        console.as_line(found)
        return
    seconds = max(0, found["clock"]["left_ms"]) // 1000
    left = f", {seconds // 60}:{seconds % 60:02d} left" if found["clock"]["state"] in ("running", "paused") else ""
    console.say(f"round {found['round']} {_SAID[found['clock']['state']]}{left}: {found['tables']} tables")
