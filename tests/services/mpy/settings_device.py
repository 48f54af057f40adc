# heap: 1M
"""Settings, the draft, and where to look for the host."""

import json

from harness import counted, equal, folder, raises, run

from tavolo.services import draft, link, settings
from tavolo.wire import messages


def write_text(path, text):
    with open(path, "w") as f:
        f.write(text)


# -- settings ------------------------------------------------------------------------------------------------------


GOOD = {
    "device": "a1b2c3d4",
    "key": "00" * 31 + "ff",
    "hosts": [["192.168.1.10", 8770], ["10.0.0.1", 80]],
    "wifi": [["Circolo", "segreta"]],
    "lang": "fr",
    "panel": "sh1106",
    "flip": True,
    "swap_line_keys": False,
}


def test_good_settings_are_read_whole():
    root = folder("good")
    write_text(root + "/settings.json", json.dumps(GOOD))
    got = settings.load(root)
    equal(got.faults, [])
    equal((got.device, got.key), (b"\xa1\xb2\xc3\xd4", bytes(31) + b"\xff"))
    equal(got.hosts, [("192.168.1.10", 8770), ("10.0.0.1", 80)])
    equal(got.wifi, [("Circolo", "segreta")])
    equal((got.lang, got.panel, got.flip, got.swap_line_keys), ("fr", "sh1106", True, False))


def test_bad_values_fall_back_one_by_one_and_are_named():
    root = folder("bad")
    for name, value in (
        ("device", "a1b2c3"),
        ("device", 5),
        ("key", "zz" * 32),
        ("key", "00" * 31),
        ("hosts", [["host.local", 8770]]),
        ("hosts", [["10.0.0.1", 0]]),
        ("hosts", [["10.0.0.1", 65536]]),
        ("hosts", [["10.0.0.256", 1]]),
        ("hosts", [["10.0.0.1", True]]),
        ("hosts", [["10.0.0.1"]]),
        ("hosts", 7),
        ("hosts", {"10.0.0.1": 8770}),
        ("wifi", [["x" * 33, "y"]]),
        ("wifi", "Circolo"),
        ("lang", "de"),
        ("lang", ["it"]),
        ("panel", 3),
        ("flip", 1),
        ("swap_line_keys", "yes"),
    ):
        given = dict(GOOD)
        given[name] = value
        write_text(root + "/settings.json", json.dumps(given))
        got = settings.load(root)
        equal(got.faults, ["settings.json: %s is wrong, default used" % name])
        equal(getattr(got, name), getattr(settings.Settings(), name))
        equal(got.panel if name != "panel" else "sh1106", "sh1106")


def test_no_settings_or_rubbish_leave_a_table_that_works_alone():
    root = folder("none")
    for text in (None, "", "{", "[1,2]", "null", "7", "\xff\0", "[" * 1500, '{"lang": "' + "x" * 3000 + '"}'):
        if text is not None:
            write_text(root + "/settings.json", text)
        got = settings.load(root)
        equal(got.faults, ["settings.json is missing or not JSON: provision the board"])
        equal((got.device, got.key, got.hosts, got.lang), (bytes(4), bytes(32), [], "it"))


def test_a_change_of_language_keeps_the_rest():
    root = folder("change")
    write_text(root + "/settings.json", json.dumps(GOOD))
    settings.save(root, {"lang": "en"})
    got = settings.load(root)
    equal((got.lang, got.faults, got.hosts), ("en", [], [("192.168.1.10", 8770), ("10.0.0.1", 80)]))
    raises(ValueError, settings.save, root, {"lang": "xx"})
    equal(settings.load(root).lang, "en")


def test_the_address_that_worked_last_comes_first():
    root = folder("last")
    write_text(root + "/settings.json", json.dumps(GOOD))
    for text, first in (
        ("10.9.8.7 8770", ("10.9.8.7", 8770)),
        ("10.9.8 8770", ("192.168.1.10", 8770)),
        ("10.9.8.7 x", ("192.168.1.10", 8770)),
        ("10.9.8.7", ("192.168.1.10", 8770)),
        ("\0" * 20, ("192.168.1.10", 8770)),
        ("9" * 99, ("192.168.1.10", 8770)),
    ):
        write_text(root + "/host", text)
        equal(settings.load(root).hosts[0], first)
    equal(settings.Settings().hosts, [])


# -- draft ---------------------------------------------------------------------------------------------------------


def test_a_draft_survives_a_restart_until_it_is_cleared():
    root = folder("draft")
    equal(draft.Draft(root).load(), None)
    draft.Draft(root).save(b"\0\1\2 half a deal")
    equal(draft.Draft(root).load(), b"\0\1\2 half a deal")
    write_text(root + "/draft", "x" * 500)
    equal(draft.Draft(root).load(), None)
    kept = draft.Draft(root)
    kept.save(b"deal")
    kept.clear()
    equal(draft.Draft(root).load(), None)


# -- where to look for the host ------------------------------------------------------------------------------------


class DeadNet:
    """A network in which nobody answers; `asked`: (address, when)."""

    def __init__(self):
        self.alive = True
        self.route = None
        self.asked = []
        self.now = 0

    def poll(self):
        pass

    def up(self):
        return self.alive

    def gateway(self):
        return self.route

    def connect(self, host, port):
        self.asked.append(((host, port), self.now))
        raise OSError(113)


class NetPort:
    def __init__(self, name):
        self.net = DeadNet()
        self.random = counted(200)
        self.flash_root = folder(name)


def searching(name, hosts):
    port = NetPort(name)
    given = settings.Settings()
    given.hosts = hosts
    return port.net, link.Link(port, given, "0.1.0", None, None)


def pass_time(net, table, until, step=10):
    while net.now < until:
        net.now += step
        table.poll(net.now)


def test_addresses_take_turns_last_good_provisioned_gateway():
    net, table = searching("turns", [("10.0.0.1", 1), ("10.0.0.2", 2)])
    net.route = "10.0.0.3"
    pass_time(net, table, 12000)
    asked = [host for host, _ in net.asked]
    equal(asked[:4], [("10.0.0.1", 1), ("10.0.0.2", 2), ("10.0.0.3", messages.PORT), ("10.0.0.1", 1)])
    if "113" not in table.why:
        raise AssertionError(table.why)


def test_pauses_between_tries_grow_to_two_seconds_and_are_not_equal():
    net, table = searching("pauses", [("10.0.0.1", 1)])
    pass_time(net, table, 60000)
    times = [at for _, at in net.asked]
    gaps = [later - sooner for sooner, later in zip(times, times[1:])]
    if not (125 <= gaps[0] <= 280 and min(gaps[4:]) >= 1000 and max(gaps) <= 2030 and len(set(gaps[4:])) > 3):
        raise AssertionError(gaps)


def test_without_a_network_or_an_address_nothing_is_tried():
    net, table = searching("quiet", [("10.0.0.1", 1)])
    net.alive = False
    pass_time(net, table, 20000)
    equal(net.asked, [])
    net.alive = True
    pass_time(net, table, 20100)
    equal(len(net.asked), 1)
    net, table = searching("nowhere", [])
    pass_time(net, table, 20000)
    equal((net.asked, table.linked(), table.send({"t": "time", "a": 1})), ([], False, False))


run(globals())
