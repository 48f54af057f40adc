"""Prints a picture of what a table shows now: a line `PIC name hex`."""


def state(model):
    """All that the model, its sheet and what is being typed hold, as text."""
    parts = dict(model.__dict__)
    parts.pop("texts")
    sheet, draft = parts.pop("sheet"), parts.pop("draft")
    folded = {name: value for name, value in sheet.__dict__.items() if name not in ("plan", "clock", "versions")}
    versions = [(v.ref, v.ns, v.ew) for v in sheet.versions]
    return repr((sorted(parts.items()), sorted(folded.items()), versions, sheet.clock.__dict__, draft and draft.to_bytes()))


def shoot(table, name):
    """Print the picture. Drawing changes nothing, and drawing twice gives the same bytes."""
    table.navigator.update()
    before = state(table.model)
    frame = table.frame()
    assert frame == table.frame(), name
    assert state(table.model) == before, name
    print("PIC", name, frame.hex())
