"""Boards are data that a chip can bear; ports keep hal.py's contracts; the ESP32's port runs on strict stand-ins."""

import ast
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.image import build
from host_tools.image.flash import interpreter
from host_tools.image.sources import board_data

ROOT = Path(__file__).parents[2]
FAKES = ROOT / "tests/device_fakes"
KEYS = {"UP", "DOWN", "OK", "BACK", "NS", "EW"}
# chip -> what the data sheets say of its pins
CHIPS: dict[str, dict[str, set[int]]] = {
    "esp32": {
        "pins": set(range(40)) - {20, 24, 28, 29, 30, 31, 37, 38},
        "flash": {6, 7, 8, 9, 10, 11},
        "boot": {0, 2, 5, 12, 15},
        "input_only": {34, 35, 36, 39},
        "console": {1, 3},
        "adc_beside_wifi": {32, 33, 34, 35, 36, 39},
    },
    "esp32c3": {
        "pins": set(range(22)),
        "flash": {11, 12, 13, 14, 15, 16, 17},
        "boot": {2, 8, 9},
        "input_only": set(),
        "console": {18, 19},
        "adc_beside_wifi": {0, 1, 2, 3, 4},
    },
}
REAL = [name for name in build.board_names() if not name.startswith("unix/")]
needs_micropython = pytest.mark.sim


def faults(board: dict[str, Any]) -> list[str]:
    """What a chip could not bear in a board's data; tested itself below with planted faults."""
    found = []
    chip = CHIPS[board["chip"]]
    keys = board["keys"]
    if set(keys) != KEYS:
        found.append(f"keys {sorted(set(keys) ^ KEYS)}")
    used = list(keys.values()) + [board["panel"]["sda"], board["panel"]["scl"]]
    outputs = [board["panel"]["sda"], board["panel"]["scl"]]
    if board["buzzer"] is not None:
        outputs.append(board["buzzer"])
        used.append(board["buzzer"])
    if board["led"]:
        outputs.append(board["led"]["pin"])
        used.append(board["led"]["pin"])
    if board["battery"]:
        used.append(board["battery"]["pin"])
        if board["battery"]["pin"] not in chip["adc_beside_wifi"]:
            found.append("battery is not on the first converter")
    found += [f"pin {pin} twice" for pin in sorted(set(used)) if used.count(pin) > 1]
    for pin in used:
        reason = board.get("reasons", {}).get(pin)
        if pin not in chip["pins"] or pin in chip["flash"]:
            found.append(f"pin {pin} is not for use")
        if pin in chip["boot"] | chip["console"] and not reason:
            found.append(f"pin {pin} matters at reset, and no reason is given")
    found += [f"key pin {pin} has no pull-up" for pin in keys.values() if pin in chip["input_only"]]
    found += [f"pin {pin} is no output" for pin in outputs if pin in chip["input_only"]]
    found += [f"reason for pin {pin}, which is not used" for pin in board.get("reasons", {}) if pin not in used]
    return found


@pytest.mark.parametrize("name", REAL)
def test_a_board_asks_nothing_of_its_chip_that_it_cannot_do(name: str) -> None:
    assert faults(board_data(name)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"keys": {"UP": 32, "DOWN": 33, "OK": 25, "BACK": 26, "NS": 27, "EW": 27}}, "pin 27 twice"),
        ({"keys": {"UP": 32, "DOWN": 33, "OK": 25, "BACK": 26, "NS": 27, "EW": 34}}, "key pin 34 has no pull-up"),
        ({"keys": {"UP": 32, "DOWN": 33, "OK": 25, "BACK": 26, "NS": 27, "EAST": 14}}, "keys ['EAST', 'EW']"),
        ({"buzzer": 9}, "pin 9 is not for use"),
        ({"buzzer": 12}, "pin 12 matters at reset"),
        ({"buzzer": 36}, "pin 36 is no output"),
        ({"battery": {"pin": 4, "times_1000": 2000}}, "battery is not on the first converter"),
        ({"reasons": {13: "no"}}, "reason for pin 13"),
    ],
)
def test_a_planted_fault_is_found(change: dict[str, Any], words: str) -> None:
    assert words in "; ".join(faults({**board_data("esp32/devkit38"), **change}))


