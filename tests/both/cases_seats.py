"""Seats clockwise, lines, and the deal that passes clockwise (RULES 3.2, 5)."""

import tiny

from tavolo.domain import kinds as k
from tavolo.domain import neighbours, profiles, seats, turn_clock

N, E, S, W = k.NORTH, k.EAST, k.SOUTH, k.WEST
tiny.equal("clockwise", [neighbours.next_seat(x) for x in (N, E, S, W)], [E, S, W, N])
tiny.equal("partners", [neighbours.partner(x) for x in (N, E, S, W)], [S, W, N, E])
tiny.equal("lines", [neighbours.line(x) for x in (N, E, S, W)], [k.NS, k.EW, k.NS, k.EW])
tiny.equal("order of play, North deals", seats.order(N), (E, S, W, N))
tiny.equal("order of play, West deals", seats.order(W), (N, E, S, W))
tiny.equal("first served", [neighbours.first_served(x) for x in (N, E, S, W)], [E, S, W, N])
tiny.equal("the deal passes", [seats.dealer(S, deal) for deal in (1, 2, 3, 4, 5, 6)], [S, W, N, E, S, W])

limits = turn_clock.limits(k.FIBUR)
tiny.equal("fibur has the limits of 2008", limits, turn_clock.limits(k.FIBUR_2008))
tiny.equal("feburit has none", turn_clock.limits(k.FEBURIT), ())
tiny.equal("semi-clean", [profiles.semi_clean(p) for p in (k.FIBUR, k.FIBUR_2008, k.FEBURIT)], [True, True, False])
free = [profiles.both_untaken_free(p) for p in (k.FIBUR, k.FIBUR_2008, k.FEBURIT)]
tiny.equal("both piles untaken", free, [True, False, False])
tiny.finish()
