"""The simulated board: the real image on the real MicroPython, and the hardware that the host plays around it."""

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.image import build
from host_tools.image.flash import files_in, make_romfs
from host_tools.simulator.ssd1306 import WIDTH, pixels
from host_tools.simulator.table import KEYS, SimTable

pytestmark = pytest.mark.sim
Tables = Callable[..., SimTable]
Trees = Callable[[str], Path]


def block_lit(table: SimTable, key: str) -> bool:
    return pixels(table.frame)[8 * WIDTH + KEYS[key] * 20 + 8] == 1


def bar(table: SimTable) -> int:
    return sum(pixels(table.frame)[41 * WIDTH : 42 * WIDTH])


def printed(table: SimTable, words: str) -> Callable[[], bool]:
    return lambda: any(words in line for line in list(table.output))


def test_the_image_starts_from_its_flash_and_shows_its_first_screen(sim_image: build.Image, table_of: Tables) -> None:
    table = table_of(sim_image.path)
    table.start()
    assert table.wait_text("In attesa del turno"), (table.text(), list(table.output))
    assert table.wait_until(lambda: table.feedings > 0)
    assert table.troubles() == []


def test_the_same_image_starts_from_romfs(sim_image: build.Image, table_of: Tables, tmp_path: Path) -> None:
    make_romfs(sim_image.path, tmp_path / "rom.img")
    table = table_of(None, romfs=tmp_path / "rom.img")
    table.start()
    assert table.wait_text("In attesa del turno"), (table.text(), list(table.output))
    assert table.troubles() == []
    table.kill()
    assert not any(name.endswith(".mpy") for name in files_in(table.flash))


def test_each_key_reaches_the_device_and_sounds(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("keyboard"))
    table.start()
    for key in KEYS:
        table.key(key, True)
        assert table.wait_until(lambda key=key: block_lit(table, key)), key
        table.key(key, False)
        assert table.wait_until(lambda key=key: not block_lit(table, key)), key
    assert [hz for _, hz in table.tones if hz] == [440, 441, 442, 443, 444, 445]
    assert table.led and table.feedings == 1 and table.troubles() == []


def test_no_press_is_lost_however_fast_the_keys_go(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("keyboard"))
    table.start()
    assert table.wait_until(printed(table, "kept"))
    for _ in range(25):
        table.press("UP", 0, 0)
        table.press("EW", 0, 0)
    assert table.wait_until(lambda: bar(table) == 50), bar(table)


def test_swapped_line_keys_are_swapped(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("keyboard"), {"swap_line_keys": True})
    table.start()
    table.key("NS", True)
    assert table.wait_until(lambda: block_lit(table, "EW"))
    assert not block_lit(table, "NS")


def test_a_reset_keeps_the_rtc_memory_and_a_loss_of_power_does_not(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("keyboard"))
    table.start()
    assert table.wait_until(printed(table, "kept b''"))
    table.output.clear()
    table.set_keys(63)
    assert table.wait_until(printed(table, "kept b'was here'"))
    assert table.resets >= 1
    table.kill()
    table.output.clear()
    table.set_keys(0)
    table.start()
    assert table.wait_until(printed(table, "kept b''"))


def test_a_traceback_is_seen(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("keyboard"))
    table.start()
    table.set_battery(3700)
    assert table.wait_until(lambda: not table.alive)
    assert table.wait_until(lambda: any("RuntimeError: planted" in line for line in table.troubles()))
    assert printed(table, "battery 3700")()


def test_a_table_ends_when_the_program_that_plays_its_hardware_is_gone(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("keyboard"))
    table.start()
    assert table.wait_until(printed(table, "kept"))
    assert table._socket is not None
    table._socket.shutdown(socket.SHUT_RDWR)
    assert table.wait_until(lambda: not table.alive)
    assert table.troubles() == []


def shown(table: SimTable) -> bytes:
    """The picture of mains/picture.py, once it is all there."""
    assert table.wait_until(printed(table, "still")), list(table.output)
    return pixels(table.frame)


@pytest.mark.parametrize("panel", ["ssd1306", "sh1106"])
def test_both_panels_show_the_same_picture_also_upside_down(panel: str, tree_with: Trees, table_of: Tables) -> None:
    tree = tree_with("picture")
    wanted = bytearray(8192)
    for y in range(5, 14):
        wanted[y * WIDTH + 3 : y * WIDTH + 43] = b"\1" * 40
    upright = table_of(tree, {"panel": panel}, sh1106=panel == "sh1106")
    upright.start()
    seen = shown(upright)
    for y in range(5, 14):
        assert seen[y * WIDTH : y * WIDTH + 50] == wanted[y * WIDTH : y * WIDTH + 50]
    assert seen[63 * WIDTH + 127] and seen[63 * WIDTH] and not seen[63 * WIDTH + 126]
    assert 440 < sum(seen) < 480
    flipped = table_of(tree, {"panel": panel, "flip": True}, sh1106=panel == "sh1106")
    flipped.start()
    assert shown(flipped) == seen[::-1]
    assert upright.troubles() == flipped.troubles() == []


