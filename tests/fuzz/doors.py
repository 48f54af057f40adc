"""Every parser that reads what others wrote, as a function of bytes: it takes anything, or raises what it declares.

Used by test_parsers.py (hypothesis) and guided.py (atheris). A door that returns has kept its promise; what else comes out
of it is a finding. seeds.py has honest inputs, from which both begin; usb_doors.py has the ways without radio.
"""

import atexit
import binascii
import json
import shutil
import sys
import tempfile
import types
from collections.abc import Callable
from pathlib import Path

# the device's own reader of frames is driven here as well; on CPython only `const` is missing
sys.modules.setdefault("micropython", types.SimpleNamespace(const=lambda value: value))  # type: ignore[arg-type]

from host_tools.cli import score, score_file  # noqa: E402
from host_tools.server import keybox, learn, link  # noqa: E402
from host_tools.server.keys import Keys, KeysError  # noqa: E402
from tavolo.domain import facts, plan_reader  # noqa: E402
from tavolo.domain import kinds as k  # noqa: E402
from tavolo.domain.record import MAX_RECORD, Record, RecordError, length_at, pack, unpack  # noqa: E402
from tavolo.domain.sheet import Sheet  # noqa: E402
from tavolo.services import beacon, kept_time, settings, timesync, websocket  # noqa: E402
from tavolo.services import numbers as n  # noqa: E402
from tavolo.wire import messages, pin, seal  # noqa: E402
from tests.fuzz import archive_doors, cli_doors, entries_doors, usb_doors, verify_doors  # noqa: E402
from tests.fuzz.seeds import KEY, PLAN, SEEDS  # noqa: E402

_FOLDER = Path(tempfile.mkdtemp(prefix="doors-"))
atexit.register(shutil.rmtree, _FOLDER, True)


def message_to_host(data: bytes) -> None:
    """What a table sends."""
    _message(data, messages.TO_HOST)


def message_to_device(data: bytes) -> None:
    """What a host sends."""
    _message(data, messages.TO_DEVICE)


def _message(data: bytes, to: int) -> None:
    try:
        found = messages.decode(data, to)
    except messages.MessageError:
        return
    assert len(data) <= messages.MAX_MESSAGE
    if found["t"] == "rec":
        try:
            messages.from_text(found["r"])
        except messages.MessageError:
            pass
    try:
        assert messages.decode(messages.encode(found, to), to) == found
    except messages.MessageError as fault:  # escapes make it longer than it came
        assert "too long" in str(fault)


def frame(data: bytes) -> None:
    """A sealed frame: only the holder of the key gets anything through, once, in one direction."""
    sealer = seal.Sealer(KEY, seal.TO_DEVICE)
    try:
        payload = sealer.open(data)
    except seal.SealError:
        return
    assert data[:16] == seal.hmac(KEY, data[16:])[:16]
    assert data[16] == seal.TO_HOST
    assert data.endswith(payload)


def record(data: bytes) -> None:
    """A record from a table, from USB, from a flash."""
    assert 0 <= length_at(data) <= MAX_RECORD
    try:
        rec = unpack(data)
    except RecordError:
        return
    assert pack(rec) == data


def where_a_table_is(data: bytes) -> None:
    """What a table says in its proof of where it is."""
    try:
        found = learn.At(link.where(data.decode("utf-8", "replace")))
    except link.LinkEnd:
        return
    assert found.table < 65536 and len(found.heads) <= len(data) // 24


def kept_over_a_reset(data: bytes) -> None:
    """What a chip's memory holds after a reset, with a checksum that is right."""
    kept = b"%s %d" % (data, binascii.crc32(data))
    port = types.SimpleNamespace(kept=lambda: kept, rtc_ms=lambda: 1 << 41, keep=lambda _data: None)
    clock = timesync.TimeSync(str(_FOLDER / "nowhere"), port)
    if kept_time.resume(clock, port, 0):
        assert 0 <= clock.event_ms(0) < 1 << 30 and abs(clock.ppm) <= 200 and clock.quality_ms >= 0
    else:
        assert not clock.known


def record_with_checksum(data: bytes) -> None:
    """A record whose checksum is right, whatever it says: what a fuzzer cannot make by itself."""
    record(data + binascii.crc32(data).to_bytes(4, "big"))


def plan(data: bytes) -> None:
    """A round plan."""
    try:
        found = plan_reader.read_plan(data)
    except RecordError:
        return
    assert 1 <= found.deals <= 6
    assert 1 <= len(found.bands) <= plan_reader.MAX_BANDS
    assert all(len(name.encode()) <= plan_reader.MAX_NAME_BYTES for pair in found.names for name in pair)
    for line in (0, 1):
        assert len(found.line_name(line, 14)) <= 14


def payload(data: bytes) -> None:
    """Payloads of facts; the first byte picks the reader."""
    readers: list[Callable[[bytes], object]] = [facts.read_time, facts.read_delta, facts.read_deal, facts.read_sign]
    readers += [lambda rest, count=count: facts.read_numbers(rest, count) for count in range(1, 5)]  # type: ignore[misc]
    try:
        readers[data[0] % len(readers) if data else 0](data[1:])
    except RecordError:
        return


