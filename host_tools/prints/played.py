"""What was played in a round: each deal as it counts, what each sheet and each team match comes to. Reads, decides nothing."""

from collections.abc import Collection, Sequence
from typing import Any

from host_tools.engine.profile_rules import rules_of
from host_tools.engine.state import TEAMS, EventState, RoundState
from host_tools.prints.listing import NUMBER, TEXT, Column, Listing
from host_tools.prints.lists import LINES, round_notes, round_title, the_round, unit_told
from host_tools.server import open_points, sheet_views, views
from host_tools.server.hall_parts import TableState
from host_tools.server.host import Host
from host_tools.server.ledger import Book
from host_tools.server.round_making import the_book

STATES = {"missing": "manca", "part": "in parte", "unsigned": "non firmato", "by_hand": "a mano", "copied": "copiato"}
STATES |= {"signed": "firmato", "ruled": "arbitrale"}


def by_match(state: EventState) -> bool:
    """A table has no VP of its own: the differences of a match's tables are added before the look-up (RULES 2.1)."""
    return state.kind == TEAMS and rules_of(state).text("match_adding") == "differences"


def results(host: Host, number: int | None) -> Listing:
    """Each deal of a round's sheets as it counts, what the sheet comes to, and of teams what the match comes to."""
    book = the_book(host)
    info = the_round(book, number)
    found = Listing(f"risultati-turno-{info.number}", book.state.name, round_title(info, "risultati"), _columns(info))
    ruled = open_points.ruled(host.hall, info)
    for table in host.hall.round_tables(info):
        if table.sheet.plan is not None:
            _add_table(host, book, info, table, found, ruled)
    if info.matches:
        _add_matches(host, book, info, found)
    found.notes = round_notes(info)
    return found


def _columns(info: RoundState) -> list[Column]:
    columns = [Column("match", "Incontro", NUMBER, 9, False)] if info.matches else []
    columns += [
        Column("table", "Tavolo", NUMBER, 7),
        Column("deal", "Smazzata", NUMBER, 9),
        Column("ns", "N. NS", NUMBER, 8, False),
    ]
    columns += [Column("ns_names", "Nord-Sud", TEXT, 36, False), Column("ew", "N. EO", NUMBER, 8, False)]
    columns += [Column("ew_names", "Est-Ovest", TEXT, 36, False)]
    columns += [Column("mp_ns", "M.P. NS", NUMBER, 9), Column("mp_ew", "M.P. EO", NUMBER, 9)]
    return columns + [
        Column("vp_ns", "V.P. NS", NUMBER, 8),
        Column("vp_ew", "V.P. EO", NUMBER, 8),
        Column("state", "Foglio", TEXT, 14),
    ]


def _add_table(host: Host, book: Book, info: RoundState, table: TableState, found: Listing, ruled: Collection[int]) -> None:
    sides, sheet = views.sides_view(host.hall, table), table.sheet
    told = [unit_told(book, sides[line]["pair"]) for line in ("ns", "ew")]
    match = [info.matches.get(table.number)] if info.matches else []
    who = [cell for one in told for cell in one]
    names = "; ".join(f"{line} {of} {name}" for line, (of, name) in zip(LINES, told, strict=True))
    found.above.append(f"Tavolo {table.number}: {names}")
    for deal in range(1, sheet.deals() + 1):
        if totals := sheet.deal_totals(deal):
            found.rows.append([*match, table.number, deal, *who, *totals, None, None, ""])
            found.above.append("")
    line = sheet_views.line(host.hall, table, ruled)
    vp = (line["vp"] if not by_match(book.state) else None) or {"ns": None, "ew": None}
    sums = [line["mp"]["ns"], line["mp"]["ew"], vp["ns"], vp["ew"]] if line["played"] else [None] * 4
    found.rows.append([*match, table.number, "totale", *who, *sums, STATES.get(line["state"], line["state"])])


def _add_matches(host: Host, book: Book, info: RoundState, found: Listing) -> None:
    """Sums of its tables; the first table of a match says which team is told of first."""
    scores = {one.number: one for one in host.hall.scores(info.number) if one.round == info.number}
    for match in sorted(set(info.matches.values())):
        teams = _teams(book, info, match)
        told = [(number, book.competitor_name(number)) for number in teams]
        of = [scores.get(number) for number in teams]
        sums: list[Any] = [one.mp_for if one else None for one in of] + [one.vp if one else None for one in of]
        found.above.append(f"Incontro {match}: " + "; ".join(f"{number} {name}" for number, name in told))
        found.rows.append([match, None, "incontro", *(cell for one in told for cell in one), *sums, ""])


def _teams(book: Book, info: RoundState, match: int) -> Sequence[int]:
    first = min(table for table, of in info.matches.items() if of == match)
    return [book.state.units[unit].credits[0] for unit in info.seats[first]]
