"""Doors of the ways without radio: copied logs, the serial line both ways, the typed code, the picture's bytes."""

import binascii
import io
import types
from collections.abc import Callable
from typing import Any

from PIL import Image

from host_tools.server import picture
from host_tools.server import sheet_code as codes
from host_tools.usb import line, log_file, verify
from tavolo.acts import usb
from tavolo.domain import sheet_code
from tavolo.domain.record import Record, pack
from tavolo.wire import messages, seal
from tests.fuzz.seeds import KEY

_DEVICE = "a1b2c3d4"
_PLACE = codes.Place(2, 12, b"EVNT", b"RND1")
_BOOK = codes.Book({_DEVICE: KEY, "00000001": bytes(32)}, [codes.Place(1, 12, b"EVNT", b"RND0"), _PLACE])
_REC = pack(Record(8, bytes.fromhex(_DEVICE), b"LOG1", 1, 5, b"\0\1").place(b"EVNT", b"RND1", 12))
_TAG = seal.record_tag(seal.record_key(KEY), _REC)


def copied_log(data: bytes) -> None:
    """The file of `tavolo usb read`, given to /api/logs or `tavolo usb merge`."""
    try:
        found = log_file.parse(data)
    except log_file.FileError:
        return
    verdict = verify.judge(found.rows, {_DEVICE: KEY}.get)
    for rec, row in verdict.genuine:
        assert row.tag == seal.record_tag(seal.record_key(KEY), row.data), rec


def serial_to_host(data: bytes) -> None:
    """Lines that a table, or whatever is at the port, says."""
    for whole in (data, b"=" + data + b" %08x" % binascii.crc32(b"=" + data)):
        try:
            words = line.words_of(whole)
        except line.LineError:
            continue
        for read in (line.hello, line.found):
            try:
                read(words)
            except line.LineError:
                continue


class _Talk(usb.Talk):
    """Without the way to the prompt, which ends the program."""

    def _repl(self) -> None:
        """Nothing."""


def serial_to_device(data: bytes) -> None:
    """Bytes on a table's serial line: bounded memory, and answers of our own shape alone."""
    journal = types.SimpleNamespace(last_seq=3, first=[1], log=b"LOG1", path=lambda number: "/nowhere/at/all")
    model = types.SimpleNamespace(device=_DEVICE, version="0", event_ms=-1)
    actions, outbox = types.SimpleNamespace(table=1), types.SimpleNamespace(unsent=lambda: 0, key=KEY)
    app: Any = types.SimpleNamespace(now=0, journal=journal, model=model, actions=actions, outbox=outbox)
    for heard in (data, b"!" + data + b" %08x\n" % binascii.crc32(b"!" + data)):
        talk = _Talk(app, None)
        for byte in heard + b"\n":
            talk.take(byte)
            assert len(talk._line) <= 64
        assert 0 <= talk._left <= 20
        if talk._left:
            talk._say(talk._record())
        assert talk._out == b"" or talk._out.lstrip(b"\n").startswith(b"=")


def typed_code(data: bytes) -> None:
    """What an arbiter types: read and genuine, or refused with a word."""
    text = data[:200].decode("utf-8", "replace")  # the page takes no more
    codes.check_line(text)
    try:
        found = codes.read_code(text, _BOOK)
    except codes.CodeError as fault:
        assert str(fault)
        return
    assert (found.place, found.device, found.mp_ns) == (_PLACE, _DEVICE, 2200)  # the one that was ever signed


def picture_parts(data: bytes) -> None:
    """A QR's bytes, with a tag of their own and with the right one: a device with a key may still talk nonsense."""
    whole = sheet_code.tagged(b"part", _PLACE.event, _PLACE.round, _PLACE.table, data)
    for read in (data, data + seal.record_tag(seal.record_key(KEY), whole)[:8]):
        try:
            found = codes.read_parts(read, _BOOK)
        except codes.CodeError:
            continue
        assert len(found.deals) < 8


def picture_file(data: bytes) -> None:
    """What a browser sends as a photograph: the bytes of its QRs, or refused with a word."""
    try:
        found = picture.codes_in(data)
    except picture.PictureError as fault:
        assert str(fault)
        return
    assert 0 < len(found) < 9


def _photo(form: str) -> bytes:
    out = io.BytesIO()
    Image.new("L", (24, 16), 90).save(out, form)
    return out.getvalue()


def _code() -> bytes:
    bits = sheet_code.totals_bits(bytes.fromhex(_DEVICE), _PLACE.number, _PLACE.table, (4, 2200, -880, 17, 3, 0))
    whole = sheet_code.tagged(b"code", _PLACE.event, _PLACE.round, _PLACE.table, bits.to_bytes(10, "big"))
    return "\n".join(sheet_code.code_lines(bits, seal.record_tag(seal.record_key(KEY), whole))).encode()


_WORDS = b"rec 1 0 0 %d %s " % (len(_REC), _TAG.hex().encode()) + messages.to_text(_REC).encode()
DOORS: dict[str, Callable[[bytes], None]] = {
    door.__name__: door for door in (copied_log, serial_to_host, serial_to_device, typed_code, picture_parts, picture_file)
}
SEEDS: dict[str, list[bytes]] = {
    "copied_log": [log_file.lines(_DEVICE, [line.Row(_REC, _TAG), line.Row(_REC, b"")]).encode()],
    "serial_to_host": [_WORDS, b"hello 1 a1b2c3d4 00c0ffee 0.1.0 3 1 1 90 0 90", b"end 1 0 1"],
    "serial_to_device": [b"hello", b"read 1 0 20", b"!hello 00000000\n!read 1 0 20 00000000\n"],
    "typed_code": [_code(), b"2345 6789"],
    "picture_file": [_photo("JPEG"), _photo("PNG"), _photo("WEBP")],
    "picture_parts": [bytes.fromhex("1d41014c") + bytes(60), b"\x10" + bytes(range(1, 40))],
}
