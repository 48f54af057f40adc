"""Photographs that an organiser sends: what is read, what is refused, and that they hold nobody up."""

import asyncio
import io
import threading
from collections.abc import Callable
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from host_tools.server import picture
from tests.server.kit import Running


def photo(data: bytes, form: str = "JPEG") -> bytes:
    """A picture file of a QR with these bytes, light on dark as the panel is."""
    made: Any = zxingcpp.create_barcode(data, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    image = Image.fromarray(zxingcpp.write_barcode_to_image(made, scale=6))
    page = Image.new("L", (900, 700), 30)
    page.paste(image.point(lambda value: 40 + value * 190 // 255), (200, 150))
    out = io.BytesIO()
    page.save(out, form, quality=85)
    return out.getvalue()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_picture_files_that_browsers_make_are_read(form: str) -> None:
    assert picture.codes_in(photo(b"\xa5tavolo\0", form)) == [b"\xa5tavolo\0"]


def _bomb() -> bytes:
    out = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(out, "PNG")
    return out.getvalue()


NO_PICTURES: dict[str, Callable[[], bytes]] = {  # made when they are needed: the bomb takes a second
    "nothing": bytes,
    "head alone": lambda: b"\xff\xd8\xff\xe0",
    "another kind": lambda: b"GIF89a" + bytes(50),
    "cut short": lambda: photo(b"x")[:2000],
    "bomb": _bomb,
    "PNG's head": lambda: b"\x89PNG\r\n\x1a\n",
}


@pytest.mark.parametrize("name", NO_PICTURES)
def test_what_is_no_picture_of_ours_is_refused_in_words(name: str) -> None:
    with pytest.raises(picture.PictureError):
        picture.codes_in(NO_PICTURES[name]())


def test_picture_door_is_narrow(server: Running) -> None:
    client = server.organiser()
    assert client.post("/api/qr", content=b"x" * ((1 << 20) + 1)).status_code == 413
    assert client.post("/api/logs", content=b"x" * 200_000).status_code == 413, "the others stay as they are"
    found = client.post("/api/qr", content=b"x" * 200_000)
    assert (found.status_code, found.json()["error"]["code"]) == (422, "bad_picture")
    answers = [client.post("/api/qr", content=b"x").status_code for _ in range(30)]
    assert answers[-1] == 429 and answers.count(422) == 29
    assert client.get("/api/state").status_code == 200


def test_pictures_are_read_beside_the_loop_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most, go = 0, 0, threading.Event()

    def slow(data: bytes) -> list[bytes]:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        go.wait(5)
        inside -= 1
        return [data]

    monkeypatch.setattr(picture, "codes_in", slow)

    async def run() -> list[Any]:
        gate = picture.Gate()
        jobs = [asyncio.create_task(gate.codes_in(bytes((n,)))) for n in range(6)]
        await asyncio.sleep(0.05)  # the loop goes on while the thread works
        go.set()
        return await asyncio.gather(*jobs, return_exceptions=True)

    found = asyncio.run(run())
    assert most == 1
    assert sum(isinstance(one, picture.TooManyPictures) for one in found) == 2 and found[0] == [b"\0"]


@pytest.mark.parametrize("size", [(70_000, 1), (1, 70_000), (7_999_999, 1)])
def test_picture_with_a_side_beyond_all_cameras_is_refused(size: tuple[int, int]) -> None:
    out = io.BytesIO()
    Image.new("L", size).save(out, "PNG")
    with pytest.raises(picture.PictureError):
        picture.codes_in(out.getvalue())


def test_progressive_picture_is_read_and_one_of_countless_layers_is_not_unpacked() -> None:
    out = io.BytesIO()
    Image.open(io.BytesIO(photo(b"x"))).save(out, "JPEG", progressive=True, quality=80)
    data = out.getvalue()
    assert picture.codes_in(data) == [b"x"]
    layers = data[:-2].split(b"\xff\xda")
    smallest = b"\xff\xda" + min(layers[1:], key=len)
    with pytest.raises(picture.PictureError, match="layers"):
        picture.codes_in(data[:-2] + smallest * 1000 + data[-2:])
