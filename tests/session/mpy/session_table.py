"""Plays a scripted session on one table, with resets and power losses at random places. Arguments: the firmware's folder, the
script's file (JSON, script.py). Prints the log, what the host has, and the panel at each "recorded".
"""

import json
import sys

import checks as checks_
import player as player_
import table as table_


class Stop(BaseException):
    """Here the board is reset."""


class Unlucky(table_.Table):
    """A table that stops now and then, in the middle of anything."""

    def __init__(self, seed, every_ms):
        self.stop_at = 1 << 30
        super().__init__(seed)
        self._every_ms = every_ms
        self.stops = [0, 0, 0]  # resets, losses of power, of these during a write
        self.plan_stop()

    def plan_stop(self):
        """Choose the next stop."""
        if not self._every_ms:
            return
        self.stop_at = self.world.now + 1 + self.dice.below(2 * self._every_ms)
        if not self.dice.below(3):
            self.cut_at(1 + self.dice.below(60), self.dice.below(3))

    def run(self, ms, step=table_.STEP_MS):
        left = self.stop_at - self.world.now
        if 0 < left < ms:
            super().run(left, step)
            raise Stop
        super().run(ms, step)

    def again(self, cut):
        """After a stop."""
        power = cut or not self.dice.below(2)
        self.stops[2 if cut else 1 if power else 0] += 1
        self.stop_at = 1 << 30
        for pin in self.pins:
            pin.set(False)
        self.restart(power)
        self.plan_stop()


def main():
    with open(sys.argv[2]) as f:
        script = json.loads(f.read())
    table = Unlucky(script["seed"], script["every_ms"])
    checks = checks_.Checks(table)
    player = player_.Player(table, checks, script["rounds"], script["bands"])
    shown = None
    for _ in range(40000):
        if player.done:
            break
        try:
            player.step()
        except (Stop, table_.PowerCut, table_.Reset) as stop:
            before = checks.entered()
            table.again(not isinstance(stop, Stop))
            checks.outlives(before, 1 if isinstance(stop, Stop) else 3)
        if checks.counts.get("deals recorded", 0) != shown:
            shown = checks.counts.get("deals recorded", 0)
            if shown and table.shows("Message"):
                print("PIC", checks.records[-1].payload[0], bytes(table.bus.glass).hex())
    assert player.done, "the session came to no end"
    for rec in checks.records:
        print("REC", checks_.record.pack(rec).hex())
    for data in table.hall.store.values():
        print("HOST", data.hex())
    for rec in table.hall.said:
        print("SAID", checks_.record.pack(rec).hex())
    print("STOPS resets=%d power_losses=%d power_cuts_in_a_write=%d" % tuple(table.stops))
    print("MINUTES", table.world.now // 60000)


main()
