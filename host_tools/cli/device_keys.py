"""`tavolo device export | import | settings | rekey`: keys from one host to another, and new ones (docs/security.md)."""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.device import DATA, AsJson, Data, Hosts, Port, addresses, own_hosts, say_hosts, told

Only = Annotated[list[str] | None, typer.Option("--only", help="Just this device id; repeatable.")]
Replace = Annotated[list[str] | None, typer.Option(help="Device id whose key here gives way to the file's; repeatable.")]
FromFile = Annotated[Path | None, typer.Option("--passphrase-file", help="Its first line is the passphrase; else you are asked.")]


def _passphrase(file: Path | None, twice: bool) -> str:
    if file is None:
        asked: str = typer.prompt("Passphrase", hide_input=True, confirmation_prompt=twice, err=True)
        return asked
    with file.open(encoding="utf-8") as lines:
        return lines.readline(1000).rstrip("\r\n")


def export(
    file: Annotated[Path, typer.Argument(help="The file to make; must not exist.")],
    data: Data = DATA,
    only: Only = None,
    passphrase_file: FromFile = None,
    make_passphrase: Annotated[bool, typer.Option("--make-passphrase", help="Make one and print it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write devices with their keys into a file under a passphrase, for another club's host."""
    from host_tools.server import auth, keybox
    from host_tools.server.keys import Keys, write_private

    with told():
        keys = Keys(data.resolve())
        rows = {keys.known(device): keys.rows()[device] for device in only} if only else keys.rows()
        if not rows:
            raise ValueError("no devices here to export: `tavolo device list`")
        if file.exists():
            raise ValueError(f"{file} exists: give another name")
        made = auth.new_password() if make_passphrase else None
        write_private(file, keybox.lock(rows, made or _passphrase(passphrase_file, twice=True)))
    if as_json:
        print(json.dumps({"file": str(file), "devices": sorted(rows), "passphrase": made}))
        return
    print(f"{len(rows)} devices in {file}. Who has it and the passphrase can speak for them: send the two on different ways.")
    if made:
        print(f"passphrase: {made}\n(shown this once)")


def import_(
    file: Annotated[Path, typer.Argument(help="A file of `tavolo device export`.")],
    data: Data = DATA,
    only: Only = None,
    replace: Annotated[
        list[str] | None, typer.Option(help="Device id whose key here gives way to the file's; repeatable.")
    ] = None,
    passphrase_file: FromFile = None,
    as_json: AsJson = False,
) -> None:
    """Take devices over from a file. A device that is here with another key is never overwritten unasked."""
    from host_tools.server import keybox
    from host_tools.server.keys import Keys

    with told():
        with file.open("rb") as source:
            held = source.read(keybox.LIMIT_BYTES + 1)
        keybox.read(held)  # before anybody is asked for a passphrase
        rows = keybox.unlock(held, _passphrase(passphrase_file, twice=False))
        named = set(only or []) | set(replace or [])
        if named - set(rows):
            raise ValueError(f"not in the file: {', '.join(sorted(named - set(rows)))}")
        if only:
            rows = {device: rows[device] for device in named}
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh, known = Keys(data.resolve()).merge(rows, set(replace or []))
    if as_json:
        print(json.dumps({"imported": fresh, "known": known}))
        return
    print(f"{len(fresh)} devices imported, {len(known)} were here already")
    for device in fresh:
        print(f"{device}  {rows[device]['name']}")


def settings(
    device: Annotated[str, typer.Argument(help="Its id.")],
    data: Data = DATA,
    host: Hosts = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Write the settings file for a device's board anew, such as with another address of the host."""
    from host_tools.server.keys import Keys

    with told():
        if host and port:
            raise ValueError("--port is for this computer's address; --host has a port of its own")
        path = Keys(data.resolve()).write_settings(device, addresses(host, own_hosts(data, port) if port else ()))
    _say_settings(device, path, data, as_json)


def rekey(
    device: Annotated[str, typer.Argument(help="Its id.")],
    data: Data = DATA,
    usb: Annotated[str, typer.Option("--usb", help="Serial port of the device's board: it gets the new key at once.")] = "",
    as_json: AsJson = False,
) -> None:
    """Give a device a new key: what knows the old one (a stolen board, a copied file) is a stranger from now on."""
    from host_tools.cli import board_usb
    from host_tools.server.keys import Keys

    with told():
        keys = Keys(data.resolve())
        fresh = keys.stage(device)
        if usb:
            board_usb.put_key(usb, device, fresh)
        keys.promote(device)
        path = keys.write_settings(device, [])
    if usb and not as_json:
        print(f"device {device} has a new key, and so has its board: restart it")
        return
    _say_settings(device, path, data, as_json)


def _say_settings(device: str, path: Path, data: Path, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"device": device, "settings": str(path)}))
    else:
        print(f"settings for the board of {device}: {path} (holds its key: copy it to the board, show it to nobody)")
        say_hosts(data, path)


def register(group: typer.Typer) -> None:
    """Add the commands to `tavolo device`."""
    for name, command in (("export", export), ("import", import_), ("settings", settings), ("rekey", rekey)):
        if name not in [known.name for known in group.registered_commands]:
            group.command(name)(command)
