"""Harm done on purpose, so that a test sees each check fail."""

import table as table_

from tavolo.domain import kinds as k
from tavolo.ui.texts import keys as t

NAMES = ("sheet", "recorded", "stack", "raise", "stuck", "draft", "log", "leak")


def do(name, table):
    """One of NAMES."""
    app = table.app
    if name == "sheet":
        app.model.sheet.overruns += 1
    elif name == "recorded":
        texts = app.model.texts
        app.navigator.notice(texts[t.RECORDED], "%s %d" % (texts[t.DEAL], 1))
    elif name == "stack":
        for _ in range(9):
            app.navigator.notice("harm")
    elif name == "raise":
        raise ValueError("harmed")
    elif name == "stuck":
        handle = app.navigator.on_key
        app.navigator.notice("harm")
        app.navigator.on_key = lambda key, edge, now: None if key == k.BACK else handle(key, edge, now)
        table.restart = lambda power=False: None
    elif name == "draft":
        from tavolo.ui.entry import Draft

        app.model.draft = draft = Draft(1)
        draft.lines[0][:] = [1, 1, 1, 0, 0, 100, 300, 0]
    elif name == "leak":
        if not hasattr(app, "harm"):
            app.harm = []
        app.harm.append(bytearray(20000))
    elif name == "log":
        table.run(300)
        path = table_.ROOT + "/log/00001-1.seg"
        with open(path, "rb") as f:
            data = f.read()
        with open(path, "wb") as f:
            f.write(data[:40] + bytes((data[40] ^ 1,)) + data[41:] + b"x")
