"""Types every deal of the corpus at the real screens and prints its presses; MicroPython runs it (bench/presses.py).

Arguments: the folder of assets, the corpus. A line a deal:
`DEAL {"name", "presses": {what for: how many}, "questions"}`; a warning is a question, too.
"""

import json
import sys

import desk as d

from tavolo.domain import facts, scoring
from tavolo.domain import kinds as k

PILES = ("played", "taken", "not_taken", "waived")
NAMES = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive")


class Counted(d.Desk):
    """A desk that counts the presses, under what they are for."""

    what = ""

    def reset(self):
        self.counts = {}
        self.questions = 0

    def press(self, key, times=1):
        self.counts[self.what] = self.counts.get(self.what, 0) + times
        return super().press(key, times)

    def hold(self, key):
        self.counts["holds"] = self.counts.get("holds", 0) + 1
        return super().hold(key)


def answer(desk, field, value, last):
    """One question, the short way; `last`: the line whose burracos these were."""
    if field >= k.NEGATIVE:
        desk.number(value)
        return
    if field == k.PILE:
        desk.press(k.UP, value) if value < 3 else desk.press(k.DOWN)
    else:
        desk.press(k.UP, value)
    desk.press(k.OK if last is None else k.KEY_NS + last)


def type_deal(desk, deal):
    """From the OK that ends play to "recorded"."""
    desk.reset()
    desk.what = "end of play"
    desk.press(k.OK)
    lines = (deal["ns"], deal["ew"])
    while not desk.shows("Confirm"):
        top = desk.navigator.top()
        if top.overlay:
            assert top.overlay.finding[1] == k.WARN, (deal["name"], top.overlay.finding)
            desk.what = "warnings"
            desk.questions += 1
            desk.press(k.OK)
            continue
        line, field = top._sync(desk.model)[top.at]
        desk.what = NAMES[field]
        desk.questions += 1
        if line < 0:
            desk.closed(0 if deal["ns"]["closed"] else 1 if deal["ew"]["closed"] else 2)
        else:
            value = lines[line][NAMES[field]]
            others = [lines[line][NAMES[other]] for other in range(field + 1, k.DIRTY + 1)]
            last = line if others and not any(others) else None
            answer(desk, field, PILES.index(value) if field == k.PILE else value, last)
    desk.both_hold()


def main():
    """Four deals a round, so that each table is at home in what it does."""
    with open(sys.argv[2]) as file:
        deals = json.load(file)["deals"]
    desk = None
    for number, deal in enumerate(deals):
        if number % 4 == 0:
            desk = Counted()
            desk.reset()
            desk.to_play()
        if deal["override"]:
            desk.host(k.OVERRIDE, facts.numbers_payload(number % 4 + 1, 5))
            desk.wait()
            desk.press(k.OK)  # the message that it is approved
        type_deal(desk, deal)
        wanted = [scoring.parts(*entry(deal, line))[3] for line in (0, 1)]
        got = desk.model.sheet.deal_totals(number % 4 + 1)
        assert got == tuple(wanted), (deal["name"], got, wanted)
        print("DEAL", json.dumps({"name": deal["name"], "presses": desk.counts, "questions": desk.questions}))
        desk.press(k.OK)  # the message that it is recorded
        if desk.model.sheet.phase == k.DEALING:
            desk.press(k.OK)


def entry(deal, line):
    """(entry, the other's pile, profile) for scoring; arbiter's points are not typed."""
    one, other = (deal["ns"], deal["ew"]) if line == 0 else (deal["ew"], deal["ns"])
    return [int(one[n]) if n != "pile" else PILES.index(one[n]) for n in NAMES] + [0], PILES.index(other["pile"]), k.FIBUR


main()
