"""The event's clock on the device against a host, in virtual time; MicroPython runs it (bench/clock.py).

Arguments: the crystal's ppm, the largest delay of each way in ms, minutes linked, how many tables, a seed. A line a table:
`TABLE {"linked": [errors in ms while linked], "alone": error after an hour alone, "ppm", "told": ppm}`.
"""

import json
import sys

from tavolo.services.timesync import TimeSync

AHEAD = 3_000_000
FIRST_MS = 5_000  # until then it has not asked often enough
HOUR_MS = 3_600_000


class Table:
    """`true`: the host's ms of now; own ms are faster by `ppm`."""

    def __init__(self, ppm, jitter, seed):
        self.ppm, self.jitter = ppm, jitter
        self.true = 1000
        self._state = seed & 0x7FFFFFFF
        self.clock = TimeSync("/nowhere")
        self.asked = []

    def dice(self, limit):
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % (limit + 1)

    def own(self):
        return self.true + self.true * self.ppm // 1000000

    def error(self):
        return self.clock.event_ms(self.own()) - self.true - AHEAD

    def send(self, message):
        self.asked.append(message)
        return True

    def exchange(self):
        """One question, answered over a link with jitter."""
        self.asked.clear()
        self.clock.poll(self.own(), self.send)
        if not self.asked:
            return
        self.true += self.dice(self.jitter)
        at = self.true + AHEAD
        self.true += self.dice(self.jitter)
        self.clock.answer({"t": "time", "a": self.asked[0]["a"], "b": at, "c": at}, self.own())

    def linked(self, minutes):
        """Errors, looked at before and after each exchange."""
        self.clock.restart(self.own())
        errors = []
        while self.true < minutes * 60_000:
            self.exchange()
            if self.true > FIRST_MS:
                errors.append(self.error())
            self.true += 100 if self.true < FIRST_MS else 1000
        return errors


def main(ppm, jitter, minutes, tables, seed):
    for number in range(tables):
        table = Table(ppm, jitter, seed + number * 7919)
        errors = table.linked(minutes)
        table.true += HOUR_MS
        print("TABLE", json.dumps({"linked": errors, "alone": table.error(), "ppm": -ppm, "told": table.clock.ppm}))


main(*[int(word) for word in sys.argv[1:]])
