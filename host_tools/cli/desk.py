"""How a command of the organiser reaches the event: through the server that runs on the data directory, or with none running
by opening the database itself. Both carry out the same orders (server/orders)."""

import asyncio
import http.client
import json
import os
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.cli import console
from host_tools.cli.hint_words import hint_words

DataOption = Annotated[Path, typer.Option(help="Directory of database and keys.", envvar="TAVOLO_DATA", rich_help_panel="Where")]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer with one line of JSON.", rich_help_panel="Where")]
DATA = Path("tavolo-data")
_TIMEOUT_S = 60
_PATIENCE_S = 30.0  # for another command, or a server that is still starting


class DeskError(Exception):
    """The order was refused: `code` for programs, the text and `hint` for people."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.hint = code, hint


class _Busy(DeskError):
    """The database is held, and nobody was told anything: it can be tried again."""


def ask(data: Path, name: str, body: dict[str, Any]) -> dict[str, Any]:
    """Carry out the order `name` on the data directory `data`; waits for another command that is at work. Raises DeskError."""
    end = time.monotonic() + _PATIENCE_S
    while True:
        try:
            return _once(data, name, body)
        except _Busy:
            if time.monotonic() > end:
                raise
        time.sleep(0.1)


def _once(data: Path, name: str, body: dict[str, Any]) -> dict[str, Any]:
    from host_tools.server.holder import HeldError
    from host_tools.server.keys import KeysError
    from host_tools.server.store import StoreError

    before = os.umask(0o077)  # database, its journal and all else that is made here are the owner's alone
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        return asyncio.run(_alone(data, name, body))
    except HeldError:
        return _by_server(data, name, body)
    except (StoreError, KeysError, OSError) as fault:
        hint = "is it the right directory (--data), and can it be written? Nothing was changed"
        raise DeskError("store", str(fault), hint) from fault
    finally:
        os.umask(before)


async def _alone(data: Path, name: str, body: dict[str, Any]) -> dict[str, Any]:
    from host_tools.server.commands import Refused
    from host_tools.server.host import Host
    from host_tools.server.orders.registry import carry_out, every

    every()  # loaded before the database is held: another command waits for it
    host = Host(data)
    host.open()
    await host.start(alone=True)
    try:
        return await carry_out(host, name, body, _user())
    except Refused as fault:
        raise DeskError(fault.code, fault.message, fault.hint) from fault
    finally:
        await host.stop()


def _user() -> str:
    name = os.environ.get("TAVOLO_USER", "organiser")[:40]
    if not name.isprintable():  # it stands in the history for ever
        raise DeskError("user", f"TAVOLO_USER is {name!r}: letters that nobody sees", "name a person, or leave it out")
    return name


def _by_server(data: Path, name: str, body: dict[str, Any]) -> dict[str, Any]:
    from host_tools.server import listening
    from host_tools.server.orders_api import TOKEN_FILE

    at = listening.last(data)
    try:
        token = (data / TOKEN_FILE).read_text(encoding="ascii").strip()
    except OSError as fault:
        busy = f"{data} is in use, by another command or by a server whose token cannot be read"
        raise _Busy("desk", busy, "try again; beside a server run as its user") from fault
    if at is None:
        raise _Busy("desk", f"{data} is in use, and no server says where it listens", "wait until it is ready")
    address = "127.0.0.1" if at[0] in ("0.0.0.0", "::") else at[0]
    url = f"http://{f'[{address}]' if ':' in address else address}:{at[1]}/api/do/{name}"
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")  # noqa: S310 -- our own address
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=_TIMEOUT_S) as answer:
            found: dict[str, Any] = json.loads(answer.read())
            return found
    except urllib.error.HTTPError as fault:
        try:
            error = json.loads(fault.read())["error"]
        except (ValueError, LookupError, TypeError):
            error = {"code": "server", "message": f"the server answers {fault.code}"}
        raise DeskError(error["code"], error["message"], error.get("hint", "")) from fault
    except (OSError, ValueError, http.client.HTTPException) as fault:  # the last: an answer that broke off
        if isinstance(getattr(fault, "reason", fault), ConnectionRefusedError):  # no server: another command has the database
            raise _Busy("desk", f"{data} is in use by another command", "try again in a moment") from fault
        sent = not isinstance(fault, urllib.error.URLError)
        hint = "it may have been done all the same: see `tavolo event history`" if sent else "is it still starting?"
        raise DeskError("desk", f"the server at {address}:{at[1]} does not answer: {fault}", hint) from fault


def run(data: Path, name: str, body: dict[str, Any], as_json: bool) -> dict[str, Any]:
    """As `ask`; what is refused is told (as JSON where that is wanted), and the command ends with 1."""
    try:
        return ask(data, name, {key: value for key, value in body.items() if value is not None})
    except DeskError as fault:
        if as_json:
            console.as_line({"error": {"code": fault.code, "message": str(fault), "hint": fault.hint}})
        else:
            typer.echo(f"{fault}" + (f"\n{hint_words(fault.hint)}" if fault.hint else ""), err=True)
        raise typer.Exit(1) from fault
