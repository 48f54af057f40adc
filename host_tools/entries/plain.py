"""Texts of cells made plain: spaces, invisible characters and apostrophes; and the keys by which names are compared."""

import re
import unicodedata


def words(text: str) -> frozenset[str]:
    """A set of words, written as one text."""
    return frozenset(text.split())


_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼ´`′＇"), "'")
# what organisers write where nothing is known yet
_NOTHING = {"", "-", "--", "---", "/", "?", "??", "???", ".", "..", "...", "x", "xx", "xxx", "nd", "na", "tbd"}
_LATER = re.compile(
    r"\W*(?:n\.? ?d\.?|n/?a|da (?:definire|trovare|abbinare|decidere)|cerca(?:si)? (?:compagn[oa]|partner|coppia)"
    r"|senza compagn[oa]|in attesa|to be (?:defined|found)|no partner|sans partenaire|cherche partenaire)\W*",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """`text` on one line: composed letters, one plain space between words, no invisible characters, plain apostrophes."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split()).replace("`", "'")
    kept = []
    for char in text.translate(_APOSTROPHES):
        kind = unicodedata.category(char)
        if kind[0] == "Z" or char in "\t\r\n\v\f":
            kept.append(" ")
        elif kind not in ("Cf", "Cc", "Cs", "Co", "Cn", "Me") and not "\ufe00" <= char <= "\ufe0f":
            kept.append(char)
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def lines(text: str) -> str:
    """As `clean`, with the cell's own line breaks kept: they divide names."""
    return "\n".join(part for part in map(clean, text.splitlines()) if part)


def given(text: str) -> str:
    """`text`, or nothing where it only says that nothing is known: a dash, a question mark, "da definire", "cerca compagno"."""
    return "" if text.casefold() in _NOTHING or _LATER.fullmatch(text) else text


def bare(text: str) -> str:
    """Small letters without accents."""
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def words_of(name: str) -> tuple[str, ...]:
    """A name's words for comparing: D'Amico, D Amico and DAmico differ only in how they are joined."""
    return tuple(re.sub(r"[^\w]+", " ", re.sub(r"[.'’]", "", bare(name))).split())


def same_key(name: str) -> str:
    """Equal for one name in other capitals, accents, apostrophes, hyphens or spaces."""
    return "".join(words_of(name))


def any_order_key(name: str) -> str:
    """Equal for a name and its surname and first name swapped."""
    return " ".join(sorted(words_of(name)))


def card_key(card: str) -> str:
    """Cards are one card whatever their capitals, spaces, dots and leading zeros."""
    return re.sub(r"[\W_]+", "", bare(card)).lstrip("0")
