"""VP scales: every boundary of the data, defaults, and an organiser's own scale proved on load (RULES 2.1)."""

import tiny

from tavolo.domain import bands, scales, victory

for scale, difference, winner, loser in tiny.vectors("vp_boundaries")["rows"]:
    got = victory.vp(scales.by_id(scale)[3], difference)
    tiny.equal("%s at %d" % (scale, difference), got, (winner, loser))

for row in scales.SCALES:
    bands.check_bands(row[3])
    tiny.equal(row[0] + " sums to 20", [b for b in row[3] if b[1] + b[2] != 20], [])
    tiny.equal(row[0] + " official", row[2], row[0].startswith("fibur"))

names = [(2, "fibur_2_deals"), (3, "fibur_3_deals"), (4, "fibur_4_deals"), ("team", "fibur_team")]
for deals, name in names:
    tiny.equal("default for %s" % deals, scales.default_for(deals)[0], name)
for deals in (0, 1, 5, 6, 7):
    tiny.equal("no official scale for %d deals" % deals, scales.default_for(deals), None)
tiny.equal("an unknown scale", scales.by_id("fibur_9_deals"), None)

data = tiny.vectors("own_scales")
for case in data["good"]:
    row = scales.own(case["scale"])
    tiny.equal(case["name"], row[:3], (case["scale"]["id"], case["scale"]["deals"] or 0, False))
    for difference, winner, loser in case["vp"]:
        tiny.equal("%s at %d" % (case["name"], difference), victory.vp(row[3], difference), (winner, loser))
for case in data["bad"]:
    tiny.refused(case["name"], ValueError, case["says"], scales.own, case["scale"])
tiny.refused("no bands", ValueError, "1 to 24", bands.check_bands, ())
tiny.refused("a band of two", ValueError, "band 1", bands.check_bands, ((32767, 10),))
tiny.refused("no open end", ValueError, "open", bands.check_bands, ((100, 10, 10),))
tiny.finish()
