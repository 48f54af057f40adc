"""The lists of an event: who sits where, the ranking, entries, rulings, results. Reads, decides nothing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from host_tools.engine.profile_rules import rules_of
from host_tools.engine.rank_reasons import why_text
from host_tools.engine.state import DRAFT, INDIVIDUAL, TEAMS, RoundState
from host_tools.prints.listing import NUMBER, TEXT, Column, Listing, in_order
from host_tools.server import event_arbiter, ranking_views, ruling_views
from host_tools.server.hall import Hall
from host_tools.server.host import Host
from host_tools.server.ledger import Book
from host_tools.server.refusal import Refused
from host_tools.server.round_making import the_book

LINES = ("NS", "EO")
_METHODS = {
    "mitchell": "Mitchell",
    "danish": "Danese",
    "modified": "Danese modificato",
    "italian": "Italiano",
    "draw": "Sorteggio",
}
_METHODS |= {"entry": "Ordine di iscrizione", "manual": "A mano"}


def the_round(book: Book, number: int | None) -> RoundState:
    """Round `number`, None: the newest. Raises Refused."""
    rounds = book.state.rounds
    info = book.state.round(number) if number else rounds[-1] if rounds else None
    if info is None:
        text = f"there is no round {number}" if number else "no round has been paired yet"
        raise Refused("no_round", text, "`tavolo round pair` makes one", 404)
    return info


def round_title(info: RoundState, what: str) -> str:
    """ "Turno 3, posti al tavolo", marked where it may still change."""
    return f"Turno {info.number}: {what}" + (" (BOZZA, non pubblicato)" if info.state == DRAFT else "")


def round_notes(info: RoundState) -> list[str]:
    """How it is played, in one line."""
    method = _METHODS.get(info.method, info.method)
    return [f"{method}, {info.deals} smazzate, {info.minutes} minuti"]


def unit_told(book: Book, unit: int) -> tuple[int | str, str]:
    """Number (of players: "4, 9") of whom it is credited to as people know it, and the names at the table."""
    state = book.state
    credits = state.units[unit].credits if unit in state.units else ()
    names = " - ".join(name for name in book.unit_names(unit) if name) if unit in state.units else ""
    number = credits[0] if len(credits) == 1 else ", ".join(str(one) for one in credits)
    if state.kind == TEAMS and len(credits) == 1:
        names = f"{names} ({book.competitor_name(credits[0])})"
    return number, names


def by_table(host: Host, number: int | None) -> Listing:
    """Seating by table."""
    book = the_book(host)
    info = the_round(book, number)
    columns = [Column("table", "Tavolo", NUMBER, 8), Column("ns", "N.", NUMBER, 8), Column("ns_names", "Nord-Sud", TEXT, 40)]
    columns += [Column("ew", "N.", NUMBER, 8), Column("ew_names", "Est-Ovest", TEXT, 40)]
    if info.matches:
        columns.insert(0, Column("match", "Incontro", NUMBER, 9))
    found = Listing(f"posti-turno-{info.number}", book.state.name, round_title(info, "posti per tavolo"), columns, big=True)
    for table, (ns, ew) in sorted(info.seats.items()):
        match = [info.matches.get(table)] if info.matches else []
        found.rows.append([*match, table, *unit_told(book, ns), *unit_told(book, ew)])
    found.notes = round_notes(info)
    found.foot = [f"Riposa: {n} {book.competitor_name(n)}" for n in info.rests]
    return found


def by_name(host: Host, number: int | None) -> Listing:
    """Seating by name: each person, where it sits, with whom."""
    book = the_book(host)
    info = the_round(book, number)
    columns = [Column("name", "Nome", TEXT, 36), Column("table", "Tavolo", NUMBER, 8), Column("line", "Linea", TEXT, 8)]
    columns += [Column("number", "N.", NUMBER, 8), Column("partner", "Con", TEXT, 36)]
    rows = [(person, row) for person, row in _people(book, info)]
    rows.sort(key=lambda one: in_order(str(one[1][0])))
    title = round_title(info, "posti per nome")
    return Listing(
        f"nomi-turno-{info.number}", book.state.name, title, columns, [row for _, row in rows], round_notes(info), big=True
    )


def _people(book: Book, info: RoundState) -> list[tuple[int, list[Any]]]:
    found: list[tuple[int, list[Any]]] = []
    for table, units in sorted(info.seats.items()):
        for line, unit in zip(LINES, units, strict=True):
            people = book.state.units[unit].persons
            told = unit_told(book, unit)[0]
            for person in people:
                number = _own_number(book, unit, person) if book.state.kind == INDIVIDUAL else told
                partner = " - ".join(_name(book, other) for other in people if other != person)
                found.append((person, [_name(book, person), table, line, number, partner]))
    for rests in info.rests:
        people = book.state.competitors[rests].persons
        for person in people:
            partner = " - ".join(_name(book, other) for other in people if other != person) if len(people) == 2 else ""
            found.append((person, [_name(book, person), None, "riposa", rests, partner]))
    return found


def _own_number(book: Book, unit: int, person: int) -> int | None:
    """Of a player whose partner is another one each round: the ranking has it under this number."""
    return next((n for n in book.state.units[unit].credits if person in book.state.competitors[n].persons), None)


def _name(book: Book, person: int) -> str:
    return book.persons[person].shown() if person in book.persons else ""


def ranking(host: Host, group: int | None = None, rounds: bool = False, after: int | None = None) -> Listing:
    """The ranking with why each is above the next; `rounds`: with the VP of each round."""
    book, hall = the_book(host), host.hall
    groups = {one.group for one in book.state.competitors.values()}
    if group is not None and group not in groups:
        raise Refused("no_group", f"nobody is in group {group}", "leave the group out for the ranking of all", 404)
    if after is not None:
        the_round(book, after)
    lines = ranking_views.lines(book, hall.scores(after), group, after, True)
    played = [info.number for info in book.state.rounds if info.state != DRAFT and (after is None or info.number <= after)]
    columns = [Column("rank", "Pos.", NUMBER, 6), Column("number", "N.", NUMBER, 6), Column("names", "Nomi", TEXT, 44)]
    columns += [Column("group", "Girone", NUMBER, 8)] if len(groups) > 1 else []
    columns += [Column(f"round_{n}", f"T{n}", NUMBER, 5) for n in played] if rounds else []
    columns += [Column("vp", "V.P.", NUMBER, 7), Column("mp_net", "Diff. M.P.", NUMBER, 10)]
    columns += [
        Column("mp_for", "M.P. fatti", NUMBER, 10, not rounds),
        Column("mp_against", "M.P. subiti", NUMBER, 10, not rounds),
    ]
    columns += [Column("rounds", "Turni", NUMBER, 7, not rounds), Column("byes", "Riposi", NUMBER, 7, not rounds)]
    columns += [Column("wins", "Vinti", NUMBER, 7, False), Column("why", "Perché precede il seguente", TEXT, 60, False)]
    columns += [Column("arbiter", "Arbitro", TEXT, 30, False)]
    standing = ranking_views.standing_view(hall)
    whole = after is None or after >= book.state.rounds[-1].number
    word = "definitiva" if ranking_views.settled(standing) and whole else "provvisoria"
    title = f"Classifica {word}" + (f", girone {group}" if group else "") + (f", dopo il turno {after}" if after else "")
    found = Listing("classifica", book.state.name, title, columns, under=2)
    arbiter = event_arbiter.told(book)
    for line in lines:
        why = why_text(line["reason"], "it")
        row = [line["rank"] or None, line["number"], line["names"], *([line["group"]] if len(groups) > 1 else [])]
        row += _of_rounds(line["scores"], played) if rounds else []
        row += [
            line["vp"],
            line["mp_net"],
            line["points_for"],
            line["points_against"],
            line["rounds"],
            line["byes"],
            line["wins"],
        ]
        found.rows.append([*row, why, arbiter])
        found.small.append(f"precede: {why}" if why else "")
    found.notes = [_after(hall, played), *_open(standing)]
    found.foot = _control(book)
    found.facts = {"arbiter": event_arbiter.view(book), "final": book.state.final is not None}
    return found


def _open(standing: dict[str, Any]) -> list[str]:
    """Sheets that may still change it, as the page and the wall say."""
    places = [f"turno {one['round']} tavolo {one['table']}" for one in (*standing["provisional"], *standing["not_back"])]
    return [f"L'arbitro deve ancora decidere, o manca lo score: {', '.join(places)}"] if places else []


def _after(hall: Hall, played: Sequence[int]) -> str:
    book = hall.book
    total = book.state.total_rounds() if book else 0
    return f"dopo il turno {max(played)} di {total}" if played else "nessun turno giocato"


def _of_rounds(scores: Sequence[dict[str, Any]], played: Sequence[int]) -> list[int | None]:
    by_round: dict[int, int] = {}
    for score in scores:
        by_round[score["round"]] = by_round.get(score["round"], 0) + score["vp"]
    return [by_round.get(number) for number in played]


def _control(book: Book) -> list[str]:
    """Who ended the control period, or that it goes on; and room for the arbiter's signature."""
    state, name = book.state, event_arbiter.told(book)
    if state.final is not None:
        act = book.acts[state.final - 1]
        told = f"Periodo di controllo concluso da {act.who}" + (f": {act.why}" if act.why else "")
    else:
        minutes = rules_of(state).number("control_minutes")
        told = "Classifica provvisoria fino alla fine del periodo di controllo" + (f" ({minutes} minuti)" if minutes else "")
    return [told, f"L'arbitro{f' {name}' if name else ''}: ______________________________"]


