"""Lists of entries in the forms that clubs have: each file of tests/vectors/entries beside the reading or question expected.

A vector is NAME.json: the file, the kind of event, the organiser's answers if any, and all that was decided, in short lines
(tests/entries/shown.py); or the error's code. Names are invented.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from host_tools.entries.model import Choices, EntriesError
from host_tools.entries.reading import read
from tests.entries.shown import shown

FOLDER = Path(__file__).parents[1] / "vectors/entries"
VECTORS = sorted(FOLDER.glob("*.json"))


def reading(vector: dict[str, Any]) -> dict[str, Any]:
    """What `read` makes of the vector's file."""
    data = (FOLDER / vector["file"]).read_bytes()
    try:
        preview = read(data, vector["file"], vector["kind"], Choices.from_dict(vector.get("choices", {})))
    except EntriesError as fault:
        assert fault.text and fault.hint and fault.text_it
        return {"error": fault.code}
    json.dumps(preview.as_dict())
    return shown(preview)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_file_is_read_as_expected(path: Path) -> None:
    vector = json.loads(path.read_text(encoding="utf-8"))
    assert reading(vector) == vector["expected"]


def test_there_are_forty_forms_and_each_has_its_expectation() -> None:
    files = {path.name for path in FOLDER.iterdir() if path.suffix != ".json"}
    assert {json.loads(path.read_text(encoding="utf-8"))["file"] for path in VECTORS} == files
    assert len(files) >= 40
