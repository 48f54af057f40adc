"""Wemos LOLIN32 OLED: an ESP32 with a 0.96" SSD1306 soldered on. Wiring: docs/boards.md."""

BOARD = {
    "id": "esp32/oled_builtin",
    "platform": "esp32",
    "chip": "esp32",
    "panel": {"sda": 5, "scl": 4, "addr": 0x3C, "hz": 400000},
    "keys": {"UP": 25, "DOWN": 26, "OK": 14, "BACK": 13, "NS": 15, "EW": 2},
    "buzzer": 16,
    "led": None,
    "battery": None,
    "reasons": {
        5: "wired to the panel on the board; the panel's pull-up is what the chip wants at reset",
        15: "few pins are led out; low at reset only silences the chip's start message",
        2: "few pins are led out; it matters at reset only while pin 0 is low too",
    },
}
