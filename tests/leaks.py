"""A test file leaves the process as it found it: a clock that it stopped, or chance that it fixed, is some other file's trouble.

Workers run many files in one process, and which ones is different each time; so such a fault is never where it shows.
"""

import logging
import os
import random
import secrets
import socket
import sys
import time
from collections.abc import Callable
from types import ModuleType

OURS = ("host_tools", "tavolo")
OTHERS: tuple[ModuleType, ...] = (time, random, secrets, os, socket)


def _modules() -> dict[str, ModuleType]:
    found = {name: module for name, module in list(sys.modules.items()) if name.partition(".")[0] in OURS}
    return found | {module.__name__: module for module in OTHERS}


def _callables(module: ModuleType) -> dict[str, Callable[..., object]]:
    return {name: value for name, value in vars(module).items() if callable(value)}


class Kept:
    """What stands in the modules at one moment: ours as far as they are loaded, and those that others are tempted to change."""

    def __init__(self) -> None:
        self._modules = {name: (module, _callables(module)) for name, module in _modules().items()}
        self._folder = os.getcwd()
        self._level = logging.root.level, logging.root.manager.disable, logging.getLogger("asyncio").level

    def changed(self) -> list[str]:
        """What is another now, by name; of what was there before."""
        found = []
        for name, (module, before) in self._modules.items():
            if sys.modules.get(name) is not module:
                continue  # loaded anew: another module, of which nobody has the old one's parts
            now = vars(module)
            found += [f"{name}.{what}" for what, value in before.items() if now.get(what) is not value]
        if os.getcwd() != self._folder:
            found.append("the working directory")
        if (logging.root.level, logging.root.manager.disable, logging.getLogger("asyncio").level) != self._level:
            found.append("what is logged")
        return found
