"""Composition root and core tick: the only place where services and screens meet (docs/architecture.md)."""

import gc
import sys

from micropython import const
from tavolo.actions import Actions
from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.services import numbers as n
from tavolo.services.draft import Draft as DraftFile
from tavolo.services.journal import Journal, JournalError
from tavolo.services.keys import Keys
from tavolo.services.link import Link
from tavolo.services.outbox import Outbox
from tavolo.services.ring import Ring
from tavolo.services.supervisor import Supervisor
from tavolo.services.timesync import TimeSync
from tavolo.services.tones import Tones
from tavolo.ui.canvas import Canvas
from tavolo.ui.model import Model
from tavolo.ui.navigator import Navigator
from tavolo.ui.texts import it

VERSION = "0.1.0"
_HELD_STEP_MS = const(60)
_PANEL_RETRY_MS = const(3000)


class App:
    """`port`: the board's hardware (hal.py); `config`: its settings. `now`: own ms of the tick that runs."""

    def __init__(self, port: object, config: object) -> None:
        root = port.flash_root
        self.port = port
        self.now = port.clock.ms()
        self.canvas = Canvas(port.panel, port.asset_root.rstrip("/") + "/assets")  # the big buffers first
        self.model = Model(it.TEXTS)
        self.model.device = config.device.hex()
        self.model.version = VERSION
        self.navigator = Navigator(self.model)
        self.ring = Ring()
        self.keys = Keys(port.keys, self.ring, port.clock)
        self.tones = Tones(port.buzzer, port.led)
        self.timesync = TimeSync(root)
        self.timesync.load_mark(self.now)
        self.draft_file = DraftFile(root)
        self.actions = Actions(self)
        self.journal = Journal(root, config.device, port.random)
        try:
            self.journal.open()
        except JournalError as e:
            self.model.fault = str(e)[:21]
        self.link = Link(port, config, VERSION, self.actions.on_message, self._beat)
        self.outbox = Outbox(self.journal, self.link, config.key)
        if config.faults or self.journal.faults:
            self.model.fault = (config.faults + self.journal.faults)[0][:21]
        self.supervisor = Supervisor(port.clock, port.watchdog, self._on_fault, port.reset)
        self._session = 0
        self._showing = True
        self._shown_second = -1
        self._held_step = 0
        self._panel_ms = 0
        self._warned_ms = 0
        self._look()
        self.actions.restore()
        # loading is over: what it left behind goes before the network needs room
        sys.modules.pop("tavolo.services.settings", None)
        gc.collect()

    def run(self) -> None:
        """Start the tasks; returns only after a reset."""
        self.supervisor.add("keys", self.keys.poll, 5)
        self.supervisor.add("core", self.tick, 10)
        self.supervisor.add("tones", self.tones.poll, 20)
        self.supervisor.add("link", self.net, 10)
        self.supervisor.run()

    def _on_fault(self, text: str) -> None:
        self.actions.write(k.FAULT, facts.text_payload(1, text))

    def _beat(self) -> dict:
        sheet = self.model.sheet
        return {
            "t": "beat",
            "ph": sheet.phase,
            "dn": sheet.deal_no,
            "un": self.outbox.unsent(),
            "bat": self.port.battery_mv(),
            "rssi": self.port.net.rssi(),
            "mem": gc.mem_free(),
            "q": self.timesync.quality_ms,
            "up": self.now // 1000,
        }

    # -- the network's turn -------------------------------------------------------------------------------------------

    def net(self, now: int) -> None:
        """Link, outbox, clock exchange: each step bounded, none waits."""
        self.now = now
        link = self.link
        link.poll(now)
        if not link.linked():
            return
        if link.sessions != self._session:
            self._session = link.sessions
            self.timesync.restart(now)
        answers = self.actions.answers
        while answers and link.send(answers[0]):
            answers.pop(0)
        self.timesync.poll(now, link.send)
        self.outbox.poll(now)

    # -- the core -----------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Bring the model up to date with the services."""
        model = self.model
        linked, unsent = self.link.linked(), self.outbox.unsent()
        if linked != model.linked or unsent != model.unsent:
            model.linked = linked
            model.unsent = unsent
            self.navigator.dirty = True
        model.event_ms = self.timesync.event_ms(self.now)
        model.about = self.timesync.about

    def tick(self, now: int) -> None:
        """Events, then time, then the screen. All changes of state happen here or in `net`, never across an await."""
        self.now = now
        self._look()
        self.navigator.update()
        ring = self.ring
        while ring.take():
            self.tones.quiet()
            intent = self.navigator.on_key(ring.a, ring.b, now)
            if intent is not None:
                self.actions.act(intent)
            self.navigator.update()
        self._time(now)
        self._render(now)

    def _time(self, now: int) -> None:
        model = self.model
        clock = model.sheet.clock
        if clock.state and model.event_ms >= 0:
            second = clock.remaining_ms(model.event_ms) // 1000
            if second != self._shown_second:
                self._shown_second = second
                self.navigator.dirty = True
                if clock.state == 1 and (second == 0 or (second % 60 == 0 and second // 60 in model.sheet.plan.warnings)):
                    self.tones.play(n.SOUND_WARNING)
        self._held(now)
        self.navigator.tick(now)
        self.tones.light = n.LIGHT_STEADY if model.linked else n.LIGHT_SLOW
        if self.navigator.must_act():
            self.tones.light = n.LIGHT_FAST
        try:
            self.timesync.mark(now)
        except OSError as e:
            model.fault = "mark: %s" % e

    def _held(self, now: int) -> None:
        model = self.model
        down = self.keys.down
        model.held = k.KEY_NS if down >> k.KEY_NS & 1 else k.KEY_EW if down >> k.KEY_EW & 1 else -1
        model.held_ms = self.keys.held_ms(model.held, now) if model.held >= 0 else 0
        step = min(model.held_ms, 540) // _HELD_STEP_MS
        if step != self._held_step:
            self._held_step = step
            self.navigator.dirty = True

    def _render(self, now: int) -> None:
        panel = self.port.panel
        if self.navigator.dirty:
            self.navigator.dirty = False
            self.navigator.draw(self.canvas, now)
            self._showing = True
        if self._showing:
            self._showing = panel.show()
        if not panel.ok and now - self._panel_ms > _PANEL_RETRY_MS:
            self._panel_ms = now
            panel.restart()
            self._showing = True
