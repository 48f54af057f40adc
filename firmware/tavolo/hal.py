"""What the firmware asks of a board: contracts only. Ports implement them (boards/), tests stand in for them; in no image."""


class Panel:
    """128x64, one bit. Also a framebuf.FrameBuffer (MONO_VLSB): draw into it, then call `show` until it returns False."""

    ok: bool  # it answered so far

    def show(self) -> bool:
        """Send the topmost changed window, at most 160 bytes. True: something was sent, call again."""
        raise OSError

    def restart(self) -> None:
        """Initialise a panel that did not answer; the whole picture follows."""

    def contrast(self, contrast: int) -> None:
        """0 dark to 255 bright."""


class Keys:
    """Six keys."""

    def read(self) -> int:
        """Mask of keys down (bit 0 UP, then DOWN OK BACK NS EW), undebounced."""
        raise OSError


class Buzzer:
    """A piezo, or nothing that takes the same calls."""

    def tone(self, hz: int) -> None:
        """Sound at 40..8000 Hz until told otherwise."""

    def off(self) -> None:
        """Silence."""


class Led:
    """One light."""

    def set(self, on: bool) -> None:
        """Light it or not."""


class Clock:
    """Own time."""

    def ms(self) -> int:
        """Milliseconds since start; never wraps, though the ticks below it do."""
        raise OSError

    def us(self) -> int:
        """Raw microsecond ticks, for differences of short spans."""
        raise OSError


class Watchdog:
    """Resets a device whose tasks have stopped. Armed by the first feeding."""

    def feed(self) -> None:
        """Good for some seconds more."""


class Net:
    """The way to the host. Nothing here waits."""

    def poll(self) -> None:
        """Go on with connecting; called every turn."""

    def up(self) -> bool:
        """There is a network."""
        raise OSError

    def gateway(self) -> "str | None":
        """Its gateway as dotted numbers, None where there is none."""

    def rssi(self) -> int:
        """Signal in dBm, 0 unknown."""
        raise OSError

    def connect(self, host: str, port: int):
        """A non-blocking socket on its way to `host` (dotted numbers). Raises OSError."""
        raise OSError


class Port:
    """All of a board, made by its platform's make_port(board, settings)."""

    board: dict
    panel: Panel
    keys: Keys
    buzzer: Buzzer
    led: Led
    clock: Clock
    watchdog: Watchdog
    net: Net
    flash_root: str  # where journal, draft and settings are
    asset_root: str  # where the image's assets/ is

    def battery_mv(self) -> int:
        """Millivolts, 0 where nothing measures them."""
        raise OSError

    def random(self, size: int) -> bytes:
        """Bytes that nobody can guess."""
        raise OSError

    def reset(self) -> None:
        """Start again. On a board it does not return."""
