"""`tavolo usb`: the log of a table over its USB socket, while it runs (docs/usb.md)."""

import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer

group = typer.Typer(no_args_is_help=True, help="A table's log over USB, without stopping the table.")
PortName = Annotated[str, typer.Argument(help="Serial port, such as /dev/ttyUSB0 or COM3.")]
Data = Annotated[Path, typer.Option(help="Directory of database and keys.")]
Server = Annotated[str, typer.Option(help="URL of a running server to merge into, such as http://127.0.0.1:8770.")]
User = Annotated[str, typer.Option(help="Who logs in at --server.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DATA = Path("tavolo-data")
USER = "organiser"


def _fail(fault: Exception) -> typer.Exit:
    typer.echo(str(fault), err=True)
    return typer.Exit(2)


@group.command()
def read(
    port: PortName,
    out: Annotated[Path | None, typer.Option(help="File for the copy; otherwise named after the device.")] = None,
    data: Data = DATA,
    merge: Annotated[bool, typer.Option("--merge", help="Also put it into the database in --data (server stopped).")] = False,
    server: Server = "",
    user: User = USER,
    as_json: AsJson = False,
) -> None:
    """Copy a running table's log into a file, check every record and tag, and say what it holds."""
    from host_tools.server.keys import Keys, KeysError
    from host_tools.usb import log_file
    from host_tools.usb.port import open_port
    from host_tools.usb.reader import Reader, UsbError
    from host_tools.usb.verify import judge

    try:
        with open_port(port) as serial:
            copy = Reader(serial).copy(lambda done, of: typer.echo(f"segment {done} of {of}", err=True))
        path = out or Path(f"{copy.hello.device}.tavolo-log")
        log_file.write(path, copy)
        verdict = judge(copy.rows, Keys(data.resolve()).key)
    except (UsbError, KeysError, OSError) as fault:
        raise _fail(fault) from fault
    hello = copy.hello
    found: dict[str, Any] = {"device": hello.device, "firmware": hello.firmware, "table": hello.table, "unsent": hello.unsent}
    found |= {"records": len(copy.rows), "damaged_bytes": copy.damaged, "genuine": len(verdict.genuine)}
    found |= {"others": verdict.others, "unknown": verdict.unknown, "wrong": verdict.wrong, "file": str(path)}
    if as_json:
        print(json.dumps(found | {"logs": verdict.logs(), "places": verdict.places()}))
    else:
        _say(found, verdict.logs() + verdict.places())
    if merge or server:
        _merge(path, data, server, user, as_json)
    if verdict.wrong or copy.damaged:
        raise typer.Exit(1)


def _say(found: dict[str, Any], more: list[str]) -> None:
    print(
        "device {device}, firmware {firmware}, ".format(**found) + (f"table {found['table']}" if found["table"] else "no table")
    )
    print("{records} records, {unsent} of its own not yet at the host".format(**found))
    print("{genuine} genuine, {others} of other authors, {unknown} of devices whose key is not here".format(**found))
    for text in more:
        print(text)
    if found["damaged_bytes"]:
        print(f"{found['damaged_bytes']} bytes on its flash are damaged; the records around them were read")
    for text in found["wrong"]:
        print(f"WRONG: {text}")
    print(f"kept in {found['file']} (players' names are in it)")


@group.command("merge")
def merge_file(
    file: Annotated[Path, typer.Argument(help="What `tavolo usb read` wrote.")],
    data: Data = DATA,
    server: Server = "",
    user: User = USER,
    as_json: AsJson = False,
) -> None:
    """Put the genuine records of a copy into the event's database. Twice does no harm.

    At a running server (--server) the password is asked for, or taken from TAVOLO_PASSWORD.
    """
    _merge(file, data, server, user, as_json)


def _merge(file: Path, data: Path, server: str, user: str, as_json: bool) -> None:
    from host_tools.server.keys import KeysError
    from host_tools.server.store import StoreError
    from host_tools.usb import log_file
    from host_tools.usb.merge import MergeError, merge_closed
    from host_tools.usb.send import send

    try:
        copy = log_file.read(file)
        if server:
            password = os.environ.get("TAVOLO_PASSWORD") or typer.prompt(f"Password of {user}", hide_input=True, err=True)
            figures = send(server.rstrip("/"), user, password, copy.device, copy.rows)
        else:
            figures = merge_closed(data.resolve(), copy.rows, "usb", copy.device).figures()
    except (log_file.FileError, MergeError, KeysError, StoreError, OSError) as fault:
        raise _fail(fault) from fault
    if as_json:
        print(json.dumps(figures))
        return
    print("merged: {new} new, {known} known before, {conflict} in conflict (both kept)".format(**figures))
    if figures["foreign"]:
        print(f"{figures['foreign']} of the new ones belong to no round or table of this event: kept, and not counted")
    for text in figures["wrong"]:
        print(f"NOT merged: {text}")
    if figures["unknown"]:
        print(f"NOT merged: {figures['unknown']} of devices whose key is not here")


@group.command()
def repl(port: PortName) -> None:
    """End the table's program, so that mpremote finds MicroPython's prompt. The table stands still until it starts again."""
    from host_tools.usb.port import open_port
    from host_tools.usb.reader import Reader, UsbError

    try:
        with open_port(port) as serial:
            Reader(serial).prompt()
    except (UsbError, OSError) as fault:
        raise _fail(fault) from fault
    print("the program has ended; for an hour mpremote can work, then the watchdog starts the table again")


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    app.add_typer(group, name="usb")
