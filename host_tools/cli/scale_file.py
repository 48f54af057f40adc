"""An organiser's own table of victory points in a file (RULES 2.1: scales are to be editable), in the form of `tavolo score`:
`{"id": "club", "deals": 2, "bands": [[0, 40, 10, 10], [45, 120, 11, 9], [125, null, 20, 0]]}`, a band for each line of the table:
lowest and highest difference, winner's and loser's victory points; the last band is open; deals null for a team match."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from host_tools.cli.phase_words import WordsError
from host_tools.cli.score_file import LIMIT_BYTES, UnusableInput, parse
from tavolo.domain import scales


def read(paths: Sequence[Path]) -> dict[str, list[Any]]:
    """Id -> bands as `event.new` takes them. Raises WordsError with the file and what is wrong with it, OSError."""
    found: dict[str, list[Any]] = {}
    for path in paths:
        with path.open("rb") as file:
            data = file.read(LIMIT_BYTES + 1)
        try:
            own: Any = parse(data)
            name = scales.own(own)[0]
        except (UnusableInput, ValueError) as fault:
            raise WordsError(f"{path}: {fault}") from fault
        if name in found:
            raise WordsError(f"{path}: there is a scale {name} already: give it another id")
        found[name] = own["bands"]
    return found


def given(phases: list[dict[str, Any]], own: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """`phases`, those that name a scale of `own` with its bands. Raises WordsError for one that none of them names."""
    unused = own.keys() - {phase.get("scale") for phase in phases}
    if unused:
        name = min(unused)
        raise WordsError(f"no phase plays by the scale {name}: name it there, as scale={name}")
    return [phase | ({"bands": own[phase["scale"]]} if phase.get("scale") in own else {}) for phase in phases]
