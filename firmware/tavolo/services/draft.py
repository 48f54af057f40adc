"""The half-typed deal: a small file, so that a reset or a power cut takes no figure from the score keeper.

No record and no fact: it is cleared once the deal is recorded.
"""

import binascii

from tavolo.services import files

_LIMIT = 124  # with its checksum it stays an inline file of LittleFS: saved in 1-3 ms


class Draft:
    """`root` is the flash's directory. Content is the App's own; here it is only kept whole."""

    def __init__(self, root: str) -> None:
        self._path = root.rstrip("/") + "/draft"
        self._kept = None

    def save(self, data: bytes) -> None:
        """Keep up to 124 bytes. Raises ValueError when longer, OSError when the flash refuses. Unchanged = no write."""
        if len(data) > _LIMIT:
            raise ValueError("draft too long")
        if data != self._kept:
            files.write(self._path, (binascii.crc32(data) & 0xFFFFFFFF).to_bytes(4, "big") + data)
            self._kept = bytes(data)

    def load(self) -> "bytes | None":
        """What was kept, or None: nothing, or damaged."""
        data = files.read(self._path, _LIMIT + 4)
        if not data or int.from_bytes(data[:4], "big") != binascii.crc32(data[4:]) & 0xFFFFFFFF:
            return None
        self._kept = data[4:]
        return self._kept or None

    def clear(self) -> None:
        """Nothing is being typed any more. Raises OSError."""
        self.save(b"")
