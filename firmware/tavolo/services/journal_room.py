"""Room on the flash: which segments of old events may go, and their going. Only after somebody has said yes at the table.

Loaded for that, then dropped.
"""

import os

from micropython import const

from tavolo.domain import record
from tavolo.services import files
from tavolo.services.journal_open import begin, walk

_ENOENT = const(2)
_BLOCK = const(4096)
_MOST = const(20)  # segments at once: each takes some 30 ms to go, and a watchdog waits


def clearable(journal, event: bytes, acked: int) -> tuple:
    """(segment, bytes): up to which one, from the first that is there, all is of other events than `event` (b"": of any), and
    own records have a seq of at most `acked`; the room that they take. What is damaged or of another format is kept, and so is
    the last segment; the rest is for the next time. Raises OSError."""
    first = journal.first
    number = begin(journal)
    size = 0
    whole = []  # lengths of the segment's records that may go

    def note(data: bytes) -> bool:
        own = journal.own(data)
        keep = data[20:24] == event or (own and int.from_bytes(data[12:16], "big") > acked) or data[0] != record.FORMAT
        if not keep:
            whole.append(len(data))
        return keep

    most = min(len(first), number + _MOST)
    while number < most:
        end = walk(journal, number, note, True)
        if end >= 0 and sum(whole) != os.stat(journal.path(number))[6]:
            break
        size += (sum(whole) + _BLOCK - 1) // _BLOCK * _BLOCK
        whole.clear()
        number += 1
    return number - 1, size


def clear(journal, last: int) -> None:
    """Remove the segments up to `last`. Noted first, so that it is finished at the next start when the power goes, and nothing
    counts as missing. Raises OSError."""
    files.write(journal.folder + "/from", b"%d" % (last + 1))
    for number in range(begin(journal), last + 1):
        path = journal.path(number)
        journal.first[number - 1] = 0
        try:
            os.remove(path)
        except OSError as e:
            if e.errno != _ENOENT:  # else: it was missing before
                raise
