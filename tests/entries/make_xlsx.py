"""Makes the workbooks of tests/vectors/entries: `python -m tests.entries.make_xlsx`. All names are invented.

What openpyxl does not write (stored values of formulas, a bomb, entities, other packed files) is put together by hand.
"""

import datetime
import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl

FOLDER = Path(__file__).parents[1] / "vectors/entries"
HEAD = ["N.", "Giocatore 1", "Tessera", "Giocatore 2", "Tessera"]


def book(*sheets: tuple[str, list[list[Any]]]) -> openpyxl.Workbook:
    """A workbook with these sheets, rows as given."""
    made = openpyxl.Workbook()
    for at, (title, rows) in enumerate(sheets):
        sheet = made.active if at == 0 else made.create_sheet()
        sheet.title = title
        for row in rows:
            sheet.append(row)
    return made


def packed(parts: dict[str, str | bytes]) -> bytes:
    """A zip of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


def by_hand(rows: str, before: str = "") -> dict[str, str | bytes]:
    """The parts of a smallest workbook whose one sheet has `rows` as XML."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    package = "http://schemas.openxmlformats.org/package/2006"
    return {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{types}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{rel}"><sheets>'
        '<sheet name="Elenco" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{rel}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'{before}<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>',
    }


def text(place: str, value: str, formula: str = "") -> str:
    """A cell's XML: a text, or a formula with its stored text."""
    if formula:
        return f'<c r="{place}" t="str"><f>{formula}</f><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'


def by_openpyxl() -> dict[str, openpyxl.Workbook]:
    """The ordinary ones."""
    merged = book(
        (
            "Iscritti",
            [
                ["Torneo di Primavera"],
                [],
                [None, "Coppia", None, "Cognome e nome", "Tessera", "Circolo"],
                [None, 1, None, "ROSSI MARIO", 412, "Lago"],
                [None, None, None, "BIANCHI ANNA", 413, "Lago"],
                [None, 2, None, "VERDINI CARLA", 10414, "Monte"],
                [None, None, None, "NERINI DARIO", 10415, None],
            ],
        )
    )
    sheet = merged["Iscritti"]
    for area in ("A1:F1", "B4:B5", "B6:B7"):
        sheet.merge_cells(area)
    for row in range(4, 8):
        sheet.cell(row, 5).number_format = "00000"
    two = book(
        ("Sabato", [HEAD, [1, "Rossi Mario", 501, "Bianchi Anna", 502]]),
        ("Domenica", [HEAD, [1, "Verdini Carla", 503, "Nerini Dario", 504]]),
    )
    hidden = book(
        ("Vecchio", [HEAD, [1, "Fonti Ugo", 505, "Galli Pia", 506]]),
        ("Vuoto", []),
        ("Elenco", [HEAD, [1, "Rossi Mario", 501, "Bianchi Anna", 502]]),
    )
    hidden["Vecchio"].sheet_state = "hidden"
    spoilt = book(
        (
            "Elenco",
            [
                HEAD,
                [1, "Rossi Mario", datetime.date(2026, 12, 3), "Bianchi Anna", 502.0],
                [2, "Verdini Carla", 12.5, "Nerini Dario", 1234567890123456],
                [3, "#N/A", 507, "Galli Pia", 508],
                [4, "=B2", 509, "Moretti Ada", 510],
            ],
        )
    )
    teams = book(
        (
            "Squadre",
            [
                ["Squadra", "Giocatori", "Circolo"],
                ["Gli Assi", "Rossi Mario\nBianchi Anna\nVerdini Carla\nNerini Dario", "Lago"],
                ["Le Pinelle", "Fonti Ugo\nGalli Pia", "Monte"],
            ],
        )
    )
    people = book(
        (
            "Foglio1",
            [["Cognome", "Nome", "Tessera"], ["Rossi", "Mario", "00501"], [" Bianchi\u00a0", "Anna", 502], ["Verdini", "Carla"]],
        )
    )
    return {
        "56-merged-cells.xlsx": merged,
        "57-two-sheets.xlsx": two,
        "58-hidden-sheet.xlsx": hidden,
        "59-spoilt-cells.xlsx": spoilt,
        "60-people.xlsx": people,
        "61-teams-in-one-cell.xlsx": teams,
    }


def hand_made() -> dict[str, bytes]:
    """Those that a spreadsheet writes and openpyxl does not, and those that nobody should send."""
    head = f'<row r="1">{text("A1", "Giocatore 1")}{text("B1", "Giocatore 2")}</row>'
    honest = f'<row r="2">{text("A2", "Rossi Mario")}{text("B2", "Bianchi Anna")}</row>'
    computed = f'<row r="3">{text("A3", "Verdini Carla", "C3")}{text("B3", "Nerini Dario", "D3")}</row>'
    command = f'<row r="4">{text("A4", "=cmd()")}{text("B4", "Galli Pia")}</row>'
    bomb = by_hand(head + honest) | {"xl/media/image1.bin": bytes(30_000_000)}
    entity = by_hand(head + honest, '<!DOCTYPE x [<!ENTITY a "Rossi">]>')
    far = f'<row r="5">{text("XFD5", "Fonti Ugo")}</row>'
    return {
        "62-stored-formulas.xlsx": packed(by_hand(head + honest + computed + command)),
        "63-bomb.xlsx": packed(bomb),
        "64-entity.xlsx": packed(entity),
        "65-far-column.xlsx": packed(by_hand(head + honest + far)),
        "66-open-document.ods": packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}),
        "67-text-document.docx": packed({"[Content_Types].xml": "<Types/>", "word/document.xml": "<x/>"}),
        "68-no-sheet.xlsx": packed({**by_hand(""), "xl/worksheets/sheet1.xml": "<worksheet"}),
    }


def main() -> None:
    """Writes all."""
    for name, made in by_openpyxl().items():
        made.properties.creator = "Tavolo"
        made.save(FOLDER / name)
    for name, data in hand_made().items():
        (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()
