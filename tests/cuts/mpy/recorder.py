"""A flash that notes every operation, and the pictures of it that a power cut at one of them can leave."""

import table as table_

WAYS = ("dropped", "torn", "weak", "done but not reported")


class Recorder(table_.Flash):
    """`log`: list that gets (place, bytes, state) for each operation, or None; `state()`: what to note beside it."""

    log = None
    state = None

    def _operate(self, at, data):
        if Recorder.log is not None:
            Recorder.log.append((at, bytes(data) if data[0] != 255 or data[-1] != 255 else _short(data), Recorder.state()))
        super()._operate(at, data)


class _Erased:
    """The bytes of an erased block, not kept 4,096 times."""

    def __init__(self, size):
        self.size = size


def _short(data):
    return _Erased(len(data)) if len(data) > 1024 else bytes(data)


def apply(image, operation):
    """Do a noted operation on an image, in place."""
    at, data, _ = operation
    if isinstance(data, _Erased):
        data = b"\xff" * data.size
    image[at : at + len(data)] = data


def picture(image, operation, way, dice):
    """A copy of `image` as it is found when the power went at this operation. `way`: index in WAYS. Weak: about a quarter of
    the bits that should have changed have not (a programmed bit still reads 1, an erased one 0)."""
    at, data, _ = operation
    out = bytearray(image)
    if isinstance(data, _Erased):
        data = b"\xff" * data.size
    size = len(data)
    if way == 1:
        out[at : at + size // 2] = data[: size // 2]
    elif way == 2:
        mask = dice.data(64)
        for n in range(size):
            left = (out[at + n] ^ data[n]) & mask[n * 7 & 63] & mask[n * 5 + 11 & 63]
            out[at + n] = data[n] ^ left
    elif way == 3:
        out[at : at + size] = data
    return out
