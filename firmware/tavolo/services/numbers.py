"""Numbers that the services and the App share. Used as `from tavolo.services import numbers as n` and `n.NAME`: the
image build puts the number in place of the name, so that on a device this module is not there."""

IDLE_MS = 200  # a task with nothing to do is not called for so long, unless something comes; a whole part of a second

# Ring events.
EVENT_KEY = 1  # a = key, b = edge (kinds.py)

# Link states.
OFF = 0
CONNECTING = 1
HELLO = 2
LINKED = 3

# WebSocket states and opcodes (RFC 6455 section 5.2).
WS_CLOSED = 0
WS_CONNECTING = 1
WS_UPGRADING = 2
WS_OPEN = 3
WS_TEXT = 1
WS_BINARY = 2
WS_CLOSE = 8
WS_PING = 9
WS_PONG = 10

# Sounds, most important first: a sound is not cut off by a less important one.
SOUND_TIME_OUT = 0
SOUND_START = 1
SOUND_WARNING = 2
SOUND_EXPIRY = 3
SOUND_COMING = 4
SOUND_LOCATE = 5
SOUND_REFUSED = 6
SOUND_RECORDED = 7
SILENCE = 99

# LED.
LIGHT_DARK = 0
LIGHT_STEADY = 1
LIGHT_SLOW = 2
LIGHT_FAST = 3
LIGHT_TWICE = 4  # the panel does not answer
