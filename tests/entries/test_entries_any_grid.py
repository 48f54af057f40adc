"""Any table of plausible and implausible cells: nobody is lost without a word, nobody comes in who should not; and what was
written in one of many ways is read as what it was."""

import csv
import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.entries.model import KINDS, Choices, EntriesError, Person
from host_tools.entries.reading import read
from tests.fuzz.entries_doors import check

HEADS = [
    "Coppia",
    "N.",
    "Cognome",
    "Nome",
    "Giocatore 1",
    "Giocatore 2",
    "Nominativo",
    "Compagno",
    "Tessera",
    "Circolo",
    "Squadra",
]
CELLS = [
    "",
    "",
    "1",
    "2",
    "Rossi",
    "Mario",
    "Rossi Mario",
    "Mario Rossi",
    "Rossi - Bianchi",
    "Verdini/Nerini",
    "?",
    "da definire",
]
CELLS += [
    "501",
    "00501",
    "1,2E+05",
    "12-mar",
    "ASD Lago",
    "Lago / Monte",
    "=1+1",
    "-",
    "Totale coppie: 2",
    "x" * 201,
    "a\nb",
    "Rossi, Mario",
]
CELLS += [
    "Nerini e Fonti",
    "De Rossi-Verdini",
    "\u200b",
    "\u00a0",
    "3",
    "A" * 45,
    "@x",
    "Però",
    "‘",
    "Rossi-Bianchi",
    "Galli Pia",
]
ROWS = st.lists(st.lists(st.sampled_from(CELLS), min_size=1, max_size=6), min_size=1, max_size=9)


def as_csv(rows: list[list[str]], separator: str = ";") -> str:
    """As a spreadsheet writes it."""
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue()


@settings(max_examples=80, deadline=None)
@given(
    head=st.lists(st.sampled_from(HEADS), max_size=6), rows=ROWS, kind=st.sampled_from(KINDS), separator=st.sampled_from(";,\t|")
)
def test_nobody_is_lost_without_a_word(head: list[str], rows: list[list[str]], kind: str, separator: str) -> None:
    data = as_csv([head, *rows] if head else rows, separator).encode()
    try:
        found = read(data, "list.csv", kind, Choices(separator=separator))
    except EntriesError as fault:
        assert fault.code in ("no_rows", "empty")
        return
    check(found)


SURNAMES = [
    "Rossi",
    "De Luca",
    "D'Amico",
    "Bianchi",
    "Lo Presti",
    "Verdini",
    "Nerini",
    "Fonti",
    "Galli",
    "Però",
    "Città",
    "Moretti",
]
FIRSTS = ["Mario", "Anna", "Maria Teresa", "Niccolò", "Ugo", "Pia", "Zoé", "Carla"]


def pairs_for(random: Random) -> list[tuple[Person, Person]]:
    """Up to eight pairs of persons who have nothing in common."""
    names = random.sample([f"{surname}|{first}" for surname in SURNAMES for first in FIRSTS], 16)
    people = [Person(name, f"ASD {random.choice(('Lago', 'Monte'))}", str(10_000 + at)) for at, name in enumerate(names)]
    return list(zip(people[::2], people[1::2], strict=True))[: random.randint(3, 8)]


def on_one_row(pairs: list[tuple[Person, Person]]) -> list[list[str]]:
    rows = [["N.", "Cognome 1", "Nome 1", "Tessera 1", "Circolo 1", "Cognome 2", "Nome 2", "Tessera 2", "Circolo 2"]]
    for number, pair in enumerate(pairs, start=1):
        rows.append([str(number)] + [cell for each in pair for cell in (*each.name.split("|"), each.card, each.club)])
    return rows


def on_two_rows(pairs: list[tuple[Person, Person]]) -> list[list[str]]:
    rows = [["Tessera", "Coppia", "Cognome e nome", "Circolo"]]
    for number, pair in enumerate(pairs, start=1):
        rows += [[each.card, str(number), each.name.replace("|", " "), each.club] for each in pair]
    return rows


def number_once(pairs: list[tuple[Person, Person]]) -> list[list[str]]:
    rows = on_two_rows(pairs)
    return [rows[0]] + [row if at % 2 == 0 else [row[0], "", *row[2:]] for at, row in enumerate(rows[1:])]


def repeated_headers(pairs: list[tuple[Person, Person]]) -> list[list[str]]:
    rows = [["Player", "Card", "Club", "Partner", "Card", "Club"]]
    return rows + [[cell for each in pair for cell in (each.name.replace("|", " "), each.card, each.club)] for pair in pairs]


def in_one_cell(pairs: list[tuple[Person, Person]]) -> list[list[str]]:
    rows = [["Coppia", "Tessere", "Circoli"]]
    for one, two in pairs:
        names = (one.name.replace("|", " "), two.name.replace("|", " "))
        rows.append([" - ".join(names), f"{one.card} / {two.card}", f"{one.club} / {two.club}"])
    return rows


@pytest.mark.parametrize(
    "written", [on_one_row, on_two_rows, number_once, repeated_headers, in_one_cell], ids=lambda each: each.__name__
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_what_was_written_is_read(written: object, encoding: str) -> None:
    assert callable(written)
    for seed in range(6):
        random = Random(f"{written.__name__} {encoding} {seed}")
        pairs = pairs_for(random)
        rows = [["Torneo", *[""] * 3], []] * random.randint(0, 1) + written(pairs)
        found = read(as_csv(rows, random.choice(";,\t|")).encode(encoding), "list.csv", "pairs")
        expected = [tuple(Person(each.name.replace("|", " "), each.club, each.card) for each in pair) for pair in pairs]
        assert [entry.persons for entry in found.entries] == expected, (seed, rows)
        assert [each for each in found.doubts if each.level != "warn"] == [], (seed, found.doubts)
