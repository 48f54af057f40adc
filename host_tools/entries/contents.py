"""What a column seems to be by what is in it: only for lists without a header, and for headers that leave it open."""

import re
from collections.abc import Callable

from host_tools.entries.headers import Said
from host_tools.entries.names import counted, divided
from host_tools.entries.plain import bare, clean, given, lines, words

_JUDGED = 300  # cells that a column is judged by
_NUMBER = re.compile(r"(?:(?:n|cp|coppia|pair|paire)[.°]? ?)?[a-z]?\d{1,4}(?:[.,]0)?[.°]?(?: ?[-./]?[ab])?", re.IGNORECASE)
_TWO_WORDS = re.compile(r"[^\W\d_]{2,}(?:[ '-]+[^\W\d_]{2,}){1,5}")
_CARD = re.compile(r"[a-z]{0,3}[ -]?\d[\d ./-]{2,18}", re.IGNORECASE)
_CLUB = re.compile(r"\b(?:a\.?s\.?d|a\.?p\.?s|circolo|club|burraco|associazione|c\.?t|polisportiva|amici|accademia|ass)\b")
_FIRST_NAMES = words(
    "adele alberto aldo alessandra alessandro alessia alfredo andrea angela angelo anna annamaria antonella antonia antonio "
    "barbara bruna bruno carla carlo carmela caterina chiara cinzia claudia claudio cristina daniela daniele daria dario "
    "davide diego dina domenico donatella edoardo elena elisa elisabetta emanuela emilio enrica enrico enzo ester eva fabio "
    "fabrizio federica federico filippo flavia franca francesca francesco franco gabriella gabriele giancarlo gianna gianni "
    "gina gino giorgia giorgio giovanna giovanni giulia giulio giuseppe giuseppina grazia graziella guido ida ilaria irene "
    "laura leo lidia liliana lina livia lorenzo loredana luca lucia luciana luciano luigi luisa marco margherita maria "
    "marina mario marisa marta martina massimo matteo maurizio michela michele mirella monica nadia nicola nino ornella "
    "paola paolo patrizia piero pietro pina raffaele renata renato rita roberta roberto rosa rosanna rossella salvatore "
    "sandra sandro sara serena sergio silvana silvia simona simone sofia stefania stefano susanna teresa tiziana ugo "
    "umberto valentina valeria vera vincenzo vittoria vittorio"
)


def samples(body: list[tuple[int, list[str]]], at: int) -> list[str]:
    """The column's texts that say something, down to the row that judging needs."""
    found = []
    for _, cells in body:
        text = given(lines(cells[at])) if at < len(cells) else ""
        if text:
            found.append(text)
            if len(found) == _JUDGED:
                break
    return found


def mostly_numbers(values: list[str]) -> bool:
    """True where most are short numbers, as of pairs."""
    return _share(values, lambda text: _NUMBER.fullmatch(text) is not None) > 0.5


def like_names(values: list[str]) -> bool:
    """True where half are two words or more of letters alone, as the names of persons are."""
    return _share(values, lambda text: _TWO_WORDS.fullmatch(text) is not None) >= 0.5


def mostly_pairs(values: list[str], share: float = 0.5) -> bool:
    """True where more than `share` have several persons, as far as the signs between them tell."""
    return _share(values, _several) > share


def _several(text: str) -> bool:
    """A comma divides persons only where each part has two words: "Rossi, Mario" is one."""
    parts, code = divided(counted(text)[1])
    return len(parts) > 1 and (code != "split_at_comma" or all(" " in part for part in parts))


def _share(values: list[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, values)) / len(values) if values else 0.0


def by_content(values: list[list[str]], kind: str) -> list[Said]:
    """A meaning for each column from its texts alone; the caller asks the organiser to confirm it."""
    found = [Said(_kind_of(each)) for each in values]
    texts = [at for at, each in enumerate(found) if each.meaning == "name"]
    numbers = [at for at, each in enumerate(found) if each.meaning == "number"]
    for at in numbers[1:]:
        found[at] = Said("card")
    clubs = [at for at in texts[1:] if _repeats(values[at])]
    if not any(each.meaning == "club" for each in found):
        for at in clubs[:1] if len(texts) in (2, 3) else clubs[:2]:
            found[at] = Said("club")
    texts = [at for at in texts if found[at].meaning == "name"]
    _surnames(found, values, texts)
    return found


def _kind_of(values: list[str]) -> str:
    if not values:
        return "ignored"
    if mostly_numbers(values) and _rises(values):
        return "number"
    if _share(values, lambda text: _CARD.fullmatch(text) is not None or _NUMBER.fullmatch(text) is not None) > 0.5:
        return "card"
    if _share(values, lambda text: "@" in text) > 0.5:
        return "ignored"
    if _share(values, lambda text: _CLUB.search(bare(text)) is not None) > 0.3:
        return "club"
    return "names" if mostly_pairs(values) else "name"


def _rises(values: list[str]) -> bool:
    """Small numbers that never fall, from 0 to 2: they count."""
    counted = [int(digits[0]) for digits in (re.findall(r"\d+", text) for text in values) if digits]
    return counted[:1] <= [2] and counted == sorted(counted) and counted[-1:] <= [2 * len(values) + 2]


def _repeats(values: list[str]) -> bool:
    return len(values) >= 4 and len({clean(text).casefold() for text in values}) * 2 <= len(values)


def _surnames(found: list[Said], values: list[list[str]], texts: list[int]) -> None:
    """Two neighbours of which one has first names are surname and first name; one with many words is a whole name."""
    at = 0
    while at + 1 < len(texts):
        one, two = texts[at], texts[at + 1]
        first = [
            _share(values[each], lambda text: bool(_FIRST_NAMES.intersection(bare(text).split()[:1]))) for each in (one, two)
        ]
        long = _share(values[one] + values[two], lambda text: len(text.split()) > 1)
        if two == one + 1 and long < 0.5 and max(first) >= 0.4 and min(first) < 0.4:
            found[one], found[two] = (Said("surname"), Said("first")) if first[1] > first[0] else (Said("first"), Said("surname"))
            at += 2
        else:
            at += 1
