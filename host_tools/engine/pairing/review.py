"""What a pairing leaves unmet, whoever made it: a movement, the optimisation, or the arbiter's hand."""

from host_tools.engine.pairing.field import Field, Pairing, PairingRules, Unmet, Wish

LATER = "RULES 6, Later rounds (004 LOI 2b)"
BYE = "RULES 6, Bye (000 par.14; 003; 004 LOI 34)"
OURS = "our wish; no rule book has it"


def reviewed(pairing: Pairing, field: Field, rules: PairingRules, by_rank: bool = True) -> Pairing:
    """`pairing` with `unmet` written new, dearest wish first, and a reason for each rest that has none.

    `by_rank`: neighbours of the ranking should meet; False for draws, movements and calendars.
    """
    pairing.unmet = _rests(pairing, field, by_rank) + _rematches(pairing, field, rules)
    if by_rank:
        pairing.unmet += _distances(pairing, field)
    pairing.unmet += _lines(pairing, field)
    if rules.tables == "balance":
        pairing.unmet += _tables(pairing, field)
    pairing.unmet.sort(key=lambda one: one.kind.priority)
    return pairing


def _rests(pairing: Pairing, field: Field, by_rank: bool) -> list[Unmet]:
    out = []
    least = min(field.byes.get(who, 0) for who in field.ranked)
    place = field.place()
    for rest in pairing.rests:
        had = field.byes.get(rest, 0)
        if had:
            why = "all have rested" if had == least else f"others rested {least} times"
            text = f"pair {rest} rests again, {had} times before in this session; {why}; the arbiter decides its award"
            out.append(Unmet(Wish.SECOND_BYE, (rest,), text, BYE, (had,)))
        lower = [who for who in field.ranked[place[rest] + 1 :] if field.byes.get(who, 0) <= least and who not in pairing.rests]
        if by_rank and lower:
            text = f"pair {rest} rests although {len(lower)} below it may: {_some(lower)}"
            out.append(Unmet(Wish.BYE_ORDER, (rest, *lower), text, BYE, (len(lower),)))
        pairing.reasons.setdefault(rest, _reason(rest, field, lower, had))
    return out


def _reason(rest: int, field: Field, lower: list[int], had: int) -> str:
    if had:
        return f"pair {rest} rests: the last-ranked of those that rested least ({had} times)"
    if lower:
        return f"pair {rest} rests although {_some(lower)} stand below it and may rest"
    below = len(field.ranked) - 1 - field.place()[rest]
    return f"pair {rest} rests: the last-ranked that has not rested" + (f"; {below} below it have or rest too" if below else "")


def _rematches(pairing: Pairing, field: Field, rules: PairingRules) -> list[Unmet]:
    forbidden = field.forbidden(rules.forbids(field.last_round))
    out = []
    for table, ns, ew in pairing.tables:
        if ew in forbidden[ns]:
            rounds = field.rounds_met(ns, ew) or field.rounds_met(ew, ns)
            text = f"table {table}: {ns} and {ew} meet again (round {', '.join(map(str, rounds))})"
            out.append(Unmet(Wish.REMATCH, (ns, ew), text, LATER, rounds))
    return out


def _distances(pairing: Pairing, field: Field) -> list[Unmet]:
    """Matches that are not of neighbours among those who play."""
    playing = [who for who in field.ranked if who not in set(pairing.rests)]
    place = {who: at for at, who in enumerate(playing, 1)}
    out = []
    for table, ns, ew in pairing.tables:
        apart = abs(place[ns] - place[ew])
        if apart > 1:
            text = f"table {table}: {ns} and {ew} are {apart} places apart ({place[ns]} and {place[ew]}{_points(field, ns, ew)})"
            out.append(Unmet(Wish.RANK_DISTANCE, (ns, ew), text, LATER, (apart,)))
    return out


def _points(field: Field, one: int, other: int) -> str:
    if one not in field.scores or other not in field.scores:
        return ""
    return f", {abs(field.scores[one][0] - field.scores[other][0])} VP"


def _lines(pairing: Pairing, field: Field) -> list[Unmet]:
    out = []
    for table, *match in pairing.tables:
        for who, line in zip(match, (0, 1), strict=True):
            turns = field.lines.get(who, (0, 0))
            if turns[line] > turns[1 - line]:
                text = f"table {table}: {who} sits {('N/S', 'E/W')[line]} again ({turns[0]} times N/S, {turns[1]} E/W before)"
                out.append(Unmet(Wish.LINE, (who,), text, OURS, turns))
    return out


def _tables(pairing: Pairing, field: Field) -> list[Unmet]:
    out = []
    for table, *match in pairing.tables:
        for who in match:
            times = field.tables.get(who, ()).count(table)
            if times:
                out.append(Unmet(Wish.TABLE, (who,), f"table {table}: {who} was there {times} times before", OURS, (times,)))
    return out


def _some(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:5]))
    return shown if len(numbers) <= 5 else f"{shown} and {len(numbers) - 5} more"
