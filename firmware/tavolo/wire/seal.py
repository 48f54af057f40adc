"""Seals of the table link (PRODUCT 6.4; docs/security.md): who sent a frame, and that it is new and unchanged.

One key K per device. A session key Ks comes from K and both sides' nonces. A sealed frame is
tag 16 | direction u8 | counter u32 | payload, the tag being HMAC-SHA-256 under Ks over all that follows it.
Records have a tag of their own under a key derived from K, good by whichever way they travel.
"""

import hashlib
import struct

TAG = 16
HEAD = TAG + 5
TO_HOST = 1
TO_DEVICE = 2
_IPAD = bytes([0x36] * 64)
_OPAD = bytes([0x5C] * 64)


class SealError(ValueError):
    """A frame that nobody with the key can have sent now; the connection ends."""


def _pad(key: bytes, pad: bytes) -> bytes:
    # big-integer XOR: one operation instead of 64 on a slow interpreter
    wide = key + bytes(64 - len(key))
    return (int.from_bytes(wide, "big") ^ int.from_bytes(pad, "big")).to_bytes(64, "big")


def hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104) of `message`, 32 bytes. Keys longer than 64 bytes are hashed first."""
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    inner = hashlib.sha256(_pad(key, _IPAD))
    inner.update(message)
    outer = hashlib.sha256(_pad(key, _OPAD))
    outer.update(inner.digest())
    return outer.digest()


def same(one: bytes, two: bytes) -> bool:
    """Equality in a time that does not tell where they differ."""
    if len(one) != len(two):
        return False
    difference = 0
    for at in range(len(one)):
        difference |= one[at] ^ two[at]
    return difference == 0


def session_key(key: bytes, device: bytes, nonce_device: bytes, nonce_host: bytes) -> bytes:
    """Ks for one connection: device id 4 bytes, nonces 16 bytes each."""
    return hmac(key, b"sess" + device + nonce_device + nonce_host)


def proof(session: bytes, label: bytes, nonce: bytes) -> bytes:
    """What shows the other side that we hold K: label b"host" over the device's nonce, b"device" over the host's."""
    return hmac(session, label + nonce)[:TAG]


def record_key(key: bytes) -> bytes:
    """The derived key under which a device's records are tagged."""
    return hmac(key, b"rec")


def record_tag(key: bytes, record: bytes) -> bytes:
    """Tag of a record's bytes under `record_key(K)`."""
    return hmac(key, record)[:TAG]


class Sealer:
    """Seals what goes out and opens what comes in on one connection. `direction` is that of what we send."""

    def __init__(self, session: bytes, direction: int) -> None:
        self._key = session
        self._out = direction
        self._in = TO_HOST + TO_DEVICE - direction
        self._sent = 0
        self._seen = 0

    def seal(self, payload: bytes) -> bytes:
        """The frame for `payload`; each has a higher counter than the last."""
        self._sent += 1
        body = struct.pack(">BI", self._out, self._sent) + payload
        return hmac(self._key, body)[:TAG] + body

    def open(self, frame: bytes) -> bytes:
        """The payload of a genuine, new frame. Raises SealError otherwise; then close the connection."""
        if len(frame) < HEAD:
            raise SealError("frame too short")
        body = bytes(frame[TAG:])
        if not same(bytes(frame[:TAG]), hmac(self._key, body)[:TAG]):
            raise SealError("frame tag is wrong")
        direction, counter = struct.unpack(">BI", body[:5])
        if direction != self._in:
            raise SealError("frame reflected: other direction")
        if counter <= self._seen:
            raise SealError("frame replayed: counter does not rise")
        self._seen = counter
        return body[5:]
