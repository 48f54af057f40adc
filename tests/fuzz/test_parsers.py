"""Every parser against anything: it takes it or raises what it declares, and its memory stays bounded."""

import os
import tracemalloc

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz import doors, mutations

EXAMPLES = int(os.environ.get("TAVOLO_FUZZ_EXAMPLES", "120"))
QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]


@pytest.mark.parametrize("name", list(doors.DOORS))
def test_honest_input_passes_whole(name: str) -> None:
    for seed in doors.SEEDS[name]:
        doors.DOORS[name](seed)


@pytest.mark.parametrize("name", list(doors.DOORS))
def test_nothing_but_the_declared_error(name: str) -> None:
    tried = 0

    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=QUIET, phases=(Phase.explicit, Phase.generate, Phase.shrink)
    )
    @given(data=mutations.anything(doors.SEEDS[name]))
    def run(data: bytes) -> None:
        nonlocal tried
        tried += 1
        doors.DOORS[name](data)

    run()
    print(f"{name}: {tried} inputs")
    assert tried >= EXAMPLES // 2


@pytest.mark.parametrize("name", [name for name in doors.DOORS if name not in ("frame", "record", "masked_pin", "payload")])
def test_a_huge_input_takes_no_memory_to_speak_of(name: str) -> None:
    huge = [b"[" * 3_000_000, b'{"devices":[' + b"1," * 1_500_000 + b"1]}", b"\x82\x7e\x04\x00" * 300_000, bytes(3_000_000)]
    for data in huge:
        tracemalloc.start()
        try:
            if name == "frames_to_device":
                data = data[:20_000]  # it reads 256 bytes a turn, and would count for long
            doors.DOORS[name](data)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        # what is bounded before it is read stays small; keys.json is the owner's own file and may be read whole
        assert peak < (400_000_000 if name in ("keys_file", "exported_devices") else 8 * len(data) + 2_000_000), (name, peak)


@given(payload=st.binary(max_size=400), at=st.integers(0, 4000), flip=st.integers(1, 255))
@settings(max_examples=EXAMPLES, deadline=None)
def test_no_changed_frame_and_no_second_one_is_opened(payload: bytes, at: int, flip: int) -> None:
    from tavolo.wire import seal

    table, host = seal.Sealer(doors.KEY, seal.TO_HOST), seal.Sealer(doors.KEY, seal.TO_DEVICE)
    one, two = table.seal(payload), table.seal(payload)
    bad = bytearray(one)
    bad[at % len(bad)] ^= flip
    for frame in (bytes(bad), one[:-1], one + b"\0", host.seal(payload)):
        with pytest.raises(seal.SealError):
            host.open(frame)
    assert host.open(two) == payload  # what was refused has moved nothing; later ones may pass
    for late in (one, two):
        with pytest.raises(seal.SealError, match="does not rise"):
            host.open(late)
