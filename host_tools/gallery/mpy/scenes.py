"""Plays a script of scenes (tests/ui/mpy/*pictures*.py) in one language on the real panel driver. Run by MicroPython.

Arguments: assets folder, language, name of the script. Prints, for each picture: `SHOT name`, `SAY height text` for each
text that was drawn, `FAULT words`, `DRAWN hex` (the frame buffer), `PANEL number`, and `BUS hex` for each write on its bus.
"""

import sys

import desk
import shots

from boards.drivers.panel import Panel
from tavolo.ui.assets import load_texts
from tavolo.ui.canvas import Canvas

ASSETS, LANGUAGE, SCRIPT = sys.argv[1:4]
_start = desk.Desk.__init__


class Bus:
    """Keeps what is written to it."""

    made = 0

    def __init__(self):
        self.sent = []

    def writeto(self, addr, buf):
        self.sent.append(bytes(buf))


def init(self, *args, **kwargs):
    """A desk whose panel is the real driver."""
    _start(self, *args, **kwargs)
    self.bus = Bus()
    self.panel = Panel(self.bus)
    self.canvas.frame = self.panel
    self.buffer = memoryview(self.panel.buffer)[1:]
    self.model.texts = load_texts(ASSETS + "/" + LANGUAGE + ".txt")
    self.model.language = LANGUAGE
    Bus.made += 1
    self.panel_number = Bus.made


def clear(self):
    """A new picture: nothing said, nothing wrong."""
    self.said = []
    self.faults = []
    Canvas.clear(self)


def text(self, x, y, text, font=None, inverse=False):
    """Remember what is said where, and what sticks out or lies on another text."""
    font = font or self.small
    right, bottom = x + len(text) * font.width, y + font.height
    if x < 0 or y < 0 or right > 128 or bottom > 64:
        self.faults.append("sticks out: " + text)
    if text.strip():
        place(self, x, y, right, bottom, text)
    Canvas.text(self, x, y, text, font, inverse)


def place(self, x, y, right, bottom, text):
    """Remember a text, or an icon ("")."""
    for left, top, end, low, other in self.said:
        # rows and columns at the edge of a cell are blank: one may be shared
        if x < end - 1 and left < right - 1 and y < low - 1 and top < bottom - 1:
            self.faults.append("lies on another: %s / %s" % (text or "icon", other or "icon"))
    self.said.append((x, y, right, bottom, text))


def icon(self, x, y, number):
    """An icon must not lie on a text."""
    place(self, x, y, x + 8, y + 12, "")
    Canvas.icon(self, x, y, number)


def arrow(self, x, y, line, inverse=False):
    """Nor a line's symbol."""
    place(self, x, y, x + 8, y + 12, "")
    Canvas.arrow(self, x, y, line, inverse)


def shoot(table, name):
    """Draw, send, print."""
    table.navigator.update()
    table.navigator.draw(table.canvas, table.now)
    print("SHOT", name)
    for _, top, _, bottom, words in table.canvas.said:
        if words:
            print("SAY", bottom - top, words)
    for fault in table.canvas.faults:
        print("FAULT", fault)
    print("DRAWN", bytes(table.buffer).hex())
    while table.panel.show():
        pass
    print("PANEL", table.panel_number)
    for data in table.bus.sent:
        print("BUS", data.hex())
    table.bus.sent = []


desk.Desk.__init__ = init
desk.Paper.clear = clear
desk.Paper.text = text
desk.Paper.icon = icon
desk.Paper.arrow = arrow
shots.shoot = shoot
__import__(SCRIPT)
