"""First rounds: by draw or in entry order (RULES 6, First round: 004 LOI 2, 000 par.1)."""

from dataclasses import replace

from host_tools.engine.pairing.danish_rounds import best, bye_order, seated
from host_tools.engine.pairing.field import Field, Pairing, PairingRules
from host_tools.engine.pairing.lots import by_lot


def draw(field: Field, seed: int | str, rules: PairingRules | None = None) -> Pairing:
    """A drawn round: the competitors in the order of their lots, first against second, third against fourth and so on.

    In a later round forbidden rematches are avoided with the least departure from the order drawn. With an odd number the
    last drawn of those that have rested least rests. The order of the field does not matter, only numbers and seed do.
    """
    rules = rules or PairingRules(repeat="all")
    drawn = replace(field, ranked=tuple(by_lot(field.ranked, seed)))
    matches, rests = best(drawn, rules)
    pairing = seated(drawn, matches, rests, rules, by_rank=False)
    for rest in rests:
        pairing.reasons[rest] = f"pair {rest} rests: the last drawn of those that have rested least (seed {seed})"
        if rest != bye_order(drawn)[0]:
            pairing.reasons[rest] += ", moved up to avoid a rematch"
    pairing.notes.insert(0, f"drawn with seed {seed}: order of SHA-256 of SEED:NUMBER")
    return pairing


def entry_order(field: Field, rules: PairingRules | None = None) -> Pairing:
    """In the order of the field as it stands: 1-2, 3-4, ...; the last entered that has not rested rests."""
    order, chosen = list(field.ranked), rules or PairingRules()
    rests = bye_order(field)[: len(order) % 2]
    playing = [who for who in order if who not in rests]
    pairing = seated(field, list(zip(playing[::2], playing[1::2], strict=True)), rests, chosen, by_rank=False)
    for rest in rests:
        pairing.reasons[rest] = f"pair {rest} rests: the last entered of those that have rested least"
    return pairing
