"""How a score came about, in plain English: a word (`how`) and its numbers (RULES 5-6). A page has words of its own. Pure."""

from collections.abc import Mapping
from typing import Any

HOWS = {
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
}


def score_text(how: str, params: Mapping[str, Any]) -> str:
    """The sentence for `how`. Raises KeyError for an unknown word, or a number that it needs and `params` lacks."""
    text = HOWS[how].format_map(params)
    if how in ("played", "late", "adjusted", "set", "kept") or not params.get("adjust_vp", 0) and not params.get("adjust_mp", 0):
        return text if params.get("official", True) else text + "; no rule book names this value"
    return f"{text}; arbiter's adjustment of {params['adjust_vp']} VP and {params['adjust_mp']} match points"
