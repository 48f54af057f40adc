"""Every refusal of the server has Italian words on the pages, or is never seen there; one whose code stands for many things has
whole words of its own, or is counted here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from host_tools.engine.undoing import INSTEAD
from host_tools.server.orders.events import NewIn, SettingsIn
from host_tools.server.orders.rounds import PairIn
from host_tools.server.refusal import Refused
from host_tools.server.refusal_reasons import BY_CODE, FIELD, reason_of

TOOLS = Path(__file__).parents[2] / "host_tools"
SERVER = TOOLS / "server"
PLANS = Path(__file__).parents[2] / "firmware/tavolo/domain/plan_writer.py"
NEVER_SEEN = {
    "desk": "the command line's token",
    "no_order": "pages ask for orders that there are; a test drives each of them",
    "login": "a page goes to the login",
}
OF_ENGINE = {"ActError": "does_not_fit", "PairingError": "pairing", "SettingError": "bad_setting", "_fault": "bad_setting"}
STILL_GENERAL = 60  # sentences of general codes without words of their own; may only become fewer


def _refused() -> set[str]:
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(TOOLS.rglob("*.py")))
    return set(re.findall(r'Refused\(\s*"(\w+)"', text)) | set(re.findall(r'problem\(\d+, "(\w+)"', text)) | {"half_pair"}


def _told() -> set[str]:
    """Codes that are a key of a list of words, or the first of a pair, in the pages' scripts that translate."""
    names = ("refusals.js", "desk.js", "correct.js", "round.js")
    text = "\n".join((SERVER / "static" / name).read_text(encoding="utf-8") for name in names)
    told = (
        set(re.findall(r'(?m)^\s+(\w+): "', text)) | set(re.findall(r'\["(\w+)", "', text)) | set(re.findall(r' (\w+): "', text))
    )
    return told | set(re.findall(r'fault\.code !== "(\w+)"', text))


def _italian() -> dict[str, str]:
    """Reason -> its words."""
    text = (SERVER / "static/refusal_words.js").read_text(encoding="utf-8").split("export function")[0]
    return dict(re.findall(r'(?m)^  (\w+): "(.*)",$', text.split("// Values that are words")[0]))


