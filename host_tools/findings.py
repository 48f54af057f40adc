"""What a finding of `deal.problems` says to people: the fault, the figure, and what to count again (RULES 1.7).

English is for the command line and the API, Italian for pages.
"""

from tavolo.domain import kinds as k
from tavolo.domain import scoring

Problem = tuple[str, int, int, int, int]  # code, level, line, field, limit

LINES = ("ns", "ew")
LEVELS = {k.HARD: "hard", k.WARN: "warn", k.OVERRIDDEN: "overridden"}
FIELD_NAMES = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")
_FIELD_TEXTS = (
    "clean burracos",
    "semi-clean burracos",
    "dirty burracos",
    "closing",
    "pile",
    "negative points",
    "positive points",
    "arbiter's points",
)
# {0} the line's name, {1} the field, {2} the bound
_TEXTS = {
    "not_a_value": "{0}: no such value for {1}: enter it again",
    "arbiter_too_high": "{0}: arbiter's points go from -{2} to {2}: enter them again",
    "total_does_not_fit": "{0}: a deal's total goes from -{2} to {2}, rulings included: look at all parts again",
    "not_multiple_of_5": "{0}: {1} must be a multiple of 5: recount the {1}",
    "positive_too_high": "{0}: at most {2} positive points are possible here: recount the positive points",
    "negative_too_high": "{0}: at most {2} negative points are possible here: recount the negative points",
    "sum_too_high": "all cards counted by both lines come to {2} points at most: recount positive and negative points of both",
    "too_many_burracos": "{0}: at most {2} burracos are possible: recount the burracos",
    "too_many_burracos_both": "both lines together can have {2} burracos at most: recount the burracos of both",
    "positive_too_low": "{0}: these burracos alone are worth {2} points or more: recount burracos and positive points",
    "both_close": "only one line can close: check who closed",
    "closing_without_burraco": "{0}: closing needs a burraco: recount the burracos, or ask the arbiter",
    "closing_without_pile": "{0}: closing needs the line's own pile: check the pile, or ask the arbiter",
    "pile_waived": "{0}: a pile is waived by the arbiter's ruling only: check the pile",
    "no_semi_clean": "{0}: this rule profile has no semi-clean burraco: count it as dirty",
    "difference_too_high": "the lines cannot be more than {2} points apart in one deal: look at all parts again",
    "no_cards_for_burracos": "too few cards are left for these burracos: recount the burracos, and the points of both",
    "few_cards": "{0}: positive and negative points together should be {2} or more: recount both",
    "closing_negative_low": "{0} closed, but the partner still holds a card: recount the negative points ({2} or more)",
    "closing_positive_low": "{0} closed with fewer points than {2} on the table: recount the positive points",
    "negative_low": "{0} did not close, so both players hold cards: recount the negative points ({2} or more)",
    "pile_positive_low": "{0} took its pile with fewer points than {2} on the table: recount the positive points",
    "pile_negative_low": "{0} did not play its pile, whose cards count: recount the negative points ({2} or more)",
    "unusual_total": "{0}: an unusual total (usual is up to {2}): look at all parts again",
    "unusual_total_low": "{0}: an unusual total (usual is {2} or more): look at all parts again",
    "total_out_of_range": "{0}: a deal's total can be {2} at most: look at all parts again",
    "total_out_of_range_low": "{0}: a deal's total cannot be below {2}: look at all parts again",
}

