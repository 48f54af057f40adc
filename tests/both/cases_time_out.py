"""Who still plays after a time-out: every row of RULES 3.2, all three families, for each dealer."""

import tiny

from tavolo.domain import kinds as k
from tavolo.domain import neighbours, profiles, seats, time_out

STATES = {"before": k.TO_BEFORE_DEALING, "dealing": k.TO_DEALING, "play": k.TO_PLAY, "count": k.TO_COUNT}
for row in tiny.vectors("last_lap")["rows"]:
    family = profiles.time_out_family(tiny.profile(row["profile"]))
    for dealer in range(4):
        seat_of = dict(zip("F23D", seats.order(dealer)))
        on_turn = seat_of[row["on_turn"]] if row["on_turn"] else None
        got = time_out.last_lap(family, STATES[row["state"]], dealer, on_turn, row["drawn"])
        want = None if row["turns"] is None else tuple([seat_of[name] for name in row["turns"]])
        where = row["profile"], row["state"], row["on_turn"], row["drawn"], tiny.SEATS[dealer]
        tiny.equal("%s %s on turn %s drawn %s dealer %s" % where, got, want)

FIBUR, RIGHT = profiles.TO_DEALER, profiles.TO_RIGHT
lap = time_out.last_lap
# throwing the discard counts as the next player, not drawn: in the family "right" the one who throws it plays last
throwing = k.EAST
tiny.equal("throwing the discard", lap(RIGHT, k.TO_PLAY, k.NORTH, neighbours.next_seat(throwing), False)[-1], throwing)
tiny.equal("the dealer throws it", lap(FIBUR, k.TO_PLAY, k.WEST, k.NORTH, False), (k.NORTH, k.EAST, k.SOUTH, k.WEST))
tiny.refused("a dealer that is no seat", ValueError, "dealer", lap, FIBUR, k.TO_COUNT, 4, 0, False)
tiny.refused("a seat that is none", ValueError, "seat", lap, FIBUR, k.TO_PLAY, 0, 4, False)
tiny.refused("a state that is none", ValueError, "state", lap, FIBUR, 4, 0, 0, False)
tiny.finish()
