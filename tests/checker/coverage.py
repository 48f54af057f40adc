"""What occurred in many random events, as a table; and what never did, which no proof has seen."""

from collections import Counter

from host_tools.engine.acts import LASTING
from host_tools.engine.fold import ACTS
from host_tools.engine.law import ASKED
from host_tools.engine.law_words import TEXTS
from host_tools.engine.state import KINDS, METHODS
from tests.checker.generator import TABLES

OUTCOMES = ("allowed", "allowed_without_pairing", "refused")
NEVER_REFUSED = ("not_delivered",)  # what cannot be: no book refuses it
_HOWS = "played late adjusted set kept bye award others_late others_left absent_late left left_unjustified both_left"


def expected() -> dict[str, list[str]]:
    """Heading -> names of what should occur."""
    hows = [f"how {name}" for name in _HOWS.split()]
    asked = [f"law {name}: {out}" for name in ASKED for out in OUTCOMES if (name, out) != (NEVER_REFUSED[0], "refused")]
    return {
        "events": [f"kind {kind}" for kind in KINDS] + ["groups", "odd number"],
        "rounds": [f"method {method}" for method in METHODS] + [f"rounds of {most} tables at most" for most in TABLES],
        "acts": list(ACTS),
        "taken back": [f"undone {kind}" for kind in ACTS if kind not in LASTING],
        "scores": hows,
        "corrections": asked,
        "the law's reasons": [f"law {code}" for code in TEXTS["en"]],
    }


def holes(seen: Counter[str]) -> list[str]:
    """What never occurred."""
    return [name for names in expected().values() for name in names if not seen[name]]


def table(seen: Counter[str]) -> list[str]:
    """A line for each heading, then what else was counted, then the holes."""
    known = expected()
    lines = [f"{heading}: " + ", ".join(f"{name} {seen[name]}" for name in names) for heading, names in known.items()]
    named = {name for names in known.values() for name in names}
    others = sorted(((name, count) for name, count in seen.items() if name not in named), key=lambda item: -item[1])
    lines.append("besides: " + ", ".join(f"{name} {count}" for name, count in others))
    never = holes(seen)
    return [*lines, f"never: {', '.join(never)}" if never else "nothing that is known never occurred"]
