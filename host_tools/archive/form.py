"""What an archive is made of (docs/archive.md): its parts, how long each may be, one text for one event, the sum over it."""

import hashlib
import json
from typing import Any

FORMAT = 1
LIMIT_BYTES = 100_000_000  # an event of 250 tables and ten rounds is some 30 MB
# list -> the most rows that are read
LISTS = {
    "acts": 200_000,
    "persons": 50_000,
    "records": 1_000_000,
    "conflicts": 100_000,
    "decisions": 200_000,
    "gaps": 100_000,
    "assignments": 200_000,
}
SUM = "sha256"
HEAD = ("format", "tavolo", "event", "name", "made_at", "head")
TABLES_TAG = 16  # bytes of a table's tag over its record; a host's record has none, or the mark that a table gave it back


class ArchiveError(ValueError):
    """This is no archive that can be taken; the text says where and why."""


def canonical(plain: Any) -> str:
    """JSON in one form only. Raises ArchiveError for what is not plain JSON."""
    try:
        return json.dumps(plain, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as fault:
        raise ArchiveError(f"not plain JSON: {fault}") from fault


def sum_of(archive: dict[str, Any]) -> str:
    """SHA-256 over all of an archive but the sum itself, in hexadecimal."""
    return hashlib.sha256(canonical({name: part for name, part in archive.items() if name != SUM}).encode()).hexdigest()


def sealed(archive: dict[str, Any]) -> dict[str, Any]:
    """The archive with its sum."""
    return archive | {SUM: sum_of(archive)}


def text_of(archive: dict[str, Any]) -> str:
    """The file's text: ASCII, each row of a list on a line of its own, always the same for the same archive."""
    parts = []
    for name in (*HEAD, *LISTS, SUM):
        value = archive[name]
        rows = ",\n  ".join(canonical(row) for row in value) if isinstance(value, list) else ""
        parts.append(f' "{name}": ' + (f"[\n  {rows}\n ]" if rows else canonical(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"
