"""Runs the test_* functions of a script; pytest reads the lines PASS and FAIL."""

import sys


def run(space):
    """Run each; print PASS or FAIL with its name, and the traceback."""
    for name in sorted(space):
        if name.startswith("test_"):
            try:
                space[name]()
            except Exception as e:  # noqa: BLE001 - whatever it was, this test has failed
                print("FAIL", name)
                sys.print_exception(e, sys.stderr)
            else:
                print("PASS", name)


def equal(got, wanted):
    """Fail with both values when they differ."""
    if got != wanted:
        raise AssertionError("got %r, wanted %r" % (got, wanted))
