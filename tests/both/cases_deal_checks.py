"""Every row of RULES 1.7, each side of each bound, and entries that are half typed."""

import tiny

from tavolo.domain import deal
from tavolo.domain import kinds as k

data = tiny.vectors("deal_checks")
base = data["base"]
for case in data["cases"]:
    ns = tiny.entry(case["ns"], base["ns"])
    ew = tiny.entry(case["ew"], base["ew"])
    profile = tiny.profile(case["profile"])
    found = [tiny.finding(f) for f in deal.problems(ns, ew, profile, case["override"])]
    tiny.equal("%s: %s" % (case["row"], case["name"]), sorted(found), sorted(case["expect"]))
    # the other way round: the same findings, the lines exchanged
    swapped = {"ns": "ew", "ew": "ns", "-": "-"}
    want = []
    for text in case["expect"]:
        words = text.split(" ")
        words[1] = swapped[words[1]]
        want.append(" ".join(words))
    found = [tiny.finding(f) for f in deal.problems(ew, ns, profile, case["override"])]
    tiny.equal("%s: %s, lines exchanged" % (case["row"], case["name"]), sorted(found), sorted(want))

for case in data["partial"]:
    found = deal.problems(tiny.entry(case["ns"]), tiny.entry(case["ew"]), tiny.profile(case["profile"]))
    tiny.equal("half typed: " + case["name"], sorted([tiny.finding(f) for f in found]), sorted(case["expect"]))

for points_ns, points_ew, pile_ns, pile_ew, too_high in data["net"]:
    piles = tiny.PILES.index(pile_ns), tiny.PILES.index(pile_ew)
    name = "net form %d, %d, %s, %s" % (points_ns, points_ew, pile_ns, pile_ew)
    tiny.equal(name, deal.net_sum_too_high(points_ns, points_ew, *piles), too_high)

tiny.equal("a new entry knows nothing", deal.new_entry(), [k.UNKNOWN] * k.FIELDS)
good = tiny.entry({}, base["ns"]), tiny.entry({}, base["ew"])
asked = [f[0] for f in deal.problems(good[0], good[1], k.FIBUR, False, (250, 699))]
tiny.equal("what is unusual is a setting", asked, ["unusual_total", "unusual_total"])
tiny.finish()