@pytest.mark.parametrize("name", build.board_names())
def test_all_boards_have_the_simulated_ones_shape(name: str) -> None:
    twin, board = board_data("unix/sim_table"), board_data(name)
    assert set(board) - {"reasons"} == set(twin)
    assert board["id"] == name and board["platform"] == name.split("/")[0]
    for part in ("panel", "keys", "led", "battery"):
        assert board[part] is None or set(board[part]) == set(twin[part])
    assert board["panel"]["addr"] in (0x3C, 0x3D) and board["panel"]["hz"] <= 400000
    assert board["buzzer"] is None or isinstance(board["buzzer"], int)


def test_there_is_a_devkit_a_board_with_its_own_panel_and_a_c3() -> None:
    assert {"esp32/devkit38", "esp32/oled_builtin", "unix/sim_table"} <= set(build.board_names())
    assert {board_data(name)["chip"] for name in REAL} == {"esp32", "esp32c3"}


def contracts() -> dict[str, dict[str, list[str]]]:
    """hal.py's classes -> their methods and what each is called with."""
    tree = ast.parse((ROOT / "firmware/tavolo/hal.py").read_text(encoding="utf-8"))
    return {node.name: methods(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def methods(node: ast.ClassDef) -> dict[str, list[str]]:
    return {
        part.name: [arg.arg for arg in part.args.args[1:]]
        for part in node.body
        if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")
    }


def drivers(path: str) -> dict[str, dict[str, list[str]]]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name: methods(node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


@pytest.mark.parametrize(
    ("contract", "path", "name", "elsewhere"),
    [
        ("Keys", "boards/drivers/parts.py", "Keys", set()),
        ("Buzzer", "boards/drivers/parts.py", "Buzzer", set()),
        ("Led", "boards/drivers/parts.py", "Led", set()),
        ("Watchdog", "boards/drivers/parts.py", "Watchdog", {"arm"}),
        ("Clock", "boards/drivers/clock.py", "Clock", {"us"}),
        ("Panel", "boards/drivers/panel.py", "Panel", set()),
        ("Net", "boards/drivers/wifi.py", "Wifi", set()),
        ("Net", "boards/unix/hardware.py", "Net", set()),
    ],
)
def test_drivers_keep_the_contracts(contract: str, path: str, name: str, elsewhere: set[str]) -> None:
    wanted = {method: args for method, args in contracts()[contract].items() if method not in elsewhere}
    got = drivers(path)[name]
    assert {method: got.get(method) for method in wanted} == wanted


@pytest.mark.parametrize("path", ["boards/esp32/port.py", "boards/unix/port.py"])
def test_each_port_sets_everything_that_the_contract_names(path: str) -> None:
    tree = ast.parse((ROOT / "firmware/tavolo/hal.py").read_text(encoding="utf-8"))
    port = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Port")
    wanted = {node.target.id for node in port.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    wanted |= set(methods(port))
    made = ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
    got = {
        target.attr
        for node in made
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "port"
    }
    assert got == wanted


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Board -> what esp32_device.py printed, run over that board's image."""
    found = {}
    for name in REAL:
        tree = build.build(name, tmp_path_factory.mktemp("esp32") / "tree", limit=99000).path
        path = f"import sys; sys.path[:] = [{str(FAKES)!r}, {str(tree)!r}, '.frozen']\n"
        script = path + (FAKES / "esp32_device.py").read_text(encoding="utf-8")
        command = [*interpreter(), "-X", "heapsize=200K", "-c", script]
        with socket.create_server(("127.0.0.1", 0)) as server:
            environment = {**os.environ, "TAVOLO_TEST_PORT": str(server.getsockname()[1])}
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
        found[name] = f"{done.stdout}\n{done.stderr}"
    yield found


def device_tests() -> list[str]:
    tree = ast.parse((FAKES / "esp32_device.py").read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@needs_micropython
@pytest.mark.parametrize("board", REAL)
@pytest.mark.parametrize("test", device_tests())
def test_the_esp32_port(test: str, board: str, said: dict[str, str]) -> None:
    assert f"PASS {test}\n" in said[board], said[board]