def sheet(data: bytes) -> None:
    """A log of records with genuine tags and foolish contents: each 16th byte says how the next payload is cut."""
    folded = Sheet()
    author = bytes(4), bytes(4)
    folded.apply(Record(k.PLAN, *author, 1, 0, PLAN))
    pos, seq = 0, 1
    while pos + 2 <= len(data) and seq < 60:
        kind, size = data[pos] % 26 or 1, data[pos + 1] % 40
        seq += 1
        body = data[pos + 2 : pos + 2 + size]
        pos += 2 + size
        try:
            folded.apply(Record(kind, *author, seq, 1000 * seq, body))
        except RecordError:
            continue
        folded.complete()
        folded.result()
        folded.dealer(1)
        folded.line_name(0)
    assert len(folded.versions) < 60
    assert 1 <= folded.deal_no <= 6


def masked_pin(data: bytes) -> None:
    """The PIN in a snapshot."""
    assert -1 <= pin.pin_of(KEY, data) < 1_000_000


class _Datagrams:
    """A socket with one datagram."""

    def __init__(self, data: bytes) -> None:
        self.waiting = [data]

    def recvfrom(self, size: int) -> tuple[bytes, tuple[str, int]]:
        """The datagram once, cut at `size` as a socket does."""
        if not self.waiting:
            raise OSError
        return self.waiting.pop()[:size], ("10.0.0.9", 5)


def beacon_heard(data: bytes) -> None:
    """A datagram on the beacon's port."""
    ear = beacon.Ear.__new__(beacon.Ear)
    ear._sock = _Datagrams(data)  # type: ignore[assignment]
    found = ear.heard()
    assert found is None or (found[0] == "10.0.0.9" and 0 < found[1] < 65536 and data.startswith(b"tavolo1 "))


class _Stream:
    """A socket that has `data` and then nothing."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.closed = False

    def write(self, data: bytes) -> int:
        """Takes everything."""
        return len(data)

    def readinto(self, buffer: memoryview, most: int) -> int:
        """Up to `most` bytes."""
        part, self.data = self.data[: min(most, len(buffer))], self.data[min(most, len(buffer)) :]
        buffer[: len(part)] = part
        return len(part)

    def close(self) -> None:
        """Noted."""
        self.closed = True


def frames_to_device(data: bytes) -> None:
    """Bytes from a host as the device reads them: WebSocket frames, bounded buffers, and an end."""
    socket = websocket.WebSocket(lambda size: bytes(size))
    socket.sock = stream = _Stream(data)  # type: ignore[assignment]
    socket.state = n.WS_OPEN
    for now in range(len(data) + 8):  # a frame takes at least two bytes, a read at most 256
        got = socket.poll(now)
        assert got is None or len(got) <= 1100
        assert socket.got <= len(socket.rx) == 1100
        if socket.state == n.WS_CLOSED:
            break
    assert socket.state == n.WS_CLOSED
    assert stream.closed


def board_settings(data: bytes) -> None:
    """settings.json on a board's flash."""
    (_FOLDER / "settings.json").write_bytes(data)
    found = settings.load(str(_FOLDER))
    assert (len(found.device), len(found.key)) == (4, 32)
    assert len(found.hosts) <= 8


def export_file(data: bytes) -> None:
    """The file of `tavolo device import`, as far as it is read before the passphrase."""
    try:
        salt, nonce, _ = keybox.read(data)
    except keybox.KeyboxError:
        return
    assert (len(salt), len(nonce)) == (16, 12)


def exported_devices(data: bytes) -> None:
    """What an export file holds, when somebody with the passphrase means harm."""
    try:
        rows = keybox.devices(data)
    except keybox.KeyboxError:
        return
    assert all(len(bytes.fromhex(row["key"])) == 32 and len(row["name"]) <= 40 for row in rows.values())


def keys_file(data: bytes) -> None:
    """keys.json, damaged."""
    keys = Keys(_FOLDER)
    keys.path.write_bytes(data)
    try:
        names = keys.names()
    except KeysError:
        return
    assert all(len(keys.key(device) or b"") == 32 for device in names)


def scored_file(data: bytes) -> None:
    """The file of `tavolo score`, through to the result."""
    try:
        found = score_file.check(score_file.parse(data))
    except score_file.UnusableInput:
        return
    json.dumps(score.result(found)).encode()


def planted(data: bytes) -> None:
    """A mistake on purpose, so that a test can tell that the fuzzer works: an error behind bytes that must be worked out."""
    if data[:1] == b"T" and data[1:2] == b"a" and data[2:3] == b"v":
        raise IndexError("found me")


DOORS: dict[str, Callable[[bytes], None]] = {
    door.__name__: door
    for door in (
        message_to_host,
        message_to_device,
        frame,
        where_a_table_is,
        record,
        record_with_checksum,
        kept_over_a_reset,
        plan,
        payload,
        sheet,
        masked_pin,
        beacon_heard,
        frames_to_device,
        board_settings,
        export_file,
        exported_devices,
        keys_file,
        scored_file,
    )
}
DOORS |= usb_doors.DOORS | entries_doors.DOORS | verify_doors.DOORS | cli_doors.DOORS | archive_doors.DOORS
SEEDS |= usb_doors.SEEDS | entries_doors.SEEDS | verify_doors.SEEDS | cli_doors.SEEDS | archive_doors.SEEDS
assert set(DOORS) == set(SEEDS)
