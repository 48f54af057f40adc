"""Italian rounds: each meets all others of its group once, by a calendar fixed beforehand (RULES 6, 004 LOI 2d)."""

from collections.abc import Sequence

from host_tools.engine.pairing.field import Pairing, PairingError, check_numbers


def italian(order: Sequence[int], turn: int) -> Pairing:
    """Round `turn` (from 1) of the calendar of `order` (entry order, or `by_lot(numbers, seed)`).

    The circle method: one stays, the others move on by one each round. N even: N - 1 rounds, N (N - 1) / 2 matches; N odd:
    N rounds, each rests once. Lines: for N even nobody is more than one time more in one line nor more than twice running in
    the same; for N odd lines alternate from match to match. A number 0 is the place of one that has left: the calendar
    stays, and who would meet it rests (RULES 6, Withdrawal). Raises PairingError for a round outside the calendar.
    """
    check_numbers([who for who in order if who])
    circle = [*order, 0] if len(order) % 2 else list(order)
    rounds = len(circle) - 1
    if not 1 <= turn <= rounds:
        raise PairingError(f"{len(order)} competitors have met each other after {rounds} rounds; there is no round {turn}")
    now, result = turn - 1, Pairing([])
    # the one that stays changes its line every round; the others come one step nearer or further each round, so that a line
    # by the step's parity changes with it, too
    matches = [(circle[-1], circle[now]) if now % 2 else (circle[now], circle[-1])]
    for step in range(1, len(circle) // 2):
        up, down = circle[(now + step) % rounds], circle[(now - step) % rounds]
        matches.append((up, down) if step % 2 else (down, up))
    for ns, ew in matches:
        if ns and ew:
            result.tables.append((len(result.tables) + 1, ns, ew))
        elif rest := ns or ew:
            result.rests.append(rest)
            result.reasons[rest] = f"pair {rest} rests: its opponents' place is empty in round {turn} of the calendar"
    return result


def italian_calendar(order: Sequence[int]) -> list[Pairing]:
    """All rounds of the calendar, to be announced before play. Raises as `italian`."""
    check_numbers([who for who in order if who])
    return [italian(order, turn) for turn in range(1, len(order) + len(order) % 2)]
