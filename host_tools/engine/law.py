"""The correction law (RULES 5, "Correctable after delivery"): may a score still be corrected, and what happens to the pairing?

`judge` says it, with the article; `carried_out` makes the acts that do exactly that. docs/corrections.md tells it in plain words.
Pure: nothing here reads sheets or clocks.
"""

from dataclasses import dataclass, replace
from typing import Any

from host_tools.engine.acts import ActError, Draft
from host_tools.engine.law_rules import LawRules
from host_tools.engine.law_words import STILL, TEXTS
from host_tools.engine.state import CLOSED, DRAFT, SCORE_FREE, EventState, RoundState

ALLOWED, WITHOUT_PAIRING, REFUSED = "allowed", "allowed_without_pairing", "refused"

# What can be asked. The last four are no correction of a delivered sheet: the arbiter's own decisions.
CORRECTIONS = ("sum_error", "swapped_scores", "misentry", "forgotten_burraco")
DECISIONS = ("arbiter_score", "void_deal", "record_conflict")
ASKED = (*CORRECTIONS, *DECISIONS, "not_delivered")

# What is done with a verdict, as codes for programs; the words are docs/corrections.md's.
RESULT, DRAFT_ANEW, SEATING_STAYS, NEXT_ROUND = "result_corrected", "draft_paired_anew", "seating_stays", "set_right_next_round"

_DECISION_LAW = {
    "arbiter_score": "000 par.8; 002 Art 36; 003; 004 LOI 20, 32",
    "void_deal": "000 par.3; 003: the arbiter's decision on a deal",
    "record_conflict": "no rule book: two versions are no delivered sheet yet, the arbiter chooses",
    "not_delivered": "004 LOI 19: a sheet is final on delivery, not before",
}


@dataclass(frozen=True)
class Ask:
    """What is asked (ASKED) about a table's round. `both_admit`: both lines jointly; `told_in_time`: the arbiter was told before
    the control period ended; `minutes`: since the last round ended, None while it has not."""

    asked: str
    round: int
    table: int
    both_admit: bool = False
    told_in_time: bool = False
    countersigned: bool = False
    minutes: int | None = None


@dataclass(frozen=True)
class Verdict:
    """`outcome`: ALLOWED, WITHOUT_PAIRING (the published pairing stays) or REFUSED. `code`: why, for the page's own words.
    `effects`: what is done. `still`: what can be done instead of what is refused. `rounds`: those whose seating stays;
    `drafts`: ids of drafts to be paired anew. `may_insist`: the arbiter may go on against it (`insist`); `against`: he did, with
    this reason, and `ground` is why it would be allowed."""

    outcome: str
    code: str
    article: str
    text: str
    effects: tuple[str, ...] = ()
    still: str = ""
    rounds: tuple[int, ...] = ()
    drafts: tuple[str, ...] = ()
    may_insist: bool = False
    against: str = ""
    ground: str = ""

    def words(self, language: str) -> tuple[str, str]:
        """`text` and `still` in "en" or "it". Raises KeyError for another language."""
        texts = [TEXTS[language][code] for code in (self.ground, self.code) if code]
        return "; ".join(texts), STILL[language].get(self.code, "") if self.outcome == REFUSED else ""

    def as_dict(self, language: str = "en") -> dict[str, Any]:
        """Plain JSON."""
        lists = {"effects": list(self.effects), "rounds": list(self.rounds), "drafts": list(self.drafts)}
        plain = {name: getattr(self, name) for name in ("outcome", "code", "article", "text", "still", "may_insist", "against")}
        plain["text"], plain["still"] = self.words(language)
        return plain | lists


def judge(state: EventState, ask: Ask, rules: LawRules) -> Verdict:
    """May it be done? Raises ActError when there is no such sheet, or nothing of that kind can be asked."""
    _played(state, ask)
    refusal = _refusal(state, ask, rules)
    return _refused(state, rules, *refusal) if refusal else _allowed(state, ask, rules)


def insist(state: EventState, ask: Ask, rules: LawRules, why: str) -> Verdict:
    """The arbiter goes on against the law's refusal, where the setting correction_law is "advice"; `why` is written down with it.
    What is allowed anyway stays as it is. Raises ActError without a reason, and where the law is strict."""
    verdict = judge(state, ask, rules)
    if verdict.outcome != REFUSED:
        return verdict
    if not verdict.may_insist:
        raise ActError(f"{verdict.text} ({verdict.article}); {verdict.still}")
    if not why.strip():
        raise ActError("against the correction law only with a reason")
    made = _allowed(state, ask, rules)
    article = f"against {verdict.article}"
    insisted = replace(made, code=verdict.code, ground=made.code, article=article, against=why)
    return replace(insisted, text=insisted.words("en")[0])


def carried_out(state: EventState, verdict: Verdict, act: Draft) -> list[Draft]:
    """The acts that do what `verdict` says: `act` (a sheet's correction, or a ruling) with its article and the verdict, and the
    drafts that hang on the old result taken away. A published pairing is left alone. Raises ActError when it was refused."""
    if verdict.outcome == REFUSED:
        raise ActError(f"{verdict.text} ({verdict.article}); {verdict.still}")
    if not act.why.strip():
        raise ActError("a correction needs its reason")
    law = {"outcome": verdict.outcome, "code": verdict.code, "effects": list(verdict.effects), "against": verdict.against}
    made = [replace(act, data=act.data | {"law": law}, article=act.article or verdict.article)]
    for draft in verdict.drafts:
        info = state.by_id(draft)
        if info is None or info.state != DRAFT:
            raise ActError(f"there is no draft {draft} any more: judge again")
        made.append(Draft("round.drop", {"id": draft}, "a result that it hangs on was corrected", verdict.article))
    return made


