"""What a subject hands back: a figure, its unit, its target, and whether it is reached."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the report. `target`: as text, with its direction; `ok`: None where there is no target or no value."""

    name: str
    value: float | int | None
    unit: str
    target: str = ""
    ok: bool | None = None

    def as_json(self) -> dict[str, object]:
        """The form of build/bench.json."""
        return {"name": self.name, "value": self.value, "unit": self.unit, "target": self.target or None, "ok": self.ok}


def at_most(name: str, value: float, unit: str, limit: float) -> Figure:
    """A figure that should not be above `limit`."""
    return Figure(name, _short(value), unit, f"<= {limit:,}", value <= limit)


def at_least(name: str, value: float, unit: str, limit: float) -> Figure:
    """A figure that should not be below `limit`."""
    return Figure(name, _short(value), unit, f">= {limit:,}", value >= limit)


def plain(name: str, value: float, unit: str) -> Figure:
    """A figure that has no target."""
    return Figure(name, _short(value), unit)


def missing(name: str, why: str) -> Figure:
    """A figure that could not be taken here; `why` is shown in place of its value."""
    return Figure(f"{name}: not measured, {why}", None, "")


def percentile(values: list[float], percent: int) -> float:
    """The smallest value that at least `percent` of them do not exceed. Raises ValueError without values."""
    if not values:
        raise ValueError("a percentile of nothing: no measurement was taken")
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def _short(value: float) -> float | int:
    return value if isinstance(value, int) else round(value, 2)
