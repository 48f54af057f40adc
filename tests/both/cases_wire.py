"""Seals and messages: known answers, and every way in which a frame or a message can be wrong."""

import binascii

import tiny

from tavolo.wire import messages, pin, seal
from tavolo.wire.messages import TO_DEVICE, TO_HOST, MessageError
from tavolo.wire.seal import SealError

# RFC 4231, test cases 1, 2 and 6
for key, text, want in (
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
):
    tiny.equal("HMAC", binascii.hexlify(seal.hmac(key, text)).decode(), want)

KEY = bytes(range(32))
session = seal.session_key(KEY, b"DEV1", b"d" * 16, b"h" * 16)
tiny.equal("nonces matter", session == seal.session_key(KEY, b"DEV1", b"d" * 16, b"i" * 16), False)
tiny.equal("labels keep proofs apart", seal.proof(session, b"host", b"n") == seal.proof(session, b"device", b"n"), False)
tiny.equal("records have a key of their own", seal.record_key(KEY) == KEY, False)

# the event's PIN, masked for one device
for number in (0, 7, 123456, 999999):
    masked = pin.mask_pin(KEY, b"salt", number)
    tiny.equal("PIN %d" % number, (pin.pin_of(KEY, masked), len(masked)), (number, pin.SIZE))
    tiny.equal("not in clear", number.to_bytes(3, "big") in masked, False)
    tiny.equal("not another device's", pin.pin_of(bytes(32), masked) == number, False)
tiny.equal("another salt, other bytes", pin.mask_pin(KEY, b"SALT", 7)[4:] == pin.mask_pin(KEY, b"salt", 7)[4:], False)
for data in (b"", b"salt12", b"salt1234"):
    tiny.equal("no PIN in %d bytes" % len(data), pin.pin_of(KEY, data), -1)
for number, salt in ((-1, b"salt"), (1000000, b"salt"), (1, b"sal")):
    tiny.refused("PIN %d" % number, ValueError, "six digits", pin.mask_pin, KEY, salt, number)

table, host = seal.Sealer(session, seal.TO_HOST), seal.Sealer(session, seal.TO_DEVICE)
first, second = table.seal(b"one"), table.seal(b"two")
tiny.equal("opens", host.open(first), b"one")
tiny.refused("replayed", SealError, "does not rise", host.open, first)
tiny.equal("goes on", host.open(second), b"two")
tiny.refused("older, after a newer one", SealError, "does not rise", host.open, first)
tiny.refused("reflected", SealError, "other direction", table.open, table.seal(b"three"))
frame = table.seal(b"four")
for at in range(len(frame)):
    bad = frame[:at] + bytes((frame[at] ^ 1,)) + frame[at + 1 :]
    tiny.refused("a bit flipped in byte %d" % at, SealError, "tag is wrong", host.open, bad)
tiny.refused("cut off", SealError, "tag is wrong", host.open, frame[:-1])
tiny.refused("too short", SealError, "too short", host.open, frame[:20])
tiny.equal("a broken frame uses up nothing", host.open(frame), b"four")
stranger = seal.Sealer(seal.session_key(bytes(32), b"DEV1", b"d" * 16, b"h" * 16), seal.TO_HOST)
tiny.refused("another key", SealError, "tag is wrong", host.open, stranger.seal(b"five"))

good = {"t": "rec", "r": messages.to_text(b"\x00\xff\x10"), "g": "0" * 32}
data = messages.encode(good, TO_HOST)
tiny.equal("there and back", messages.decode(data, TO_HOST), good)
tiny.equal("bytes in text", messages.from_text(good["r"]), b"\x00\xff\x10")
snap = {"t": "snap", "table": 12, "event": "00000001", "round": "0000000a", "n": 3, "have": [["0000abcd", 17]]}
tiny.equal("a snapshot", messages.decode(messages.encode(snap, TO_DEVICE), TO_DEVICE), snap)
for name, value in (
    ("table", -1),
    ("table", 1 << 30),
    ("table", True),
    ("table", "12"),
    ("event", "0000000"),
    ("event", "0000000G"),
    ("event", "0000000A"),
    ("have", None),
    ("have", [["0000abcd"]]),
    ("have", [["0000abcd", "17"]]),
    ("have", [["0000abcd", 1]] * 9),
):
    bad = dict(snap)
    bad[name] = value
    tiny.refused("snap with %s %s" % (name, value), MessageError, "field " + name, messages.check, bad, TO_DEVICE)
bad = dict(snap)
del bad["round"]
tiny.refused("snap without round", MessageError, "round is missing", messages.check, bad, TO_DEVICE)
tiny.refused("in the wrong direction", MessageError, "unknown message", messages.check, snap, TO_HOST)
more = dict(snap)
more["from"] = "a newer host"
tiny.equal("a field more is passed over", messages.check(more, TO_DEVICE), None)
for bad in (b"", b"{", b"[]", b"null", b"7", b'"t"', b'{"t":7}', b'{"t":["rec"]}', b"{}", b"\xff\xfe", b"[" * 900):
    tiny.refused("rubbish %r" % bad[:8], MessageError, "", messages.decode, bad, TO_HOST)
tiny.refused("1,001 bytes", MessageError, "too long", messages.decode, b" " * 1001, TO_HOST)
tiny.refused("no base64", MessageError, "base64", messages.from_text, "AAA")
tiny.finish()
