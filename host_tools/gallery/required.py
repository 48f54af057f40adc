"""The words that must be read on a screen, by the beginning of its picture's name: numbers of texts, the same in each language.

Written from what the screen is for (PRODUCT 2, SCREENS), not from what it draws: a screen that forgets to say whose turn
it is or which key goes on must fail here. A name counts where the picture's name is it, or goes on with a dash.
"""

REQUIRED: dict[str, tuple[str, ...]] = {
    "idle": ("NO_PLAN",),
    "seating": ("TABLE",),
    "keeper": ("KEEPER_Q", "CHOOSE"),
    "dealer": ("DEALER_Q", "CHOOSE"),
    "waiting": ("TABLE", "ROUND", "WAIT", "WAIT_2"),
    "play-hidden": ("PLAYING", "NS", "EW"),
    "play-paused": ("PAUSED", "NS", "EW"),
    "play-about": ("ABOUT",),
    "dealing": ("DEALER", "NS", "EW"),
    "dealing-paused": ("PAUSED",),
    "call-play": ("CALLED",),
    "dealing-call": ("CALLED",),
    "entry-closed": ("WHO_CLOSED",),
    "entry-clean": ("LINE_NS", "CLEAN", "THIS_DEAL"),
    "entry-semi": ("LINE_NS", "SEMI", "THIS_DEAL"),
    "entry-dirty": ("LINE_NS", "DIRTY", "THIS_DEAL"),
    "entry-negative": ("LINE_NS", "NEGATIVE", "THIS_DEAL"),
    "entry-pile": ("PILE",),
    "confirm": ("CONFIRM", "NS", "EW", "TOTAL"),
    "correct-confirm": ("CONFIRM", "BEFORE", "TOTAL"),
    "recorded": ("RECORDED",),
    "not-saved": ("NOT_SAVED",),
    "sheet": ("SHEET", "NS", "EW", "TOTAL"),
    "time-out-state": ("TIME_OUT", "NOW_Q"),
    "time-out-turn": ("TIME_OUT", "TURN_Q"),
    "time-out-drawn": ("TIME_OUT", "DRAWN_Q"),
    "time-out-sure": ("TIME_OUT", "OVER", "YES_NO"),
    "lap-eight": ("TIME_OUT", "LAST", "LEFT"),
    "lap-last": ("TIME_OUT", "LAST", "LEFT"),
    "round-over": ("OVER",),
    "result": ("SIGN", "NS", "EW", "ROUND_END"),
    "signed": ("SIGNED", "NS", "EW"),
    "signed-here": ("SAFE_HERE",),
    "signed-no-link": ("SAFE_HERE",),
    "call": (),
    "call-waiting": ("CALL_MADE", "CALL_WAIT"),
    "call-seen": ("CALL_MADE", "CALL_SEEN"),
    "call-coming": ("CALL_MADE", "CALL_COMING"),
    "menu-idle": ("MENU", "M_HELP", "M_CALL"),
    "menu-sure": ("SURE", "YES_NO"),
    "menu-names-sure": ("M_NAMES", "SURE", "YES_NO"),
    "info": ("M_INFO",),
    "help": ("HELP_FOOT",),
    "language": ("M_LANGUAGE", "CHOOSE"),
    "sounds": ("M_SOUNDS", "SOUNDS_ON", "LIGHT_STAYS", "CHOOSE"),
    "sounds-off": ("M_SOUNDS", "SOUNDS_OFF", "LIGHT_STAYS", "CHOOSE"),
}


def required(name: str) -> tuple[str, ...]:
    """Names of the texts that picture `name` must show: those of the longest entry that fits it."""
    fitting = [entry for entry in REQUIRED if name == entry or name.startswith(entry + "-")]
    return REQUIRED[max(fitting, key=len)] if fitting else ()
