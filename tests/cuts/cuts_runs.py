"""The scenes of mpy/scenes.py: played once on the real MicroPython, then the device is started on every picture of its flash that
a power cut can have left. `python tests/cuts/cuts_runs.py` makes every cut of every scene (`make cuts`)."""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "firmware"), str(ROOT / "tests/session")]

import runs  # noqa: E402
import script  # noqa: E402

from host_tools.cli import board_usb  # noqa: E402

SCENES = (
    "first boot",
    "a round with a correction",
    "signing",
    "taking over a table",
    "settings changed at the table",
    "settings written over USB",
    "clearing old events",
    "log nearly full",
)
DEVICE = "a1b2c3d4"


def _given(scene: str, seed: int) -> script.Script:
    """A short round for the scene: two deals, the first of them corrected after the second."""
    given = script.make(seed, 0)
    one = given["rounds"][1]
    corrected = [[2, 1, one["deals"][0][:1] + [[*one["deals"][0][1][:5], one["deals"][0][1][5] + 5, *one["deals"][0][1][6:]]]]]
    one |= {"deals": one["deals"][:2], "minutes": [0, 0], "corrections": corrected, "mistakes": [], "call": 0, "void": 0}
    put = board_usb._SCRIPT.format(device=DEVICE, key="KEY")
    return {**given, "rounds": [one], "scene": scene, "put_key": put, "keys": ["11" * 32, "22" * 32]}


def _run(name: str, given: script.Script) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.json"
        path.write_text(json.dumps(given))
        return runs.run(name, str(path), heap="24M", timeout=7200)


def say(name: str, seed: int = 1) -> str:
    """What a script of mpy/ prints, given the short round."""
    return _run(name, _given("", seed))


def cut(scene: str, seed: int = 1, every: int = 1, first: int = 0, deep: int = 1, harm: str = "") -> dict[str, int]:
    """Cuts of one scene; how many. `harm`: witness.py. Raises AssertionError at the first start that breaks a promise."""
    given = {**_given(scene, seed), "every": every, "first": first, "deep": deep, "harm": harm}
    said = _run("cuts.py", given)
    line = next(line for line in said.splitlines() if line.startswith("CUTS "))
    return {name: int(value) for name, value in (part.split("=") for part in line.split()[1:])}


def main() -> int:
    """Scenes one by one, with figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", default=SCENES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="one cut in so many")
    parser.add_argument("--first", type=int, default=0, help="from this one on")
    parser.add_argument("--deep", type=int, default=1, help="cut again during one recovery in so many; 0: never")
    given = parser.parse_args()
    total = 0
    for scene in given.scenes or SCENES:
        began = time.monotonic()
        got = cut(scene, given.seed, given.every, given.first, given.deep)
        total += got["made"] + got["again"]
        print(f"{scene}: {got}, {time.monotonic() - began:.0f} s", flush=True)
    print(f"{total} power cuts, no promise broken")
    return 0


if __name__ == "__main__":
    sys.exit(main())
