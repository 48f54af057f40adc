"""ESP32-C3 mini board with a separate 128x64 panel. Wiring: docs/boards.md."""

BOARD = {
    "id": "esp32/c3_devkit",
    "platform": "esp32",
    "chip": "esp32c3",
    "panel": {"sda": 6, "scl": 7, "addr": 0x3C, "hz": 400000},
    "keys": {"UP": 0, "DOWN": 1, "OK": 3, "BACK": 4, "NS": 5, "EW": 10},
    "buzzer": 20,
    "led": {"pin": 8, "active_low": True},
    "battery": None,
    "reasons": {8: "the board's own LED, lit by low; its resistor holds the pin high at reset, as the chip wants"},
}
