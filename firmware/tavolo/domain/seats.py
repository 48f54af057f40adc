"""Seats at the table: clockwise order, lines, and the deal that passes clockwise (RULES 3.2, 5)."""


def line(seat: int) -> int:
    """The line of a seat: NS or EW."""
    return seat & 1


def partner(seat: int) -> int:
    """The seat across the table."""
    return seat + 2 & 3


def next_seat(seat: int) -> int:
    """The seat that plays after `seat`, clockwise."""
    return seat + 1 & 3


def dealer(first_dealer: int, deal: int) -> int:
    """Seat that deals deal number `deal` (1-based) when `first_dealer` dealt number 1; a void deal keeps its number."""
    return first_dealer + deal - 1 & 3


def first_served(dealer_seat: int) -> int:
    """F of RULES 3.2: the seat that plays first, next to the dealer."""
    return next_seat(dealer_seat)


def order(dealer_seat: int) -> tuple:
    """(F, 2, 3, D): the seats in order of play."""
    return tuple([dealer_seat + n & 3 for n in range(1, 5)])
