"""The next round of an event: every group paired by its phase's method, tables numbered on, units made. Pure.

RULES 6: First round, Later rounds, Bye, Kinds. What each method does: docs/pairing.md. Chance comes only from the seed.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from host_tools.engine import pairing
from host_tools.engine.field_of import Order, field_for, groups, present
from host_tools.engine.line_ups import match_units
from host_tools.engine.made_round import Made, unit_of
from host_tools.engine.pairing import Field, Foursomes, Pairing, PairingError, PairingRules, Wish
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.state import INDIVIDUAL, TEAMS, EventState, RoundState

OPTIONS: dict[str, tuple[Any, ...]] = {
    "step": tuple(range(1, 100)),  # Mitchell: tables that E/W move
    "empty": ("ew", "ns"),  # Mitchell, odd number: on which line the empty place is
    "order": ("entry", "draw"),  # Mitchell, Italian: the order in which they stand
    "repeat": ("none", "previous", "all"),  # which rematches are avoided, else the setting `rematch`
    "tables": ("rank", "balance"),
    "lines": ("balance", "rank"),  # as often N/S as E/W, or the better placed N/S
    "bye_yields": (True, False),
}


@dataclass(frozen=True)
class Ask:
    """What is wanted of a round. `method`, `options`: None: as its phase has them. `absent`: not there this time. `rests`: who
    rests by the arbiter's word. `tables`: the whole seating by hand, `locks`: some of it: (table, NS, EW), of an individual
    event (table, N, S, E, W), of teams (match, home, away). `seed`: for lots."""

    seed: str
    method: str | None = None
    options: Mapping[str, Any] | None = None
    absent: Collection[int] = ()
    rests: tuple[int, ...] = ()
    tables: tuple[tuple[int, ...], ...] = ()
    locks: tuple[tuple[int, ...], ...] = ()


def next_round(state: EventState, order: Order, ask: Ask) -> Made:
    """Pair the round after the newest one that is published. Raises PairingError: why not, and what else can be done."""
    last = state.current()
    number = last.number + 1 if last else 1
    if number > state.total_rounds():
        raise PairingError(f"all {state.total_rounds()} rounds have been played; add a phase to play more")
    at = state.phase_of(number)
    phase = state.phases[at]
    method = "manual" if ask.tables else ask.method or phase.method
    options = dict(ask.options) if ask.options is not None else {name: phase.options[name] for name in phase.options}
    made = Made(number, method, at, check_options(options))
    if method in ("draw", "mitchell", "italian") or state.kind == INDIVIDUAL:
        made.seed = _seed(state, made, ask)
    found = groups(state, present(state, number, ask.absent))
    strangers = {who for row in (*ask.tables, *ask.locks) for who in row[1:]} - {n for some in found.values() for n in some}
    if strangers or not found:
        raise PairingError(f"not in this round: {sorted(strangers)[:10]}" if strangers else "nobody has been entered yet")
    for group, numbers in found.items():
        if len(numbers) < (4 if state.kind == INDIVIDUAL else 2):
            made.rests += numbers
            made.reasons |= dict.fromkeys(numbers, f"too few in group {group} to play")
            continue
        _group(state, made, order, ask, group, numbers)
    if not made.seats:
        raise PairingError("nobody can be seated: too few have been entered")
    return made


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a phase or round. Raises PairingError for a name or value that there is not; `fixed` is the fixed order that
    an earlier round of a movement wrote down, and passes."""
    for name, value in options.items():
        if name == "fixed" or (name == "seed" and isinstance(value, str) and len(value) <= 40 and value.isprintable()):
            continue
        if name not in OPTIONS or not any(value is one or value == one for one in OPTIONS[name]):
            raise PairingError(f"option {name} = {value!r:.40}: there are {', '.join(sorted((*OPTIONS, 'seed')))}")
    return {name: value for name, value in options.items() if name != "fixed"}


def _seed(state: EventState, made: Made, ask: Ask) -> str:
    """A movement goes on with the seed of its first round. A draw draws anew each round: the same lots would seat the same
    matches again."""
    begun, own = _movement(state, made), str(made.options.get("seed") or "")
    if made.method not in ("mitchell", "italian"):
        return f"{own}/{made.number}" if own and begun else own or ask.seed
    return (begun[0].seed if begun else "") or own or ask.seed


def _movement(state: EventState, made: Made) -> list[RoundState]:
    """Rounds of this phase that were played by the same method, oldest first."""
    played = [info for info in state.rounds if info.number < made.number]
    return [info for info in played if info.method == made.method and info.phase in (made.phase, None)]


