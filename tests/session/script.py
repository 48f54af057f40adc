"""Scripts of a session, drawn by a seed: four rounds of four deals with what happens at a table, and the log they must give."""

import random
import struct
from typing import Any

from host_tools.demo.deals import sample_deal
from tavolo.domain import fact_writer, facts, profiles, scoring, time_out, victory
from tavolo.domain import kinds as k

DEALS = 4
BANDS = ((100, 10, 10), (300, 11, 9), (500, 12, 8), (700, 13, 7), (900, 14, 6), (1100, 15, 5), (1300, 16, 4), (1500, 17, 3))
BANDS += ((1700, 18, 2), (2000, 19, 1), (32767, 20, 0))
_PILES = {"played": k.PILE_PLAYED, "taken": k.PILE_TAKEN, "not_taken": k.PILE_NOT_TAKEN}

Script = dict[str, Any]


def _entries(rng: random.Random) -> list[list[int]]:
    deal = sample_deal(rng)
    names = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")
    return [[int(_PILES[deal[line][n]] if n == "pile" else deal[line][n]) for n in names] for line in ("ns", "ew")]


def _corrected(rng: random.Random, entries: list[list[int]]) -> list[list[int]]:
    """The same deal with a negative count that was read wrong."""
    out = [list(line) for line in entries]
    line = rng.randrange(2)
    out[line][k.NEGATIVE] += -5 if out[line][k.NEGATIVE] > 10 else 5
    return out


def _round(rng: random.Random, number: int) -> Script:
    deals = [_entries(rng) for _ in range(DEALS)]
    corrected = rng.randint(1, DEALS)
    return {
        "profile": rng.choice((k.FIBUR, k.FIBUR_2008)),
        "keeper": rng.randrange(4),
        "dealer": rng.randrange(4),
        "deals": deals,
        "minutes": [rng.randint(0, 12) for _ in range(DEALS)],
        "corrections": [[rng.randint(corrected, DEALS), corrected, _corrected(rng, deals[corrected - 1])]] if number % 2 else [],
        "mistakes": [[deal, rng.randrange(2), k.DIRTY] for deal in range(1, DEALS + 1) if rng.random() < 0.4],
        "call": rng.randint(1, DEALS) if number in (0, 2) else 0,
        "void": rng.randint(1, DEALS) if number in (1, 2) else 0,
        "time_out": 0,
        "turn": rng.randrange(4),
        "drawn": rng.randrange(2),
    }


def make(seed: int, every_ms: int = 25000) -> Script:
    """A session. `every_ms`: keys are touched for so long between two stops, about; 0: no stops."""
    rng = random.Random(seed)
    rounds = [_round(rng, number) for number in range(4)]
    last = rounds[3]
    end = last["time_out"] = rng.randint(2, DEALS)
    last["corrections"] = [[min(after, end), *rest] for after, *rest in last["corrections"] if rest[0] < end]
    return {"seed": seed, "every_ms": every_ms, "rounds": rounds, "bands": BANDS}


def _time_out(given: Script, deal: int) -> list[tuple[int, bytes]]:
    dealer = given["dealer"] + deal - 1 & 3
    family = profiles.time_out_family(given["profile"])
    laps = [time_out.last_lap(family, k.TO_PLAY, dealer, given["turn"], drawn) for drawn in (False, True)]
    drawn = given["drawn"] if laps[0] != laps[1] else 0
    lap = laps[drawn]
    assert lap is not None
    return [(k.LAST_LAP, bytes((k.TO_PLAY, given["turn"], drawn)))] + [(k.LAP_TURN, bytes((n,))) for n in range(1, len(lap))]


def expected(given: Script) -> list[tuple[int, bytes]]:
    """(kind, payload) of the table's own records of one round, in order. Corrections end in 12 bytes of zeros, calls in 0."""
    out = [(k.PRESENCE, bytes((line, k.HERE))) for line in (k.NS, k.EW)]
    out.append((k.SEATS, bytes((given["keeper"], given["dealer"]))))
    played = given["time_out"] or DEALS
    for deal in range(1, played + 1):
        phase = facts.numbers_payload
        if deal > 1:
            out += _before_play(given, deal) + [(k.PHASE, phase(deal, k.PLAY))]
        if given["void"] == deal:
            out += [(k.VOID, bytes((deal, 0))), (k.PHASE, phase(deal, k.PLAY))]
        if deal == 1:
            out += _before_play(given, deal)
        if given["time_out"] == deal:
            out += _time_out(given, deal)
        ns, ew = given["deals"][deal - 1]
        out += [(k.PHASE, phase(deal, k.COUNT)), (k.DEAL, fact_writer.deal_payload(deal, ns, ew))]
    out += _corrections(given, played)
    return [*out, (k.SIGN, _signed(given, played))]


def _before_play(given: Script, deal: int) -> list[tuple[int, bytes]]:
    call = [(k.CALL, bytes((k.CALL_MADE, given["keeper"] & 1, 0, 0)))] if given["call"] == deal else []
    return call + _corrections(given, deal - 1)


def _corrections(given: Script, after: int) -> list[tuple[int, bytes]]:
    due = [(deal, entries) for when, deal, entries in given["corrections"] if when == after]
    return [(k.REVISE, fact_writer.deal_payload(deal, ns, ew, 0, 0, bytes(12))) for deal, (ns, ew) in due]


def totals(given: Script, played: int) -> tuple[int, int]:
    """Both lines' match points after `played` deals, corrections counted."""
    deals = {number + 1: entries for number, entries in enumerate(given["deals"][:played])}
    deals.update({deal: entries for _, deal, entries in given["corrections"]})
    both = [scoring.totals(ns, ew, given["profile"]) for ns, ew in deals.values()]
    return sum(ns for ns, _ in both), sum(ew for _, ew in both)


def _signed(given: Script, played: int) -> bytes:
    ns, ew = totals(given, played)
    winner, loser = victory.vp(BANDS, abs(ns - ew))
    vp = (winner, loser) if ns >= ew else (loser, winner)
    return struct.pack(">BBBBhh", played, *vp, int(played < DEALS), ns, ew)
