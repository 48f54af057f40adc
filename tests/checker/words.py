"""What people read of a generated event, in both languages: every score, every reason, the history, what an undoing would change.

Engine side. A word that is missing raises; what is shown raw is found here.
"""

import re

from host_tools.engine.audit_view import history
from host_tools.engine.preview import preview
from host_tools.engine.rank_reasons import why_text
from host_tools.engine.ranking import rank
from host_tools.engine.score_texts import score_text
from host_tools.engine.scoring import extras
from host_tools.engine.standings import standings
from host_tools.engine.undoing import Undo
from tests.checker import told
from tests.checker.play import Play

LANGUAGES = ("en", "it")
_RAW = re.compile(r"[{}]|\bNone\b|\bTrue\b|\bFalse\b|Fraction\(|frozenset|<[a-z]+ object")


def wrong(play: Play) -> list[str]:
    """Lines that show something raw, or an act as it stands."""
    every = [score for some in told.scores(play).values() for score in some]
    ranking = rank(play.state, every, extras(play.state))
    lines: list[str] = []
    for language in LANGUAGES:
        lines += [score_text(score.how, score.params, language) for score in every]
        lines += [why_text(line.reason, language) for line in ranking]
        audit = history(play.acts, lambda person: f"Persona {person}", language=language)
        lines += [line.line() for line in audit]  # an act as it stands has its data in braces
    return [f"raw words: {line}" for line in lines if _RAW.search(line)]


def seen_before(play: Play, undo: Undo) -> None:
    """An undoing is looked at, then done: what was shown is what has become of the event."""
    results = {info.id: play.results.get(info.number, []) for info in play.state.rounds}
    shown = preview(play.acts, undo.drafts("by mistake"), results, standings)
    for language in LANGUAGES:
        raw = [line for line in shown.words(language) if _RAW.search(line)]
        assert not raw, f"raw words in a preview: {raw}"
    play.take_back(undo)
    assert shown.after == play.state, "the preview shows another event"