def _played(state: EventState, ask: Ask) -> RoundState:
    if ask.asked not in ASKED:
        raise ActError(f"nothing of the kind {ask.asked!r} can be asked; one of {', '.join(ASKED)}")
    info = state.round(ask.round)
    if info is None or info.state == DRAFT:
        raise ActError(f"round {ask.round} has not been played")
    if ask.table not in info.seats:
        raise ActError(f"round {ask.round} has no table {ask.table}")
    return info


def _over(state: EventState) -> bool:
    """The last round has been played and closed."""
    last = state.current()
    return last is not None and last.state == CLOSED and last.number >= state.total_rounds()


def _as_sum_error(ask: Ask, rules: LawRules) -> bool:
    as_sum = ask.asked == "misentry" and rules.misentries == "as_sum_errors"
    return ask.asked in ("sum_error", "forgotten_burraco") or as_sum


def _law(ask: Ask, rules: LawRules) -> str:
    """The articles under which a correction is judged."""
    if rules.of_004():
        return "004 LOI 19"
    chosen = _as_sum_error(ask, rules) and rules.sum_errors == "by_phase"
    return "004 LOI 19, by the organiser's choice" if chosen else "000 par.13; 003"


def _refusal(state: EventState, ask: Ask, rules: LawRules) -> tuple[str, str] | None:
    """(code, article) of the first reason against it, None when there is none."""
    own = _law(ask, rules)
    if ask.asked == "not_delivered":
        return None
    if state.final is not None:
        return "final", "2012 update of art. 19 [P11]" if rules.of_004() else "000, 003 are silent: the ranking is final (inf)"
    if ask.asked in DECISIONS:
        return None
    if ask.asked == "forgotten_burraco" and rules.forgotten_burracos == "never":
        return "not_a_sum_error", f"{own} (inf)"
    if ask.asked == "misentry" and rules.misentries == "never":
        return "not_allowed_here", own
    if ask.asked in ("swapped_scores", "misentry") and not ask.both_admit:
        return "both_must_admit", own if ask.asked == "swapped_scores" else f"{own} (inf)"
    if _as_sum_error(ask, rules) and rules.sum_errors == "until_pairing":
        if any(info.number > ask.round for info in state.rounds):
            return "after_pairing", own
        if _over(state):
            return "after_ranking", own
    return _after_last(ask, rules) if _over(state) else None


def _after_last(ask: Ask, rules: LawRules) -> tuple[str, str] | None:
    """RULES 5, item 5. Swapped scores under 000 and 003 have no such end."""
    if rules.after_last_round == "until_final":
        return None
    swapped = ask.asked == "swapped_scores" or ask.asked == "misentry" and rules.misentries == "as_swapped"
    if swapped and rules.swapped_scores == "any_time":
        return None
    if rules.after_last_round == "none":
        return "after_last_round", "004 LOI 19 (c)"
    update = "2012 update of art. 19 [P11]"
    if not ask.told_in_time:
        return "told_late", update
    if not ask.countersigned:
        return "countersign", update
    if rules.control_minutes and ask.minutes is not None and ask.minutes > rules.control_minutes:
        return "control_over", update
    return None


def _refused(state: EventState, rules: LawRules, code: str, article: str) -> Verdict:
    may = rules.correction_law == "advice" and code != "final"  # the numbers that are final are in people's hands
    return Verdict(REFUSED, code, article, TEXTS["en"][code], still=STILL["en"][code], may_insist=may)


def _allowed(state: EventState, ask: Ask, rules: LawRules) -> Verdict:
    """The result is corrected; pairings that hang on it: a draft is made anew, a published one stays (items 3, 4, 6)."""
    hang = [info for info in state.rounds if info.number > ask.round and info.method not in SCORE_FREE]
    stay = tuple(info.number for info in hang if info.state != DRAFT)
    drafts = tuple(info.id for info in hang if info.state == DRAFT)
    effects = [RESULT]
    if drafts:
        effects.append(DRAFT_ANEW)
    if stay:
        effects += [SEATING_STAYS, NEXT_ROUND]
    code, article = _ground(state, ask, rules, bool(stay), bool(drafts))
    return Verdict(WITHOUT_PAIRING if stay else ALLOWED, code, article, TEXTS["en"][code], tuple(effects), "", stay, drafts)


def _ground(state: EventState, ask: Ask, rules: LawRules, stay: bool, draft: bool) -> tuple[str, str]:
    """Code and article of what is allowed."""
    own, later = _DECISION_LAW.get(ask.asked, ""), any(info.number > ask.round for info in state.rounds)
    if stay:
        law = "004 LOI 19 (b)" if rules.of_004() else "000 par.13; 003: pairs sit as designated"  # item 6 is in both
        return "published", "; ".join(filter(None, (own, law)))
    if own:
        return "decision" if ask.asked in DECISIONS else "not_delivered", own
    law = _law(ask, rules)
    if _over(state):
        return "control", "2012 update of art. 19 [P11]" if rules.after_last_round == "told_in_time" else f"{law} (inf)"
    if draft:
        return "not_published", "004 LOI 19 (a)" if rules.of_004() else law
    return "score_free" if later else "before_pairing", law
