"""Short ids of the versions of a deal that contradict each other, for somebody who types one at the console.

A version's own id is 24 hexadecimal digits. The short one is made of that id and of all that stand beside it: when another
version comes, or one goes, all are others. So whoever types one says at the same time which versions were seen.
"""

import hashlib
from collections.abc import Sequence

SHORTEST = 4  # digits; more only where two of one deal would be the same


def _long(ref: bytes, standing: Sequence[bytes]) -> str:
    return hashlib.sha256(ref + b"".join(sorted(standing))).hexdigest()


def short_ids(standing: Sequence[bytes]) -> dict[bytes, str]:
    """Id of each version that stands -> its short one, in hexadecimal; all of one length, all different."""
    whole = {ref: _long(ref, standing) for ref in standing}
    length = SHORTEST
    while len({text[:length] for text in whole.values()}) < len(whole):
        length += 1
    return {ref: text[:length] for ref, text in whole.items()}


def meant(short: str, standing: Sequence[bytes]) -> bytes | None:
    """The version that `short` was shown for, or None: it is not among these, or others stood beside it then."""
    return next((ref for ref, text in short_ids(standing).items() if text == short), None)
