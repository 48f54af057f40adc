"""The doors of the command line, as doors.py has them: a file of paper sheets, and the words of a phase, a deal, a setting."""

from collections.abc import Callable

from pydantic import ValidationError

from host_tools.cli import deal_words, phase_words, sheet_file
from host_tools.cli.phase_words import WordsError
from host_tools.server.orders.events import PhaseIn
from host_tools.server.orders.sheets import EnterAllIn


def sheets_csv(data: bytes) -> None:
    """A file of paper sheets: what comes out has the shape of the order, or its numbers are refused there."""
    try:
        sheets = sheet_file.read(data, 1, None)
    except WordsError:
        return
    try:
        EnterAllIn.model_validate({"round": 1, "sheets": sheets})
    except ValidationError as fault:
        kinds = {one["type"] for one in fault.errors()}
        assert kinds <= {"less_than_equal", "greater_than_equal", "too_long"}, kinds


def typed_words(data: bytes) -> None:
    """A phase, a deal and a setting as they are typed."""
    text = data.decode("utf-8", "replace")
    for read in (phase_words.phase, deal_words.deal, lambda words: phase_words.settings([words])):
        try:
            found = read(text)
        except WordsError as fault:
            assert str(fault)
            continue
        if read is phase_words.phase:
            _phase(found)


def _phase(found: object) -> None:
    try:
        PhaseIn.model_validate(found)
    except ValidationError as fault:
        kinds = {one["type"] for one in fault.errors()}
        assert not kinds & {"extra_forbidden", "missing"}, kinds


DOORS: dict[str, Callable[[bytes], None]] = {door.__name__: door for door in (sheets_csv, typed_words)}
SEEDS: dict[str, list[bytes]] = {
    "sheets_csv": [
        b"table;deal;ns;ew\n1;1;c1 closed neg15 pos340;d1 neg60 pos180\n1;2;taken arb-100;s1 closed pos410\n",
        b'\xef\xbb\xbfdeal,table,"ew",ns,reason,swapped,round\r\n1,7,d1,"c1 closed",2,yes,1\r\n\r\n',
    ],
    "typed_words": [
        b"2 modified 4 deals 45 min scale=fibur_4_deals session=2 repeat=all seed=7",
        b"1 ns:c1 s0 d1 closed neg45 pos345 ew:d1 nottaken neg60 pos180 reason=1",
        b"tie_breaks=direct,net_mp,lot",
        b"late_steps=[[5,100],[10,150]]",
    ],
}
