"""Who meets whom, where and in which line, and who rests (RULES 6; docs/pairing.md explains each way)."""

from host_tools.engine.pairing.danish_rounds import danish, modified_danish, pure_danish
from host_tools.engine.pairing.drawn import draw, entry_order
from host_tools.engine.pairing.field import Field, Foursomes, Pairing, PairingError, PairingRules, Unmet, Wish
from host_tools.engine.pairing.foursomes import drawn_foursomes, ranked_foursomes
from host_tools.engine.pairing.italian_rounds import italian, italian_calendar
from host_tools.engine.pairing.locks import locked
from host_tools.engine.pairing.lots import by_lot
from host_tools.engine.pairing.manual_round import manual, manual_foursomes
from host_tools.engine.pairing.mitchell_rounds import mitchell, mitchell_rounds
from host_tools.engine.pairing.review import reviewed

__all__ = [
    "Field",
    "Foursomes",
    "Pairing",
    "PairingError",
    "PairingRules",
    "Unmet",
    "Wish",
    "by_lot",
    "danish",
    "draw",
    "drawn_foursomes",
    "entry_order",
    "italian",
    "italian_calendar",
    "locked",
    "manual",
    "manual_foursomes",
    "mitchell",
    "mitchell_rounds",
    "modified_danish",
    "pure_danish",
    "ranked_foursomes",
    "reviewed",
]
