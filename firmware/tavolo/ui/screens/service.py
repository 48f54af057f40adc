"""About the device itself, in four pages: who it is, how it hears the host, its log, what it lives on."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

_PAGES = 4


class Info(Screen):
    """UP and DOWN turn the pages."""

    stays = True

    def __init__(self) -> None:
        self.at = 0
        self.asked = False

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        c.bar(m.texts[t.M_INFO], "%d/%d" % (self.at + 1, _PAGES))
        c.fill(0, 12, 128, 1)
        lines = (self._device, self._link, self._log, self._power)[self.at](m)
        for n in range(len(lines)):
            c.text(0, 14 + 13 * n, lines[n])
        c.center(52, m.texts[t.HELP_FOOT])

    def _device(self, m) -> tuple:
        up = m.info[0] if m.info else 0
        return (
            "%s %s" % (m.texts[t.INFO_VERSION], m.version),
            "%s %s" % (m.texts[t.INFO_NUMBER], m.device),
            "%s %d:%02d h" % (m.texts[t.INFO_ON], up // 60, up % 60),
        )

    def _link(self, m) -> tuple:
        rssi, quality = m.info[1:3] if m.info else (0, 0)
        texts = m.texts
        error = texts[t.ABOUT] if m.about else "+-%d ms" % quality if quality else "?"
        clock = "%s %s" % (texts[t.INFO_CLOCK], error)
        return (texts[t.LINKED if m.linked else t.NOT_LINKED], "Wi-Fi %d dBm" % rssi if rssi else "Wi-Fi ?", clock)

    def _log(self, m) -> tuple:
        records, faults = m.info[3:5] if m.info else (0, 0)
        texts = m.texts
        fault = m.fault or (texts[t.INFO_FINE] if not faults else "%d" % faults)
        return ("%s %d" % (texts[t.UNSENT], m.unsent), "%s %d" % (texts[t.INFO_LOG], records), fault)

    def _power(self, m) -> tuple:
        free, battery_mv, hours = m.info[5:8] if m.info else (0, 0, 0)
        texts = m.texts
        battery = "%d,%02d V" % (battery_mv // 1000, battery_mv % 1000 // 10) if battery_mv else "-"
        return (
            "%s %d KB" % (texts[t.INFO_MEMORY], free // 1024),
            texts[t.LOW_BATTERY] if m.low else "%s %s" % (texts[t.INFO_BATTERY], battery),
            "%s %d h" % (texts[t.INFO_PANEL], hours),
        )

    def tick(self, m, now: int) -> "tuple | None":
        """Asks for the figures once a page."""
        if self.asked:
            return None
        self.asked = True
        return (i.INFO,)

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.UP or key == k.DOWN:
            self.at = (self.at + (1 if key == k.DOWN else -1)) % _PAGES
            self.asked = False
            return None
        return (i.CLOSE,)
