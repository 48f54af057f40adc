"""What a screen wants done: the first number of the tuple that `on` returns. The App carries it out.

In groups of 32: 0 actions.py, deeds.py, 1 acts/clocks.py, 2 acts/ruling.py, 3 acts/alone.py, 4 acts/service.py and, from TAKE on,
acts/takeover.py, 5 acts/code.py.
"""

# Draft.step once every question is answered: the confirmation is up.
CONFIRMING = 99

PRESENCE = 1  # line, state
SEATS = 2  # keeper, first dealer
PHASE = 3  # phase
DRAFT = 4  # a field was left: keep the draft
CONFIRM = 5  # line: has confirmed the deal
SIGN = 6  # line: has signed
LAST_LAP = 7  # state, on turn, drawn
LAP_TURN = 8  # turns done
START = 11  # by voice
TIME_OUT = 12  # by voice
VOID = 13  # deal
CORRECT = 14  # deal
REFUSED = 15  # sound only
CLOSE = 16  # leave the overlay
OPEN = 17  # name: open another overlay instead

# Group 1, from 32: acts/clocks.py.
TURN_START = 32  # line, seat (255: not known), hand (turn_clock.py)
TURN_END = 33  # line that has played
TURN_PILE = 34  # taken directly
TURN_HAND = 35  # hand: other than thought
TURN_GRACE = 36  # the arbiter's five seconds
TURN_DISCARD = 37  # imposed by the arbiter
TURN_LEAVE = 38  # phase that follows, or 255

# Group 2, from 64: acts/ruling.py.
CALL = 64  # line (255: the keeper's), reason
WITHDRAW = 65
CALL_REASON = 66  # reason, of the call that is open
RULE = 67  # deal, reason: ask the arbiter, or for the PIN
PIN = 68  # deal, reason, the six digits as a number

# Group 3, from 96: acts/alone.py.
ALONE = 96  # deals, profile, minutes
ALONE_END = 97

# Group 4, from 128: acts/service.py.
LANGUAGE = 128  # index in plan_reader.LANGUAGES
SILENT = 129  # 1: no sound at all, 0: as the plan says
TAKE = 130  # table: ask for the PIN with which this device takes it over; 0: the host has not answered
CLAIM = 131  # table, 0, the six digits as a number
TAKEN = 132  # the names are 1 right, 0 wrong
# Model.taking: no; a snapshot of another place comes; its names are asked about; given back, and so until the host says so
TAKING_NOT = 0
TAKING_COMES = 1
TAKING_ASKS = 2
TAKING_BACK = 3

# Group 5, from 160: acts/code.py.
CODE = 160  # the screen that is up wants the signed sheet's code

# Group 6, from 192: acts/check.py.
INFO = 192  # the figures of the info screen
TEST = 193  # 0 sound and light, 1 flash and battery
ROOM = 194  # how much room the flash has, and what may be cleared (acts/room.py)
CLEAR = 195  # clear it
