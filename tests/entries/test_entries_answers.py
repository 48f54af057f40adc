"""The organiser's answers, the limits, and persons already entered."""

import json
import sys
from pathlib import Path

import pytest

from host_tools.entries import error_texts, limits, reading, texts
from host_tools.entries.doubting import ACCEPTABLE
from host_tools.entries.model import Choices, EntriesError, Person, Preview
from host_tools.entries.names import shortened
from host_tools.entries.reading import compare, read
from tests.entries.make_xlsx import by_hand, packed, text
from tests.repo.test_layers import imports_of

HALF = b"Coppia;Giocatore 1;Giocatore 2\n1;Rossi Mario;Bianchi Anna\n2;Verdini Carla;\n"


def pairs(data: bytes, choices: Choices | None = None) -> Preview:
    return read(data, "list.csv", "pairs", choices)


def test_the_package_is_pure() -> None:
    allowed = {"host_tools.entries", "openpyxl"} | set(sys.stdlib_module_names) - {
        "socket",
        "sqlite3",
        "asyncio",
        "time",
        "random",
    }
    for path in Path(reading.__file__).parent.glob("*.py"):
        for name in imports_of(path.read_text(encoding="utf-8"), "host_tools.entries"):
            assert name.split(".")[0] in allowed or name.startswith("host_tools.entries"), f"{path.name} imports {name}"


def code_of(data: bytes, name: str = "list.csv", kind: str = "pairs", choices: Choices | None = None) -> str:
    with pytest.raises(EntriesError) as caught:
        read(data, name, kind, choices)
    assert caught.value.hint in str(caught.value)
    assert caught.value.as_dict()["code"] == caught.value.code
    return caught.value.code


@pytest.mark.parametrize(
    "plain",
    [
        [],
        {"colour": 1},
        {"columns": []},
        {"columns": {"x": "name 1"}},
        {"columns": {"0": 5}},
        {"header": True},
        {"header": -1},
        {"header": 10**9},
        {"skip": 5},
        {"skip": ["3"]},
        {"cells": {"3": "Rossi"}},
        {"cells": {"3:x": "Rossi"}},
        {"cells": {"3:1": "x" * 201}},
        {"accept": [5]},
        {"accept": ["half_pair"]},
        {"sheet": 1},
        # well formed, and of no use for this file
        {"columns": {"0": "surname 9"}},
        {"columns": {"0": "colour"}},
        {"columns": {"7": "name 1"}},
        {"columns": {"1": "name 1", "2": "name 1"}},
        {"columns": {"-1": "name 1"}},
        {"separator": "ab"},
        {"separator": "x"},
        {"encoding": "rot13"},
        {"header": 9},
        {"cells": {"99:1": "Rossi"}},
        {"cells": {"3:99": "Rossi"}},
        {"cells": {"3:-1": "Rossi"}},
        {"accept": ["3:card_rounded"]},
    ],
)
def test_an_answer_that_cannot_be_used_is_refused(plain: object) -> None:
    with pytest.raises(EntriesError) as caught:
        pairs(HALF, Choices.from_dict(json.loads(json.dumps(plain))))
    assert caught.value.code == "bad_choice"


def test_a_question_is_open_until_it_is_answered() -> None:
    asked = pairs(HALF)
    assert [asked.settled(entry) for entry in asked.entries] == [True, False]
    assert not asked.ready
    answered = pairs(HALF, Choices.from_dict({"cells": {"3:2": "Nerini Dario"}}))
    assert answered.ready
    assert [person.name for person in answered.entries[1].persons] == ["Verdini Carla", "Nerini Dario"]


def test_a_question_about_the_file_keeps_every_entry_open() -> None:
    data = b"Cognome;Nome\nRossi;Mario\nBianchi;Anna\n"
    asked = pairs(data)
    assert [asked.settled(entry) for entry in asked.entries] == [False]
    confirmed = pairs(data, Choices.from_dict({"accept": ["0:pairs_by_order"]}))
    assert confirmed.ready and confirmed.settled(confirmed.entries[0])


def test_the_organisers_column_goes_before_the_headers() -> None:
    data = b"Giocatore 1;Giocatore 2;Capogruppo\nRossi Mario;Bianchi Anna;Galli Pia\n"
    found = pairs(data, Choices.from_dict({"columns": {"2": "name 1"}}))
    assert [person.name for person in found.entries[0].persons] == ["Galli Pia", "Bianchi Anna"]
    assert [(each.code, each.level) for each in found.doubts] == [("names_unread", "ask")]


