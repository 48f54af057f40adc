"""What wears out: the panel dims, moves, comes back, is made sure of; its hours; the battery."""

from harness import equal, folder, run

from tavolo.services import care, files

MINUTE = 60000


class Panel:
    def __init__(self):
        self.ok = True
        self.levels = []
        self.shifts = []
        self.restarts = []

    def contrast(self, level):
        self.levels.append(level)

    def shift(self, columns):
        self.shifts.append(columns)

    def restart(self, lit=False):
        self.restarts.append(lit)
        self.ok = self.answers if hasattr(self, "answers") else True


class Port:
    def __init__(self):
        self.panel = Panel()
        self.millivolts = 4000

    def battery_mv(self):
        return self.millivolts


def kept(name, bright=255):
    port = Port()
    return port, care.Care(port, folder(name) + "/hours", bright)


def pass_ms(one, start, ms, playing=False, step=100):
    """Polls; how often the picture was to be sent again."""
    again = 0
    for now in range(start, start + ms, step):
        again += one.poll(now, playing)
    return again


def test_it_dims_after_a_while_and_wakes_with_the_first_key():
    port, one = kept("dims")
    pass_ms(one, 0, 89000)
    equal(port.panel.levels, [255])
    pass_ms(one, 89000, 60000)
    equal(port.panel.levels, [255, 63])
    one.used = 149000
    one.poll(149000, False)
    equal(port.panel.levels, [255, 63, 255])
    equal(port.panel.restarts[-1], True)  # and made sure of, as it may have lost its state meanwhile


def test_after_ten_minutes_it_dims_far_but_not_while_a_clock_is_read_from_it():
    port, one = kept("far", 200)
    pass_ms(one, 0, 11 * MINUTE)
    equal(port.panel.levels, [200, 50, 12])
    port, one = kept("play", 200)
    pass_ms(one, 0, 30 * MINUTE, True)
    equal(port.panel.levels, [200, 50])


def test_the_dimmest_setting_stays_visible():
    port, one = kept("least", 1)
    pass_ms(one, 0, 20 * MINUTE)
    equal(port.panel.levels, [1])


def test_it_moves_each_minute():
    port, one = kept("moves")
    again = pass_ms(one, 0, 10 * MINUTE, True)
    equal(port.panel.shifts, [1, 0, 1, 0, 1, 0, 1, 0, 1, 0])
    equal(again, 10)


def test_a_panel_that_nobody_uses_is_initialised_anew_each_minute_and_one_in_use_is_not():
    port, one = kept("sure")
    pass_ms(one, 0, MINUTE + 1000)
    equal(port.panel.restarts, [])
    pass_ms(one, MINUTE + 1000, 3 * MINUTE)
    equal(port.panel.restarts, [True] * 3)
    port, one = kept("busy")
    for now in range(0, 5 * MINUTE, 1000):
        one.used = now
        one.poll(now, False)
    equal(port.panel.restarts, [])


def test_a_panel_that_does_not_answer_is_tried_again_and_the_rest_goes_on():
    port, one = kept("gone")
    panel = port.panel
    panel.answers = panel.ok = False
    again = pass_ms(one, 100000, 30000)
    equal(len(panel.restarts), 10)
    equal(again, 10)
    panel.answers = True
    pass_ms(one, 130000, 4000)
    equal((panel.ok, panel.restarts[10]), (True, False))  # dark until its picture is whole


def test_one_that_goes_is_tried_soon():
    port, one = kept("soon")
    pass_ms(one, 0, 5000)
    port.panel.answers = port.panel.ok = False
    pass_ms(one, 5000, 3200)
    equal(port.panel.restarts, [False])


def test_hours_are_counted_and_kept_with_one_write_an_hour():
    port, one = kept("hours")
    writes = []
    keep = files.keep
    files.keep = lambda path, data: writes.append(data) or keep(path, data)
    try:
        pass_ms(one, 0, 29 * MINUTE, step=1000)
        equal(one.hours, 0)
        pass_ms(one, 29 * MINUTE, 5 * 60 * MINUTE, step=1000)
    finally:
        files.keep = keep
    equal((one.hours, len(writes)), (5, 5))
    equal(care.Care(port, one._path, 255).hours, 5)


def test_the_battery_is_low_one_session_ahead():
    port, one = kept("battery")
    one.poll(0, False)
    equal(one.low, False)
    port.millivolts = 3700
    pass_ms(one, 1000, 2 * MINUTE)
    equal(one.low, True)
    port.millivolts = 0  # a board that does not measure, or runs on a cable
    pass_ms(one, 3 * MINUTE, 2 * MINUTE)
    equal(one.low, False)


run(globals())
