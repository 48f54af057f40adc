"""A strict stand-in for machine of stock MicroPython on an ESP32: what the documentation has, with its checks, no more.

A call, an argument or a pin that the chip does not have raises. `log` tells the test what happened.
"""

import binascii

from board import BOARD

log = []
timers = {}  # which -> what the test calls when its period is over
handlers = {}  # pin -> what the test calls when it falls
levels = {}  # pin -> level that an input reads
answers = True  # whether anybody is on the I2C bus
microvolts = {}
kept = b""
C3 = BOARD["chip"] == "esp32c3"
INPUT_ONLY = () if C3 else (34, 35, 36, 39)
FLASH = range(11, 18) if C3 else range(6, 12)
PINS = range(22) if C3 else tuple(n for n in range(40) if n not in (20, 24, 28, 29, 30, 31))
FIRST_ADC = range(5) if C3 else range(32, 40)


def reset():
    log.append(("reset",))


class Pin:
    IN = 1
    OUT = 3
    PULL_UP = 2
    PULL_DOWN = 1
    IRQ_FALLING = 2

    def __init__(self, number, mode=-1, pull=-1, *, value=None):
        if type(number) is not int or number not in PINS or number in FLASH:
            raise ValueError("invalid pin %r" % (number,))
        if number in INPUT_ONLY and (mode == Pin.OUT or pull != -1):
            raise ValueError("pin %d can only be input, without a pull" % number)
        self.number = number
        self.mode = mode
        log.append(("pin", number, mode, pull, value))
        if value is not None:
            levels[number] = value

    def irq(self, handler=None, trigger=1 | 2, wake=None):
        if self.mode != Pin.IN or not callable(handler) or trigger != Pin.IRQ_FALLING:
            raise ValueError("irq of pin %d" % self.number)
        handlers[self.number] = lambda: handler(self)

    def value(self, *level):
        if not level:
            if self.mode != Pin.IN:
                raise AssertionError("pin %d is read but is no input" % self.number)
            return levels.get(self.number, 1)
        if self.mode != Pin.OUT or level[0] not in (0, 1):
            raise AssertionError("pin %d set to %r" % (self.number, level))
        levels[self.number] = level[0]
        return None


class I2C:
    def __init__(self, which, *, scl, sda, freq=400000, timeout=50000):
        if which != 0 or not isinstance(scl, Pin) or not isinstance(sda, Pin) or not 1000 <= freq <= 400000:
            raise ValueError("I2C")
        log.append(("i2c", scl.number, sda.number, freq, timeout))

    def writeto(self, addr, buf, stop=True):
        if type(addr) is not int or not 8 <= addr <= 0x77 or stop is not True:
            raise ValueError("address or stop")
        memoryview(buf)  # anything else than bytes raises
        if not answers:
            raise OSError(19)
        log.append(("write", addr, binascii.hexlify(buf).decode()))
        return len(buf)


class PWM:
    def __init__(self, dest, *, freq, duty_u16):
        if not isinstance(dest, Pin):
            raise TypeError("PWM on %r" % (dest,))
        self.freq(freq)
        self.duty_u16(duty_u16)

    def freq(self, hz):
        if type(hz) is not int or not 1 <= hz <= 40000000:
            raise ValueError("freq")
        log.append(("freq", hz))

    def duty_u16(self, duty):
        if type(duty) is not int or not 0 <= duty <= 65535:
            raise ValueError("duty")
        log.append(("duty", duty))


class ADC:
    ATTN_11DB = 3

    def __init__(self, pin, *, atten):
        # the second converter cannot be used beside Wi-Fi
        if not isinstance(pin, Pin) or pin.number not in FIRST_ADC or atten != ADC.ATTN_11DB:
            raise ValueError("ADC")
        self._pin = pin.number

    def read_uv(self):
        return microvolts[self._pin]


class RTC:
    def memory(self, *data):
        global kept
        if not data:
            return kept
        if len(data) != 1 or len(data[0]) > 2048:
            raise ValueError("buffer too long")
        kept = bytes(data[0])
        return None


class Timer:
    PERIODIC = 1
    ONE_SHOT = 0

    def __init__(self, which):
        if which not in range(2 if C3 else 4):
            raise ValueError("Timer %r" % (which,))
        self.which = which

    def init(self, *, mode=1, freq=-1, period=-1, callback=None):
        if mode != Timer.PERIODIC or type(period) is not int or period < 1 or not callable(callback):
            raise ValueError("Timer")
        log.append(("timer", self.which, period))
        timers[self.which] = lambda: callback(self)


class WDT:
    def __init__(self, *, id=0, timeout=5000):
        if id != 0 or timeout < 1000:
            raise ValueError("WDT")
        log.append(("wdt", timeout))

    def feed(self):
        log.append(("feed",))