def entries(host: Host) -> Listing:
    """All competitors with clubs and cards; a row for each person."""
    book = the_book(host)
    columns = [Column("number", "N.", NUMBER, 6), Column("name", "Nome", TEXT, 36), Column("club", "Associazione", TEXT, 28)]
    columns += [Column("card", "Tessera", TEXT, 14), Column("team", "Squadra", TEXT, 24), Column("group", "Girone", NUMBER, 8)]
    columns += [Column("since", "Dal turno", NUMBER, 9), Column("left", "Ritirato dal turno", NUMBER, 16)]
    found = Listing("iscritti", book.state.name, "Iscritti", columns)
    for number, one in sorted(book.state.competitors.items()):
        for person in one.persons:
            who = book.persons.get(person)
            plain = [who.shown(), who.club, who.card] if who else ["", "", ""]
            found.rows.append([number, *plain, one.name, one.group, one.since, one.left["round"] if one.left else None])
    found.columns = _filled_ones(found)
    found.notes = [f"{len(book.state.competitors)} iscritti, {len(found.rows)} persone"]
    return found


def _filled_ones(listing: Listing) -> list[Column]:
    """Columns of which nothing is known are not on paper, nor that all are in group 1 and have been there since round 1."""
    usual = {"group": (1,), "since": (1,)}
    found = []
    for at, column in enumerate(listing.columns):
        told = any(row[at] and row[at] not in usual.get(column.key, ()) for row in listing.rows)
        found.append(replace(column, paper=column.paper and told))
    return found


