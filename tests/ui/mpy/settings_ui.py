"""Language, sounds and help on the real MicroPython: from the menu, from the plan, kept on flash, and right for each state."""

import sys

import desk as d
import vfs
from harness import equal, run

from tavolo.domain import facts, plan_writer
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.plan_reader import LANGUAGES
from tavolo.services import settings
from tavolo.ui.screens import settings as screens
from tavolo.ui.texts import keys as t

_BLOCKS = 6


class Flash:
    """A block device in RAM."""

    data = bytearray(_BLOCKS * 4096)  # one for all: later no piece as large is free

    def readblocks(self, block, buf, offset=0):
        at = block * 4096 + offset
        buf[:] = self.data[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * 4096 + offset
        self.data[at : at + len(buf)] = buf

    def ioctl(self, op, arg):
        return _BLOCKS if op == 4 else 4096 if op == 5 else 0


def flash():
    """An empty flash at /flash."""
    device = Flash()
    vfs.VfsLfs2.mkfs(device)
    try:
        vfs.umount("/flash")
    except OSError:
        pass
    vfs.mount(device, "/flash")
    return "/flash"


def choose(table, text):
    """Open the menu and choose the entry with this text."""
    table.hold(k.OK)
    menu = table.navigator.top()
    rows = [row[0] for row in menu._choices(table.model)]
    table.press(k.DOWN, rows.index(text))
    table.press(k.OK)


def plan(language="", muted=0):
    """A round plan with a language."""
    plan = Plan()
    plan.number, plan.rounds, plan.table, plan.deals = 2, 4, d.TABLE, 4
    plan.names, plan.bands, plan.language, plan.muted = d.NAMES, d.BANDS, language, muted
    return plan_writer.plan_bytes(plan)


def test_language_of_the_menu_holds_at_once_and_after_the_next_start():
    table = d.Desk()
    table.root = flash()
    choose(table, t.M_LANGUAGE)
    assert table.shows("Language")
    table.press(k.DOWN)
    table.press(k.OK)
    assert table.shows("Idle"), "the choice closes the screen"
    equal((table.model.language, table.model.texts[t.NO_PLAN]), ("en", "Waiting for a round"))
    equal(settings.load(table.root).lang, "en")
    choose(table, t.M_LANGUAGE)
    table.press(k.DOWN)
    table.press(k.OK)
    equal((table.model.language, table.model.texts[t.SEAT_LETTERS]), ("fr", "NESO"))
    equal(settings.load(table.root).lang, "fr")
    equal(table.model.fault, "")


def test_language_is_left_as_it_is_by_back():
    table = d.Desk()
    table.root = flash()
    choose(table, t.M_LANGUAGE)
    table.press(k.UP)
    table.press(k.BACK)
    equal((table.model.language, settings.load(table.root).lang), ("it", "it"))


def test_languages_of_the_screen_are_those_of_the_plan():
    equal(("",) + screens._CODES, LANGUAGES)


def test_plan_chooses_the_language_and_the_device_keeps_it_without_one():
    table = d.Desk()
    table.root = flash()
    table.host(k.PLAN, plan("fr"))
    equal((table.model.language, table.model.texts[t.WAIT]), ("fr", "Attendez le DÉPART"))
    table.host(k.PLAN, plan(""))
    equal(table.model.language, "fr")


def test_a_language_that_flash_does_not_keep_holds_and_says_so():
    table = d.Desk()
    choose(table, t.M_LANGUAGE)
    table.press(k.DOWN)
    table.press(k.OK)
    equal(table.model.language, "en")
    assert table.model.fault.startswith("settings"), table.model.fault


def test_silence_of_the_menu_goes_over_what_the_plan_lets_sound():
    table = d.Desk()
    table.root = flash()
    table.host(k.PLAN, plan("", 4))
    table.wait()
    equal(table.tones.muted, 4)
    choose(table, t.M_SOUNDS)
    assert table.shows("Sounds")
    table.press(k.DOWN)
    table.press(k.OK)
    equal((table.model.silent, table.tones.muted, settings.load(table.root).silent), (True, 255, True))
    choose(table, t.M_SOUNDS)
    table.press(k.UP)
    table.press(k.OK)
    equal((table.model.silent, table.tones.muted, settings.load(table.root).silent), (False, 4, False))


def helped(table):
    """First line of the help that the menu gives now; the second page is that of every screen, BACK leaves."""
    choose(table, t.M_HELP)
    assert table.shows("Help")
    table.frame()
    first = table.navigator.top().lines
    table.press(k.DOWN)
    table.frame()
    equal(table.navigator.top().lines[0], "Da ogni schermata")
    table.press(k.UP)
    table.frame()
    equal(table.navigator.top().lines, first)
    table.press(k.BACK)
    assert not table.shows("Help")
    equal(len(first), 4)
    return first[0]


def test_help_says_what_is_asked_in_each_state():
    table = d.Desk()
    equal(helped(table), "Aspettate il turno")
    table.plan()
    equal(helped(table), "Siete voi questi?")
    table.both_hold()
    equal(helped(table), "Chi segna, chi dà?")
    table.press(k.OK, 2)
    equal(helped(table), "Attendete il VIA")
    table.start()
    equal(helped(table), "Si gioca")
    table.press(k.OK)
    equal(helped(table), "Chi ha chiuso?")


def test_help_in_the_count_follows_the_question():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    seen = []
    for _ in range(40):
        if table.shows("Confirm"):
            break
        title = helped(table)
        if not seen or seen[-1] != title:
            seen.append(title)
        table.press(k.UP)
        table.press(k.OK)
        if not table.shows("Confirm") and table.navigator.top().overlay:
            table.press(k.OK)
    assert seen[:2] == ["Chi ha chiuso?", "Quanti burraco?"], seen
    assert "I punti delle carte" in seen, seen


def test_help_of_the_end():
    table = d.Desk()
    table.to_play(deals=1)
    table.press(k.OK)
    table.count_e1()
    equal(helped(table), "È tutto giusto?")
    table.both_hold()
    table.press(k.OK)
    equal(helped(table), "Turno finito: firmate")
    table.both_hold()
    equal(helped(table), "Avete finito")


def test_help_of_time_out_and_of_dealing():
    table = d.Desk()
    table.to_play()
    table.play_e1()
    equal(helped(table), "Si danno le carte")
    table.time_out()
    equal(helped(table), "TIME OUT: rispondete")
    table = d.Desk()
    table.to_play()
    table.host(k.TIME_OUT, facts.time_payload(table.model.event_ms))
    table.wait()
    while not table.shows("Lap"):
        table.press(k.OK)
    equal(helped(table), "Ultimi turni di gioco")


def test_help_knows_a_late_line_and_the_turn_clock():
    table = d.Desk()
    table.plan()
    table.start()
    equal(helped(table), "Manca una linea")
    table = d.Desk()
    table.to_play(turn_clock=True)
    equal(helped(table), "Si gioca a tempo")


def test_help_of_a_state_without_a_page_is_that_of_every_screen():
    from tavolo.ui.screens import help as module

    equal(module.page(d.ASSETS, "it", "NoSuchState")[0], "Da ogni schermata")
    equal(module.page(d.ASSETS, "fr", "Play")[0], "On joue")


run(globals())
sys.exit(0)
