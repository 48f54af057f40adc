"""The worked examples of RULES 9: parts of each deal, running totals and VP of each round."""

import tiny

from tavolo.domain import deal, scales, scoring, victory
from tavolo.domain import kinds as k

data = tiny.vectors("examples")
totals = {}
for case in data["deals"]:
    name, profile = case["name"], tiny.profile(case["profile"])
    ns, ew = tiny.entry(case["ns"]), tiny.entry(case["ew"])
    tiny.equal(name + " ns", list(scoring.parts(ns, ew[k.PILE], profile)), case["parts"]["ns"])
    tiny.equal(name + " ew", list(scoring.parts(ew, ns[k.PILE], profile)), case["parts"]["ew"])
    totals[name] = scoring.totals(ns, ew, profile)
    tiny.equal(name + " totals", list(totals[name]), [case["parts"]["ns"][3], case["parts"]["ew"][3]])
    found = deal.problems(ns, ew, profile, case["override"])
    hard = sorted([f[0] for f in found if f[1] == k.HARD])
    tiny.equal(name + " hard findings", hard, sorted(case["hard"]))

for case in data["rounds"]:
    ns = ew = 0
    running = []
    for name in case["deals"]:
        ns += totals[name][0]
        ew += totals[name][1]
        running.append([ns, ew])
    tiny.equal(case["name"] + " running totals", running, case["running"])
    tiny.equal(case["name"] + " difference", abs(ns - ew), case["difference"])
    tiny.equal(case["name"] + " ahead", tiny.LINES[ns < ew], case["ahead"])
    for scale, want in case["vp"].items():
        got = victory.vp(scales.by_id(scale)[3], abs(ns - ew))
        tiny.equal("%s by %s" % (case["name"], scale), list(got), want)

for case in data["differences"]:
    for scale, want in case["vp"].items():
        got = victory.vp(scales.by_id(scale)[3], case["difference"])
        tiny.equal("%s by %s" % (case["name"], scale), list(got), want)

blank = deal.new_entry()
tiny.equal("nothing entered counts as nothing", scoring.totals(blank, blank, k.FIBUR), (0, 0))
half = deal.new_entry()
half[k.CLEAN] = 2
half[k.PILE] = k.PILE_NOT_TAKEN
tiny.equal("the pile's -100 shows before the other pair's pile is known", scoring.totals(half, blank, k.FIBUR), (300, 0))
tiny.finish()
