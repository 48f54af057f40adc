"""Composition root: makes the parts, gives each what it needs, brings back the round that was on. Run once, then dropped."""

import gc
import select
import sys

import micropython

from tavolo.actions import Actions
from tavolo.app import App
from tavolo.modules import forget
from tavolo.services.care import Care
from tavolo.services.draft import Draft
from tavolo.services.journal import Journal, JournalError
from tavolo.services.kept_time import resume
from tavolo.services.keys import Keys
from tavolo.services.link import Link
from tavolo.services.outbox import Outbox
from tavolo.services.ring import Ring
from tavolo.services.supervisor import Supervisor
from tavolo.services.timesync import TimeSync
from tavolo.services.tones import Tones
from tavolo.ui.assets import load_texts
from tavolo.ui.canvas import Canvas
from tavolo.ui.model import Model
from tavolo.ui.navigator import Navigator
from tavolo.usb import Usb


def start(port, config) -> App:
    """The App on `port` (hal.py) with `config` (settings.py), ready to run."""
    app = App(port)
    app.root = port.flash_root.rstrip("/")
    app.assets = assets = port.asset_root.rstrip("/") + "/assets"
    app.canvas = Canvas(port.panel, assets)  # the big buffers first
    app.model = model = Model(load_texts(assets + "/" + config.lang + ".txt"))
    model.language = config.lang
    model.silent = config.silent
    model.device = config.device.hex()
    model.version = port.board["version"]
    app.navigator = Navigator(model)
    app.tones = Tones(port.buzzer, port.led)
    app.ring = Ring()
    app.keys = Keys(port.keys, app.ring, port.clock)
    app.care = Care(port, app.root + "/hours", config.contrast)
    _services(app, port, config)
    app.look()
    app.actions.deed("restore")
    app.actions.deed("report", config.faults, "tavolo.acts.room")
    # what starting left behind goes before the network needs room
    for name in ("tavolo.services.settings", "tavolo.services.kept_time", "tavolo.ui.assets", "tavolo.start"):
        forget(name)
    gc.collect()
    return app


def _services(app: App, port, config) -> None:
    root = port.flash_root
    app.timesync = TimeSync(root, port)
    resume(app.timesync, port, app.now)
    app.draft_file = Draft(root)
    app.actions = Actions(app)
    app.journal = Journal(root, config.device, port.random)
    try:
        app.journal.open()
    except JournalError as e:
        app.journal.faults.append(str(e))  # shown (acts/room.py), and everything else works
    app.link = Link(port, config, app.model.version, app.actions.on_message, app.beat)
    app.link.app = app
    app.outbox = Outbox(app.journal, app.link, config.key)
    app.supervisor = Supervisor(port.clock, port.watchdog, app.on_fault, port.reset)
    ready = select.poll()
    ready.register(sys.stdin, select.POLLIN)
    app.supervisor.add("usb", Usb(app, ready).poll, 10)
    if not port.kept():
        port.keep(b"\0")  # what comes after is no power-up (main.py)
    micropython.kbd_intr(-1)  # Ctrl-C is a byte like any other


def stand_by(port, config) -> None:
    """No program: somebody wants in by USB (docs/usb.md). The panel says so, and MicroPython's prompt is next."""
    from tavolo.acts.usb import stopped

    assets = port.asset_root.rstrip("/") + "/assets"
    stopped(Canvas(port.panel, assets), port.panel, Model(load_texts(assets + "/" + config.lang + ".txt")).texts)
