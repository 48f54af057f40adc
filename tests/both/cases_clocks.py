"""Round clock and turn clock, told the time with every call; also far beyond what a 32-bit small integer holds in ms."""

import tiny

from tavolo.domain import kinds as k
from tavolo.domain import turn_clock
from tavolo.domain.plan import Plan
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

plan = Plan()
tiny.equal("the profile's limits by hand", [turn_clock.hand_ms(plan, hand) for hand in (0, 1, 2)], [10000, 20000, 40000])
plan.turn_s = (0, 25, 0)
tiny.equal("the organiser's before the profile's", [turn_clock.hand_ms(plan, hand) for hand in (0, 1, 2)], [10000, 25000, 40000])
plan.profile = k.FEBURIT
tiny.equal("only what is given", [turn_clock.hand_ms(plan, hand) for hand in (0, 1, 2)], [0, 25000, 0])

for at in (0, (1 << 30) - 10000, 1 << 40):
    warned = RoundClock()
    warned.start(at, 600000)
    minutes = (5, 2)
    looks = ((100000, False), (299999, False), (300000, True), (300000, False), (300010, False), (100, False), (400000, False))
    for later, wanted in looks + ((550000, True), (599999, False), (900000, True), (910000, False)):
        tiny.equal("warned at %d, offset %d" % (later, at), warned.passed(at + later, minutes), wanted)
    warned.start(at, 600000)
    warned.pause(at + 100000)
    tiny.equal("a pause warns of nothing", warned.passed(at + 400000, minutes), False)
    warned.resume(at + 500000)
    tiny.equal("and shifts the warning", [warned.passed(at + n, minutes) for n in (699999, 700000, 700001)], [False, True, False])
    warned.add(120000)
    tiny.equal("time that is added: once more", [warned.passed(at + n, minutes) for n in (819999, 820000)], [False, True])
    warned.add(-200000)
    tiny.equal("a cut below: at once, and once", [warned.passed(at + 820010, minutes) for _ in (0, 1)], [True, False])

for at in (0, (1 << 30) - 10000, 1 << 40):
    clock = TurnClock()
    clock.start(at, 20000)
    tiny.equal("rings once", [clock.rang(at + n) for n in (19999, 20000, 20010, 30000)], [False, True, False, False])
    tiny.equal("over", clock.over_ms(at + 27000), 7000)
    clock.grace(at + 27000)
    tiny.equal("rings again", [clock.rang(at + n) for n in (31999, 32000, 32010)], [False, True, False])
    tiny.equal("the arbiter's seconds are not over", clock.over_ms(at + 35000), 10000)
    clock.start(at, 20000)
    tiny.equal("stands", [clock.rang(at + n, True) for n in (5000, 90000)], [False, False])
    tiny.equal("goes on", [clock.rang(at + n) for n in (90000, 104999, 105000)], [False, False, True])
    clock.start(at, 20000)
    clock.rang(at + 30000, True)
    clock.grace(at + 60000)
    tiny.equal("grace ends the standing", clock.rang(at + 65000, True), True)
    clock.rang(at + 65000)
    clock.start(at, 40000)
    tiny.equal("another hand, from when the turn began", clock.relimit(10000), True)
    tiny.equal("ten seconds", (clock.remaining_ms(at + 4000), clock.limit), (6000, 10000))
    clock.pause(at + 4000)
    tiny.equal("also while it stands", (clock.relimit(20000), clock.remaining_ms(at + 99000)), (True, 16000))
    tiny.equal("no limit changes nothing", (clock.relimit(0), clock.limit), (False, 20000))

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
