"""One table in virtual time: the real App on the real drivers, over the stand-ins of parts.py and a LittleFS flash in RAM.

`power_up` makes the App as main.py does, on the flash as it is; the tasks that App.run starts are called here at their
periods. A reset or a power cut drops the App and every module of the firmware, as a board does.
"""

import gc
import json
import sys

import flash as flash_
import hall as hall_
import parts
import vfs

from tavolo.ui.texts import keys as t

ASSETS = sys.argv[1]  # the firmware's folder
ROOT = "/f"
STEP_MS = 10  # the core's period; keys are sampled as often
IDLE_STEP_MS = 250  # while nobody touches a key
BLOCKS = 64


class PowerCut(BaseException):
    """The power has gone during a flash operation. No `except Exception` or `except OSError` sees it."""


class Reset(BaseException):
    """The board has reset itself (port.reset)."""


class Flash(flash_.Flash):
    """A flash whose power can go: then nothing is written any more."""

    def __init__(self, image):
        super().__init__(image)
        self.cut_in = 0  # operations until the power goes; 0: it does not
        self.how = 0  # what becomes of that operation: 0 nothing, 1 its first half is done, 2 done but not reported
        self.gone = False
        self.dropped = False  # another Flash has the image now: files that the cut left open are closed without effect

    def readblocks(self, block, buf, offset=0):
        if not self.dropped:
            super().readblocks(block, buf, offset)

    def writeblocks(self, block, buf, offset=0):
        if self.gone and not self.dropped:
            raise PowerCut  # still the same cut: files are being closed without power
        if not self.dropped:
            super().writeblocks(block, buf, offset)

    def ioctl(self, op, arg):
        if self.gone and not self.dropped and op == 6:
            raise PowerCut
        return 0 if self.dropped else super().ioctl(op, arg)

    def _operate(self, at, data):
        if self.cut_in:
            self.cut_in -= 1
            if not self.cut_in:
                self.gone = True
                size = (0, len(data) // 2, len(data))[self.how]
                self.image[at : at + size] = data[:size]
                raise PowerCut
        super()._operate(at, data)


class Table:
    """`app`: the App that runs; `world`, `hall`, `bus`, `pins`; `starts`: how often it was started."""

    def __init__(self, seed):
        self.world = parts.World()
        self.dice = parts.Dice(seed)
        self.hall = hall_.Hall(self.world, parts.Dice(seed + 1))
        self.bus = parts.Bus()
        self.pins = [parts.KeyPin() for _ in range(6)]
        self.pwm = parts.Pwm()
        self.shown = []  # texts of the newest picture
        self.safe = ""  # what says that all is on the PC
        self.starts = 0
        self.app = None
        self._kept = b""
        self._rtc_zero = 1 << 40
        self.flash = Flash(bytearray(b"\xff" * (BLOCKS * flash_.BLOCK)))
        vfs.VfsLfs2.mkfs(self.flash)
        flash_.mounted(self.flash, ROOT)
        settings = {"device": hall_.DEVICE.hex(), "key": hall_.KEY.hex(), "hosts": [["10.0.0.1", 8770]]}
        with open(ROOT + "/settings.json", "w") as f:
            f.write(json.dumps(settings))
        parts.deafen()
        self.power_up()

    # -- power ------------------------------------------------------------------------------------------------------

    def power_up(self):
        """Start on the flash as it is."""
        from tavolo.services import settings
        from tavolo.start import start

        config = settings.load(ROOT)
        self.starts += 1
        self._tasks = []
        self.app = app = start(self._port(config), config)
        self._spy(app.canvas)
        app.supervisor.run = lambda: None
        app.run()  # registers its tasks
        now = self.world.now
        self._tasks += [[poll, period, now + period] for _, poll, period, _ in app.supervisor._tasks]

    def _port(self, config):
        from boards.drivers import panel
        from boards.drivers import parts as drivers

        port = drivers.Port()
        port.board = {"version": "0.1.0", "id": "test/table", "platform": "test", "chip": "none"}
        port.flash_root, port.asset_root = ROOT, ASSETS
        port.clock = parts.Clock(self.world)
        port.panel = panel.Panel(self.bus, 0x3C, config.panel == "sh1106", config.flip)
        port.keys = drivers.Keys(self.pins)
        port.buzzer = drivers.Buzzer(self.pwm)
        port.led = drivers.Led(parts.Level())
        port.watchdog = drivers.Watchdog(parts.Dog)
        port.net = parts.Net(self.hall)
        port.random = self.dice.data
        port.every = self._every
        port.battery_mv = lambda: 3900
        port.kept = lambda: self._kept
        port.keep = self._keep
        port.rtc_ms = lambda: self.world.now + self._rtc_zero
        port.reset = self._reset
        return port

    def _keep(self, data):
        assert len(data) <= 256
        self._kept = bytes(data)

    def _every(self, period_ms, call):
        self._tasks.append([call, period_ms, self.world.now + period_ms])
        return True

    def _reset(self):
        raise Reset

    def _spy(self, canvas):
        """Note every text that is drawn; none may stick out of the panel."""
        draw, clear = canvas.text, canvas.clear

        def text(x, y, text, font=None, inverse=False):
            size = font or canvas.small
            fits = x >= 0 and x + len(text) * size.width <= 128 and y >= 0 and y + size.height <= 64
            assert fits, "text sticks out: %r" % ((x, y, text, size.width),)
            self.shown.append(text)
            if text == self.safe:
                assert not self.app.outbox.unsent(), "said to be on the PC, and is not"
            draw(x, y, text, font, inverse)

        def wiped():
            self.shown[:] = []
            self.safe = self.app.model.texts[t.SAFE_PC]
            clear()

        canvas.text, canvas.clear = text, wiped

    def down(self, power=False):
        """Stop: the App and all its modules are gone; `power`: what RAM and panel held is gone, too."""
        self.hall.cut()
        self.app = None
        self.flash.dropped = self.flash.gone
        for pin in self.pins:
            pin.irq(None, pin.IRQ_FALLING)
        self._tasks = []
        self.calm()
        for name in list(sys.modules):
            if name.split(".")[0] in ("tavolo", "boards") or name.startswith("adafruit"):
                del sys.modules[name]
        if power:
            self._kept = b""
            self._rtc_zero = self.dice.below(1 << 20) - self.world.now
            self.bus.glass[:] = self.dice.data(64) * 16
        gc.collect()

    def restart(self, power=False):
        """Reset, or (`power`) off and on again. The keys that are down stay down."""
        self.down(power)
        self.flash.dropped = True
        self.flash = Flash(self.flash.image)
        flash_.mounted(self.flash, ROOT)
        self.power_up()

    def cut_at(self, operation, how):
        """Cut the power at the n-th flash operation from now; `how`: see Flash."""
        self.flash.how = how
        self.flash.cut_in = operation

    def calm(self):
        """No power cut is pending."""
        self.flash.cut_in = 0

    # -- time -------------------------------------------------------------------------------------------------------

    def run(self, ms, step=STEP_MS):
        """Time passes for every task at its period."""
        world = self.world
        end = world.now + ms
        born = self.app.port.clock._born
        while world.now < end:
            world.now = now = min(end, world.now + step)
            for task in self._tasks:
                if now >= task[2]:
                    task[2] = now + task[1]
                    task[0](now - born)

    def wait(self, ms):
        """Time passes in which nobody touches a key."""
        self.run(ms, IDLE_STEP_MS)

    def stall(self, ms):
        """Nothing runs for a while, as when a flash erases."""
        self.world.now += ms

    # -- hands ------------------------------------------------------------------------------------------------------

    def level(self, key, down):
        """A contact closes or opens."""
        self.pins[key].set(down)

    def press(self, key, times=1, ms=40, gap=40):
        """Short presses."""
        for _ in range(times):
            self.level(key, True)
            self.run(ms)
            self.level(key, False)
            self.run(gap)

    def hold(self, key):
        """A press long enough to be a long one."""
        self.press(key, 1, 620 if key >= 4 else 1120)

    def release_all(self):
        """No finger on any key."""
        if not any([pin.down for pin in self.pins]):
            return
        for pin in self.pins:
            pin.set(False)
        self.run(60)

    # -- looking ----------------------------------------------------------------------------------------------------

    def top(self):
        """The screen that is seen."""
        return self.app.navigator.top()

    def shows(self, *names):
        """Whether the screen that is seen is of one of these classes."""
        return type(self.top()).__name__ in names
