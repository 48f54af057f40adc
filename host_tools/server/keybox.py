"""The file of `tavolo device export`: devices with their keys, sealed under a passphrase (docs/security.md, Key file).

    {"format": "tavolo-keys", "version": 1, "salt": "32 hex", "nonce": "24 hex", "sealed": base64}

Version 1: Argon2id (3 passes, 64 MiB, 4 lanes: the second choice of RFC 9106) makes 32 bytes of passphrase (NFKC, UTF-8)
and salt; under them ChaCha20-Poly1305 seals {"devices": [{"id", "name", "key"}, ..]}, with format, version and salt as
associated data. The costs go with the version and are not in the file, so no file can ask for less care or more memory.
"""

import base64
import binascii
import json
import secrets
import unicodedata
from typing import Any

from argon2.exceptions import HashingError
from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from host_tools.server.keys import Rows, check_row
from tavolo.wire.messages import is_hex

FORMAT = "tavolo-keys"
VERSION = 1
LIMIT_BYTES = 512 * 1024
MOST = 2000  # devices in a file
SHORTEST = 12  # characters of a passphrase
_FIELDS = {"format", "version", "salt", "nonce", "sealed"}


class KeyboxError(ValueError):
    """The file cannot be used; the text says why."""


def derive(passphrase: str, salt: bytes) -> bytes:
    """The 32-byte key of a file. Takes about a fifth of a second and 64 MiB, on purpose."""
    secret = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")
    try:
        return hash_secret_raw(secret, salt, time_cost=3, memory_cost=64 * 1024, parallelism=4, hash_len=32, type=Type.ID)
    except HashingError as fault:
        raise KeyboxError(f"the passphrase cannot be worked on: {fault}") from fault


def _bound(salt: bytes) -> bytes:
    return f"{FORMAT} {VERSION} ".encode() + salt


def lock(rows: Rows, passphrase: str) -> str:
    """The text of a file with these devices. Raises KeyboxError for too short a passphrase or too many devices."""
    if len(passphrase) < SHORTEST:
        raise KeyboxError(f"the passphrase is shorter than {SHORTEST} characters: take four words or more")
    if len(rows) > MOST:
        raise KeyboxError(f"more than {MOST} devices: name some with --only")
    devices = [{"id": device, "name": row.get("name", ""), "key": row["key"]} for device, row in sorted(rows.items())]
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    sealed = ChaCha20Poly1305(derive(passphrase, salt)).encrypt(nonce, json.dumps({"devices": devices}).encode(), _bound(salt))
    whole = {"format": FORMAT, "version": VERSION, "salt": salt.hex(), "nonce": nonce.hex()}
    return json.dumps(whole | {"sealed": base64.b64encode(sealed).decode()}, indent=1) + "\n"


def _json(data: bytes, what: str) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError
        raise KeyboxError(f"{what} is not one of `tavolo device export`") from None


def read(data: bytes) -> tuple[bytes, bytes, bytes]:
    """(salt, nonce, sealed) of a file's bytes. Raises KeyboxError: another kind of file, a newer version, damaged."""
    if len(data) > LIMIT_BYTES:
        raise KeyboxError(f"the file is larger than {LIMIT_BYTES} bytes: not one of `tavolo device export`")
    found = _json(data, "the file")
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise KeyboxError("the file is not one of `tavolo device export`")
    version = found.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise KeyboxError("the file is damaged: version")
    if version > VERSION:
        raise KeyboxError("the file was made by a newer Tavolo: install that version here")
    if set(found) != _FIELDS:
        raise KeyboxError("the file is damaged: fields are missing or unknown")
    for name, digits in (("salt", 32), ("nonce", 24)):
        if not isinstance(found[name], str) or not is_hex(found[name], digits):
            raise KeyboxError(f"the file is damaged: {name}")
    try:
        sealed = base64.b64decode(found["sealed"], validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise KeyboxError("the file is damaged: sealed") from None
    return bytes.fromhex(found["salt"]), bytes.fromhex(found["nonce"]), sealed


def devices(plain: bytes) -> Rows:
    """The rows in an opened file's bytes. Raises KeyboxError; even a file that was sealed with care is not trusted."""
    found = _json(plain, "what the file holds")
    listed = found.get("devices") if isinstance(found, dict) else None
    if not isinstance(listed, list) or len(listed) > MOST:
        raise KeyboxError("the file holds no list of devices")
    rows: Rows = {}
    for one in listed:
        if not isinstance(one, dict) or set(one) != {"id", "name", "key"}:
            raise KeyboxError("the file holds something else than devices")
        try:
            check_row(one["id"], {"name": one["name"], "key": one["key"]})
        except ValueError as fault:
            raise KeyboxError(f"the file holds a device that cannot be: {fault}") from None
        if one["id"] in rows:
            raise KeyboxError(f"the file holds device {one['id']} twice")
        rows[one["id"]] = {"name": one["name"], "key": one["key"]}
    return rows


def unlock(data: bytes, passphrase: str) -> Rows:
    """The devices in a file's bytes. Raises KeyboxError, also for a wrong passphrase."""
    salt, nonce, sealed = read(data)
    try:
        plain = ChaCha20Poly1305(derive(passphrase, salt)).decrypt(nonce, sealed, _bound(salt))
    except InvalidTag:
        raise KeyboxError("wrong passphrase, or the file has been changed or damaged") from None
    return devices(plain)
