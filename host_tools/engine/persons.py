"""Persons by number: names live apart from the acts, so that one can be erased and the chain of acts stays whole. Pure.

What an erasing reaches and what it does not: docs/corrections.md, Erasing a name.
"""

import re
import unicodedata
from collections.abc import Mapping

from host_tools.engine.acts import ActError, Draft

ERASED = "(nome cancellato)"  # users read Italian
SHORTEST = 3  # letters of a word that is taken for a name


def shown(number: int, name: str, erased: bool = False) -> str:
    """What every page, print and plan shows of a person: the name, or "(nome cancellato) 12"; its number where it has none."""
    if erased:
        return f"{ERASED} {number}"
    return name or str(number)


def erase(number: int, known: Mapping[int, bool], why: str) -> Draft:
    """The act that goes with taking a name, club and card away. `known`: every person of the event -> already erased. Raises
    ActError for a stranger, for one who was erased before, and without a reason (who asked for it, but no name)."""
    if number not in known:
        raise ActError(f"there is no person {number}")
    if known[number]:
        raise ActError(f"the name of person {number} was erased already")
    if not why.strip():
        raise ActError("an erasing needs its reason, without the name")
    return Draft("person.erase", {"person": number}, why)


def named_in(text: str, names: Mapping[int, str]) -> list[int]:
    """Persons of whose name a word stands in `text`, rising: a reason that is kept for ever should mean them by number instead.

    Letters count without accents and case, words of fewer than 3 letters not. It asks rather once too often: "la rosa" finds
    Rosa.
    """
    words = _words(text)
    return sorted(number for number, name in names.items() if _words(name) & words)


def _words(text: str) -> set[str]:
    plain = "".join(letter for letter in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(letter))
    return {word for word in re.findall(r"[^\W\d_]+", plain) if len(word) >= SHORTEST}
