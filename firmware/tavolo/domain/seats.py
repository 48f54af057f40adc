"""Seats at the table: the deal that passes clockwise, and the order of play (RULES 3.2, 5). A seat's line is `seat & 1`."""


def dealer(first_dealer: int, deal: int) -> int:
    """Seat that deals deal number `deal` (1-based) when `first_dealer` dealt number 1; a void deal keeps its number."""
    return first_dealer + deal - 1 & 3


def order(dealer_seat: int) -> tuple:
    """(F, 2, 3, D): the seats in order of play."""
    return tuple([dealer_seat + n & 3 for n in range(1, 5)])
