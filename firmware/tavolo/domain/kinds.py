"""Numbers that device, host and flash agree on. Append only: a number once used is never given another meaning.

Lines, seats and pile states follow RULES 3.2 and 5 (seats clockwise, the deal passes clockwise).

Used as `from tavolo.domain import kinds as k` and `k.NAME`: the image build puts the number in place of the name, so
that on a device these names cost nothing and this module is not there.
"""

# Lines. A seat's line is `seat & 1`.
NS = 0
EW = 1

# Seats, clockwise.
NORTH = 0
EAST = 1
SOUTH = 2
WEST = 3

# Fields of one line's deal entry, a list of eight integers in this order. UNKNOWN marks a field nobody has entered.
CLEAN = 0
SEMI = 1
DIRTY = 2
CLOSED = 3
PILE = 4
NEGATIVE = 5
POSITIVE = 6
ARBITER = 7
FIELDS = 8
UNKNOWN = -32768

# Pile states (RULES 1.2).
PILE_PLAYED = 0
PILE_TAKEN = 1  # taken, not played
PILE_NOT_TAKEN = 2
PILE_WAIVED = 3  # by ruling: its -100 is not counted

# Levels of a finding (RULES 1.7).
HARD = 0
WARN = 1
OVERRIDDEN = 2

# Rule profiles.
FIBUR = 0
FIBUR_2008 = 1
FEBURIT = 2

# Phases of a table in a round (RULES 3.2, end).
SEATING = 0
WAITING = 1
DEALING = 2
PLAY = 3
COUNT = 4
SHEET = 5
SIGNED = 6

# What the table was doing when time-out was called.
TO_BEFORE_DEALING = 0
TO_DEALING = 1
TO_PLAY = 2
TO_COUNT = 3

# Clock policy at the table (RULES 3.1: players may not ask for the remaining time).
CLOCK_VISIBLE = 0
CLOCK_LAST_MINUTES = 1
CLOCK_HIDDEN = 2

# Record kinds: what happened (docs/protocol.md has the payloads).
PLAN = 1
START = 2
PAUSE = 3
RESUME = 4
ADD_TIME = 5
TIME_OUT = 6
END_ROUND = 7
PRESENCE = 8
SEATS = 9
PHASE = 10
DEAL = 11
REVISE = 12
VOID = 13
LAST_LAP = 14
LAP_TURN = 15
SIGN = 16
CALL = 17
CALL_ANSWER = 18
OVERRIDE = 19
FAULT = 20
OVERRUN = 21
RULING_ASK = 22
PIN_TRY = 23
RESULT = 24

# Flags of DEAL and REVISE, beside facts.OVERRIDE_FLAG (1).
COPIED = 2  # the host copied it from a table's screen
BY_ARBITER = 4  # decided on the host's page

# Flags of SIGN and RESULT.
ENDED_EARLY = 1
SAT_SWAPPED = 2  # RESULT: the pairs sat the other way round than the plan says
DECIDED = 4  # RESULT: the arbiter's word, over what the table's own records say

# What an OVERRUN record says of a turn (RULES 3.3).
TURN_OVER = 0
TURN_GRACE = 1  # the arbiter gave five seconds more
TURN_DISCARD = 2  # the arbiter imposed the discard of the highest card

# Reasons of a call, and of a ruling that opens the hard checks (RULES 1.7).
CALL_IRREGULARITY = 1
CALL_SLOW_PLAY = 2
CALL_SCORE = 3
CALL_OTHER = 4
RULING_NO = 0
RULING_BOTH_PILES = 1
RULING_SHORT_DEAL = 2
RULING_WRONG_DECK = 3
RULING_MIXED_CARDS = 4
RULING_CLOSING = 5

# PRESENCE states.
HERE = 1
NOT_OUR_NAMES = 2
SWAP_LINES = 3

# CALL states (device) and CALL_ANSWER states (host).
CALL_NONE = 0
CALL_MADE = 1
CALL_WITHDRAWN = 2
CALL_SEEN = 3
CALL_COMING = 4
CALL_CLOSED = 5

# Keys, in the order of the bits that a port's `keys.read()` returns, and the edges of a key event.
UP = 0
DOWN = 1
OK = 2
BACK = 3
KEY_NS = 4
KEY_EW = 5
PRESS = 0
RELEASE = 1
REPEAT = 2
LONG = 3  # sent once when a key has been held for its long-press time
