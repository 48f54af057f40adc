"""Runs on MicroPython over an ESP32 image: its port on the stand-ins of this folder."""

import sys
import time

import machine
import network
from board import BOARD

from boards.drivers import wifi
from boards.esp32 import port as maker


class Settings:
    panel = "ssd1306"
    flip = False
    swap_line_keys = False
    wifi = [("hall", "secret1"), ("phone", "secret2")]


class Clock:
    now = 1000

    def ms(self):
        return Clock.now


def equal(got, wanted):
    if got != wanted:
        raise AssertionError("got %r, wanted %r" % (got, wanted))


def made(**changes):
    machine.log.clear()
    machine.levels.clear()
    network.calls.clear()
    network.connected = network.broken = False
    network.code = network.STAT_IDLE
    settings = Settings()
    for name in changes:
        setattr(settings, name, changes[name])
    return maker.make_port(BOARD, settings)


def test_the_panel_is_on_a_fast_bus_and_gets_its_picture():
    port = made()
    panel = BOARD["panel"]
    equal([e for e in machine.log if e[0] == "i2c"], [("i2c", panel["scl"], panel["sda"], 400000, 10000)])
    port.panel.fill(1)
    windows = 0
    while port.panel.show():
        windows += 1
    equal((windows, port.panel.ok), (8, True))
    data = [e[2] for e in machine.log if e[0] == "write" and e[2].startswith("40") and len(e[2]) > 10]
    equal(data, ["40" + "ff" * 128] * 8)
    equal(machine.log[-1][2], "80af")  # switched on when the first picture is whole


def test_without_a_panel_everything_goes_on_and_a_later_one_gets_the_picture():
    machine.answers = False
    port = made()
    port.panel.fill(1)
    equal((port.panel.ok, port.panel.show()), (False, False))
    port.panel.restart()
    equal(port.panel.ok, False)
    machine.answers = True
    port.panel.restart()
    windows = 0
    while port.panel.show():
        windows += 1
    equal((port.panel.ok, windows), (True, 8))


def test_keys_are_inputs_with_pull_ups_in_their_order():
    port = made()
    names = ("UP", "DOWN", "OK", "BACK", "NS", "EW")
    for bit in range(6):
        pin = BOARD["keys"][names[bit]]
        if ("pin", pin, machine.Pin.IN, machine.Pin.PULL_UP, None) not in machine.log:
            raise AssertionError("pin %d" % pin)
        equal(port.keys.read(), 0)
        machine.levels[pin] = 0
        equal(port.keys.read(), 1 << bit)
        machine.levels[pin] = 1
        machine.handlers[pin]()  # down and up again between two looks
        equal(port.keys.read(), 256 << bit)
    port = made(swap_line_keys=True)
    machine.levels[BOARD["keys"]["NS"]] = 0
    equal(port.keys.read(), 32)


def test_a_timer_samples_the_keys():
    port = made()
    calls = []
    port.every(5, calls.append)
    machine.timers[0]()
    equal((machine.log[-1], len(calls), type(calls[0])), (("timer", 0, 5), 1, machine.Timer))


def test_the_clock_rests_for_ten_ms_at_most_and_then_something_may_have_come():
    clock = made().clock
    began = clock.ms()
    equal([clock.rest(0), clock.rest(10), clock.rest(11), clock.rest(9000)], [False, False, True, True])
    equal(30 <= clock.ms() - began < 9000, True)


def test_the_buzzer_sounds_and_is_silent():
    port = made()
    machine.log.clear()
    port.buzzer.tone(880)
    port.buzzer.off()
    equal(machine.log, [("freq", 880), ("duty", 32768), ("duty", 0)])


def test_the_light_is_dark_at_start_and_obeys():
    port = made()
    port.led.set(True)
    if BOARD["led"]:
        pin, lit = BOARD["led"]["pin"], 0 if BOARD["led"]["active_low"] else 1
        if ("pin", pin, machine.Pin.OUT, -1, 1 - lit) not in machine.log:
            raise AssertionError("not dark at start")
        equal(machine.levels[pin], lit)
        port.led.set(False)
        equal(machine.levels[pin], 1 - lit)


def test_the_watchdog_is_armed_by_its_first_feeding():
    port = made()
    equal([e for e in machine.log if e[0] in ("wdt", "feed")], [])
    port.watchdog.feed()
    port.watchdog.feed()
    equal([e for e in machine.log if e[0] in ("wdt", "feed")], [("wdt", 8000), ("feed",), ("feed",)])
    port.watchdog.arm(3600000)
    equal(machine.log[-1], ("wdt", 3600000))


