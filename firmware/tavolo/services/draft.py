"""The half-typed deal: a small file, so that a reset or a power cut takes no figure from the score keeper.

No record and no fact: it is cleared once the deal is recorded.
"""

from tavolo.services import files

_LIMIT = 128  # so long, it stays an inline file of LittleFS: saved in 1-3 ms


class Draft:
    """`root` is the flash's directory. Content is the App's own; here it is only kept whole."""

    def __init__(self, root: str) -> None:
        self._path = root.rstrip("/") + "/draft"
        self._kept = None

    def save(self, data: bytes) -> bool:
        """Keep up to 128 bytes (longer ones are not found again). Unchanged = no write. False: the flash has not taken it."""
        if data != self._kept:
            if not files.keep(self._path, data):
                return False
            self._kept = data
        return True

    def load(self) -> "bytes | None":
        """What was kept, or None."""
        self._kept = files.read(self._path, _LIMIT)
        return self._kept or None

    def clear(self) -> None:
        """Nothing is being typed any more. Where the flash refuses, the old draft is of a deal that is over."""
        self.save(b"")