def pairing_rules(state: EventState, options: Mapping[str, Any]) -> PairingRules:
    """The organiser's choices for pairing: the event's settings, where the phase has no own ones."""
    rules = rules_of(state)
    repeat: Any = options.get("repeat") or rules.text("rematch")
    free = rules.flag("last_round_exempt")
    return PairingRules(repeat, free, bool(options.get("bye_yields", True)), options.get("tables", "rank"))


def _group(state: EventState, made: Made, order: Order, ask: Ask, group: int, numbers: list[int]) -> None:
    session = state.phases[made.phase].session
    by_rank = state.current() is not None and made.method != "entry"  # the list of entries stands as it is, whatever was played
    known = field_for(state, numbers, made.number, session, order if by_rank else None)
    rules = pairing_rules(state, made.options)
    if made.options.get("lines") == "rank":
        known = replace(known, lines={})
    if rules_of(state).flag("bye_again"):  # the organiser's own: the last-ranked rests, whether it has rested or not
        known = replace(known, byes={})
    if state.kind == INDIVIDUAL:
        _individual(state, made, _foursomes(made, known, ask, group), group)
        return
    # tables (of teams: matches) are numbered on from the groups before; the arbiter's own numbers stay as they are
    used = 0 if ask.tables else made.used
    mine = _Mine(state, made, known, rules, group, numbers)
    found = _by_hand(mine, ask, used) or mine.pair(known)
    _told(made, found, used, state.kind)
    if made.method == "mitchell":  # an empty place has its table, too, so that nobody else's moves with it
        made.used = used + (len(made.options["fixed"][str(group)]) + 1) // 2
    else:
        made.used = max([used, *(table + used for table, _, _ in found.tables)])
    if state.kind == TEAMS:
        match_units(state, made, [(match + used, home, away) for match, home, away in found.tables])
        return
    for table, ns, ew in found.tables:
        made.seat(table + used, ns, ew)


@dataclass(frozen=True)
class _Mine:
    """One group, and how its method seats it."""

    state: EventState
    made: Made
    known: Field
    rules: PairingRules
    group: int
    numbers: list[int]

    def pair(self, known: Field) -> Pairing:
        """Seat `known`, all of the group or what locks leave of it."""
        method, seed = self.made.method, f"{self.made.seed}/{self.group}" if self.group > 1 else self.made.seed
        if method == "mitchell":
            return self._mitchell()
        if method == "italian":
            return self._italian()
        if method == "draw":
            return pairing.draw(known, seed, self.draw_rules())
        if method == "entry":
            return pairing.entry_order(known, self.rules)
        if method == "modified":
            return pairing.modified_danish(known, self.rules)
        if method == "manual":
            raise PairingError("seating by hand needs the tables: name each table with those who sit there")
        return pairing.pure_danish(known, self.rules)

    def draw_rules(self) -> PairingRules:
        """A draw avoids every earlier match as far as it can, in the last round, too: no rule frees that for draws."""
        return replace(self.rules, repeat=self.made.options.get("repeat", "all"), last_round_free=False)

    def _fixed(self) -> tuple[list[int], int]:
        """(order of the movement, its round from 1). What its first round wrote down stays; whoever came later stands behind,
        0 stands for whoever is not there."""
        begun = _movement(self.state, self.made)
        turn = 1 + len(begun)
        told = [info.options.get("fixed", {}).get(str(self.group)) for info in begun]
        before = [order for order in told if order]  # a round that came back has none, nor has a group that is new since
        order = list(before[-1]) if before else sorted(self.numbers)
        if not before and self.made.options.get("order") == "draw":
            order = pairing.by_lot(order, f"{self.made.seed}/{self.group}" if self.group > 1 else self.made.seed)
        if begun and not before:  # rounds that came back from tables: those who were there then
            order = sorted(n for n in self.state.competitors if self.state.competitors[n].group == self.group)
        order += [number for number in sorted(self.numbers) if number not in order]
        self.made.options.setdefault("fixed", {})[str(self.group)] = order
        return order, turn

    def _mitchell(self) -> Pairing:
        order, turn = self._fixed()
        there = [number if number in self.numbers else 0 for number in order]
        step, empty = int(self.made.options.get("step", 1)), self.made.options.get("empty", "ew")
        found = pairing.mitchell(there, turn, self.known.byes, step, empty)
        return self._reviewed(found)

    def _reviewed(self, found: Pairing) -> Pairing:
        """What a movement leaves unmet; its lines are the movement's own."""
        done = pairing.reviewed(found, self.known, PairingRules("all", False), by_rank=False)
        done.unmet = [one for one in done.unmet if one.kind is not Wish.LINE]
        return done

    def _italian(self) -> Pairing:
        order, turn = self._fixed()
        if turn > 1 and len(order) > len(self._first_order()):
            raise PairingError("somebody entered after the calendar of the Italian rounds was made: use another method from here")
        found = pairing.italian(order, turn)
        gone = set(order) - set(self.numbers)
        left = [row for row in found.tables if not gone & set(row[1:])]
        alone = [who for row in found.tables if gone & set(row[1:]) for who in row[1:] if who not in gone]
        found.rests = [who for who in [*found.rests, *alone] if who not in gone]
        found.reasons |= {who: f"pair {who} rests: the calendar's opponent is not there" for who in alone}
        found.tables = [(at, ns, ew) for at, (_, ns, ew) in enumerate(left, 1)]
        return self._reviewed(found)

    def _first_order(self) -> Sequence[int]:
        begun = [info for info in _movement(self.state, self.made) if info.options.get("fixed")]
        return begun[0].options["fixed"].get(str(self.group), []) if begun else self.numbers


