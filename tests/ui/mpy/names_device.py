"""Prints, for each plan given as hex, both lines' names as the device shows them, at two widths. Run by MicroPython."""

import sys

from tavolo.domain.plan_reader import read_plan

for text in sys.argv[2:]:
    plan = read_plan(bytes.fromhex(text))
    for line in (0, 1):
        print(plan.line_name(line), plan.line_name(line, 9), sep="\t")
