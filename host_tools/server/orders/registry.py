"""The organiser's orders: one list for the pages, the HTTP API and the command line, so that all three do the same.

An order has a name ("round.pair"), a model of what it takes, and a function that does it or raises Refused. Each module here
registers its own; `ORDERS` is whole once `every()` has been called.
"""

import importlib
import importlib.util
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from host_tools.engine.acts import ActError
from host_tools.server.commands import CHANGED, Refused
from host_tools.server.host import Host
from host_tools.server.ledger import StaleError
from host_tools.server.models import Strict
from host_tools.server.refusal import not_fitting

# what takes long to load comes last
_QUICK = ("asking", "events", "entries", "joining", "rounds", "sheets", "decisions", "rulings", "numbers", "undo")
_MODULES = (*_QUICK, "entry_files", "out", "prints")
_Body = TypeVar("_Body", bound=Strict)
Run = Callable[[Host, Any, str], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class Order:
    """`run(host, body, who)` answers plain data; `changes`: it may change something. `about`: one line for help."""

    name: str
    model: type[Strict]
    run: Run
    changes: bool
    about: str


ORDERS: dict[str, Order] = {}


def order(
    name: str, model: type[_Body], changes: bool = True
) -> Callable[[Callable[[Host, _Body, str], Awaitable[dict[str, Any]]]], Callable[[Host, _Body, str], Awaitable[dict[str, Any]]]]:
    """Register a function as the order `name`. It takes host, body and user; the first line of its docstring is its help.

    One that changes takes its turn itself (in_turn.py), since commands that it calls may do so, too.
    """

    def register(
        run: Callable[[Host, _Body, str], Awaitable[dict[str, Any]]],
    ) -> Callable[[Host, _Body, str], Awaitable[dict[str, Any]]]:
        about = (run.__doc__ or "").strip().split("\n")[0]
        ORDERS[name] = Order(name, model, run, changes, about)
        return run

    return register


def every() -> dict[str, Order]:
    """All orders, by name."""
    for module in _MODULES:
        _load(module)
    return ORDERS


def _load(module: str) -> None:
    if importlib.util.find_spec(f"host_tools.server.orders.{module}"):
        importlib.import_module(f"host_tools.server.orders.{module}")


def _named(name: str) -> Order | None:
    """The order of that name, or None. No more is loaded than is needed to find it: the command line starts anew each time."""
    for module in _MODULES:
        if name in ORDERS:
            break
        _load(module)
    return ORDERS.get(name)


async def carry_out(host: Host, name: str, body: Any, who: str) -> dict[str, Any]:
    """Check `body` and do the order. Raises Refused, with nothing changed."""
    found = _named(name)
    if found is None:
        raise Refused("no_order", f"there is no order {name[:40]!r}", "see docs/api.md", 404)
    try:
        checked = found.model.model_validate(body)
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "body"
        raise Refused("bad_input", f"{where}: {first['msg']}", "see docs/api.md for the fields", 422) from fault
    try:
        return await found.run(host, checked, who)
    except StaleError as fault:
        raise Refused(*CHANGED) from fault
    except ActError as fault:
        book = host.hall.book
        raise not_fitting(fault, book.state.acts if book else 0) from fault