def test_the_battery_in_millivolts():
    port = made()
    if BOARD["battery"]:
        machine.microvolts[BOARD["battery"]["pin"]] = 1850000
        equal(port.battery_mv(), 3700)
    else:
        equal(port.battery_mv(), 0)


def test_memory_over_a_reset_random_bytes_reset():
    port = made()
    port.keep(b"here")
    equal(port.kept(), b"here")
    first = port.rtc_ms()
    time.sleep_ms(30)
    if not 25 <= port.rtc_ms() - first <= 2000:
        raise AssertionError("the RTC does not run in milliseconds")
    equal(len(port.random(16)), 16)
    if port.random(16) == port.random(16):
        raise AssertionError("not random")
    port.reset()
    equal(machine.log[-1], ("reset",))


def test_where_things_are():
    port = made()
    equal((port.flash_root, port.board["id"], port.board["version"] > ""), ("/", BOARD["id"], True))
    f = open(port.asset_root + "/assets/text.fnt", "rb")
    equal(f.read(3), b"TF1")
    f.close()


def driven(networks):
    network.calls.clear()
    network.connected = network.broken = False
    network.code = network.STAT_IDLE
    wlan = network.WLAN(network.STA_IF)
    wlan.active(True)
    return wifi.Wifi(wlan, network.STAT_CONNECTING, Clock().ms, networks)


def pass_ms(net, ms):
    for _ in range(ms // 50):
        Clock.now += 50
        net.poll()


def tries():
    return [call[1] for call in network.calls if call[0] == "connect"]


def test_the_radio_is_set_for_quick_answers_or_for_a_battery():
    made()
    saving = network.WLAN.PM_PERFORMANCE if BOARD["battery"] else network.WLAN.PM_NONE
    equal(network.calls, [("active", True), ("reconnects", 0), ("pm", saving)])
    port = made(wifi=[])
    port.net.poll()
    equal((network.calls, port.net.up(), port.net.rssi(), port.net.gateway()), ([], False, 0, None))


def test_connects_and_notices_the_loss():
    net = driven(Settings.wifi)
    net.poll()
    equal((tries(), net.up()), (["hall"], False))
    network.connected = True
    pass_ms(net, 300)
    equal((net.up(), net.gateway(), net.rssi()), (True, "192.168.4.1", -61))
    network.connected = False
    equal(net.rssi(), 0)  # just gone, not yet seen: no error
    network.code = network.STAT_IDLE
    pass_ms(net, 300)
    equal((net.up(), net.gateway(), tries()), (False, None, ["hall", "hall"]))


def test_a_network_that_is_not_there_gives_way_to_the_next_with_growing_pauses():
    net = driven(Settings.wifi)
    began = []
    for _ in range(60000 // 50):
        before = len(tries())
        Clock.now += 50
        net.poll()
        if len(tries()) > before:
            began.append(Clock.now)
            network.code = network.STAT_NO_AP_FOUND
    equal(tries()[:5], ["hall", "phone", "hall", "phone", "hall"])
    gaps = [b - a for a, b in zip(began, began[1:])]
    equal(gaps[:5], [1250, 2250, 4250, 8250, 16250])
    equal(max(gaps), 16250)


def test_a_try_that_never_ends_is_ended():
    net = driven(Settings.wifi)
    net.poll()
    pass_ms(net, 11900)
    equal(tries(), ["hall"])
    pass_ms(net, 1500)
    equal((tries(), ("disconnect",) in network.calls), (["hall", "phone"], True))


def test_a_driver_between_two_states_stops_nothing():
    net = driven(Settings.wifi)
    network.broken = True
    pass_ms(net, 5000)
    equal((tries(), net.up()), ([], False))
    network.broken = False
    pass_ms(net, 20000)
    if not tries():
        raise AssertionError("never tried again")


def test_a_connection_is_begun_and_not_waited_for():
    import os
    import select

    sock = driven(Settings.wifi).connect("127.0.0.1", int(os.getenv("TAVOLO_TEST_PORT")))
    poll = select.poll()
    poll.register(sock, select.POLLOUT)
    equal(len(poll.poll(2000)), 1)
    equal(sock.read(1), None)  # would block: it does not wait
    sock.close()


def run():
    for name in sorted(globals()):
        if name.startswith("test_"):
            try:
                globals()[name]()
            except Exception as e:  # noqa: BLE001  # a runner reports them all
                print("FAIL", name)
                sys.print_exception(e)
            else:
                print("PASS", name)


run()
