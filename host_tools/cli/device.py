"""`tavolo device`: make devices known to this host. Keys go into files with narrow rights, never to the screen."""

import json
from pathlib import Path
from typing import Annotated

import typer

group = typer.Typer(no_args_is_help=True, help="Devices: their ids and keys.")
Data = Annotated[Path, typer.Option(help="Directory of database and keys; made if missing.")]


@group.command()
def add(
    name: Annotated[str, typer.Argument(help="A name for people, such as the number on its label.")] = "",
    data: Data = Path("tavolo-data"),
    host: Annotated[list[str] | None, typer.Option(help="ADDRESS:PORT where the device looks for the host; repeatable.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Make a device: its id, its key, and the settings file for its board."""
    from host_tools.server.keys import Keys, KeysError, own_addresses
    from tavolo.wire import messages

    if len(name) > 40:
        typer.echo("the name is longer than 40 characters", err=True)
        raise typer.Exit(2)
    try:
        hosts = [_address(text) for text in host or [f"{address}:{messages.PORT}" for address in own_addresses()]]
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        device, path = Keys(data.resolve()).add(name, hosts)
    except (KeysError, ValueError, OSError) as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(2)
    if as_json:
        print(json.dumps({"device": device, "name": name, "settings": str(path)}))
    else:
        print(f"device {device} {name}\nsettings for its board: {path} (holds its key: copy it to the board, show it to nobody)")


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    parts = host.split(".")
    good = len(parts) == 4 and all(part.isdigit() and int(part) < 256 for part in parts)
    if not good or not port.isdigit() or not 0 < int(port) < 65536:
        raise ValueError(f"--host {text}: give an IPv4 address and a port, such as 192.168.1.10:8770")
    return host, int(port)


@group.command("list")
def list_devices(
    data: Data = Path("tavolo-data"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the devices of this host."""
    from host_tools.server.keys import Keys, KeysError

    try:
        names = Keys(data.resolve()).names()
    except KeysError as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(2)
    if as_json:
        print(json.dumps([{"device": device, "name": name} for device, name in names.items()]))
        return
    for device, name in names.items():
        print(f"{device}  {name}")
    if not names:
        print("no devices yet: `tavolo device add NAME`")


def register(app: typer.Typer) -> None:
    """Add the group to the command."""
    app.add_typer(group, name="device")
