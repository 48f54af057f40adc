"""Makes the signed sheet's code and QR for the screen that asks (ui/screens/qr.py; docs/usb.md has the layouts)."""

from tavolo.domain import sheet_code
from tavolo.modules import forget
from tavolo.ui.assets import load_font
from tavolo.wire import seal

_QR_TAG = 8


def do(actions, app, intent: tuple) -> None:
    """i.CODE: give the topmost screen, which asked, what it shows; or take it away, when there is nothing signed any more."""
    model = app.model
    sheet = model.sheet
    if sheet.signed is None:
        app.navigator.close()
        return
    device = bytes.fromhex(model.device)

    def tag(label: bytes, said: bytes) -> bytes:
        whole = sheet_code.tagged(label, actions.event, actions.round, actions.table, said)
        return seal.record_tag(app.outbox.key, whole)

    bits = sheet_code.totals_bits(device, sheet.plan.number, actions.table, sheet.signed)
    lines = sheet_code.code_lines(bits, tag(b"code", bits.to_bytes(10, "big")))
    parts = sheet_code.parts_bytes(device, sheet.plan.number, actions.table, sheet)
    parts += tag(b"part", parts)[:_QR_TAG]
    app.navigator.top().show(sheet, actions.table, lines, parts, load_font(app.assets + "/code.fnt"))
    app.navigator.dirty = True
    forget("tavolo.domain.sheet_code")
    forget("tavolo.ui.assets")
