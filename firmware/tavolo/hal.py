"""Contracts between the application and a board's port. Nothing here runs: it is not in the image.

A port is one class `Port(board, settings)` in `boards/<platform>/port.py` whose attributes keep these contracts.
`boards/esp32/port.py` and `boards/unix/port.py` do; tests/unit/test_boards.py compares both with this page, name by name.
Everything returns at once: nothing waits for a key, a network or a panel.
"""


class Clock:
    """Time since start. No date: the host knows it."""

    def ms(self) -> int:
        """Milliseconds since start; never wraps, never goes back. Asked at least once in six days."""
        raise NotImplementedError

    def us(self) -> int:
        """Raw microsecond ticks, which wrap: for time.ticks_diff over short spans only."""
        raise NotImplementedError

    def rest(self, ms: int) -> bool:
        """Sleep for at most `ms`. True: something has come, or may have: each task gets a turn at once."""
        raise NotImplementedError


class Panel:
    """128x64 one-bit panel. It is itself the framebuf.FrameBuffer (MONO_VLSB) that is drawn into."""

    ok: bool  # False: it did not answer; nothing is sent until `restart`

    def show(self) -> bool:
        """Send the topmost window that changed, at most 160 bytes (4 ms of bus). True: sent something, call again."""
        raise NotImplementedError

    def restart(self, lit: bool = False) -> None:
        """Initialise it anew; it then gets the whole picture, and is dark until it has it. `lit`: it is thought to be well
        and is only made sure of, so it stays lit."""
        raise NotImplementedError

    def contrast(self, contrast: int) -> None:
        """Brightness, 0 (dimmest, still readable) to 255; kept over `restart`."""
        raise NotImplementedError

    def shift(self, columns: int) -> None:
        """Show the picture 0 or 1 columns to the right."""
        raise NotImplementedError


class Keys:
    """Six keys."""

    def read(self) -> int:
        """Mask of the keys that are down now, not debounced: bit 0 UP, 1 DOWN, 2 OK, 3 BACK, 4 NS, 5 EW. Bits 8 to 13: those
        that have gone down since the last call, where the board can tell."""
        raise NotImplementedError


class Buzzer:
    """One tone at a time. Silent calls where a board has none."""

    def tone(self, hz: int) -> None:
        """Sound at `hz` until told otherwise."""
        raise NotImplementedError

    def off(self) -> None:
        """Silence."""
        raise NotImplementedError


class Led:
    """One light. Does nothing where a board has none."""

    def set(self, on: bool) -> None:
        """Light it or not."""
        raise NotImplementedError


class Watchdog:
    """Resets the board when it is not fed for 8 s. Armed by the first feeding."""

    def feed(self) -> None:
        """Every task has run lately."""
        raise NotImplementedError

    def arm(self, ms: int = 8000) -> object:
        """It is armed by the first feeding, and can never be stopped; from now on it waits so long."""
        raise NotImplementedError


class Net:
    """The way to the host."""

    def poll(self) -> None:
        """Drives the connection to the Wi-Fi; called every 10 ms or so."""
        raise NotImplementedError

    def up(self) -> bool:
        """There is a network, with an address of ours."""
        raise NotImplementedError

    def gateway(self) -> "str | None":
        """The router's address, where known: the host may be the hotspot itself."""
        raise NotImplementedError

    def rssi(self) -> int:
        """Signal in dBm (negative), 0 when not known."""
        raise NotImplementedError

    def connect(self, host: str, port: int):
        """A non-blocking TCP socket on its way to `host`, four numbers with dots. Raises OSError."""
        raise NotImplementedError


class Port:
    """All of a board. `board` is its BOARD dict with the image's `version`, `settings` those of services/settings.py."""

    board: dict
    clock: Clock
    panel: Panel
    keys: Keys
    buzzer: Buzzer
    led: Led
    watchdog: Watchdog
    net: Net
    flash_root: str  # where the LittleFS is mounted, "/"
    asset_root: str  # where the image's assets/ is: "" in LittleFS, "/rom" in ROMFS

    def __init__(self, board: dict, settings) -> None:
        raise NotImplementedError

    def every(self, period_ms: int, call) -> None:
        """Have `call(timer)` called each `period_ms`, between any two steps of the interpreter, or while the clock rests."""
        raise NotImplementedError

    def battery_mv(self) -> int:
        """Millivolts of the battery, 0 where nothing measures them."""
        raise NotImplementedError

    def random(self, size: int) -> bytes:
        """Bytes that nobody can guess."""
        raise NotImplementedError

    def kept(self) -> bytes:
        """What `keep` was given before a reset; empty after a loss of power."""
        raise NotImplementedError

    def keep(self, data: bytes) -> None:
        """At most 256 bytes that survive a reset, not a loss of power. Costs no flash."""
        raise NotImplementedError

    def rtc_ms(self) -> int:
        """A clock that runs on over a reset; its zero is anywhere, and after a loss of power somewhere else."""
        raise NotImplementedError

    def reset(self) -> None:
        """Start again; does not return."""
        raise NotImplementedError
