"""The simulated table's board. Its pins are the order of the bits that come over the wire."""

BOARD = {
    "id": "unix/sim_table",
    "platform": "unix",
    "chip": "unix",
    "panel": {"sda": 6, "scl": 7, "addr": 0x3C, "hz": 400000},
    "keys": {"UP": 0, "DOWN": 1, "OK": 2, "BACK": 3, "NS": 4, "EW": 5},
    "buzzer": 8,
    "led": {"pin": 9, "active_low": False},
    "battery": {"pin": 10, "times_1000": 2000},
}