def test_the_wrong_panel_setting_is_seen(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("picture"), {"panel": "ssd1306"}, sh1106=True)
    table.start()
    assert table.wait_until(lambda: any("0x21" in line for line in table.troubles())), list(table.output)


def test_only_what_changed_is_sent_in_one_window_with_two_transactions(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("picture"))
    table.start()
    shown(table)
    bytes_in, transactions = table.panel.bytes_in, table.panel.transactions
    table.press("OK", 0, 0)
    assert table.wait_until(printed(table, "windows 1"))
    assert table.panel.transactions - transactions == 2
    assert table.panel.bytes_in - bytes_in == 2 * 2 + 6 + 2 * 8  # address and control twice, commands, 2 pages in fours
    table.output.clear()
    before = table.frame
    table.press("OK", 0, 0)  # restart: everything again, and it looks as before
    assert table.wait_until(printed(table, "windows 8"))
    assert table.frame == before
    table.output.clear()
    table.press("OK", 0, 0)  # three corners: each its own small window
    assert table.wait_until(printed(table, "windows 2"))
    assert table.troubles() == []


def test_sigkill_and_power_cuts_lose_nothing_that_was_confirmed(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("writer"))
    confirmed = 0
    for n, how in enumerate(("dropped", "torn", "weak", "done") * 3):
        table.output.clear()
        table.tones.clear()
        table.start(cut_at=20 + 7 * n, cut_how=how)
        assert table.wait_until(lambda: not table.alive)
        assert table._process is not None and table._process.returncode == -signal.SIGKILL
        table.kill()
        found = int(next(line for line in table.output if line.startswith("found"))[6:])
        assert found in (confirmed, confirmed + 1), how
        confirmed = max([found, *(hz - 100 for _, hz in table.tones)])
    assert confirmed > 20
    table.output.clear()
    table.start()
    assert table.wait_until(lambda: len(table.tones) > 5)
    table.kill()
    kept = int(files_in(table.flash)["count"])
    assert kept - (table.tones[-1][1] - 100) in (0, 1)


def test_programming_without_an_erase_is_refused(tree_with: Trees, table_of: Tables, tmp_path: Path) -> None:
    tree = tree_with("writer")
    (tree / "main.py").write_text(
        "import sys\nsys.path.append(%r)\nfrom blockdev import FlashFile\nf = FlashFile(%r)\n"
        "f.ioctl(6, 3)\nf.writeblocks(3, b'abc', 8)\nf.writeblocks(3, b'def', 11)\nprint('twice')\nf.writeblocks(3, b'x', 9)\n"
        % ("/", "/spare")
    )
    (tree / "blockdev.py").write_bytes((Path(__file__).parents[2] / "boards/unix/blockdev.py").read_bytes())
    (tree / "spare").write_bytes(b"\xff" * 4096 * 5)
    table = table_of(tree)
    table.start()
    assert table.wait_until(lambda: any("programmed without an erase" in line for line in table.output))
    assert printed(table, "twice")()


def test_without_a_network_sockets_die_and_new_ones_are_refused(tree_with: Trees, table_of: Tables) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        table = table_of(tree_with("network"), {"hosts": [["127.0.0.1", server.getsockname()[1]]]})
        table.start()
        peer, _ = server.accept()
        with peer:
            assert peer.recv(10) == b"hello"
            peer.sendall(b"good day")
            assert table.wait_until(printed(table, "got b'good day'")), list(table.output)
            table.set_network(False)
            assert table.wait_until(printed(table, "refused 101 False 0 None")), list(table.output)
            assert peer.recv(10) == b""
    assert printed(table, "lost")()


def test_a_rest_ends_when_a_key_or_the_host_says_something_and_a_closed_socket_ends_none(
    tree_with: Trees, table_of: Tables
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        table = table_of(tree_with("resting"), {"hosts": [["127.0.0.1", server.getsockname()[1]]]})
        table.start()
        peer, _ = server.accept()
        with peer:
            assert peer.recv(10) == b"hello"
            assert table.wait_until(printed(table, "nothing False []"))  # no timer ticks while no key moves
            peer.sendall(b"thing")
            assert table.wait_until(printed(table, "press me")), list(table.output)
            assert printed(table, "data True b'thing' []")()
            table.key("DOWN", True)
            assert table.wait_until(printed(table, "let go")), list(table.output)
            assert printed(table, "key True [2]")() and printed(table, "held True True [2, 2]")(), list(table.output)
            table.key("DOWN", False)
            assert table.wait_until(printed(table, "hang up")), list(table.output)
        assert table.wait_until(printed(table, "closed")), list(table.output)
    assert printed(table, "end True b'' []")() and printed(table, "closed True False []")(), list(table.output)


def test_no_table_is_left_behind(tree_with: Trees, table_of: Tables) -> None:
    table = table_of(tree_with("keyboard"))
    table.start()
    assert table._process is not None
    pid = table._process.pid
    table.kill()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not table.alive
    table.press("UP", 0, 0)  # a key of a table without power: nothing happens