_KINDS = {"warning": "Ammonizione", "penalty": "Penalità", "late": "Ritardo", "absent": "Assenza", "adjust": "Rettifica"}
_KINDS |= {"set": "Risultato d'ufficio", "award": "Punti assegnati"}
_WORDS = {"pile_seen": "pozzetto visto prima del tempo", "late": "non arrivati in tempo", "unjustified": "senza un buon motivo"}
_WORDS |= {"temporary": "per un tempo, o per un buon motivo", "other": ""}  # of "other" the reason tells


def rulings(host: Host) -> Listing:
    """What the arbiter laid down, in order."""
    book = the_book(host)
    columns = [Column("act", "Atto", NUMBER, 6), Column("round", "Turno", NUMBER, 6), Column("table", "Tavolo", NUMBER, 7)]
    columns += [Column("kind", "Provvedimento", TEXT, 20), Column("of", "Per", TEXT, 40), Column("vp", "V.P.", NUMBER, 6)]
    columns += [Column("mp", "M.P.", NUMBER, 7), Column("minutes", "Minuti", NUMBER, 7), Column("why", "Motivo", TEXT, 40)]
    columns += [Column("article", "Articolo", TEXT, 24, False), Column("who", "Arbitro", TEXT, 14)]
    found = Listing("provvedimenti", book.state.name, "Provvedimenti dell'arbitro", columns, under=4)
    for one in ruling_views.rulings_view(book):
        data = one["data"]
        word = str(data.get("offence") or data.get("mode") or "")
        article = one["article"].partition(":")[0]  # what comes after the colon is for programs: it is English
        kind = ": ".join(filter(None, (_KINDS.get(one["kind"], one["kind"]), _WORDS.get(word, word))))
        row = [one["act"], data.get("round"), data.get("table"), kind, _whom(one), data.get("vp"), data.get("mp")]
        found.rows.append([*row, data.get("minutes"), one["why"], article, one["who"]])
        found.small.append(article)
    if found.rows:
        found.columns = _filled_ones(found)
    return found


def _whom(one: dict[str, Any]) -> str:
    """Who is meant; of a result laid down each line with what it gets."""
    names = [f"{who['number']} {who['names']}" for who in one["of"]]
    if one["kind"] != "set":
        return "; ".join(names)
    lines = [one["data"]["ns"], one["data"]["ew"]]
    results = [f"{line['vp']} V.P., {line['mp_net']} M.P." if line else "come giocato" for line in lines]
    sides = names if len(names) == len(results) else one["sides"] or LINES  # an old one names lines, of players there are four
    return "; ".join(f"{side}: {result}" for side, result in zip(sides, results, strict=True))
