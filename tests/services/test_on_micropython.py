"""The device's services, tested by scripts that MicroPython runs (mpy/*_device.py); each function is one test here."""

import pytest
from on_micropython import SCRIPTS, functions, results

CASES = [(path.name, name) for path in sorted(SCRIPTS.glob("*_device.py")) for name in functions(path.name)]


@pytest.fixture(scope="session")
def empty_folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("flash"))


@pytest.mark.parametrize(("script", "name"), CASES)
def test_on_micropython(script: str, name: str, empty_folder: str) -> None:
    said, everything = results(script, empty_folder)
    assert said.get(name) == "PASS", everything
