"""The device's texts: one language in RAM, a file of lines in the order of `keys.py`."""


def load(path: str) -> tuple:
    """The lines of a language's file. Raises OSError when it is not there."""
    f = open(path, "rb")
    try:
        return tuple(str(f.read(), "utf-8").split("\n"))
    finally:
        f.close()
