"""Match-point difference -> victory points (RULES 2). Bands are (max_diff, vp_winner, vp_loser), rising."""

OPEN_END = 32767


def vp(bands: tuple, difference: int) -> tuple:
    """(winner, loser) for a difference >= 0: the first band whose max_diff reaches it."""
    for max_diff, winner, loser in bands:
        if difference <= max_diff:
            return winner, loser
    return bands[-1][1], bands[-1][2]
