"""The simulated table's board."""

BOARD = {
    "id": "unix/sim_table",
    "platform": "unix",
    "panel": {"kind": "ssd1306", "addr": 0x3C},
    "keys": ("UP", "DOWN", "OK", "BACK", "NS", "EW"),
    "has": ("buzzer", "led", "battery"),
}
