"""Random events by seed, driven through the engine: entries, phases, pairing, results, rulings, corrections, undo.

`generate(seed)` gives the event's plain facts and the numbers that the engine tells; the same seed gives the same event. It
knows the engine; the checker (checker.py) sees only what comes out.
"""

from dataclasses import replace
from typing import Any

from host_tools.engine import undoing
from host_tools.engine.results import TableResult
from host_tools.engine.state import INDIVIDUAL, PAIRS, PUBLISHED, SCORE_FREE, TEAMS, RoundState
from tavolo.domain import scales
from tests.checker import changes, errors, seating, told, trouble, undone
from tests.checker.papers import Papers, fill, revise
from tests.checker.play import Play

SIZES = ((2, 5, 9), (6, 12, 11), (13, 24, 3), (25, 60, 0.7), (61, 100, 0.2))  # from, to, how often
HUGE = (101, 500)  # pairs; one event in HUGE_EVERY
HUGE_EVERY = 120
TABLES = (1, 2, 3, 6, 12, 25, 50, 125, 250)  # how many tables rounds have, counted in steps
MOST_ROUNDS = 14
OWN_SCALE = ((50, 8, 8), (400, 10, 5), (900, 13, 2), (32767, 16, 0))  # an organiser's, whose sums are not all the same
_ALL = ("danish", "modified", "modified", "mitchell", "italian", "draw", "entry", "manual")
METHODS = {
    PAIRS: _ALL,
    TEAMS: ("danish", "modified", "draw", *_ALL),
    INDIVIDUAL: ("danish", "modified", "draw", "entry", "manual"),
}


def generate(seed: int, huge_every: int = HUGE_EVERY, with_records: bool = False) -> Play:
    """A whole event. `with_records`: results come from real records, in `play.papers`. Raises whatever the engine raises:
    nothing that it refuses is asked of it, so that is a finding."""
    play = Play(seed)
    if with_records:
        papers = play.papers = Papers(play)
        play.result_of = lambda info, table: fill(papers, info, table)
        play.corrected_of = lambda info, table: revise(papers, info, table)
    _begin(play, huge_every)
    while (number := len(play.state.rounds) + 1) <= min(play.state.total_rounds(), MOST_ROUNDS):
        trouble.before(play, number)
        if not _paired(play, number):
            break
        _played(play, number)
        if play.maybe(0.03):
            undone.whole_round(play, number)
        else:
            _between(play)
    trouble.after(play)
    return play


def _size(play: Play, huge_every: int) -> int:
    if play.seed % huge_every == 0:
        return play.chance.randrange(HUGE[0], HUGE[1] + 1)
    low, high, _ = play.chance.choices(SIZES, [often for _, _, often in SIZES])[0]
    return play.chance.randrange(low, high + 1)


def _begin(play: Play, huge_every: int) -> None:
    chance = play.chance
    kind = chance.choices((PAIRS, INDIVIDUAL, TEAMS), (7, 2, 2))[0]
    size = _size(play, huge_every)
    if kind != PAIRS:
        size = max(4, min(size, 60))
    play.tie_step = chance.choice((5, 5, 50, 200))
    data = {"id": f"{play.seed % 2**32:08x}", "name": "Torneo", "kind": kind, "profile": chance.randrange(3)}
    own = trouble.settings(play) | ({"match_adding": "vp"} if kind == TEAMS and play.seed % 3 == 0 else {})
    play.act("event.new", data | {"settings": own, "phases": _phases(play, kind, size)})
    groups = chance.choice((1, 1, 1, 2, 3)) if size >= 8 * (2 if kind == INDIVIDUAL else 1) else 1
    each = {PAIRS: 2, INDIVIDUAL: 1, TEAMS: 2 * int(play.state.settings.get("match_tables", 2)) + chance.choice((0, 0, 1))}[kind]
    numbers = list(range(1, size + 1))
    chance.shuffle(numbers)
    entries = [{"number": n, "persons": play.persons(each), "group": at % groups + 1} for at, n in enumerate(numbers)]
    play.act("entry.add", {"entries": entries})
    play.features |= {f"kind {kind}": 1, "groups": int(groups > 1), "odd number": size % 2, "competitors": size}


def _phases(play: Play, kind: str, size: int) -> list[dict[str, Any]]:
    chance, phases = play.chance, []
    session = 1
    for at in range(chance.randrange(1, 4)):
        method = chance.choice(METHODS[kind])
        if at == 0 and method in ("danish", "modified") and chance.random() < 0.5:
            method = "draw"
        session += at > 0 and chance.random() < 0.4
        deals = chance.choice((2, 3, 4, 4, 5, 1))
        row = scales.default_for(deals) or scales.by_id("house_5_deals")
        if kind == TEAMS:
            row = scales.by_id("fibur_team")
        assert row is not None
        name, bands = ("own", OWN_SCALE) if chance.random() < 0.1 else (row[0], row[3])
        most = 2 if size > 100 else 4
        phase = {"method": method, "rounds": chance.randrange(1, most + 1), "deals": deals, "minutes": 35, "scale": name}
        phase["options"] = _options(play, method)
        phases.append(phase | {"bands": [list(band) for band in bands], "session": session})
    return phases


