"""The device's texts: numbers in keys.py, words in assets/*.txt, one language in RAM."""

from array import array


class Texts:
    """`texts[number]` -> the words. Kept as one piece, since 130 strings of their own would take three times its room."""

    def __init__(self, lines: bytes) -> None:
        self._lines = memoryview(lines)
        self._ends = array("H", [at for at in range(len(lines)) if lines[at] == 10])

    def __getitem__(self, number: int) -> str:
        start = self._ends[number - 1] + 1 if number else 0
        return str(self._lines[start : self._ends[number]], "utf-8")
