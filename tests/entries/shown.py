"""A preview in short lines, as the expected readings of tests/vectors/entries are written."""

from typing import Any

from host_tools.entries.model import Entry, Preview


def entry_line(entry: Entry) -> str:
    """ "2,3 n7 Team: Rossi Mario [Club] #123 + Bianchi Anna": rows, number, team, persons with club and card."""
    head = (
        ",".join(map(str, entry.rows)) + (f" n{entry.number}" if entry.number else "") + (f" {entry.team}" if entry.team else "")
    )
    persons = [
        each.name + (f" [{each.club}]" if each.club else "") + (f" #{each.card}" if each.card else "") for each in entry.persons
    ]
    return f"{head}: {' + '.join(persons)}"


def shown(preview: Preview) -> dict[str, Any]:
    """All that was decided: columns, encoding, separator, sheet, header, entries, doubts, rows left out."""
    return {
        "columns": [each.meaning + (f" {each.player}" if each.player else "") for each in preview.columns],
        "read_by": [each.how for each in preview.columns],
        "encoding": preview.encoding,
        "separator": preview.separator,
        "sheet": preview.sheet,
        "header": preview.header,
        "entries": [entry_line(each) for each in preview.entries],
        "doubts": [f"{','.join(map(str, each.rows))} {each.level} {each.code}" for each in preview.doubts],
        "left_out": {str(row): why for row, why in preview.left_out.items() if why != "empty"},
    }
