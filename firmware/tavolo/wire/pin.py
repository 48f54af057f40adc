"""The event's PIN, with which the arbiter rules at a table that has no link (PRODUCT 3, Score entry).

It travels in the snapshot, masked under a key derived from the device's own: whoever listens on the Wi-Fi learns nothing, and
no device can read another one's. 7 bytes: salt 4, then the PIN as three bytes, each XORed with HMAC(HMAC(K, "pin"), salt).
"""

from tavolo.wire.seal import hmac

SIZE = 7
DIGITS = 6


def _mask(key: bytes, salt: bytes) -> bytes:
    return hmac(hmac(key, b"pin"), salt)


def mask_pin(key: bytes, salt: bytes, pin: int) -> bytes:
    """The 7 bytes for `pin`, 0 to 999999, and a `salt` of 4 bytes that was never used with this key before. Raises ValueError."""
    if not 0 <= pin < 1000000 or len(salt) != 4:
        raise ValueError("a PIN has six digits, its salt four bytes")
    mask = _mask(key, salt)
    return salt + bytes([part ^ mask[n] for n, part in enumerate(pin.to_bytes(3, "big"))])


def pin_of(key: bytes, data: bytes) -> int:
    """The PIN in 7 bytes of `mask_pin`; -1 for none: another length, or bytes that were made for another device."""
    if len(data) != SIZE:
        return -1
    mask = _mask(key, data[:4])
    pin = int.from_bytes(bytes([part ^ mask[n] for n, part in enumerate(data[4:])]), "big")
    return pin if pin < 1000000 else -1
