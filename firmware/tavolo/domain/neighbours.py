"""Who sits where, seen from one seat (RULES 3.2, 5). The device's screens do without; not in the image."""


def line(seat: int) -> int:
    """The line of a seat: NS or EW."""
    return seat & 1


def partner(seat: int) -> int:
    """The seat across the table."""
    return seat + 2 & 3


def next_seat(seat: int) -> int:
    """The seat that plays after `seat`, clockwise."""
    return seat + 1 & 3


def first_served(dealer_seat: int) -> int:
    """F of RULES 3.2: the seat that plays first, next to the dealer."""
    return next_seat(dealer_seat)
