"""What stands in for an ESP32's hardware on 32-bit MicroPython without a board: as little as the port needs to be built.

Runs inside MicroPython. The network is a stream of bytes made beforehand (bench/feed.py), so every random byte is 7.
"""

import binascii
import builtins
import hashlib
import os
import select
import sys
import time

levels = {}  # pin -> level; keys are to ground, so 1 is up
ACCEPT = b""  # SHA-1 that the WebSocket upgrade needs; this build of MicroPython has none
feed = None  # file with what the host says


class Nothing:
    """Takes any call and does nothing."""

    def __init__(self, *args, **named):
        pass

    def __getattr__(self, name):
        return lambda *args, **named: 0


class Pin:
    IN = OUT = PULL_UP = IRQ_FALLING = 0

    def __init__(self, number, *args, **named):
        self.number = number

    def irq(self, handler, trigger):
        pass

    def value(self, new=1):
        return levels.get(self.number, 1)


class Timer(Nothing):
    PERIODIC = 1


class I2C:
    answers = True

    def __init__(self, *args, **named):
        self.bytes = 0

    def writeto(self, addr, buf):
        if not I2C.answers:
            raise OSError(19)
        self.bytes += 1 + len(buf)
        return len(buf)


class ADC(Nothing):
    ATTN_11DB = 0

    def read_uv(self):
        return 1900000


class PWM(Nothing):
    """Its calls take no memory, as the chip's take none."""

    def freq(self, hz):
        pass

    def duty_u16(self, duty):
        pass


class RTC:
    """Its memory."""

    kept = b""

    def memory(self, *data):
        if not data:
            return RTC.kept
        RTC.kept = data[0]
        return None


class WLAN(Nothing):
    PM_NONE = PM_PERFORMANCE = 0

    def isconnected(self):
        return True

    def ifconfig(self):
        return ("192.168.4.2", "255.255.255.0", "192.168.4.1", "192.168.4.1")

    def status(self, *what):
        return -60


class Sock(Nothing):
    """Reads the feed, swallows what is sent."""

    def write(self, data):
        return len(data)

    def readinto(self, buf, size):
        return feed.readinto(memoryview(buf)[:size]) or None

    def recvfrom(self, size):
        raise OSError(11)  # no beacon


class Poll(Nothing):
    def poll(self, *wait):
        return [(0, 4)]


class Sha1:
    def __init__(self, data):
        pass

    def digest(self):
        return ACCEPT


def from_base64(text):
    """This build's own takes bytes only."""
    return binascii.a2b_base64(text.encode() if isinstance(text, str) else text)


class Time:
    """Time as it is driven."""

    now = 0


_open = open
_NO_FILE = 44


def numbered_open(*args):
    """What says here that a file is not there is 44; on a board it is 2."""
    try:
        return _open(*args)
    except OSError as e:
        raise OSError(2 if e.errno == _NO_FILE else e.errno)


def as_module(name, like=None, **what):
    """An object that imports as a module; `like`: a real one whose names it takes over."""
    module = type(name, (), {})
    for key in dir(like) if like else ():
        if key[0] != "_":
            setattr(module, key, getattr(like, key))
    for key in what:
        setattr(module, key, what[key])
    sys.modules[name] = module


as_module("machine", ADC=ADC, I2C=I2C, PWM=PWM, RTC=RTC, Timer=Timer, WDT=Nothing, Pin=Pin, reset=Nothing)
as_module("network", WLAN=WLAN, STA_IF=0, STAT_CONNECTING=1)
as_module("socket", socket=Sock, getaddrinfo=lambda host, port: [(0, 0, 0, "", (host, port))], AF_INET=2, SOCK_DGRAM=2)
as_module("select", poll=Poll, POLLIN=select.POLLIN, POLLOUT=select.POLLOUT)
as_module("hashlib", sha256=hashlib.sha256, sha1=Sha1)
as_module("binascii", binascii, a2b_base64=from_base64)
as_module("os", os, urandom=lambda size: bytes([7]) * size)
as_module("time", time, ticks_ms=lambda: Time.now, ticks_us=lambda: Time.now * 1000, time_ns=lambda: Time.now * 1000000)
builtins.open = numbered_open
