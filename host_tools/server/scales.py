"""The victory-point scale of an event: chosen by name, or the official one of its number of deals (RULES 2.1)."""

from tavolo.domain.scales import by_id, default_for, ids


class ScaleError(ValueError):
    """No such scale, or none by default; the text says what to choose from."""


def choose(deals: int, scale_id: str | None) -> tuple[str, tuple[tuple[int, int, int], ...]]:
    """(id, bands). Without an id the official scale of `deals` deals. Raises ScaleError."""
    row = by_id(scale_id) if scale_id else default_for(deals)
    if row is None:
        names = ", ".join(ids())
        fault = f"no scale named {scale_id}" if scale_id else f"no official scale for {deals} deals"
        raise ScaleError(f"{fault}: choose one of {names}")
    return row[0], tuple(row[3])
