"""The panel decoder: what the controller does with bytes, and that it refuses what the controller does not define."""

import io

import pytest
from PIL import Image

from host_tools.simulator.ssd1306 import WIDTH, BusError, Ssd1306, pixels, png

# What a 128x64 module wants at its start, horizontal addressing, as one stream of commands.
START = bytes([0x00, 0xAE, 0x20, 0x00, 0x40, 0xA1, 0xA8, 63, 0xC8, 0xD3, 0, 0xDA, 0x12, 0xD5, 0x80, 0xD9, 0xF1, 0xDB, 0x30])
START += bytes([0x81, 0xFF, 0xA4, 0xA6, 0xAD, 0x30, 0x8D, 0x14, 0xAF])


def started(sh1106: bool = False) -> Ssd1306:
    panel = Ssd1306(sh1106=sh1106)
    if sh1106:
        commands(panel, 0xAE, 0xA1, 0xC8, 0xAD, 0x8B, 0xAF)
    else:
        panel.write(0x3C, START)
        commands(panel, 0x21, 0, 127, 0x22, 0, 7)
        panel.write(0x3C, b"\x40" + bytes(1024))
    return panel


def commands(panel: Ssd1306, *codes: int) -> None:
    panel.write(0x3C, bytes((0, *codes)))


def lit(panel: Ssd1306) -> list[tuple[int, int]]:
    return [(n % WIDTH, n // WIDTH) for n, pixel in enumerate(pixels(panel.frame)) if pixel]


def test_a_byte_is_eight_pixels_downwards() -> None:
    panel = started()
    commands(panel, 0x21, 5, 5, 0x22, 2, 2)
    panel.write(0x3C, b"\x40\x81")
    assert lit(panel) == [(5, 16), (5, 23)]


def test_a_window_is_filled_page_by_page_and_starts_anew() -> None:
    panel = started()
    commands(panel, 0x21, 10, 11, 0x22, 1, 2)
    panel.write(0x3C, b"\x40\x01\x02\x04\x08\x10")
    assert lit(panel) == [(11, 9), (10, 12), (10, 18), (11, 19)]


def test_each_command_by_itself_is_the_same_as_a_stream() -> None:
    stream, single = Ssd1306(), Ssd1306()
    stream.write(0x3C, START)
    for byte in START[1:]:
        single.write(0x3C, bytes((0x80, byte)))
    assert vars(stream) | {"bytes_in": 0, "transactions": 0} == vars(single) | {"bytes_in": 0, "transactions": 0}
    assert (stream.transactions, single.transactions) == (1, len(START) - 1)
    assert stream.bytes_in == 1 + len(START)


def test_memory_is_noise_until_it_is_written_and_dark_until_switched_on() -> None:
    panel = Ssd1306()
    assert lit(panel) == []
    panel.write(0x3C, START)
    assert len(lit(panel)) > 1000
    commands(panel, 0xAE)
    assert lit(panel) == []


def test_turned_by_half_a_turn() -> None:
    panel = started()
    commands(panel, 0xC0, 0xA0, 0x21, 0, 0, 0x22, 0, 0)
    panel.write(0x3C, b"\x40\x01")
    assert lit(panel) == [(127, 63)]


def test_the_column_remap_acts_on_later_writes_only() -> None:
    panel = started()
    commands(panel, 0x21, 3, 3, 0x22, 0, 0)
    panel.write(0x3C, b"\x40\x01")
    commands(panel, 0xA0)
    assert lit(panel) == [(3, 0)]


def test_inverted_all_lit_contrast_supply() -> None:
    panel = started()
    commands(panel, 0x81, 7, 0xA7)
    assert panel.contrast == 7 and len(lit(panel)) == 8192
    commands(panel, 0xA6, 0xA5)
    assert len(lit(panel)) == 8192
    commands(panel, 0xA4)
    assert lit(panel) == []
    commands(panel, 0xA5, 0x8D, 0x10)
    assert lit(panel) == []


def test_page_addressing_of_both_controllers_and_the_two_columns_of_the_sh1106() -> None:
    old = started()
    commands(old, 0x20, 2, 0xB3, 0x04, 0x11)
    old.write(0x3C, b"\x40\x01\x01")
    assert lit(old) == [(20, 24), (21, 24)]
    wide = started(sh1106=True)
    for page in range(8):
        commands(wide, 0xB0 | page, 0x00, 0x10)
        wide.write(0x3C, b"\x40" + bytes(132))
    commands(wide, 0xB3, 0x04, 0x11)
    wide.write(0x3C, b"\x40\x01\x01")
    assert lit(wide) == [(18, 24), (19, 24)]


def test_an_sh1106_is_dark_without_its_own_supply_command() -> None:
    panel = started(sh1106=True)
    assert len(lit(panel)) > 1000
    commands(panel, 0xAD, 0x30)
    assert lit(panel) == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x00\x2e", "command 0x2e"),
        (b"\x00\xa8\x1f", "does not fit"),
        (b"\x00\xda\x02", "does not fit"),
        (b"\x00\x20\x01", "addressing mode 1"),
        (b"\x00\x21\x00\x80", "window 0..128"),
        (b"\x00\x22\x05\x04", "window 5..4"),
        (b"\x00\xb2", "outside page addressing"),
        (b"\x00\x41", "command 0x41"),
        (b"\x01\xaf", "control byte 0x1"),
        (b"\x80", "without what it announces"),
    ],
)
def test_bytes_that_the_controller_does_not_define_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(BusError, match=words):
        started().write(0x3C, data)


def test_data_within_a_command_a_wrong_address_and_too_much_data_are_refused() -> None:
    panel = started()
    with pytest.raises(BusError, match="no device at address 0x3d"):
        panel.write(0x3D, b"\x00\xaf")
    panel.write(0x3C, b"\x00\x81")
    with pytest.raises(BusError, match="middle of a command"):
        panel.write(0x3C, b"\x40\x01")
    wide = started(sh1106=True)
    with pytest.raises(BusError, match="beyond the last column"):
        wide.write(0x3C, b"\x40" + bytes(133))
    with pytest.raises(BusError, match="0x21"):
        commands(started(sh1106=True), 0x21)


def test_the_picture_as_png_has_the_panels_pixels() -> None:
    panel = started()
    commands(panel, 0x21, 1, 1, 0x22, 0, 0)
    panel.write(0x3C, b"\x40\x04")
    image = Image.open(io.BytesIO(png(panel.frame, scale=2)))
    assert image.size == (256, 128)
    amber, dark = image.getpixel((3, 5)), image.getpixel((1, 5))
    assert amber == (255, 190, 80) and dark == (16, 12, 6)
    assert Image.open(io.BytesIO(png(panel.frame, 1, white=True))).getpixel((1, 2)) == (235, 240, 245)
