"""`tavolo device`: make devices known to this host. Keys go into files with narrow rights, never to the screen."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

group = typer.Typer(no_args_is_help=True, help="Devices: their ids and keys.")
Data = Annotated[Path, typer.Option(help="Directory of database and keys; made if missing.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DATA = Path("tavolo-data")
Hosts = Annotated[list[str] | None, typer.Option("--host", help="ADDRESS:PORT where the device looks for the host; repeatable.")]


@contextmanager
def told() -> Iterator[None]:
    """What cannot be done ends the command with its reason on stderr and code 2."""
    from host_tools.server.keybox import KeyboxError
    from host_tools.server.keys import KeysError

    try:
        yield
    except (KeysError, KeyboxError, ValueError, OSError) as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(2) from fault


def addresses(given: list[str] | None, default: Sequence[str] = ()) -> list[tuple[str, int]]:
    """--host options as (address, port). Raises ValueError for what a device could not use."""
    found = []
    for text in given or default:
        host, _, port = text.rpartition(":")
        parts = host.split(".")
        good = len(parts) == 4 and all(part.isascii() and part.isdigit() and len(part) < 4 and int(part) < 256 for part in parts)
        if not good or not (port.isascii() and port.isdigit() and len(port) < 6) or not 0 < int(port) < 65536:
            raise ValueError(f"--host {text[:60]}: give an IPv4 address and a port, such as 192.168.1.10:8770")
        found.append((host, int(port)))
    return found


@group.command()
def add(
    name: Annotated[str, typer.Argument(help="A name for people, such as the number on its label.")] = "",
    data: Data = DATA,
    host: Hosts = None,
    as_json: AsJson = False,
) -> None:
    """Make a device: its id, its key, and the settings file for its board."""
    from host_tools.server.keys import NAME, Keys, own_addresses
    from tavolo.wire import messages

    if len(name) > NAME:
        typer.echo(f"the name is longer than {NAME} characters", err=True)
        raise typer.Exit(2)
    with told():
        hosts = addresses(host, [f"{address}:{messages.PORT}" for address in own_addresses()])
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        device, path = Keys(data.resolve()).add(name, hosts)
    if as_json:
        print(json.dumps({"device": device, "name": name, "settings": str(path)}))
    else:
        print(f"device {device} {name}\nsettings for its board: {path} (holds its key: copy it to the board, show it to nobody)")


@group.command("list")
def list_devices(data: Data = DATA, as_json: AsJson = False) -> None:
    """List the devices of this host."""
    from host_tools.server.keys import Keys

    with told():
        names = Keys(data.resolve()).names()
    if as_json:
        print(json.dumps([{"device": device, "name": name} for device, name in names.items()]))
        return
    for device, name in names.items():
        print(f"{device}  {name}")
    if not names:
        print("no devices yet: `tavolo device add NAME`")


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    from host_tools.cli import device_keys

    device_keys.register(group)
    app.add_typer(group, name="device")