def _options(play: Play, method: str) -> dict[str, Any]:
    """What the phase's method takes, sometimes."""
    chance = play.chance
    if chance.random() < 0.5:
        return {}
    if method == "mitchell":
        return {
            "step": chance.choice((1, 1, 2, 3)),
            "empty": chance.choice(("ew", "ns")),
            "order": chance.choice(("entry", "draw")),
        }
    if method == "italian":
        return {"order": chance.choice(("entry", "draw"))}
    if method in ("modified", "draw"):
        return {"repeat": chance.choice(("none", "previous", "all")), "bye_yields": chance.random() < 0.5}
    return {"tables": chance.choice(("rank", "rank", "balance")), "lines": chance.choice(("rank", "balance"))}


def _paired(play: Play, number: int) -> bool:
    if play.papers is None and play.maybe(0.02):
        return _back(play, number)
    made = _draft(play, number)
    if made is None:
        return False
    if play.maybe(0.08):  # paired anew, the draft before is replaced
        made = _draft(play, number) or made
    if play.maybe(0.05):
        play.undo(made)
        play.features["undo of a pairing"] += 1
        _draft(play, number)
    if play.maybe(0.04):
        play.act("round.drop", {"id": _again(play, number).id})
        _draft(play, number)
    errors.corrected(play, 0.06)
    if play.state.round(number) is None:  # the draft hung on what was corrected
        play.features["draft paired anew after a correction"] += 1
        _draft(play, number)
    play.act("round.publish", {"id": _again(play, number).id})
    if play.maybe(0.06):
        undone.publishing(play, number)
        if play.maybe(0.5):
            _draft(play, number)  # not the same seats, a new lot
        play.act("round.publish", {"id": _again(play, number).id})
    return True


def _draft(play: Play, number: int) -> int | None:
    found = seating.seat(play, number)
    if found is None:
        return None
    made, by_hand = found
    if play.maybe(0.1):
        errors.late_entry_asked(play)
    play.features[f"method {made.method}"] += 1
    return play.act("round.pair", seating.act_of(made, play.new_id(), by_hand))


def _back(play: Play, number: int) -> bool:
    """A restored database has lost the round: its tables give it back, one by one."""
    found = seating.seat(play, number)
    if found is None:
        return False
    made, phase, new = found[0], play.state.phases[found[0].phase], {"id": play.new_id()}
    plain: dict[str, Any] = {name: getattr(phase, name) for name in ("deals", "minutes", "scale")}
    plain |= {"number": number, "method": "danish", "bands": [list(band) for band in phase.bands]}
    play.act("round.back", new | plain)
    play.act("round.publish", new)
    units = {unit.number: [unit.number, list(unit.persons), list(unit.credits)] for unit in made.units}
    for table, (ns, ew) in made.seats.items():
        seat = new | {"table": table, "ns": ns, "ew": ew} | ({"match": made.matches[table]} if made.matches else {})
        named = [units.pop(unit) for unit in (ns, ew) if unit in units]
        play.act("round.seat", seat | ({"units": named} if named else {}))
    if made.rests:
        play.act("round.rest", new | {"rests": made.rests})
    if made.method != "danish":
        play.act("round.method", new | {"method": made.method})
    return True


def _played(play: Play, number: int) -> None:
    info = _again(play, number)
    trouble.absent_before(play, info)
    rows = [_row(play, info, table) for table in sorted(info.seats)]
    play.results[number] = [row for row in rows if row is not None]
    for result in play.results[number]:
        play.noted(number, result)
    play.features["tables"] += len(info.seats)
    play.features[f"rounds of {next(most for most in TABLES if len(info.seats) <= most)} tables at most"] += 1
    play.features["rests"] += len(info.rests)
    play.features["rounds"] += 1
    trouble.during(play, info)
    if play.maybe(0.1):
        errors.late_entry_asked(play)
    errors.corrected(play, 0.04)  # on the evening itself, before it is closed
    _close(play, info)
    if play.maybe(0.06):  # closed too early: a result was wrong
        play.take_back(undoing.undo_close(play.acts, number))
        play.features["undo of a closing"] += 1
        errors.corrected(play)
        _close(play, _again(play, number))
    errors.corrected(play, 0.2)  # after the closing


def _row(play: Play, info: RoundState, table: int) -> TableResult | None:
    """What a table brings: mostly its sheet; sometimes its lines sat the other way round; sometimes nothing."""
    row = play.result_of(info, table)
    if play.papers is not None:
        return row
    if play.maybe(0.03):
        play.features["lines swapped"] += 1
        return replace(row, ns=row.ew, ew=row.ns)
    said = [one.data for one in play.state.rulings if one.kind == "absent"]
    absent = any((data["round"], data["table"]) == (info.number, table) for data in said)
    if play.maybe(0.7 if absent else 0.01):
        play.features["tables without a sheet"] += 1
        return None
    return row


def _again(play: Play, number: int) -> RoundState:
    info = play.state.round(number)
    assert info is not None
    return info


def _close(play: Play, info: RoundState) -> None:
    play.act("round.close", {"id": info.id, "told": told.closing(play, info)})
    play.features["score-free" if info.method in SCORE_FREE else "by ranking"] += 1


def _between(play: Play) -> None:
    """After a round: the arbiter thinks of something, or takes something back."""
    changes.between(play)
    errors.come_late(play)
    if play.maybe(0.2):
        undone.anything(play)
        last = play.state.current()
        if last is not None and last.state == PUBLISHED:  # it was its closing
            _close(play, last)
