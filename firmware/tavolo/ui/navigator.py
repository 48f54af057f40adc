"""Which screen is up, and what a key means there.

The base screen follows the sheet's phase; overlays lie on it. A press that began on another screen is not this screen's;
after an interrupting screen the keys rest (SCREENS, Grammar). Screens: `draw(canvas, model, now)`, which changes nothing,
and `on(key, long, model, now)` -> None or an intent. OK and BACK act when let go, unless they were held.
"""

import gc

from micropython import const

from tavolo.domain import kinds as k
from tavolo.modules import forget
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Message

_REST_MS = const(600)


class Navigator:
    """`model`; `message` overlays are shown by `notice`."""

    def __init__(self, model) -> None:
        self.model = model
        self.dirty = True
        self._stack = []
        self._base = None
        self._base_name = ""
        self._rest_until = 0
        self._origin = [None] * 6  # screen on which each key went down
        self._longed = 0

    def _make(self, name: str):
        from tavolo.ui.screens import where

        self._unload(where.module_of(name))  # what goes makes room for what comes
        screen = where.make(name)
        forget("tavolo.ui.screens.where")
        return screen

    def _unload(self, wanted: str = "") -> None:
        """Forget modules whose screens are gone, but for the `wanted` one."""
        from tavolo.ui.screens import where

        live = [screen for screen in [self._base] + self._stack if screen]
        for key in range(6):
            if self._origin[key] not in live:
                self._origin[key] = None  # a screen holds its class, and that the whole module it came from
        where.unload(live, wanted)
        if not wanted:
            forget("tavolo.ui.screens.where")
        gc.collect()

    def top(self):
        """The screen that is seen."""
        return self._stack[-1] if self._stack else self._base

    def _wanted(self) -> str:
        sheet = self.model.sheet
        phase = sheet.phase
        if sheet.plan is None:
            return "Idle"
        if self.model.taking >= i.TAKING_ASKS:
            return "Taken"
        first, second = sheet.presence_state
        # after START, too: who is missing is late, and nobody has begun (RULES 6)
        early = phase == k.SEATING or (phase == k.PLAY and sheet.deal_no == 1 and sheet.time_out_at < 0)
        if early and (first != k.HERE or second != k.HERE):
            return "Seating"
        if sheet.keeper < 0 or sheet.first_dealer < 0:
            return "Seats"
        if phase in (k.DEALING, k.PLAY) and sheet.time_out_at >= 0:
            return "Lap" if sheet.lap else "TimeOut"
        draft = self.model.draft
        if draft is not None:
            if sheet.plan.blind and draft.step >= draft.until and not draft.replaces:
                return "Blind"
            return "Entry" if draft.step < i.CONFIRMING else "Confirm"
        return ("Waiting", "Waiting", "Play", "Play", "Entry", "Result", "Signed")[phase]

    def update(self) -> None:
        """Follow the model: another base screen where the phase asks for it."""
        name = self._wanted()
        if name != self._base_name:
            self._base_name = self.model.base = name
            self._base = None  # the old screen's code goes before the new one's comes
            self._base = self._make(name)
            self.dirty = True

    def interrupt(self, now: int) -> None:
        """Something from outside takes the screen: menus close, keys rest, what was typed stays."""
        self._stack = []
        self._rest_until = now + _REST_MS
        self.dirty = True

    def open(self, name: str) -> None:
        """Lay a screen on top."""
        self._stack.append(self._make(name))
        self.dirty = True

    def close(self) -> None:
        """Take the topmost overlay away."""
        if self._stack:
            self._stack.pop()
            self._unload()
        self.dirty = True

    def notice(self, *lines: str, until: int = 0) -> None:
        """A message that waits for OK, or goes by itself at own time `until`."""
        message = Message(lines)
        message.until = until
        self._stack.append(message)
        self.dirty = True

    def tick(self, now: int) -> "tuple | None":
        """Messages that go by themselves; what the top screen does as time passes."""
        top = self.top()
        if top is None:
            return None
        if self._stack and 0 < getattr(top, "until", 0) <= now:
            self.close()
            self._rest_until = now + _REST_MS  # a press meant for the message is not the next screen's
        intent = top.tick(self.model, now)
        if intent is None:
            return None
        self.dirty = True
        return intent or None

    def must_act(self) -> bool:
        """Somebody at the table is asked something that the round waits for."""
        return self._base_name in ("TimeOut", "Confirm", "Result", "Taken")

    def on_key(self, key: int, edge: int, now: int) -> "tuple | None":
        """A key event -> an intent, if the screen has one."""
        top = self.top()
        bit = 1 << key
        if edge == k.PRESS:
            self._origin[key] = None if now < self._rest_until else top
            self._longed &= ~bit
        if self._origin[key] is not top:
            return None
        long = edge == k.LONG
        if key in (k.OK, k.BACK):
            if edge == k.LONG:
                self._longed |= bit
            elif edge != k.RELEASE or self._longed & bit:
                return None
        elif edge == k.RELEASE or (long and key <= k.DOWN):
            return None
        self.dirty = True
        if long and key == k.OK and not self._stack:
            self.open("Menu")
            return None
        if long and key == k.BACK:
            # in the place of menus and the like, not on top: play stays eight presses away. Messages and the turn wait
            self._stack = [screen for screen in self._stack if screen.stays or not screen.module]
            self.open("CallState" if self.model.sheet.call else "CallAsk")
            return None
        intent = top.on(key, long or edge == k.REPEAT, self.model, now)  # type: ignore[attr-defined]
        if intent is not None and intent[0] == i.CLOSE:
            self.close()
            return None
        if intent is not None and intent[0] == i.OPEN:
            self.close()
            self.open(intent[1])
            return None
        if isinstance(intent, tuple) and self._stack and intent[0] != i.REFUSED and top is self._stack[-1] and not top.stays:
            self.close()
        return intent

    def draw(self, canvas, now: int) -> None:
        """The top screen, whole."""
        canvas.clear()
        top = self.top()
        top.draw(canvas, self.model, now)
        self.bar(canvas)

    def bar(self, canvas) -> None:
        """How long a line has held its key; nothing is held where these keys enter a deal."""
        model = self.model
        if model.held >= k.KEY_NS and model.held_ms and self._base_name != "Entry":  # holding works: the bar fills
            canvas.fill(0, 62, min(128, model.held_ms * 128 // 500), 2)
