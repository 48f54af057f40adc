"""What a table draws, state by state, from data sheets and the lit pixels of the committed pictures (docs/power.md).

`python -m bench.power` prints the table of that page; tests/unit/test_power.py compares the two.
"""

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from bench.figures import Figure, at_least, plain

GOLDEN = Path(__file__).parents[1] / "tests/golden"
CAPACITY_MAH = 2000
SESSION_H = 4
# ESP32 data sheet, power by mode: processor at 160 MHz, radio off, 27 mA at rest to 44 mA with both cores at full work.
CPU_REST_MA, CPU_BUSY_MA = 27.0, 44.0
BUSY = 0.25  # part of the time that the loop works: a turn of at most 2.5 ms in 10 (bench table64 x 25)
# ESP-IDF guide, low power in Wi-Fi scenarios, modem sleep, DTIM 1, minus its processor at rest: 31.12 - 27
RADIO_NAPS_MA = 4.1
# ESP32 data sheet, RF: receiving 95 to 100 mA in all; minus the processor at rest
RADIO_ON_MA = 70.0
# AMS1117 data sheet: 5 mA for itself; CP2102 suspended 0.1 mA; the board's light through 1 k about 1.5 mA
BOARD_MA = 6.6
# SSD1309 data sheet: a segment at contrast 255 takes 32 x 10 uA, one row of 128 at a time; from 12 V, made of 3.3 V at 85 %
SSD1309_FULL_MA = 128 * 0.320 * 12 / (3.3 * 0.85)
# SSD1306 data sheet: 8 x 12.5 uA a segment; 7.5 V by its charge pump from 3.3 V at 90 %
SSD1306_FULL_MA = 128 * 0.100 * 7.5 / (3.3 * 0.90)
LOGIC_MA = 0.3
# a piezo is a capacitor of some 20 nF: 3.3 V x 2 x 2 kHz x 20 nF
BUZZER_MA = 0.3
LED_MA = 4.0  # (3.3 - 2.0) V through 330 ohm
LED_SLOW, LED_FAST = 125 / 2000, 0.5
DIM, FAR = 1 / 4, 1 / 16  # services/care.py


@dataclass(frozen=True)
class State:
    """A row: what is on the screen, how bright, what the radio and the light do."""

    name: str
    picture: str
    bright: float
    radio_ma: float
    led: float
    session: float  # part of a session's time


STATES = [
    State("idle, no round, far dimmed", "idle", FAR, RADIO_NAPS_MA, 1.0, 0.05),
    State("seating, waiting", "waiting", DIM, RADIO_NAPS_MA, 1.0, 0.10),
    State("play, just touched", "play", 1.0, RADIO_NAPS_MA, 1.0, 0.15),
    State("play, dimmed", "play", DIM, RADIO_NAPS_MA, 1.0, 0.45),
    State("entry", "entry-negative", 1.0, RADIO_NAPS_MA, 1.0, 0.15),
    State("TIME OUT, to sign", "result", 1.0, RADIO_NAPS_MA, LED_FAST, 0.05),
    State("signed, dimmed", "signed", DIM, RADIO_NAPS_MA, 1.0, 0.05),
    State("play, no network: looking for it", "play", DIM, RADIO_ON_MA, LED_SLOW, 0.0),
    State("play, radio off (no Wi-Fi set)", "play", DIM, 0.0, LED_SLOW, 0.0),
    State("play, radio always on (PM_NONE)", "play", DIM, RADIO_ON_MA, 1.0, 0.0),
]


def lit(picture: str) -> float:
    """Part of the pixels that are lit on a committed picture."""
    with Image.open(GOLDEN / f"{picture}.png") as image:
        return sum(pixel > 0 for pixel in image.convert("L").tobytes()) / (128 * 64)


def panel_ma(picture: str, bright: float, full_ma: float = SSD1309_FULL_MA) -> float:
    """The panel with this picture at this part of its full contrast."""
    return lit(picture) * bright * full_ma + LOGIC_MA


def total_ma(state: State) -> float:
    """All of the table, from the regulator's input (it is a linear one: what goes in comes out)."""
    cpu = CPU_REST_MA + BUSY * (CPU_BUSY_MA - CPU_REST_MA)
    return cpu + state.radio_ma + BOARD_MA + panel_ma(state.picture, state.bright) + LED_MA * state.led


def session_ma() -> float:
    """Mean over a session."""
    return sum(total_ma(state) * state.session for state in STATES)


def hours(ma: float) -> float:
    """From a full cell to the 8 % below which its voltage falls steeply."""
    return CAPACITY_MAH * 0.92 / ma


def warning_percent() -> float:
    """Charge at which one session is left: its own, and the 8 % that are not to be had."""
    return 100 * session_ma() * SESSION_H / CAPACITY_MAH + 8


def table() -> str:
    """The page's table."""
    rows = ["| state | lit | panel mA | all mA | hours on 2,000 mAh |", "|---|---|---|---|---|"]
    for state in STATES:
        all_ma = total_ma(state)
        panel = panel_ma(state.picture, state.bright)
        rows.append(f"| {state.name} | {100 * lit(state.picture):.0f} % | {panel:.0f} | {all_ma:.0f} | {hours(all_ma):.0f} |")
    mean = session_ma()
    rows.append(f"| **a session, mean** | | | **{mean:.0f}** | **{hours(mean):.0f}** |")
    return "\n".join(rows)


def measure(work: Path) -> list[Figure]:
    """For the report."""
    mean = session_ma()
    return [
        plain("power: a session's mean, computed", mean, "mA"),
        at_least("power: life on 2,000 mAh, computed", hours(mean), "h", 2 * SESSION_H),
        plain("power: low battery is said at", warning_percent(), "% of charge"),
    ]


if __name__ == "__main__":
    print(table())
    print(f"warning at {warning_percent():.0f} %; SSD1306 all lit {SSD1306_FULL_MA:.0f} mA, SSD1309 {SSD1309_FULL_MA:.0f} mA")
