"""The QR in a photograph of a table's screen. Decoding takes a processor's time: on a thread, one at a time, few a minute."""

import asyncio
import io
import time
from collections import deque
from typing import Any

import zxingcpp
from PIL import Image, UnidentifiedImageError

MAX_BYTES = 1 << 20
_MOST_PIXELS = 8_000_000  # 2 bytes each while it is read: a small file can claim to be a huge picture
_LONGEST_SIDE = 8_000  # of a photograph; the reader's own limit is 65,536
_MOST_SCANS = 64  # of a progressive JPEG, cameras write about ten: each goes over the whole picture again
_FORMATS = ("JPEG", "PNG", "WEBP")
_MOST_CODES = 8
_A_MINUTE = 30
_WAITING = 4


class PictureError(ValueError):
    """No QR can be read in it; the text says why."""


class TooManyPictures(Exception):
    """Wait `wait_s` seconds before the next one."""

    def __init__(self, wait_s: int) -> None:
        super().__init__("too many pictures")
        self.wait_s = wait_s


def codes_in(data: bytes) -> list[bytes]:
    """The bytes of each QR in a picture file. Raises PictureError."""
    if data.count(b"\xff\xda") > _MOST_SCANS and data.startswith(b"\xff\xd8"):
        raise PictureError("the picture is packed in too many layers")
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            if image.width * image.height > _MOST_PIXELS or max(image.size) > _LONGEST_SIDE:
                raise PictureError(f"{image.width} x {image.height} pixels are too many")
            grey = image.convert("L")
    except (UnidentifiedImageError, Image.DecompressionBombError) as fault:
        raise PictureError("not a picture in JPEG, PNG or WebP") from fault
    except (OSError, ValueError, SyntaxError, EOFError) as fault:
        raise fault if isinstance(fault, PictureError) else PictureError("the picture is damaged") from fault
    only: Any = zxingcpp.BarcodeFormat.QRCode  # one or several: the library's versions type it differently
    try:
        found = [code.bytes for code in zxingcpp.read_barcodes(grey, formats=only)]
    except ValueError as fault:
        raise PictureError("the picture cannot be searched for a QR") from fault
    if not found:
        raise PictureError("no QR can be read in the picture")
    return found[:_MOST_CODES]


class Gate:
    """Lets pictures through one at a time, so that no number of them keeps the host busy."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waiting = 0
        self._taken: deque[float] = deque()

    async def codes_in(self, data: bytes) -> list[bytes]:
        """As the function of this name, beside the event loop. Raises PictureError, TooManyPictures."""
        now = time.monotonic()
        while self._taken and now - self._taken[0] > 60:
            self._taken.popleft()
        if len(self._taken) >= _A_MINUTE or self._waiting >= _WAITING:
            raise TooManyPictures(max(1, int(61 - (now - self._taken[0]))) if len(self._taken) >= _A_MINUTE else 2)
        self._taken.append(now)
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(codes_in, data)
        finally:
            self._waiting -= 1
