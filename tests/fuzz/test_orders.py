"""The organiser's orders with anything in them: done or refused in words, the event stays whole and opens again."""

import json
import os
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from host_tools.engine.acts import check_chain
from host_tools.engine.fold import fold
from host_tools.server.commands import Refused
from tests.fuzz import mutations
from tests.server.desk import PHASES, Office, entry, pairs

EXAMPLES = int(os.environ.get("TAVOLO_FUZZ_EXAMPLES", "120"))
STILL = {"deadline": None, "suppress_health_check": list(HealthCheck), "phases": (Phase.explicit, Phase.generate)}
_WHY = {"why": "x"}
_ODD = {"step": 99, "empty": "ns", "order": "draw", "seed": "a", "repeat": "all", "tables": "balance"}
SEEDS: list[tuple[str, dict[str, Any]]] = [
    ("event.new", {"name": "x", "phases": [PHASES[0] | {"options": _ODD}], "settings": {"bye_vp": 9}, "replace": True}),
    ("event.new", {"name": "x", "kind": "individual", "phases": [{"method": "draw", "rounds": 2, "deals": 3}], "replace": True}),
    ("event.new", {"name": "x", "kind": "teams", "phases": [{"method": "danish", "rounds": 2, "deals": 4}], "replace": True}),
    ("event.settings", {"settings": {"tie_breaks": ["lot"], "late_entry": "allow"}, "tables": {"policy": "hidden"}} | _WHY),
    ("event.phases", {"phases": PHASES} | _WHY),
    ("event.history", {"after": 1, "kinds": ["round"]}),
    ("event.final", _WHY),
    ("event.show", {}),
    ("entry.add", {"entries": pairs(3), "accept": ["late_entry"]} | _WHY),
    ("entry.add", {"entries": [entry("A", "B", "C", "D", name="E", group=2, number=9)], "accept": ["late_entry"]} | _WHY),
    ("entry.add", {"entries": [entry(f"A{n}") for n in range(5)], "accept": ["late_entry"]} | _WHY),
    ("entry.edit", {"number": 1, "persons": [{"name": "Z", "card": "1"}], "replace": True} | _WHY),
    ("entry.withdraw", {"number": 2, "mode": "temporary", "round": 2} | _WHY),
    ("entry.return", {"number": 2} | _WHY),
    ("entry.erase", {"person": 1} | _WHY),
    ("entry.preview", {"file": "TWFyaW87QWRh", "filename": "a.csv", "kind": "pairs", "choices": {"header": 0}}),
    ("entry.import", {"file": "TWFyaW87QWRh", "accept": ["no_header", "late_entry"]} | _WHY),
    ("line_up.set", {"round": 1, "team": 1, "tables": [[1, 2], [3, 4]]}),
    ("round.pair", {"options": _ODD, "rests": [3], "locks": [[1, 1, 2]], "absent": [2], "seed": "a"}),
    ("round.pair", {"method": "mitchell"}),
    ("round.pair", {"tables": [[1, 1, 2]], "rests": [3]}),
    ("round.publish", {}),
    ("round.close", {"force": True, "reason": "x"}),
    ("round.drop", {}),
    ("undo.preview", {"what": "last"}),
    ("undo.do", {"what": "act", "number": 3, "seen": 5} | _WHY),
]


@st.composite
def orders(draw: st.DrawFn) -> tuple[str, Any]:
    """An order as it should be, or with something in it changed."""
    name, body = draw(st.sampled_from(SEEDS))
    if draw(st.integers(0, 2)) == 0:
        return name, body
    return name, json.loads(draw(mutations.changed_json([mutations.as_json(body)])))


def test_whatever_an_order_says_is_done_or_refused_and_the_event_opens_again(tmp_path: Path) -> None:
    office = Office(tmp_path)
    done = refused = 0

    @settings(max_examples=EXAMPLES, **STILL)  # type: ignore[arg-type]
    @given(st.lists(orders(), min_size=1, max_size=4))
    def check(given_orders: list[tuple[str, Any]]) -> None:
        nonlocal done, refused
        for name, body in given_orders:
            if name == "undo.do" and body.get("seen") == 5 and office.host.hall.book:
                body = body | {"seen": office.host.hall.book.state.acts}
            try:
                json.dumps(office.do(name, **body) if isinstance(body, dict) else {})
                done += 1
            except Refused as fault:
                assert fault.message and 400 <= fault.status < 500
                refused += 1

    try:
        check()
        book = office.host.hall.book
        assert book is not None
        check_chain(book.acts)
        assert fold(book.acts).acts == len(book.acts)
        acts = len(book.acts)
        office.close()
        office.open()
        assert office.host.hall.book is not None and len(office.host.hall.book.acts) == acts
    finally:
        office.close()
    assert done > EXAMPLES // 4 and refused > EXAMPLES // 4, (done, refused)
