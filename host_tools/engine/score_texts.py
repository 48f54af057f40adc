"""How a score came about, in plain words: from a word (`how`) and its numbers (RULES 5-6). Pure.

English is for the command line and the API, Italian for pages and prints.
"""

from collections.abc import Mapping
from typing import Any

_ENGLISH = {
    "played": "as played: {mp_for} to {mp_against} match points",
    "late": "as played, with lateness: {mp_for} to {mp_against} match points, of them {late_mp} for the others' lateness and "
    "{late_given} for its own to the others",
    "adjusted": "as played, with the arbiter's adjustment of {adjust_mp} match points before the look-up (the others' "
    "{others_adjust_mp}) and {adjust_vp} VP after it: {mp_for} to {mp_against}",
    "set": "result laid down by the arbiter: {vp} VP, {mp} net match points",
    "kept": "the others left; its own result of {mp_for} to {mp_against} is better than the bye's",
    "bye": "rested: {vp} VP, {mp} net match points",
    "award": "awarded by the arbiter: {vp} VP, {mp} net match points",
    "others_late": "the others did not come in time: {vp} VP, {mp} net match points",
    "others_left": "the others were not there: the bye's {vp} VP, {mp} net match points",
    "absent_late": "did not come in time: {vp} VP, {mp} net match points",
    "left": "left for a time or with a good reason: {vp} VP, {mp} net match points",
    "left_unjustified": "left without a good reason: {vp} VP, {mp} net match points",
    "both_left": "both sides left: {vp} VP, {mp} net match points",
    "unofficial": "no rule book names this value",
    "on_top": "arbiter's adjustment of {adjust_vp} VP and {adjust_mp} match points",
}
_ITALIAN = {
    "played": "come giocato: {mp_for} a {mp_against} match point",
    "late": "come giocato, con ritardo: {mp_for} a {mp_against} match point, di cui {late_mp} per il ritardo degli avversari e "
    "{late_given} agli avversari per il proprio",
    "adjusted": "come giocato, con rettifica dell'arbitro di {adjust_mp} match point prima della tabella (avversari "
    "{others_adjust_mp}) e di {adjust_vp} VP dopo: {mp_for} a {mp_against}",
    "set": "punteggio arbitrale: {vp} VP, {mp} match point netti",
    "kept": "gli avversari si sono ritirati; il proprio {mp_for} a {mp_against} è migliore del riposo",
    "bye": "riposo: {vp} VP, {mp} match point netti",
    "award": "assegnato dall'arbitro: {vp} VP, {mp} match point netti",
    "others_late": "avversari non arrivati in tempo: {vp} VP, {mp} match point netti",
    "others_left": "avversari assenti: come il riposo, {vp} VP, {mp} match point netti",
    "absent_late": "non arrivati in tempo: {vp} VP, {mp} match point netti",
    "left": "assenti per un tempo o con buon motivo: {vp} VP, {mp} match point netti",
    "left_unjustified": "ritirati senza giustificato motivo: {vp} VP, {mp} match point netti",
    "both_left": "assenti entrambe le linee: {vp} VP, {mp} match point netti",
    "unofficial": "valore non previsto dal codice",
    "on_top": "rettifica dell'arbitro di {adjust_vp} VP e {adjust_mp} match point",
}
TEXTS = {"en": _ENGLISH, "it": _ITALIAN}
HOWS = tuple(word for word in _ENGLISH if word not in ("unofficial", "on_top"))

_WITH_ADJUSTMENT = ("played", "late", "adjusted", "set", "kept")  # their sentence, or their numbers, have it already


def score_text(how: str, params: Mapping[str, Any], language: str = "en") -> str:
    """The sentence for `how` in "en" or "it". Raises KeyError for an unknown word or language, or a number that is missing."""
    texts = TEXTS[language]
    parts = [texts[how].format_map(params)]
    if not params.get("official", True):
        parts.append(texts["unofficial"])
    if how not in _WITH_ADJUSTMENT and (params.get("adjust_vp") or params.get("adjust_mp")):
        parts.append(texts["on_top"].format_map(params))
    return "; ".join(parts)
