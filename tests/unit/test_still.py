"""Nothing of the core takes memory while nothing happens: the image's App over stand-ins for the chip, under a locked heap,
on 64 and on 32 bits (still_device.py says what)."""

import ast
import json
import subprocess
from pathlib import Path

import pytest

from bench import feed, memory32
from host_tools.image import build
from host_tools.image.flash import interpreter, make_flash
from host_tools.image.inline import inline
from host_tools.image.sources import board_data, sources, tables
from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, pack
from tavolo.wire import messages

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests/device_fakes/still_device.py"
BOARD = "esp32/devkit38"
# both lines are here; who keeps the device, who deals; the deal is then at play
HANDS = [["NS", 700], ["EW", 700], ["OK", 50], ["OK", 50]]
CLOCK = "import drive\ndrive.app.timesync.known, drive.app.timesync.about = True, False\n"
pytestmark = pytest.mark.sim


def names() -> list[str]:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


def with_pins(path: Path) -> str:
    """A script with the keys' pins, in the buttons' order."""
    pins = board_data(BOARD)["keys"]
    head = f"import drive\ndrive.pins = {[pins[name] for name in ('UP', 'DOWN', 'OK', 'BACK', 'NS', 'EW')]!r}\n"
    return head + inline(path.read_text(encoding="utf-8"), tables(), path.name)


def script() -> str:
    """still_device.py, to be run."""
    return CLOCK + with_pins(SCRIPT) + "\nrun(globals())\n"


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> build.Image:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("host_tools.image.sources.own_names", lambda _own, _others: {})  # the script looks at private names
        return build.build(BOARD, tmp_path_factory.mktemp("still") / "tree", limit=1 << 20)


def run64(image: build.Image, folder: Path, hands: list[list[object]], text: str) -> str:
    """What 64-bit MicroPython printed: the App linked, these keys pressed, then this script."""
    make_flash(folder / "flash", image.path, feed.settings())
    (folder / "feed.bin").write_bytes(feed.feed())
    main = (image.path / "main.py").read_text(encoding="utf-8")
    assert memory32.LAST in main
    lines = [
        "import sys",
        f"sys.path[:] = [{str(ROOT / 'bench/ram32')!r}, {str(ROOT / 'boards/unix')!r}, '.frozen']",
        f"feed_file = open({str(folder / 'feed.bin')!r}, 'rb')",
        "import asyncio, gc, micropython, os, vfs, blockdev, stand_ins, drive",
        "stand_ins.feed = feed_file",
        f"stand_ins.ACCEPT = bytes.fromhex({feed.accept_digest().hex()!r})",
        f"flash = blockdev.FlashFile({str(folder / 'flash')!r})",
        "vfs.umount('/')",
        "vfs.mount(vfs.VfsLfs2(flash), '/')",
        "os.chdir('/')",
        "sys.path[:] = ['', '.frozen']",
        main[: main.rindex(memory32.LAST)],
        "drive.app = app",
        "drive.run(3000)",
    ]
    for key, ms in hands:
        pin = board_data(BOARD)["keys"][str(key)]
        lines += [f"drive.level({pin}, 0)", f"drive.run({ms})", f"drive.level({pin}, 1)", "drive.run(700)"]
    code = folder / "run.py"
    code.write_text("\n".join(lines) + "\n" + text, encoding="utf-8")
    command = [*interpreter(), "-X", "heapsize=240K", str(code)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def said64(image: build.Image, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What 64-bit MicroPython printed."""
    return run64(image, tmp_path_factory.mktemp("still64"), HANDS, script())


@pytest.fixture(scope="module")
def said32(image: build.Image, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What 32-bit MicroPython printed."""
    tools = memory32.tools()
    if tools is None:
        pytest.skip("no node or no 32-bit MicroPython: python tests/both/install.py")
    folder = tmp_path_factory.mktemp("still32")
    (folder / "feed.bin").write_bytes(feed.feed())
    (folder / "settings.json").write_text(json.dumps(feed.settings()), encoding="utf-8")
    (folder / "script.py").write_text(script(), encoding="utf-8")
    known = {memory32.module_name(source.name): source for source in sources(BOARD)}
    plan = {
        "tree": str(image.path),
        "files": {"/feed.bin": str(folder / "feed.bin"), "/settings.json": str(folder / "settings.json")},
        "accept": feed.accept_digest().hex(),
        "heap": memory32.HEAP,
        "main": memory32.main_steps(known),
        "pins": board_data(BOARD)["keys"],
        "link_ms": 3000,
        "presses": HANDS,
        "script": str(folder / "script.py"),
    }
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    found = memory32.run_mode(folder, *tools, "script", 64 * 1024)
    return "\n".join(found["said"])


@pytest.mark.parametrize("name", names())
def test_on_64_bits(name: str, said64: str) -> None:
    assert f"PASS {name}\n" in said64 + "\n", said64


# that interpreter collects garbage between two calls from outside only
@pytest.mark.parametrize("name", [name for name in names() if not name.endswith("given_back")])
def test_on_32_bits(name: str, said32: str) -> None:
    assert f"PASS {name}\n" in said32 + "\n", said32


def rounds(count: int) -> list[tuple[dict[str, object], list[str]]]:
    """For each round its snapshot, and PLAN and START as the host sends them."""
    found = []
    for number in range(count):
        place = (b"EVNT", bytes((82, 78, 68, number)), feed.TABLE)
        records = [(k.PLAN, feed.plan()), (k.START, facts.time_payload(300000, 45 * 60000))]
        texts = []
        for seq, (kind, payload) in enumerate(records, 2 * number + 10):
            texts.append(messages.to_text(pack(Record(kind, b"host", b"hlog", seq, 300000, payload).place(*place))))
        snap = {"t": "snap", "table": feed.TABLE, "event": place[0].hex(), "round": place[1].hex(), "n": 2, "have": []}
        found.append((snap, texts))
    return found


@pytest.mark.slow
def test_after_a_day_of_twelve_hours_as_much_memory_is_free(image: build.Image, tmp_path: Path) -> None:
    text = f"import drive\ndrive.rounds = {rounds(16)!r}\n" + with_pins(ROOT / "tests/device_fakes/day_device.py")
    said = run64(image, tmp_path, [], text)
    assert "\nDONE\n" in said, said
    free = [int(line.split()[2]) for line in said.splitlines() if line.startswith("FREE ")]
    hours = float(next(line.split()[1] for line in said.splitlines() if line.startswith("HOURS ")))
    assert len(free) == 16 and hours >= 12
    # a segment's number more in the journal's list, a longer word here and there: a few blocks of 32 bytes come and go. One
    # block lost at each deal would be 2 KB
    assert min(free[-4:]) >= free[1] - 256, free
