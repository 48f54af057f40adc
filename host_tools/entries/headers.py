"""What a column's header says, in Italian, English or French, whole or shortened; and which row is the header."""

import re
from dataclasses import dataclass

from host_tools.entries.plain import bare, lines, words

_NUMBER = words("n no nr num numero number numeros pos posizione prog progr progressivo ordine ord riga id")
_CARD = words("tessera tessere tess card cards licence license licenza membership matricola codice cod")
_CLUB = words(
    "circolo circoli circ club clubs asd apd aps associazione assoc ass societa soc affiliato affiliata affiliazione "
    "sodalizio association"
)
_SURNAME = words("cognome cognomi cogn surname surnames lastname familyname famille")
_FIRST = words("prenom prenoms forename firstname given christian")
_TEAM = words("squadra squadre team equipe")
_PAIR = words("coppia coppie cp pair pairs paire paires")
_ONE = words(
    "giocatore giocatrice gioc g player joueur joueuse nominativo nominat partecipante atleta socio socia iscritto iscritta "
    "tesserato persona capitano captain capitaine componente titolare riserva"
)
_MANY = words(
    "giocatori players joueurs nominativi partecipanti atleti soci iscritti componenti titolari riserve nomi names noms"
)
_PARTNER = words("compagno compagna partner partenaire")
_IGNORED = words(
    "tel telefono telefoni phone telephone cell cellulare mobile mail email e-mail quota pagato paid note nota notes "
    "remarks data date categoria cat category citta city ville provincia prov sesso sex eta age nato nascita importo euro "
    "fee firma presenza presente orario indirizzo address tavolo table posto linea iscrizione regione totale punti informazioni "
    "cronologiche timestamp marca temporale recapito contatto"
)
_PLAYER = {"primo": 1, "prima": 1, "secondo": 2, "seconda": 2, "a": 1, "b": 2, "i": 1, "ii": 2, "premier": 1, "deuxieme": 2}
_GLUE = words(
    "e o et and di del della dei de du d l il la the of in per nome name nom first last family appartenenza provenienza "
    "federale fibur febur membro obbligatorio riferimento un una eventuale vostro tuo stampatello se lo le al alla"
)
_KNOWN = _NUMBER | _CARD | _CLUB | _SURNAME | _FIRST | _TEAM | _PAIR | _ONE | _MANY | _PARTNER | _IGNORED | _GLUE | set(_PLAYER)
MOST_HEADER_CHARS = 90


@dataclass(frozen=True)
class Said:
    """What a header says: `meaning`, still open for some ("nome", "nom", "pair", "many", "line"), and `player`, 0 if unsaid."""

    meaning: str
    player: int = 0


def _tokens(header: str) -> list[str]:
    text = bare(re.sub(r"[°º]", " ", lines(header).replace("#", " n ")))
    text = re.sub(r"e[ -]mail", "email", text)
    text = re.sub(r"\b(\w)\.(?=\w\b)", r"\1", text)  # A.S.D.
    return re.findall(r"[^\W\d_]+|\d+", text)


def said(header: str, strict: bool = True) -> Said | None:
    """What `header` says, or None where it says nothing to us.

    Strictly, a word that no header has makes it none, as a person's name or a club's might be one; in a row that is known to
    be the header, words may be new.
    """
    if not header.strip() or len(header) > MOST_HEADER_CHARS:
        return None
    tokens = _tokens(header)
    player = next((int(token) for token in tokens if token.isdigit() and 1 <= int(token) <= 8), 0)
    bare_words = {token for token in tokens if not token.isdigit()}
    if any(token.isdigit() and not 1 <= int(token) <= 8 for token in tokens):
        return None
    if not player:
        player = next((_PLAYER[token] for token in tokens if token in _PLAYER and len(tokens) > 1), 0)
    if bare_words & _PARTNER:
        player = 2
    if strict and bare_words - _KNOWN:
        return None
    meaning = _meaning(bare_words)
    return Said(meaning, player) if meaning else None


def _meaning(said_words: set[str]) -> str:
    surname = bool(said_words & _SURNAME or said_words & {"last", "family"} and "name" in said_words)
    first = bool(said_words & _FIRST or {"first", "name"} <= said_words)
    plain = "nome" if said_words & {"nome", "name"} else "nom" if "nom" in said_words else ""
    person, number = said_words & (_ONE | _PARTNER), said_words & _NUMBER
    rules = (
        (said_words & _CARD or number and said_words & {"socio", "socia", "tesserato"}, "card"),
        (said_words & _IGNORED, "ignored"),
        (said_words & _CLUB, "club"),
        (said_words & _TEAM, "team"),
        (surname and (first or plain and not said_words & {"last", "family", "famille"}), "name"),
        (first and plain == "nom", "name"),
        (surname, "surname"),
        (first, "first"),
        (said_words & _PAIR and number, "number"),
        (said_words & _PAIR and (plain or said_words & _MANY), "many"),
        (said_words & _PAIR, "pair"),
        (said_words & _MANY, "many"),
        (plain and person, plain),
        (person, "name"),
        (plain, plain),
        (number, "line"),
    )
    return next((meaning for holds, meaning in rules if holds), "")


_PERSONS = ("surname", "first", "nome", "nom", "name", "pair", "many")


def names_somebody(header: str) -> bool:
    """True where the header is that of a column with names."""
    found = said(header)
    return found is not None and found.meaning in _PERSONS


def is_header(cells: list[str]) -> bool:
    """True for a row of headers: one of a column with names at least, and half of them known."""
    filled = [cell for cell in cells if cell.strip()]
    known = [cell for cell in filled if said(cell) is not None]
    return len(known) * 2 >= len(filled) and any(map(names_somebody, known))


def joined(upper: list[str], lower: list[str]) -> list[str] | None:
    """Headers of two rows ("Giocatore 1" over "Cognome" and "Nome") as one row; None where the lower row is no header."""
    filled = [cell for cell in lower if cell.strip()]
    if not filled or any(said(cell) is None for cell in filled):
        return None
    made, group = [], ""
    for at in range(max(len(upper), len(lower))):
        above = upper[at].strip() if at < len(upper) else ""
        below = lower[at].strip() if at < len(lower) else ""
        group = above or group
        made.append(f"{group} {below}".strip() if below else above)
    return made