_ITALIAN_FIELDS = (
    "burraco puliti",
    "burraco semipuliti",
    "burraco sporchi",
    "chiusura",
    "pozzetto",
    "punti negativi",
    "punti positivi",
    "punti dell'arbitro",
)
_ITALIAN = {
    "not_a_value": "{0}: valore non ammesso per {1}: lo riscriva",
    "arbiter_too_high": "{0}: i punti dell'arbitro vanno da −{2} a {2}: li riscriva",
    "total_does_not_fit": "{0}: il totale di una smazzata va da −{2} a {2}, arbitro compreso: riguardi tutte le voci",
    "not_multiple_of_5": "{0}: i {1} devono essere un multiplo di 5: li riconti",
    "positive_too_high": "{0}: qui i punti positivi possono essere al massimo {2}: li riconti",
    "negative_too_high": "{0}: qui i punti negativi possono essere al massimo {2}: li riconti",
    "sum_too_high": "le carte contate dalle due linee valgono al massimo {2} punti: riconti positivi e negativi di entrambe",
    "too_many_burracos": "{0}: i burraco possono essere al massimo {2}: li riconti",
    "too_many_burracos_both": "le due linee insieme possono avere al massimo {2} burraco: li riconti",
    "positive_too_low": "{0}: già questi burraco valgono almeno {2} punti: riconti i burraco e i punti positivi",
    "both_close": "può chiudere una linea sola: controlli chi ha chiuso",
    "closing_without_burraco": "{0}: per chiudere serve un burraco: riconti i burraco, o decida l'arbitro",
    "closing_without_pile": "{0}: per chiudere serve il proprio pozzetto: controlli il pozzetto, o decida l'arbitro",
    "pile_waived": "{0}: il pozzetto si condona solo per decisione dell'arbitro: controlli il pozzetto",
    "no_semi_clean": "{0}: questo regolamento non ha il burraco semipulito: lo conti come sporco",
    "difference_too_high": "in una smazzata le linee possono distare al massimo {2} punti: riguardi tutte le voci",
    "no_cards_for_burracos": "per questi burraco restano troppo poche carte: riconti i burraco e i punti di entrambe le linee",
    "few_cards": "{0}: punti positivi e negativi insieme di solito sono almeno {2}: li riconti",
    "closing_negative_low": "{0} ha chiuso, ma il compagno ha ancora carte in mano: riconti i punti negativi (almeno {2})",
    "closing_positive_low": "{0} ha chiuso con meno di {2} punti sul tavolo: riconti i punti positivi",
    "negative_low": "{0} non ha chiuso, dunque ha carte in mano: riconti i punti negativi (almeno {2})",
    "pile_positive_low": "{0} ha preso il pozzetto con meno di {2} punti sul tavolo: riconti i punti positivi",
    "pile_negative_low": "{0} non ha giocato il pozzetto, e le sue carte contano: riconti i punti negativi (almeno {2})",
    "unusual_total": "{0}: un totale insolito (di solito fino a {2}): riguardi tutte le voci",
    "unusual_total_low": "{0}: un totale insolito (di solito almeno {2}): riguardi tutte le voci",
    "total_out_of_range": "{0}: il totale di una smazzata può essere al massimo {2}: riguardi tutte le voci",
    "total_out_of_range_low": "{0}: il totale di una smazzata non può essere sotto {2}: riguardi tutte le voci",
}
_WORDS = {
    "en": (_TEXTS, ("NS", "EW"), _FIELD_TEXTS, "{0} (entered: {1})"),
    "it": (_ITALIAN, ("Nord-Sud", "Est-Ovest"), _ITALIAN_FIELDS, "{0} (scritto: {1})"),
}
_CARDS = (k.NEGATIVE, k.POSITIVE)


def text(finding: Problem, language: str = "en", figure: int | None = None) -> str:
    """A finding (code, level, line, field, limit) as a sentence, in "en" or "it"; `figure`: the number that was entered.

    Raises KeyError for a code this page does not know.
    """
    code, _, line, field, limit = finding
    if code in ("unusual_total", "total_out_of_range") and limit < 0:
        code += "_low"
    texts, lines, fields, entered = _WORDS[language]
    sentence = texts[code].format(lines[line] if line >= 0 else "", fields[field] if field >= 0 else "", limit)
    sentence = sentence if figure is None else entered.format(sentence, figure)
    return sentence.replace(" -", " −") if language == "it" else sentence


def figure(finding: Problem, ns: list[int], ew: list[int], profile: int) -> int | None:
    """The number of a whole entry that a finding is about: of its field, a sum, or the line's total. None: of no single one."""
    code, _, line, field, _ = finding
    if line < 0:
        both = (
            [*ns[: k.CLOSED], *ew[: k.CLOSED]] if code == "too_many_burracos_both" else [e[f] for e in (ns, ew) for f in _CARDS]
        )
        return sum(both) if code in ("too_many_burracos_both", "sum_too_high") else None
    own, other = (ns, ew) if line == k.NS else (ew, ns)
    if field < 0:
        total: int = scoring.parts(own, other[k.PILE], profile)[3]
        return total if code == "total_does_not_fit" else total - own[k.ARBITER]
    if code == "too_many_burracos":
        return sum(own[: k.CLOSED])
    if code == "few_cards":
        return own[k.NEGATIVE] + own[k.POSITIVE]
    return None if field in (k.CLOSED, k.PILE) and code != "not_a_value" else own[field]


def with_figure(finding: Problem, ns: list[int], ew: list[int], profile: int, language: str = "en") -> str:
    """The sentence for a finding of these two entries, with the figure that it is about."""
    return text(finding, language, figure(finding, ns, ew, profile))
