"""docs/security.md names a test for each point: they must be there. And habits on which that page relies."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")
HOST = sorted((ROOT / "host_tools").rglob("*.py"))
STATIC = sorted((ROOT / "host_tools/server/static").glob("*.js"))
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


def test_the_page_names_tests() -> None:
    assert len(NAMED) > 45


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_test_that_the_page_names_is_there(path: str, name: str) -> None:
    assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.M), f"{path} has no {name}"


def test_every_row_of_the_attacks_has_a_test() -> None:
    rows = PAGE.split("### Attacks on the link")[1].split("\n\n")[0].splitlines()[3:]
    assert len(rows) > 12
    assert not [row for row in rows if "::test_" not in row]


def test_no_query_is_put_together_from_text() -> None:
    found = []
    for path in HOST:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            raw = isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy")
            if raw and "text" in [name.name for name in node.names]:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
            called = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("exec_driver_sql", "executescript")
            if called and not isinstance(node.args[0], ast.Constant):  # type: ignore[attr-defined]
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")  # type: ignore[attr-defined]
    assert found == []


def test_the_host_runs_no_shell_and_no_text() -> None:
    found = []
    for path in HOST:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            shell = [word for word in node.keywords if word.arg == "shell"]
            name = getattr(node.func, "id", "")
            if (
                shell
                or name in ("eval", "exec", "compile")
                or ast.unparse(node.func) in ("os.system", "os.popen", "pickle.loads", "yaml.load")
            ):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def test_pages_modules_never_make_markup_of_text() -> None:
    assert len(STATIC) > 5
    for path in STATIC:
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|localStorage", text
        ), path.name
    for path in (ROOT / "host_tools/server/templates").glob("*.html"):
        assert "|safe" not in path.read_text(encoding="utf-8").replace(" ", ""), path.name


def test_the_login_page_masks_the_password_and_lets_managers_in() -> None:
    page = (ROOT / "host_tools/server/templates/login.html").read_text(encoding="utf-8")
    field = re.search(r'<input name="password"[^>]*>', page)
    assert field
    assert 'type="password"' in field[0]
    assert 'autocomplete="current-password"' in field[0]
    assert "onpaste" not in page
