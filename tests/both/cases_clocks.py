"""Round clock and turn clock, told the time with every call; also far beyond what a 32-bit small integer holds in ms."""

import tiny

from tavolo.domain import kinds as k
from tavolo.domain import turn_clock
from tavolo.domain.round_clock import RoundClock
from tavolo.domain.turn_clock import TurnClock

for case in tiny.vectors("clocks")["round"]:
    for offset in (0, 1 << 29, (1 << 30) - 1000, 1 << 40):
        clock = RoundClock()
        for at, step in enumerate(case["steps"]):
            name = "%s, step %d (%s), offset %d" % (case["name"], at + 1, step[0], offset)
            if step[0] == "start":
                tiny.equal(name, clock.start(step[1] + offset, step[2]), step[3])
            elif step[0] == "add":
                tiny.equal(name, clock.add(step[1]), step[2])
            elif step[0] == "left":
                tiny.equal(name, clock.remaining_ms(step[1] + offset), step[2])
            elif step[0] == "played":
                tiny.equal(name, clock.elapsed_ms(step[1] + offset), step[2])
            elif step[0] == "state":
                tiny.equal(name, clock.state, step[1])
            else:
                tiny.equal(name, getattr(clock, step[0])(step[1] + offset), step[2])

limits = turn_clock.limits(k.FIBUR)
hands = [(0, 10000), (3, 10000), (4, 20000), (10, 20000), (11, 40000), (33, 40000)]
for cards, limit in hands:
    tiny.equal("%d cards in hand" % cards, turn_clock.limit_ms(limits, cards), limit)
tiny.equal("no limits in feburit", turn_clock.limit_ms(turn_clock.limits(k.FEBURIT), 5), 0)

for at in (0, (1 << 30) - 10000, 1 << 40):
    clock = TurnClock()
    tiny.equal("no limit, no clock", clock.start(at, 0), False)
    tiny.equal("idle", (clock.remaining_ms(at), clock.expired(at), clock.stop()), (0, False, False))
    tiny.equal("idle, nothing to add or pause", (clock.grace(at), clock.pause(at), clock.direct_pile(at)), (False,) * 3)
    clock.start(at, 20000)
    tiny.equal("just before", clock.expired(at + 19999), False)
    tiny.equal("expired", (clock.expired(at + 20000), clock.remaining_ms(at + 20500)), (True, -500))
    tiny.equal("five seconds more once it is over", clock.grace(at + 21000), True)
    tiny.equal("five seconds", clock.remaining_ms(at + 21000), 5000)
    tiny.equal("once a turn", clock.grace(at + 22000), False)
    clock.start(at, 20000)
    tiny.equal("the arbiter is called", clock.pause(at + 15000), True)
    tiny.equal("the clock stands", (clock.remaining_ms(at + 90000), clock.pause(at + 90000)), (5000, False))
    tiny.equal("five seconds on top of what is left", clock.grace(at + 90000), True)
    tiny.equal("and the clock runs", clock.remaining_ms(at + 91000), 9000)
    tiny.equal("resume does not fit", clock.resume(at + 91000), False)
    tiny.equal("the pile taken directly", clock.direct_pile(at + 92000), True)
    tiny.equal("forty seconds afresh", clock.remaining_ms(at + 92000), 40000)
    clock.pause(at + 93000)
    clock.resume(at + 99000)
    tiny.equal("a pause costs nothing", clock.remaining_ms(at + 99000), 39000)
    tiny.equal("over", (clock.stop(), clock.remaining_ms(at + 99000)), (True, 0))
tiny.finish()
