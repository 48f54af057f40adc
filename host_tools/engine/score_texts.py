"""How a score came about, in plain words: from a word (`how`) and its numbers (RULES 5-6). Pure.

English is for the command line and the API, Italian for pages and prints. An award's sentence does not say its points again: they
stand beside it.
"""

from collections.abc import Mapping
from typing import Any

_ENGLISH = {
    "played": "as played: {mp_for} to {mp_against} match points",
    "late": "as played, with lateness: {mp_for} to {mp_against} match points",
    "late_mp": "{late_mp} of its own are because the others came late",
    "late_given": "{late_given} of the others' are because it came late itself",
    "adjusted": "as played, with the arbiter's adjustment of {adjust_mp} match points before the look-up (the others' "
    "{others_adjust_mp}) and {adjust_vp} VP after it: {mp_for} to {mp_against}",
    "set": "result laid down by the arbiter",
    "kept": "the others left; its own result of {mp_for} to {mp_against} is better than the bye's",
    "bye": "rested",
    "award": "awarded by the arbiter",
    "others_late": "the others did not come in time",
    "others_left": "the others were not there: as a rest",
    "absent_late": "did not come in time",
    "left": "left for a time or with a good reason",
    "left_unjustified": "left without a good reason",
    "both_left": "both sides left",
    "unofficial": "no rule book names this value",
    "on_top": "arbiter's adjustment of {adjust_vp} VP and {adjust_mp} match points",
}
_ITALIAN = {
    "played": "come giocato: {mp_for} a {mp_against} match point",
    "late": "come giocato, con ritardo: {mp_for} a {mp_against} match point",
    "late_mp": "{late_mp} dei propri sono per il ritardo degli avversari",
    "late_given": "{late_given} degli avversari sono per il proprio ritardo",
    "adjusted": "come giocato, con rettifica dell'arbitro di {adjust_mp} match point prima della tabella (avversari "
    "{others_adjust_mp}) e di {adjust_vp} VP dopo: {mp_for} a {mp_against}",
    "set": "punteggio arbitrale",
    "kept": "gli avversari si sono ritirati; il proprio {mp_for} a {mp_against} è migliore del riposo",
    "bye": "riposo",
    "award": "assegnato dall'arbitro",
    "others_late": "avversari non arrivati in tempo",
    "others_left": "avversari assenti: come il riposo",
    "absent_late": "non arrivati in tempo",
    "left": "assenti per un tempo o con buon motivo",
    "left_unjustified": "ritirati senza giustificato motivo",
    "both_left": "assenti entrambe le linee",
    "unofficial": "valore non previsto dal codice",
    "on_top": "rettifica dell'arbitro di {adjust_vp} VP e {adjust_mp} match point",
}
TEXTS = {"en": _ENGLISH, "it": _ITALIAN}
_ADDED = ("late_mp", "late_given", "unofficial", "on_top")  # said after a sentence, where there is something to say
HOWS = tuple(word for word in _ENGLISH if word not in _ADDED)

_WITH_ADJUSTMENT = ("played", "late", "adjusted", "set", "kept")  # their sentence, or their numbers, have it already


def score_text(how: str, params: Mapping[str, Any], language: str = "en") -> str:
    """The sentence for `how` in "en" or "it". Raises KeyError for an unknown word or language, or a number that is missing."""
    texts = TEXTS[language]
    parts = [texts[how].format_map(params)]
    parts += [texts[word].format_map(params) for word in ("late_mp", "late_given") if how == "late" and params[word]]
    if not params.get("official", True):
        parts.append(texts["unofficial"])
    if how not in _WITH_ADJUSTMENT and (params.get("adjust_vp") or params.get("adjust_mp")):
        parts.append(texts["on_top"].format_map(params))
    return "; ".join(parts)
