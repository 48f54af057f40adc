"""Names in one cell: where two persons are divided, and what is odd about a name."""

import re
import unicodedata

from host_tools.entries import limits

# signs between two persons, the surest first; the last ones only where nothing else divides
_SURE = (r"\n", r"\s*/\s*", r"\s*&\s*", r"\s*\+\s*", r"\s*;\s*", r"\s*\\\s*", r"\s*\|\s*", r" +[-–—] *| *[-–—] +", r" *[–—] *")
_ANY_SIGN = re.compile(r"[\n/&+;\\|–—]| -|- ")
_LONG = [
    (re.compile(long, re.IGNORECASE), short)
    for long, short in (
        (r"associazione sportiva dilettantistica", "ASD"),
        (r"società sportiva dilettantistica", "SSD"),
        (r"associazione (?:di )?promozione sociale", "APS"),
        (r"\bassociazione\b", "Ass."),
        (r"\bcircolo\b", "Circ."),
    )
]
_SIGNS = " ,;&/'’–-"
_SMALL = "di da de del dei degli della delle dell dello d e ed a al allo alla in nel nella per tra con su sul il lo la i gli le l"
_DANGLING = re.compile(rf"[{_SIGNS}](?:{_SMALL.replace(' ', '|')})$", re.IGNORECASE)
_WORDS = r" +(?:e|ed|et|and|con|with) +"
_COUNTED = re.compile(r"(\d{1,4})(?: ?[.)°º:]+ ?| ?[-–—] | )(?=[^\W\d])")
_ODD = re.compile(r"[\d@<>{}\[\]=*%$€#~^|\\]|https?:|[^\W\d_]{31,}")


def divided(text: str) -> tuple[list[str], str]:
    """(persons of a cell that may have several, code of the doubt this raises or ""); a list of one where nothing divides."""
    for sign in (*_SURE, _WORDS):
        parts = [part.strip() for part in re.split(sign, text)]
        if len(parts) > 1:
            return parts, ""
    if text.count("-") == 1:
        return [part.strip() for part in text.split("-")], "split_at_hyphen"
    if text.count("-") > 1:
        return [text], "cannot_split"
    if "," in text:
        return [part.strip() for part in text.split(",")], "split_at_comma"
    return [text], ""


def counted(text: str) -> tuple[str, str]:
    """(number, the rest) of "12. Rossi Mario", as lists typed by hand have it; ("", `text`) where there is no number."""
    found = _COUNTED.match(text)
    return (found[1], text[found.end() :]) if found is not None else ("", text)


def joins_two(text: str) -> bool:
    """True where a cell for one person seems to have two: a sure sign divides it, and there are letters on both sides."""
    if not _ANY_SIGN.search(text):
        return False  # nearly every name; the signs one by one cost more
    for sign in _SURE:
        parts = [part for part in re.split(sign, text) if re.search(r"[^\W\d_]{2}", part)]
        if len(parts) > 1:
            return True
    return False


def straight(name: str) -> str:
    """ "Rossi, Mario" as "Rossi Mario"; all else as it is."""
    return " ".join(name.replace(",", " ").split()) if name.count(",") == 1 else name


def shortened(club: str) -> str:
    """A club's name in 40 characters: its long words as clubs themselves shorten them, then cut at a word that can end it."""
    for long, short in _LONG:
        club = long.sub(short, club)
    cut = club[: limits.NAME_CHARS + 1].rpartition(" ")[0] or club[: limits.NAME_CHARS]
    if len(club) <= limits.NAME_CHARS:
        return club
    short = cut.rstrip(_SIGNS)
    while found := _DANGLING.search(short):
        short = short[: found.start()].rstrip(_SIGNS)
    return short or cut


def odd(name: str) -> bool:
    """True for what is hardly a name: no two letters, digits, signs of other trades, a word without end."""
    strange = any(unicodedata.category(char) == "So" for char in name) if not name.isascii() else False
    return strange or _ODD.search(name) is not None or re.search(r"[^\W\d_].*[^\W\d_]", name) is None


def too_long(name: str) -> bool:
    """True above 40 characters, which no print has room for."""
    return len(name) > limits.NAME_CHARS
