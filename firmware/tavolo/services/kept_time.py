"""How the event's clock goes on after a reset or a loss of power. Loaded once, at start.

After a reset: from what TimeSync.keep left in the chip's memory and the RTC that ran on. It is text: RTC ms, event ms, quality
ms, crystal ppm, about (0, 1), CRC-32 of all before the blank in front of it. Anything else is somebody else's.
"""

from binascii import crc32

from micropython import const

from tavolo.services import files

_FIGURES = const(5)
_MOST_PPM = const(200)
_LATE_MS = const(90000)  # it is kept once a minute, and the watchdog waits 8 s: what took longer is no reset that we know


def resume(clock, port, now: int) -> bool:
    """Let `clock` (TimeSync) go on at own time `now`; False: nothing is known, the clock stays so.

    An RTC that says more than 90 s have passed may be right: the clock follows it, as "about".
    """
    kept = _read(port.kept())
    if not kept:
        return from_mark(clock, now)
    rtc_ms, event_ms, quality_ms, ppm, about = kept
    passed = port.rtc_ms() - rtc_ms
    if passed < 0 or event_ms < 0 or event_ms + passed >= 1 << 30 or quality_ms < 0 or abs(ppm) > _MOST_PPM:
        return from_mark(clock, now)
    clock.set_about(event_ms + passed, now)
    clock.ppm = ppm
    if passed <= _LATE_MS:
        clock.about = about == 1
        clock.quality_ms = quality_ms
    clock.keep(now)
    return True


def from_mark(clock, now: int) -> bool:
    """After a loss of power: go on from the last minute mark, as "about". False: there is none."""
    mark = files.number(clock.path)
    if mark >= 0:
        clock.set_about(mark, now)
        clock.keep(now)
    return mark >= 0


def _read(data: bytes) -> list:
    """The figures; empty for what TimeSync.keep did not write."""
    body = data.rsplit(b" ", 1)
    try:
        if len(body) == 2 and int(body[1]) == crc32(body[0]):
            kept = [int(part) for part in body[0].split()]
            if len(kept) == _FIGURES:
                return kept
    except ValueError:
        pass  # not a number: as bad as a wrong check
    return []
