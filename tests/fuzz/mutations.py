"""Hypothesis strategies for bytes: rubbish, JSON of wrong shapes, and honest inputs with something changed."""

import json
from typing import Any

from hypothesis import strategies as st

NAMES = st.sampled_from(
    ["t", "v", "dev", "nd", "r", "g", "s", "ok", "have", "table", "key", "device", "hosts", "ns", "deals", "\ud800"]
)
_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.sampled_from([0, 1, -1, 255, 256, 2**30, 2**31, 2**63, 10**400, 1e308, float("nan"), float("inf")])
    | st.text(max_size=12)
    | st.sampled_from(["", "0" * 32, "é" * 300, "\x00", "\ud800", "hello", "rec", "snap", "../../x", "' OR 1=1 --", "<script>"])
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(NAMES | st.text(max_size=6), inner, max_size=6),
    max_leaves=12,
)


def as_json(value: Any) -> bytes:
    """JSON bytes, with what no decent writer writes: NaN, lone surrogates."""
    return json.dumps(value).encode()


@st.composite
def changed_bytes(draw: st.DrawFn, seeds: list[bytes]) -> bytes:
    """One of `seeds` with bytes changed, cut, doubled or put in."""
    data = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(data))))
        how = draw(st.sampled_from(["flip", "cut", "insert", "double", "remove"]))
        if how == "cut":
            del data[at:]
        elif how == "insert":
            data[at:at] = draw(st.binary(max_size=20))
        elif how == "double":
            data[at:at] = data[at : at + 40]
        elif how == "remove":
            del data[at : at + draw(st.integers(1, 8))]
        elif at < len(data):
            data[at] ^= draw(st.integers(1, 255))
    return bytes(data)


@st.composite
def changed_json(draw: st.DrawFn, seeds: list[bytes]) -> bytes:
    """One of `seeds` with a value, at any depth, that is missing, other, or beside an unknown one."""
    whole = json.loads(draw(st.sampled_from(seeds)))
    node = whole
    while isinstance(node, dict | list) and node:
        key = draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        if not isinstance(node[key], dict | list) or not node[key] or draw(st.booleans()):
            if isinstance(node, dict) and draw(st.booleans()):
                node[draw(NAMES)] = draw(VALUES)
            elif draw(st.integers(0, 3)) == 0:
                del node[key]
            else:
                node[key] = draw(VALUES)
            break
        node = node[key]
    return as_json(whole)


_DEEP = [(b"[", 900), (b'{"t":', 180), (b"[", 200_000), (b"9", 900), (b"", 1), (b"\xef\xbb\xbf{}", 1), (b"\xff", 40)]


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def anything(seeds: list[bytes]) -> st.SearchStrategy[bytes]:
    """All of the above for a door with these honest inputs."""
    found = st.binary(max_size=1200) | VALUES.map(as_json) | changed_bytes(seeds)
    if _is_json(seeds[0]):
        found |= changed_json(seeds)
    return found | st.integers(0, len(_DEEP) - 1).map(lambda at: _DEEP[at][0] * _DEEP[at][1])