def _sentence(node: ast.expr | None) -> str:
    """A text as it can come out: 7 for whatever is filled in, "" for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"%[ds]", "7", node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    if isinstance(node, ast.BinOp):
        return _sentence(node.left) + (_sentence(node.right) if isinstance(node.op, ast.Add) else "")
    return ""


@pytest.fixture(scope="module")
def sources() -> dict[Path, ast.Module]:
    """All files that refuse, or say why something is refused."""
    files = [*sorted(SERVER.rglob("*.py")), *sorted((TOOLS / "engine").rglob("*.py")), PLANS]
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in files if file.name != "refusal_reasons.py"}


def _raised(sources: dict[Path, ast.Module]) -> Iterator[tuple[str, str]]:
    """(general code, sentence) of every place in the sources that refuses with one."""
    for file, tree in sources.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            if name in OF_ENGINE and (sentence := _sentence(node.args[-1])):
                yield OF_ENGINE[name], ("setting 7: " if OF_ENGINE[name] == "bad_setting" else "") + sentence
            elif name == "RecordError" and file == PLANS:
                yield "plan", _sentence(node.args[0])
            elif name == "Refused" and _sentence(node.args[0]) in BY_CODE and len(node.args) > 1 and _sentence(node.args[1]):
                yield _sentence(node.args[0]), _sentence(node.args[1])


def test_every_refusal_has_italian_words_on_the_pages() -> None:
    refused, told = _refused(), _told()
    assert len(refused) > 60 and not NEVER_SEEN.keys() - refused
    assert not refused - told - NEVER_SEEN.keys()


def test_every_reason_has_words_that_fill_in_only_what_comes_with_it() -> None:
    listed = {reason: sentence for reasons in BY_CODE.values() for reason, sentence in reasons.items()}
    words = _italian()
    assert words.keys() == listed.keys() and len(words) == sum(map(len, BY_CODE.values()))
    for reason, said in words.items():
        assert said.endswith((".", "…")), reason
        assert set(re.findall(r"\{(\w+)\}", said)) <= set(re.findall(r"\{(\w+)(?::d)?\}", listed[reason])), reason


def test_every_listed_sentence_is_said_in_the_sources(sources: dict[Path, ast.Module]) -> None:
    said = {
        _sentence(node) for tree in sources.values() for node in ast.walk(tree) if isinstance(node, (ast.Constant, ast.JoinedStr))
    }
    text = "\n".join(said)
    for reasons in BY_CODE.values():
        for reason, sentence in reasons.items():
            for piece in re.split(r"\{\w+(?::d)?\}|[:;]", sentence) if reason not in FIELD else ():
                assert piece.strip() in text, f"{reason}: {piece!r} is said nowhere"


def test_most_general_refusals_say_which_they_are(capsys: pytest.CaptureFixture[str], sources: dict[Path, ast.Module]) -> None:
    raised = sorted(set(_raised(sources)))
    general = [(code, sentence) for code, sentence in raised if not reason_of(code, sentence)[0]]
    with capsys.disabled():
        print(f"{len(raised) - len(general)} of {len(raised)} sentences of general codes have Italian words of their own")
    assert len(raised) > 120
    assert len(general) <= STILL_GENERAL, "\n".join(f"{code}: {sentence}" for code, sentence in general)


@pytest.mark.parametrize(
    ("code", "message", "reason", "values"),
    [
        ("does_not_fit", "round 3 is closed: undo its closing first", "round_is_closed", {"round": 3}),
        ("does_not_fit", "round 3 is draft", "round_is", {"round": 3, "state": "draft"}),
        ("does_not_fit", "act 9 (undo): the ranking is final (act 8): undo that first", "final_stands", {"act": 8}),
        (
            "does_not_fit",
            "number 4 cannot be taken out: it sits in round 2; undo that first, or let it withdraw",
            "used_sits",
            None,
        ),
        ("does_not_fit", "number 4 cannot be taken out: it rests in round 2", "used_rests", {"number": 4, "round": 2}),
        (
            "does_not_fit",
            "act 5 (sheet.enter) cannot be undone: correct the sheet again",
            "lasting",
            {"act": 5, "lasting": "sheet.enter"},
        ),
        ("pairing", "seated twice: 3, 4; correct the seating and check again", "placed_twice", {"numbers": "3, 4"}),
        ("pairing", "not in this round: [12]", "not_here", {"numbers": "[12]"}),
        (
            "bad_setting",
            "setting bye_vp: a whole number from -255 to 255 is needed, not 'x'",
            "setting_number",
            {"low": "-255", "high": 255},
        ),
        ("plan", "pair 3: plan: a text is longer than 78 bytes", "plan_long_names", {"number": 3, "bytes": 78}),
        ("hard", "nothing is to be changed", "", {}),
        ("bad_input", "x" * 501, "", {}),
    ],
)
def test_a_reason_comes_with_its_values(code: str, message: str, reason: str, values: dict[str, Any] | None) -> None:
    fault = Refused(code, message)
    assert fault.reason == reason and (values is None or fault.values == values)
    assert fault.details() == ({"reason": reason, "values": fault.values} if reason else {})


@pytest.mark.parametrize(
    ("model", "body", "reason"),
    [
        (SettingsIn, {"why": ""}, "field_empty"),
        (SettingsIn, {}, "field_missing"),
        (SettingsIn, {"why": "x" * 201}, "field_long"),
        (SettingsIn, {"why": "x\u202e"}, "field_invisible"),
        (SettingsIn, {"why": 3}, "field_text"),
        (SettingsIn, {"why": "x", "tables": {"last_minutes": 61}}, "field_high"),
        (SettingsIn, {"why": "x", "tables": {"last_minutes": -1}}, "field_low"),
        (SettingsIn, {"why": "x", "tables": {"last_minutes": "a"}}, "field_number"),
        (NewIn, {"name": "x", "phases": []}, "field_few"),
        (PairIn, {"absent": [1] * 501}, "field_many"),
    ],
)
def test_what_a_fields_check_says_is_known(model: Any, body: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError) as found:
        model.model_validate(body)
    first = found.value.errors()[0]
    where = ".".join(map(str, first["loc"]))
    assert reason_of("bad_input", f"{where}: {first['msg']}")[0] == reason


def test_the_history_offers_no_undoing_of_what_cannot_be_undone() -> None:
    source = (SERVER / "static/history.js").read_text(encoding="utf-8")
    fixed = re.search(r"const fixed = new Set\(\[(.*?)\]\)", source)
    assert fixed is not None
    assert set(INSTEAD) <= set(re.findall(r'"([a-z_.]+)"', fixed[1]))
