"""A sheet that was delivered is corrected by the law (engine/law.py), whichever page or command asks: what it allows is done in
one transaction with its acts, what it refuses is refused with the article."""

import time
from dataclasses import dataclass, replace

from host_tools.engine import law, law_words
from host_tools.engine.acts import ActError, Draft
from host_tools.engine.law_rules import law_rules
from host_tools.engine.state import CLOSED
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.ledger import Book
from host_tools.server.refusal import Refused
from host_tools.server.round_making import the_book
from host_tools.server.tournament import RoundInfo
from tavolo.domain import sheet_review

TYPING = "office_typing"  # the paper says otherwise than what was typed in from it: beside what the law knows
_TYPING_LAW = "no rule book: the paper sheet is what was delivered, its entry here is put right (inf)"
ERRORS = (*law.CORRECTIONS, *law.DECISIONS, TYPING)


@dataclass(frozen=True)
class Claim:
    """What is said to be wrong (ERRORS), and what the law asks about it. `against`: why the arbiter goes on against a refusal."""

    error: str
    both_admit: bool = False
    told_in_time: bool = False
    countersigned: bool = False
    against: str = ""


def delivered(table: TableState) -> bool:
    """Signed at the table, copied from its screen, or entered whole from paper."""
    return sheet_review.counted(table.sheet)


def _free(host: Host, table: TableState) -> bool:
    """Nobody has delivered it yet: the arbiter writes what he wants, as long as the ranking is not final."""
    return not delivered(table) and the_book(host).state.final is None


def _ask(host: Host, info: RoundInfo, table: TableState, claim: Claim) -> law.Ask:
    asked = "not_delivered" if _free(host, table) else "record_conflict" if claim.error == TYPING else claim.error
    said = (claim.both_admit, claim.told_in_time, claim.countersigned)
    return law.Ask(asked, info.number, table.number, *said, _minutes(the_book(host)))


def judged(host: Host, info: RoundInfo, table: TableState, claim: Claim) -> law.Verdict:
    """May it be corrected? Raises Refused where nothing can be asked about it."""
    state = the_book(host).state
    try:
        verdict = law.judge(state, _ask(host, info, table, claim), law_rules(state))
    except ActError as fault:
        raise Refused("does_not_fit", str(fault), "look at the sheet again") from fault
    typed = claim.error == TYPING and not _free(host, table) and verdict.outcome != law.REFUSED
    return replace(verdict, article=_TYPING_LAW) if typed else verdict


def by_law(verdict: law.Verdict, own: str = "") -> Refused:
    """A refusal with the article; `own`: what else can be done, in English. For pages: the same in Italian."""
    code, texts, still = verdict.code, law_words.TEXTS["it"], law_words.STILL["it"]
    italian = f"Il codice non lo permette: {texts[code]}." + (f" Che cosa si può fare: {still[code]}." if code in still else "")
    return Refused("law", f"{verdict.text} ({verdict.article})", verdict.still + own, italian=italian)


def _minutes(book: Book) -> int | None:
    """Whole minutes since the last round was closed."""
    last = book.state.current()
    if last is None or last.state != CLOSED or last.closed is None or last.number < book.state.total_rounds():
        return None
    return max(0, int(time.time()) - book.acts[last.closed - 1].at) // 60


def lawful(host: Host, info: RoundInfo, table: TableState, claim: Claim, act: Draft) -> list[Draft]:
    """The acts that do what the law allows: `act` with its verdict, and the end of a draft that hangs on the old result.
    Raises Refused with the article."""
    state, verdict = the_book(host).state, judged(host, info, table, claim)
    if verdict.outcome == law.REFUSED and not (verdict.may_insist and claim.against.strip()):
        own = "; or go on against it, with a reason (the setting correction_law is advice)" if verdict.may_insist else ""
        raise by_law(verdict, own)
    try:
        if verdict.outcome == law.REFUSED:
            verdict = law.insist(state, _ask(host, info, table, claim), law_rules(state), claim.against)
        return law.carried_out(state, verdict, act)
    except ActError as fault:
        raise Refused("does_not_fit", str(fault), "look at the sheet again") from fault
