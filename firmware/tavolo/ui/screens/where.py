"""Where each screen is, and forgetting the code of those that are gone. Loaded for a change of screens, then forgotten too."""

import sys

from tavolo.modules import forget

_PLACE = "tavolo.ui.screens."
_STAY = ("base", "where")
# Screen.module
_WHERE = (
    "Idle.result Waiting.result Result.result Signed.result Seating.start Seats.start Play.play Turn.turn TimeOut.time_out "
    "Lap.time_out Rule.time_out Entry.count Confirm.confirm Menu.menu Foglio.foglio CallAsk.call CallState.call "
    "Ruling.ruling Pin.ruling Blind.blind Solo.solo Take.takeover Asking.takeover Taken.takeover Gone.takeover "
    "Code.qr Info.service Room.room SelfTest.self_test Help.help Language.settings Sounds.settings "
)
# what a module brings along and nobody else needs
_BRINGS = {
    "blind": ("tavolo.ui.entry",),
    "count": ("tavolo.domain.deal", "tavolo.ui.entry"),
    "time_out": ("tavolo.domain.time_out",),
    "turn": ("tavolo.domain.turn_clock",),
}


def module_of(name: str) -> str:
    """The module that has the screen of this name."""
    at = _WHERE.find(name + ".") + len(name) + 1
    return _WHERE[at : _WHERE.find(" ", at)]


def make(name: str):
    """A new screen, its module loaded."""
    module = module_of(name)
    screen = getattr(__import__(_PLACE + module, None, None, (name,)), name)()
    screen.module = module
    return screen


def unload(live: list, wanted: str) -> None:
    """Forget the modules of screens that are not in `live`, but for the `wanted` one."""
    keep = [wanted] + [screen.module for screen in live]
    for name in list(sys.modules):
        module = name[len(_PLACE) :] if name.startswith(_PLACE) else ""
        if module and module not in keep and module not in _STAY:
            for gone in (name,) + _BRINGS.get(module, ()):
                forget(gone)
