"""The scenes in which power is cut. Each: `before(scene)` leads to where it begins, `play(scene)` is what is cut at every flash
operation."""

import json
import os

import flash as flash_
import player as player_
import recorder
import table as table_
from checks import Checks, plain

from tavolo.domain import fact_writer, facts, plan_writer, record
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.ui import intents as i

OTHER = b"DEV9"


class Watched(table_.Table):
    """A table whose promises are noted."""

    def __init__(self, seed, witness):
        self.witness = witness
        self.waits = True
        super().__init__(seed)

    def power_up(self):
        if self.waits:
            return  # the constructor starts at once; here the scene says when
        import tavolo.start  # noqa: F401 - its modules, before the App is made

        self.witness.look_on()
        super().power_up()
        self.witness.app = self.app

    def on(self):
        """The first start."""
        self.waits = False
        self.power_up()


class Scene:
    """`table`, `player`, `script`: what the host's side drew for this seed."""

    def __init__(self, script, witness):
        table_.Flash = recorder.Recorder
        self.script = script
        self.table = Watched(script["seed"], witness)
        self.witness = witness
        self.player = None

    def players(self):
        """The table gets its first round's plan."""
        self.table.on()
        self.player = player_.Player(self.table, Checks(self.table), self.script["rounds"], self.script["bands"])

    def steps_until(self, done):
        """The players play on until `done()`."""
        for _ in range(4000):
            if done():
                return
            self.player.step()
        raise AssertionError("the scene came to no end")

    def phase(self):
        """Of the sheet."""
        return self.table.app.model.sheet.phase


def _nothing(scene):
    pass


def _first_boot(scene):
    scene.table.on()
    scene.table.wait(3000)


def _to_play(scene):
    scene.players()
    scene.steps_until(lambda: scene.phase() == k.WAITING)


def _round(scene):
    scene.steps_until(
        lambda: scene.phase() == k.SHEET and len(scene.player.logged(k.REVISE)) == 1 and not scene.table.app.model.draft
    )


def _to_sign(scene):
    _to_play(scene)
    _round(scene)


def _sign(scene):
    scene.steps_until(lambda: scene.phase() == k.SIGNED)
    scene.table.wait(70000)


def _idle(scene):
    scene.table.on()
    scene.table.wait(3000)


def _other(scene, seq, kind, payload):
    rec = record.Record(kind, OTHER, b"LOG9", seq, 1000 + seq, payload)
    scene.table.hall.said.append(rec.place(b"EVNT", b"RND0", 7))


def _plan(scene):
    plan = Plan()
    plan.table, plan.deals, plan.profile = 7, 2, scene.script["rounds"][0]["profile"]
    plan.bands = tuple([tuple(band) for band in scene.script["bands"]])
    return plan_writer.plan_bytes(plan)


def _take_over(scene):
    hall, given = scene.table.hall, scene.script["rounds"][0]
    hall.round, hall.table = b"RND0", 7
    hall.say(k.PLAN, _plan(scene))
    hall.say(k.START, facts.time_payload(hall.now(), 45 * 60000))
    ns, ew = given["deals"][0]
    told = [(k.PRESENCE, bytes((line, k.HERE))) for line in (k.NS, k.EW)]
    told += [(k.SEATS, bytes((1, 2))), (k.PHASE, bytes((1, k.PLAY))), (k.PHASE, bytes((1, k.COUNT)))]
    told += [(k.DEAL, fact_writer.deal_payload(1, ns, ew)), (k.PHASE, bytes((2, k.PLAY)))]
    for kind, payload in told:
        _other(scene, 1 + len([rec for rec in hall.said if rec.device == OTHER]), kind, payload)
    hall.move(b"RND0", 7)
    scene.table.wait(6000)
    assert scene.phase() == k.PLAY and scene.table.app.model.sheet.deal_no == 2, plain(scene.table.app.model.sheet)
    scene.table.press(k.OK)  # goes on: this deal is counted here
    scene.table.press(k.OK, 2)
    scene.table.wait(3000)
    assert scene.phase() == k.COUNT, scene.phase()


def _settings(scene):
    for intent in ((i.LANGUAGE, 2), (i.SILENT, 1), (i.LANGUAGE, 3), (i.SILENT, 0), (i.LANGUAGE, 1)):
        scene.table.app.actions.act(intent)
        scene.table.wait(500)


def _provision(scene):
    """The script that re-keying runs on the board (host_tools/cli/board_usb.py)."""
    path = table_.ROOT + "/settings.json"
    os.chdir(table_.ROOT)
    for key in scene.script["keys"]:
        with open(path, "rb") as f:
            held = f.read()
        new = json.loads(held)
        new["key"] = key
        scene.witness.allowed[path] = (held, json.dumps(new).encode())
        exec(scene.script["put_key"].replace("KEY", key), {})
        scene.witness.allowed[path] = (json.dumps(new).encode(),)
    os.chdir("/")


def _fill(scene):
    scene.players()
    scene.steps_until(lambda: scene.phase() == k.PLAY)
    blocks = os.statvfs(table_.ROOT)[3]
    with open(table_.ROOT + "/filler", "wb") as f:
        for _ in range(blocks - 5):
            f.write(b"f" * flash_.BLOCK)


def _full(scene):
    app = scene.table.app
    refused = 0
    for n in range(200):
        if not app.actions.write(k.OVERRUN, bytes((n & 1, 30))):
            refused += 1
            scene.table.press(k.OK)
        if refused == 3:
            break
    assert refused == 3, "the flash took all"
    scene.table.wait(70000)


def _old_events(scene):
    """Two events that are over and on the PC, and a round of a third that is on."""
    hall, table = scene.table.hall, scene.table
    table.on()
    for event in (b"OLD1", b"OLD2"):
        hall.event = event
        hall.move(b"RND9", 7)
        hall.say(k.PLAN, _plan(scene))
        table.wait(3000)
        for n in range(45):
            assert table.app.actions.write(k.OVERRUN, bytes((n & 1, 30)))
        table.wait(20000)
    hall.event = b"EVNT"
    scene.player = player_.Player(table, Checks(table), scene.script["rounds"], scene.script["bands"])
    scene.steps_until(lambda: scene.phase() == k.WAITING)
    table.wait(20000)
    assert not table.app.outbox.unsent()


def _clear(scene):
    app = scene.table.app
    app.actions.act((i.ROOM,))
    free, old = app.model.info
    assert old > 0, app.model.info
    app.actions.act((i.CLEAR,))
    assert app.model.info[0] >= free + old and not app.model.info[1] and not app.model.fault, (app.model.info, app.model.fault)
    assert app.actions.write(k.OVERRUN, bytes((1, 30)))


SCENES = {
    "first boot": (_nothing, _first_boot),
    "a round with a correction": (_to_play, _round),
    "signing": (_to_sign, _sign),
    "taking over a table": (_idle, _take_over),
    "settings changed at the table": (_idle, _settings),
    "settings written over USB": (_idle, _provision),
    "clearing old events": (_old_events, _clear),
    "log nearly full": (_fill, _full),
}
