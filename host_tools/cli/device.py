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
Port = Annotated[
    int | None, typer.Option(min=1, max=65535, help="The host's port, at this computer's address; else that of its last start.")
]
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


def own_hosts(folder: Path, port: int | None) -> list[str]:
    """ADDRESS:PORT of the host of a data directory, as tables find it: where it listened last, at `port` if that is given."""
    from host_tools.server import listening
    from host_tools.server.keys import own_addresses
    from host_tools.server.origin import is_own_address
    from tavolo.wire import messages

    bind, known = listening.last(folder) or ("0.0.0.0", messages.PORT)
    every = bind == "0.0.0.0" or ":" in bind or is_own_address(bind)  # an IPv6 address is none for a board
    return [f"{address}:{port or known}" for address in (own_addresses() if every else [bind])]


def say_hosts(folder: Path, path: Path) -> None:
    """What of the host went into a board's settings, how to change it, and whether a table can come there at all."""
    from host_tools.server import listening
    from host_tools.server.origin import is_own_address

    settings = json.loads(path.read_text(encoding="utf-8"))
    hosts = ", ".join(f"{address}:{port}" for address, port in settings["hosts"]) or "no address: it waits for the host's call"
    print(f"it looks for the host at {hosts} (another: `tavolo device settings {settings['device']} --host ADDRESS:PORT`)")
    found = listening.last(folder)
    if found is None:
        print("no server has run with this data directory yet: 8770 is the port that `tavolo serve` takes unless told")
    elif is_own_address(found[0]):
        why = f"warning: the server listened on {found[0]} last, where no board can come"
        typer.echo(f"{why}: start it with `tavolo serve --bind 0.0.0.0`", err=True)
    elif all(port != found[1] for _, port in settings["hosts"]):
        typer.echo(f"warning: the server listened on port {found[1]} last", err=True)


@group.command()
def add(
    name: Annotated[str, typer.Argument(help="A name for people, such as the number on its label.")] = "",
    data: Data = DATA,
    host: Hosts = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Make a device: its id, its key, and the settings file for its board."""
    from host_tools.server.keys import NAME, Keys

    if len(name) > NAME:
        typer.echo(f"the name is longer than {NAME} characters", err=True)
        raise typer.Exit(2)
    with told():
        if host and port:
            raise ValueError("--port is for this computer's address; --host has a port of its own")
        hosts = addresses(host, own_hosts(data, port))
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        device, path = Keys(data.resolve()).add(name, hosts)
    if as_json:
        print(json.dumps({"device": device, "name": name, "settings": str(path)}))
    else:
        print(f"device {device} {name}\nsettings for its board: {path} (holds its key: copy it to the board, show it to nobody)")
        say_hosts(data, path)


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
