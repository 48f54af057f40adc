"""The core tick: the only place where services and screens meet (docs/architecture.md). start.py puts it together."""

import gc

from micropython import const

from tavolo.domain import kinds as k
from tavolo.services import numbers as n
from tavolo.ui.texts import keys as t

_HELD_STEP_MS = const(60)
_TURN_MS = const(10)


class App:
    """Parts, all set by start.py: root (of the flash), assets (folder), port, canvas, model, navigator, ring, keys, tones,
    timesync, draft_file, journal, actions, link, outbox, supervisor, care. `now`: own ms of the tick that runs."""

    def __init__(self, port) -> None:
        self.port = port
        self.now = port.clock.ms()
        self._session = 0
        self._showing = True
        self._shown_second = -1
        self._held_step = 0
        self._ticked = False

    def run(self) -> None:
        """Start the tasks; returns only after a reset."""
        supervisor = self.supervisor
        self.port.every(5, self.keys.poll)
        supervisor.add("core", self.tick, _TURN_MS)
        supervisor.add("tones", self.tones.poll, 20)
        supervisor.add("link", self.net, _TURN_MS)
        supervisor.run()

    def on_fault(self, text: str) -> None:
        from tavolo.domain.fact_writer import text_payload

        self.actions.write(k.FAULT, text_payload(1, text))

    def beat(self) -> dict:
        sheet = self.model.sheet
        return {
            "t": "beat",
            "ph": sheet.phase,
            "dn": sheet.deal_no,
            "un": self.outbox.unsent(),
            "bat": self.port.battery_mv(),
            "low": self.care.low,
            "fault": self.model.fault,
            "rssi": self.port.net.rssi(),
            "mem": gc.mem_free(),
            "q": self.timesync.quality_ms,
            "up": self.now // 1000,
        }

    # -- the network's turn -------------------------------------------------------------------------------------------

    def net(self, now: int) -> "int | None":
        """Link, outbox, clock exchange: each step bounded, none waits. Returns for how many ms it can be left alone; None:
        something came, which may concern the core."""
        self.now = now
        link = self.link
        ws = link.ws
        came = ws.got
        link.poll(now)
        if not link.linked():
            return _TURN_MS
        if link.sessions != self._session:
            self._session = link.sessions
            self.timesync.restart(now)
        answers = self.actions.answers
        while answers and link.send(answers[0]):
            answers.pop(0)
        self.timesync.poll(now, link.send)
        self.outbox.poll(now)
        try:
            ws.flush()  # now: a question of time was stamped, and shall not lie about
        except OSError:
            return None  # the next turn meets the broken connection again, and ends it
        if came or ws.heard_ms == now:
            return None
        return _TURN_MS if self.outbox.unsent() else n.IDLE_MS

    # -- the core -----------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Bring the model up to date with the services."""
        model = self.model
        linked, unsent = self.link.linked(), self.outbox.unsent()
        if linked != model.linked or unsent != model.unsent:
            model.linked = linked
            model.unsent = unsent
            self.navigator.dirty = True
        model.event_ms = self.timesync.event_ms(self.now)
        model.about = self.timesync.about
        model.table = self.actions.table

    def tick(self, now: int) -> "int | None":
        """Events, then time, then the screen. All changes of state happen here or in `net`. Returns for how many ms it can
        be left alone, or None."""
        self.now = now
        self.look()
        self.navigator.update()
        ring = self.ring
        while ring.take():
            self.care.used = now
            if ring.b == k.PRESS:
                self.tones.quiet()
            intent = self.navigator.on_key(ring.a, ring.b, now)
            if intent is not None:
                self.actions.act(intent)
                self.look()  # what was just written is not on the PC: no picture may say so
            self.navigator.update()
        self._time(now)
        self._render(now)
        if self._showing:
            return None
        clock = self.model.sheet.clock  # a second of it begins a turn
        return clock.remaining_ms(self.model.event_ms) % n.IDLE_MS + 1 if clock.state == 1 else n.IDLE_MS

    def _time(self, now: int) -> None:
        model = self.model
        clock = model.sheet.clock
        warned = False
        if clock.state and model.event_ms >= 0:
            second = clock.remaining_ms(model.event_ms) // 1000
            if second != self._shown_second:
                self._shown_second = second
                self._ticked = True
            warned = clock.passed(model.event_ms, model.sheet.plan.warnings)
            if warned:
                self.tones.play(n.SOUND_WARNING)
        turn = model.turn
        call = model.sheet.call is not None
        if turn is not None and turn.rang(now, clock.state != 1 or call):
            self.tones.play(n.SOUND_EXPIRY)
        self._held(now)
        intent = self.navigator.tick(now)
        if intent is not None:
            self.actions.act(intent)
        light = n.LIGHT_STEADY if model.linked else n.LIGHT_SLOW
        if not self.port.panel.ok:
            light = n.LIGHT_TWICE
        if call or self.navigator.must_act() or (turn is not None and turn.expired(now)):
            light = n.LIGHT_FAST
        self.tones.light = light
        if self.tones.sound != n.SILENCE:
            self.care.used = now
        try:
            self.timesync.mark(now, warned)  # so that after a reset it is known what was warned of
        except OSError:
            model.fault = model.fault or model.texts[t.ROOM_ERROR]

    def _held(self, now: int) -> None:
        model = self.model
        down = self.keys.down
        model.held = k.KEY_NS if down >> k.KEY_NS & 1 else k.KEY_EW if down >> k.KEY_EW & 1 else -1
        model.held_ms = self.keys.held_ms(model.held, now) if model.held >= 0 else 0
        step = min(model.held_ms, 540) // _HELD_STEP_MS
        if step != self._held_step:
            if step < self._held_step:
                self.navigator.dirty = True
            self._held_step = step
            self.navigator.bar(self.canvas)
            self._showing = True

    def _render(self, now: int) -> None:
        navigator = self.navigator
        if self._ticked and not navigator.dirty:
            navigator.dirty = not navigator.top().second(self.canvas, self.model, now)
            self._showing = True
        self._ticked = False
        if navigator.dirty:
            navigator.dirty = False
            navigator.draw(self.canvas, now)
            self._showing = True
        if self.care.poll(now, self.model.sheet.clock.state == 1):
            self.model.low = self.care.low
            navigator.dirty = True
        if self._showing:
            self._showing = self.port.panel.show()
