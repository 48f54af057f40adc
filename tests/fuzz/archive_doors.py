"""The door of `tavolo event restore`, as doors.py has them: an archive from anywhere, its sum and hashes put right first."""

import json
from collections.abc import Callable
from typing import Any

from host_tools.archive.form import FORMAT, HEAD, LISTS, SUM, ArchiveError, canonical, sealed, text_of
from host_tools.archive.reading import read
from tests.fuzz import verify_doors


def archive_restored(data: bytes) -> None:
    """Taken whole, or refused in words. One that is taken is written as the same text."""
    for text in (data, _mended(data)) if len(data) < 100_000 else (data,):
        try:
            found = read(text)
        except ArchiveError as fault:
            assert str(fault)
            continue
        assert read(text_of(found.plain).encode()).plain == found.plain


def _mended(data: bytes) -> bytes:
    """As one who means harm would: the acts chained, head and sum right, so that what is behind those checks is reached."""
    try:
        plain: Any = json.loads(data)
        verify_doors.chain(plain)
        if isinstance(plain.get("acts"), list) and plain["acts"]:
            plain["head"] = plain["acts"][-1]["hash"]
        return canonical(sealed(plain)).encode()
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return data


DOORS: dict[str, Callable[[bytes], None]] = {"archive_restored": archive_restored}


def _seed() -> bytes:
    whole = verify_doors.ARCHIVE
    plain: dict[str, Any] = dict.fromkeys(HEAD, "") | {name: [] for name in LISTS} | {SUM: ""}
    plain |= {"format": FORMAT, "tavolo": "0", "event": whole["event"], "name": "x", "made_at": 1}
    plain |= {name: whole[name] for name in ("acts", "records")}
    plain["persons"] = [{"number": n, "name": f"P{n}", "club": "", "card": "", "erased": False} for n in range(1, 7)]
    plain["conflicts"] = [
        {k: v for k, v in whole["records"][1].items() if k not in ("event", "round", "place", "kind", "status")}
    ]
    plain["decisions"] = [{"about": "00000002/1/1", "who": "a", "at": 1, "why": "b", "article": ""}]
    plain["gaps"] = [{"device": "00000001", "log": "00000002", "first": 2, "last": 3}]
    plain["assignments"] = [{"device": "00000001", "place": 1, "made_at": 1}]
    mended = _mended(json.dumps(plain).encode())
    read(mended)  # an honest one is taken
    return mended


SEEDS: dict[str, list[bytes]] = {"archive_restored": [_seed()]}
