"""38-pin ESP32 DevKit with a separate 128x64 panel (2.42" SSD1309, or 0.96" SSD1306). Wiring: docs/boards.md."""

BOARD = {
    "id": "esp32/devkit38",
    "platform": "esp32",
    "chip": "esp32",
    "panel": {"sda": 21, "scl": 22, "addr": 0x3C, "hz": 400000},
    "keys": {"UP": 32, "DOWN": 33, "OK": 25, "BACK": 26, "NS": 27, "EW": 14},
    "buzzer": 18,
    "led": {"pin": 19, "active_low": False},
    "battery": {"pin": 35, "times_1000": 2000},
}