def test_a_list_without_header_is_asked_about_until_each_column_is_said() -> None:
    data = b"Rossi Mario;Bianchi Anna;Lago\nVerdini Carla;Nerini Dario;Lago\n"
    for columns, codes in (({"0": "name 1"}, ["no_header"]), ({"0": "name 1", "1": "name 2", "2": "club"}, [])):
        assert [each.code for each in pairs(data, Choices.from_dict({"columns": columns})).doubts if each.level == "ask"] == codes


def test_what_the_organiser_writes_is_checked_as_the_file_is() -> None:
    found = pairs(HALF, Choices.from_dict({"cells": {"3:2": "=1+1"}}))
    assert [each.code for each in found.doubts] == ["formula_in_cell"]
    assert len(found.entries) == 1


def test_of_a_refused_row_only_the_reason_is_told() -> None:
    found = pairs(b"Giocatore 1;Giocatore 2;Tessera 2\n12345;Bianchi Anna;=1+1\nRossi Mario;99;=2\n")
    assert [each.code for each in found.doubts] == ["formula_in_cell", "formula_in_cell"]
    found = pairs(b"Coppia;Tessere\nRossi Mario / =cmd;501 / 1e5\n")
    assert [(each.row, each.code) for each in found.doubts] == [(2, "formula_in_cell")]


KNOWN = [Person("Rossi Mario", "Lago", "501"), Person("Bianchi Anna", "Lago"), Person("Fonti Ugo", "Monte", "777")]


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        ("Rossi Mario;501;Lago", "person_twice"),
        ("Mario Rossi;00501;Lago", "person_twice"),
        ("Galli Pia;501;Monte", "card_two_names"),
        ("BIANCHI ANNA;;Lago", "same_name_club"),
        ("Anna Bianchi;9;Lago", "swapped_name"),
        ("Bianchi Anna;;Monte", "same_name"),
        ("Fonti Ugo;778;Monte", "same_name_cards"),
        ("Galli Pia;900;Lago", None),
        ("Bianchi Annamaria;;Lago", None),
    ],
)
def test_a_person_who_may_be_entered_already_is_told(person: str, expected: str | None) -> None:
    preview = read(f"Nominativo;Tessera;Circolo\n{person}\n".encode(), "list.csv", "individual")
    found = compare(preview, KNOWN)
    assert [each.code for each in found] == ([expected] if expected else [])
    assert preview.with_doubts(found).doubts == tuple(found)


def test_that_two_persons_of_one_name_play_is_said_for_the_file_and_for_those_entered_apart() -> None:
    data = b"Nominativo;Circolo\nBianchi Anna;Lago\nBianchi Anna;Lago\n"
    choices = Choices.from_dict({"accept": ["3:same_name_club", "2:same_name_club:entered"]})
    preview = read(data, "list.csv", "individual", choices)
    found = preview.with_doubts(compare(preview, KNOWN, choices))
    levels = {each.key: each.level for each in found.doubts}
    assert levels == {"3:same_name_club": "warn", "2:same_name_club:entered": "warn", "3:same_name_club:entered": "ask"}
    assert "tra gli iscritti" in found.doubts[0].text_it and "alla riga 2" in found.doubts[1].text_it
    assert [found.settled(entry) for entry in found.entries] == [True, False]


def test_every_doubt_and_error_has_words_in_both_languages() -> None:
    for code, words in error_texts.ERRORS.items():
        assert all(words), code
    for code, (level, english, italian) in texts.DOUBTS.items():
        assert level in ("warn", "ask", "refuse") and english and italian, code
        assert {part for part in ("{0}", "{1}", "{2}", "{3}") if part in english} == {
            part for part in ("{0}", "{1}", "{2}", "{3}") if part in italian
        }, code
    assert {code for code in ACCEPTABLE if texts.DOUBTS[code][0] != "ask"} == set()