def _by_hand(mine: _Mine, ask: Ask, used: int) -> Pairing | None:
    """What the arbiter seats by hand: all of it, some of it, or who rests; None where there is nothing."""
    here = set(mine.numbers)
    rests = [who for who in ask.rests if who in here]
    rows = ask.tables or ask.locks
    fixed = [(row[0] - used, row[1], row[2]) for row in rows if here & set(row[1:])]
    if any(not set(row[1:]) <= here for row in fixed):
        raise PairingError("two of different groups cannot meet: move one of them into the other's group first")
    if ask.tables:
        return pairing.manual(fixed, rests, mine.known, mine.rules)
    if not fixed and not rests:
        return None
    if mine.made.method in ("mitchell", "italian"):
        raise PairingError("a movement or a calendar has no locks: use another method, or seat the round by hand")
    rules = mine.draw_rules() if mine.made.method == "draw" else mine.rules  # what is unmet is told by the way's own rules
    return pairing.locked(fixed, mine.known, mine.pair, rests, rules)


def _told(made: Made, found: Pairing | Foursomes, used: int, kind: str) -> None:
    """`used`: tables of the groups before, by which those of this one are moved on."""

    def moved(text: str) -> str:
        word = "match" if kind == TEAMS else "table"
        return re.sub(r"^table (\d+)", lambda found: f"{word} {int(found[1]) + used}", text)

    made.rests += found.rests
    made.notes += [note for note in found.notes if note not in made.notes]
    made.reasons |= found.reasons
    for one in found.unmet:
        plain = {"kind": str(one.kind), "who": list(one.who), "text": moved(one.text), "article": one.article}
        made.unmet.append(plain | {"numbers": list(one.numbers)})


def _foursomes(made: Made, known: Field, ask: Ask, group: int) -> Foursomes:
    """Two and two. `manual`: as the arbiter says."""
    if ask.tables:
        return _foursomes_by_hand(known, ask)
    if ask.locks or ask.rests:
        raise PairingError("an individual round has no locks: seat it by hand, all of it")
    if made.method in ("mitchell", "italian", "manual"):
        raise PairingError(f"{made.method} does not fit an individual event: use draw, entry, danish or modified")
    if made.method == "draw":
        return pairing.drawn_foursomes(known, f"{made.seed}/{group}" if group > 1 else made.seed)
    return pairing.ranked_foursomes(known)


def _foursomes_by_hand(known: Field, ask: Ask) -> Foursomes:
    mine = [row for row in ask.tables if set(row[1:]) & set(known.ranked)]
    seated = [who for row in mine for who in row[1:]]
    rests = [who for who in ask.rests if who in known.ranked]
    wrong = any(len(row) != 5 for row in mine) or len({row[0] for row in mine}) != len(mine)
    if wrong or sorted([*seated, *rests]) != sorted(known.ranked):
        raise PairingError("each player sits at one table (table, N, S, E, W), or rests")
    four = [(row[0], (row[1], row[2]), (row[3], row[4])) for row in mine]
    return Foursomes(sorted(four), rests, reasons=dict.fromkeys(rests, "by the arbiter's hand"))


def _individual(state: EventState, made: Made, found: Foursomes, group: int) -> None:
    first = 0 if made.method == "manual" else made.used
    _told(made, found, first, state.kind)
    made.used = max([first, *(table + first for table, *_ in found.tables)])
    for table, one, other in found.tables:
        units = [unit_of(state, made, [state.competitors[n].persons[0] for n in two], two) for two in (one, other)]
        made.seat(table + first, units[0], units[1])
