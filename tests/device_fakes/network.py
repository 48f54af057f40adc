"""A strict stand-in for network of stock MicroPython on an ESP32; tests set `connected` and `code` as the air would."""

STA_IF = 0
STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_GOT_IP = 1010
STAT_NO_AP_FOUND = 201

calls = []
connected = False
code = STAT_IDLE
broken = False  # the driver is between two states: everything raises


class WLAN:
    PM_NONE = 0
    PM_PERFORMANCE = 1

    def __init__(self, interface):
        if interface != STA_IF:
            raise ValueError("only a station")
        self._active = False

    def active(self, on):
        self._active = on
        calls.append(("active", on))

    def config(self, **values):
        for name in values:
            if name not in ("reconnects", "pm"):
                raise ValueError("unknown config param " + name)
            calls.append((name, values[name]))

    def isconnected(self):
        return connected

    def _check(self):
        if not self._active or broken:
            raise OSError("Wifi Internal State Error")

    def connect(self, name, password):
        global code
        self._check()
        if code == STAT_CONNECTING:
            raise OSError("Wifi Internal State Error")
        calls.append(("connect", name, password))
        code = STAT_CONNECTING

    def disconnect(self):
        global code
        self._check()
        calls.append(("disconnect",))
        code = STAT_IDLE

    def status(self, what=""):
        if not what:
            return code
        if what != "rssi":
            raise ValueError("unknown status param")
        if not connected:
            raise OSError("not connected")
        return -61

    def ifconfig(self):
        return ("192.168.4.20", "255.255.255.0", "192.168.4.1", "192.168.4.1")
