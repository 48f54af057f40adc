"""A deal of a paper sheet in words: `1 ns:c1 s0 d1 closed neg45 pos345 ew:d1 neg60 pos180`.

Deal number, then for each line its entries in any order; what is not named is nought. `c` clean, `s` semi-clean and `d` dirty
burracos; `closed`; the pile is played unless `taken` (and not played), `nottaken` or `waived` is said; `neg` and `pos`
points; `arb` the arbiter's points, with a sign; after the lines `reason=1` to `5`, the case of RULES 1.7 that lets hard findings
pass.
"""

from typing import Any

from host_tools.cli.phase_words import WordsError

FORM = '"DEAL ns:WORDS ew:WORDS [reason=1..5]"; words: cN sN dN closed taken|nottaken|waived negN posN arbN'
EXAMPLE = '"1 ns:c1 d1 closed pos345 ew:d1 neg60 pos180"'
_NUMBERS = {"clean": "c", "semi": "s", "dirty": "d", "negative": "neg", "positive": "pos", "arbiter": "arb"}
_PILES = {"taken": "taken", "nottaken": "not_taken", "waived": "waived", "played": "played"}
_LONGEST = 200
_DIGITS = 5


def _fault(text: str, what: str) -> WordsError:
    return WordsError(f'deal "{text[:_LONGEST]}": {what}; the form is {FORM}, for example {EXAMPLE}')


def _number(word: str) -> tuple[str, int] | None:
    for field, mark in _NUMBERS.items():
        rest = word.removeprefix(mark)
        sign = -1 if field == "arbiter" and rest.startswith("-") else 1
        digits = rest.removeprefix("-" if sign < 0 else "+") if field == "arbiter" else rest
        if word.startswith(mark) and digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS:
            return field, sign * int(digits)
    return None


def line(words: str, whole: str = "") -> dict[str, Any]:
    """One line's entries as `sheet.enter` takes them. `whole`: the text it came from, for the error. Raises WordsError."""
    found: dict[str, Any] = {}
    for word in words.split():
        entry: tuple[str, Any] | None = _number(word)
        entry = entry or (("closed", True) if word == "closed" else ("pile", _PILES[word]) if word in _PILES else None)
        if entry is None:
            raise _fault(whole or words, f'"{word}" is no entry of a line')
        if entry[0] in found:
            raise _fault(whole or words, f'"{word}": {entry[0]} is there twice in one line')
        found[entry[0]] = entry[1]
    return found


def reason_of(word: str, whole: str) -> int:
    """The number of a case of RULES 1.7. Raises WordsError."""
    if word not in ("1", "2", "3", "4", "5"):
        raise _fault(whole, f'reason "{word}": 1 to 5 is needed (RULES 1.7)')
    return int(word)


def deal(text: str) -> dict[str, Any]:
    """A whole deal: {"deal", "ns", "ew", ["reason"]}. Raises WordsError with what is wrong and the form."""
    head, colon, rest = text.partition(" ns:")
    ns, colon_too, ew = rest.partition(" ew:")
    if len(text) > _LONGEST or not colon or not colon_too:
        raise _fault(text, "both lines must be there, ns: first")
    number = head.strip()
    if not (number.isascii() and number.isdigit() and len(number) == 1):
        raise _fault(text, "it begins with the number of the deal")
    ew, said, reason = ew.partition(" reason=")
    more = {"reason": reason_of(reason.strip(), text)} if said else {}
    return {"deal": int(number), "ns": line(ns, text), "ew": line(ew, text)} | more


def words_of(entry: dict[str, Any]) -> str:
    """One line's entries in these words again; "-" for none at all."""
    said = [f"{mark}{entry[field]}" for field, mark in _NUMBERS.items() if entry.get(field)]
    pile = next(word for word, name in _PILES.items() if name == entry.get("pile", "played"))
    said += ["closed"] if entry.get("closed") else []
    said += [pile] if pile != "played" else []
    return " ".join(said) or "-"
