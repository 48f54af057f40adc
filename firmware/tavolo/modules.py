"""Modules that are loaded for a while: how their memory is given back."""

import sys


def forget(name: str) -> None:
    """Let a module go: it is held by the list of modules and, under its last name, by its package."""
    package, last = name.rsplit(".", 1)
    if sys.modules.pop(name, None):
        delattr(sys.modules[package], last)
