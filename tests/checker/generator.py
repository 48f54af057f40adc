"""Random events by seed, driven through the engine: entries, phases, pairing, results, rulings, corrections, undo.

`generate(seed)` gives the event's plain facts and the numbers that the engine tells; the same seed gives the same event. It
knows the engine; the checker (checker.py) sees only what comes out.
"""

from typing import Any

from host_tools.engine.state import DRAFT, INDIVIDUAL, PAIRS, SCORE_FREE, TEAMS, RoundState
from tavolo.domain import scales
from tests.checker import told, trouble
from tests.checker.papers import Papers, fill, revise
from tests.checker.play import Play
from tests.checker.seating import FIRST_UNIT, Seated, field_of, seat_group

SIZES = ((2, 5, 8), (6, 12, 10), (13, 40, 5), (41, 100, 1))  # from, to, how often
HUGE = (101, 500)  # pairs; one event in HUGE_EVERY
HUGE_EVERY = 60
TABLES = 500  # each group has its own range of tables, so that a movement is seen in their numbers
PAIR_METHODS = ("danish", "modified", "modified", "mitchell", "italian", "draw", "entry", "manual")


def generate(seed: int, huge_every: int = HUGE_EVERY, with_records: bool = False) -> Play:
    """A whole event. `with_records`: results come from real records, in `play.papers`. Raises whatever the engine raises:
    nothing that it refuses is asked of it, so that is a finding."""
    play = Play(seed)
    if with_records:
        papers = play.papers = Papers(play)
        play.result_of = lambda info, table: fill(papers, info, table)
        play.corrected_of = lambda info, table: revise(papers, info, table)
    _begin(play, huge_every)
    for number in range(1, play.state.total_rounds() + 1):
        trouble.before(play, number)
        if not _paired(play, number):
            break
        _played(play, number)
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
    play.act("event.new", data | {"settings": trouble.settings(play), "phases": _phases(play, kind, size)})
    groups = chance.choice((1, 1, 1, 2, 3)) if size >= 8 * (2 if kind == INDIVIDUAL else 1) else 1
    each = {PAIRS: 2, INDIVIDUAL: 1, TEAMS: 4}[kind]
    numbers = list(range(1, size + 1))
    chance.shuffle(numbers)
    entries = [{"number": n, "persons": play.persons(each), "group": at % groups + 1} for at, n in enumerate(numbers)]
    play.act("entry.add", {"entries": entries})
    play.features |= {f"kind {kind}": 1, "groups": int(groups > 1), "odd number": size % 2, "competitors": size}


def _phases(play: Play, kind: str, size: int) -> list[dict[str, Any]]:
    chance, phases = play.chance, []
    session = 1
    for at in range(chance.randrange(1, 4)):
        method = chance.choice(PAIR_METHODS if kind == PAIRS else ("danish", "modified", "draw"))
        if at == 0 and method in ("danish", "modified") and chance.random() < 0.5:
            method = "draw"
        session += at > 0 and chance.random() < 0.4
        deals = chance.choice((2, 3, 4, 4, 5, 1))
        row = scales.default_for(deals) or scales.by_id("house_5_deals")
        if kind == TEAMS:
            row = scales.by_id("fibur_team")
        assert row is not None
        most = 2 if size > 100 else 4
        phase = {"method": method, "rounds": chance.randrange(1, most + 1), "deals": deals, "minutes": 35, "scale": row[0]}
        phases.append(phase | {"bands": [list(band) for band in row[3]], "session": session})
    return phases


def _order(play: Play, number: int, group: int) -> list[int]:
    """Who plays round `number` in a group, best first; by entry before any result."""
    there = [who for who in play.there(number) if play.state.competitors[who].group == group]
    if not any(info.state != DRAFT for info in play.state.rounds):
        return there
    place = {line.number: at for at, line in enumerate(told.standings(play))}
    return sorted(there, key=lambda who: place[who])


def _fixed(play: Play, number: int, group: int, ranked: list[int]) -> tuple[list[int], int]:
    """(order of a movement or calendar at the phase's first round, which of its rounds this is)."""
    phase = play.state.phase_of(number)
    begun = sum(one.rounds for one in play.state.phases[:phase])
    known = play.movements.setdefault((phase, group), sorted(ranked))
    return known, number - begun


def _seats(play: Play, number: int) -> Seated | None:
    phase = play.state.phases[play.state.phase_of(number)]
    out = Seated(phase.method)
    for group in sorted({one.group for one in play.state.competitors.values()}):
        ranked = _order(play, number, group)
        if len(ranked) < (4 if play.state.kind == INDIVIDUAL else 2):
            out.rests += ranked
            continue
        known = field_of(play.state, ranked, number, phase.session)
        out.method, order, turn = phase.method, ranked, 0
        if phase.method in ("mitchell", "italian"):
            order, turn = _fixed(play, number, group, ranked)
            if set(order) != set(ranked):
                out.method = "modified"
        unit = max([FIRST_UNIT - 1, *(n for n in play.state.units if play.state.kind != PAIRS), *(row[0] for row in out.units)])
        seed = f"{play.seed}/{number}/{group}"
        seat_group(play.state, out, known, order, turn, seed, (TABLES * (group - 1), unit))
        out.methods[str(group)] = out.method
        play.features[f"method {out.method}"] += 1
    return out if out.seats else None


def _paired(play: Play, number: int) -> bool:
    made = _draft(play, number)
    if made is None:
        return False
    if play.maybe(0.08):  # paired anew, the draft before is replaced
        made = _draft(play, number) or made
    if play.maybe(0.05):
        play.undo(made)
        play.features["undo of a pairing"] += 1
        _draft(play, number)
    info = play.state.round(number)
    assert info is not None
    act = play.act("round.publish", {"id": info.id})
    if play.maybe(0.05):
        play.undo(act)
        play.features["undo of a publication"] += 1
        _draft(play, number)  # tables may have the old plan: the round is made anew
        play.act("round.publish", {"id": _again(play, number).id})
    return True


def _draft(play: Play, number: int) -> int | None:
    seated = _seats(play, number)
    if seated is None:
        return None
    seats = {str(table): list(units) for table, units in seated.seats.items()}
    data = {"id": f"{len(play.acts):08x}", "number": number, "method": seated.method, "seats": seats, "rests": seated.rests}
    data |= {"matches": {str(table): match for table, match in seated.matches.items()}, "units": seated.units}
    data["options"] = {"methods": seated.methods}
    data |= {"unmet": seated.unmet, "reasons": {str(who): text for who, text in seated.reasons.items()}}
    return play.act("round.pair", data)


def _played(play: Play, number: int) -> None:
    info = play.state.round(number)
    assert info is not None
    play.results[number] = [play.result_of(info, table) for table in sorted(info.seats)]
    for result in play.results[number]:
        play.noted(number, result)
    play.features["tables"] += len(info.seats)
    play.features["rests"] += len(info.rests)
    play.features["rounds"] += 1
    trouble.during(play, info)
    _close(play, info)
    if play.maybe(0.06):  # closed too early: a result was wrong
        play.undo(play.acts[-1].number)
        play.features["undo of a closing"] += 1
        info = _again(play, number)
        trouble.corrected(play, info)
        _close(play, info)
    elif play.maybe(0.06):
        trouble.corrected(play, info)  # after the closing: the pairing stays


def _again(play: Play, number: int) -> RoundState:
    info = play.state.round(number)
    assert info is not None
    return info


def _close(play: Play, info: RoundState) -> None:
    play.act("round.close", {"id": info.id, "told": told.closing(play, info)})
    play.features["score-free" if info.method in SCORE_FREE else "by ranking"] += 1