@pytest.mark.parametrize(
    ("club", "short"),
    [
        ("Circolo Culturale Ricreativo Bocciofila di Borgo San Lorenzo", "Circ. Culturale Ricreativo Bocciofila"),
        ("Polisportiva Dilettantistica Amici e la Famiglia Verde", "Polisportiva Dilettantistica Amici"),
        ("Polisportiva Dilettantistica Amici dell'Isola Grande", "Polisportiva Dilettantistica Amici"),
        ("Polisportiva Dilettantistica di Chiusi - Sezione", "Polisportiva Dilettantistica di Chiusi"),
        ("Dopolavoro Ferroviario Giovani Saggi di Sempre", "Dopolavoro Ferroviario Giovani Saggi"),
        ("Centro Sociale Anziani Quartiere San Bo di Qua", "Centro Sociale Anziani Quartiere San Bo"),
        ("X" * 60, "X" * 40),
    ],
)
def test_a_club_that_is_shortened_ends_on_a_word_that_says_something(club: str, short: str) -> None:
    assert shortened(club) == short and len(short) <= limits.NAME_CHARS


def test_limits_of_a_text_are_told() -> None:
    head = b"Giocatore 1;Giocatore 2\n"
    assert code_of(b"") == "empty"
    assert code_of(b" \r\n\t") == "empty"
    assert code_of(head + b"x" * limits.FILE_BYTES) == "too_big"
    assert code_of(head + b"Rossi;Bianchi\n" * limits.ROWS) == "too_many_rows"
    assert code_of(head + b"\n" * limits.SCANNED_ROWS + b"Rossi;Bianchi\n") == "too_many_rows"
    assert code_of(head + b";".join([b"a"] * (limits.COLUMNS + 1))) == "too_many_columns"
    assert code_of(head, kind="chess") == "bad_choice"
    assert code_of(b"%PDF-1.7 ...") == "not_a_table"
    assert code_of(head, name="list.xlsx") == "damaged"
    wide = pairs(head + b"Rossi;Bianchi" + b";" * 80 + b"\nVerdini;" + b"N" * 201)
    assert [each.code for each in wide.doubts] == ["surname_only", "cell_too_long"]


def test_as_many_rows_as_allowed_are_read() -> None:
    rows = b"".join(b"Rossi %s;Bianchi %s\n" % (b"abcdefgh"[at % 8 :], b"a" * (at % 30 + 1)) for at in range(limits.ROWS - 1))
    assert len(pairs(b"Giocatore 1;Giocatore 2\n" + rows).entries) == limits.ROWS - 1


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"xl/big.bin": bytes(limits.UNPACKED_BYTES)}, "unpacks_too_big"),
        ({f"xl/{n}.bin": b"" for n in range(limits.PARTS)}, "unpacks_too_big"),
        ({"xl/worksheets/sheet1.xml": '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'}, "damaged"),
        ({"xl/worksheets/sheet1.xml": "not XML"}, "damaged"),
        ({"xl/workbook.xml": "<workbook/>"}, "no_rows"),
    ],
    ids=["bomb", "parts", "entity", "no XML", "no sheets"],
)
def test_a_hostile_or_damaged_workbook_is_refused(parts: dict[str, str | bytes], code: str) -> None:
    rows = f'<row r="1">{text("A1", "Giocatore 1")}{text("B1", "Giocatore 2")}</row>'
    assert code_of(packed(by_hand(rows) | parts), "list.xlsx") == code


def test_a_sheet_that_reaches_far_down_or_right_is_refused() -> None:
    far = f'<row r="1048576">{text("A1048576", "Rossi")}</row>'
    assert code_of(packed(by_hand(far)), "list.xlsx") == "too_many_rows"
    wide = "".join(f'<row r="{row}"><c r="XFD{row}" s="0"/></row>' for row in range(1, 200))
    assert code_of(packed(by_hand(wide)), "list.xlsx") == "too_many_rows"


def test_formulas_without_values_are_told_apart_from_nothing() -> None:
    rows = '<row r="1"><c r="A1"><f>B1</f></c></row>'
    assert code_of(packed(by_hand(rows)), "list.xlsx") == "not_computed"


def test_line_break_as_excel_escapes_it_divides_two_names() -> None:
    rows = f'<row r="1">{text("A1", "Coppia")}</row><row r="2">{text("A2", "Rossi Mario_x000D_&#10;Bianchi Anna_xD800_")}</row>'
    found = read(packed(by_hand(rows)), "list.xlsx", "pairs")
    assert [person.name for person in found.entries[0].persons] == ["Rossi Mario", "Bianchi Anna"]


def test_part_that_lies_about_its_size_is_refused() -> None:
    data = packed(by_hand(f'<row r="1">{text("A1", "Giocatore 1")}</row>'))
    bent = data.replace((len(by_hand("")["xl/workbook.xml"])).to_bytes(4, "little"), (7).to_bytes(4, "little"))
    assert bent != data
    assert code_of(bent, "list.xlsx") == "damaged"
