"""boards/unix/boot.py with a stopwatch on the simulated flash, whose driver is interpreted here and is not on a board, and
one on the time for which the computer ran something else."""

import sys
import time

sys.path.insert(0, __file__.rsplit("/", 3)[0] + "/boards/unix")

import blockdev  # noqa: E402
import boot  # noqa: E402

FlashFile = blockdev.FlashFile
FlashFile.spent_us = FlashFile.erases = 0  # time in the driver so far, and blocks erased
_read, _write, _ioctl = FlashFile.readblocks, FlashFile.writeblocks, FlashFile.ioctl
_us, _diff = time.ticks_us, time.ticks_diff


def readblocks(self, block, buf, offset=0):
    at = _us()
    _read(self, block, buf, offset)
    FlashFile.spent_us += _diff(_us(), at)


def writeblocks(self, block, buf, offset=0):
    at = _us()
    _write(self, block, buf, offset)
    FlashFile.spent_us += _diff(_us(), at)


def ioctl(self, op, arg):
    at = _us()
    done = _ioctl(self, op, arg)
    FlashFile.erases += op == 6
    FlashFile.spent_us += _diff(_us(), at)
    return done


try:
    _sched = open("/proc/self/schedstat")  # now: later "/" is the simulated flash
except OSError:
    _sched = None  # not Linux: then it is in the times


def delayed_us():
    """For how long this process was ready and the computer ran another one, so far."""
    if not _sched:
        return 0
    _sched.seek(0)
    return int(_sched.read().split()[1]) // 1000


FlashFile.delayed_us = delayed_us
FlashFile.readblocks, FlashFile.writeblocks, FlashFile.ioctl = readblocks, writeblocks, ioctl
boot.boot()
