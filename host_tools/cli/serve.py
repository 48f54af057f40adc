"""`tavolo serve`: the organiser's server with pages and the tables' endpoint, in this process, on one port."""

import json
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from host_tools.server.host import Host


_DATABASE = "postgresql://user@host/name instead of the file in --data; better in the environment than with a password here."


def _listen(bind: str, port: int) -> socket.socket:
    """The server's own listening socket. A peer that never reads is dropped by the kernel after 6 s (Linux)."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32 * 1024)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 6000)
    try:
        listener.bind((bind, port))
        listener.listen(512)
    except OSError as fault:
        listener.close()
        typer.echo(f"cannot listen on {bind}:{port}: {fault.strerror}. Is a server running already? Try --port.", err=True)
        raise typer.Exit(2)
    return listener


def _websockets() -> str:
    from uvicorn.config import WS_PROTOCOLS

    return "websockets-sansio" if "websockets-sansio" in WS_PROTOCOLS else "websockets"


def _secure_pages(bind: str, port: int, given: Path | None, folder: Path) -> tuple[socket.socket, Path] | None:
    """The listening socket and certificate of HTTPS: only where others than this computer can come. None: not wanted."""
    from host_tools.server import tls
    from host_tools.server.keys import own_addresses
    from host_tools.server.origin import is_own_address

    if port == 0 or (is_own_address(bind) and given is None):
        return None
    try:
        path = given or tls.own_certificate(folder, own_addresses() if bind in ("0.0.0.0", "::") else [bind])
        tls.context(path)
    except (tls.TlsError, OSError, ValueError) as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(2)
    return _listen(bind, port), path


def _say_secure(bind: str, listener: socket.socket, certificate: Path) -> None:
    from host_tools.server import tls
    from host_tools.server.keys import own_addresses

    port = listener.getsockname()[1]
    for address in own_addresses() if bind in ("0.0.0.0", "::") else [bind]:
        print(f"  arbiter's page from a tablet  https://{address}:{port}/")
    mark = tls.fingerprint(certificate)
    print(f"  its certificate's SHA-256     {mark[:47]}\n                                {mark[48:]}", flush=True)


def _say(bind: str, port: int, password: str | None, ready_json: bool, folder: Path, https_port: int) -> None:
    from host_tools.server.auth import USER
    from host_tools.server.keys import own_addresses

    shown = "127.0.0.1" if bind in ("0.0.0.0", "::") else bind
    url = f"http://{shown}:{port}"
    if ready_json:
        ready = {"ready": True, "url": url, "port": port, "user": USER, "password": password, "data": str(folder)}
        ready["https_port"] = https_port or None
        print(json.dumps(ready), flush=True)
        return
    print(f"Tavolo serves on {url}", flush=True)
    print(f"  arbiter's page  {url}/\n  tournament      {url}/tournament\n  wall            {url}/wall")
    if bind in ("0.0.0.0", "::"):
        for address in own_addresses():
            print(f"  tables and walls reach it at {address}:{port}")
    if password:
        print(f"\n  user      {USER}\n  password  {password}\n  (shown this once; `tavolo serve --new-password` makes another)")
    print(f"\nData in {folder}. Stop with Ctrl-C.", flush=True)


def _make(data: Path) -> None:
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        typer.echo(f"no folder can be made at {data}: {fault.strerror}. Give another one with --data.", err=True)
        raise typer.Exit(2)


def _host(folder: Path, auto_assign: bool, database: str | None) -> "Host":
    """The server's parts. A database that cannot be meant is told in one line: the end."""
    from host_tools.server.database import StoreError
    from host_tools.server.host import Host

    try:
        return Host(folder, auto_assign, database)
    except StoreError as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(2)


def _open(host: "Host", new_password: bool, at: tuple[str, int]) -> str | None:
    """Open `host`, which will listen `at`; a new password, to be shown. Where that cannot be one line says why: the end."""
    from sqlalchemy.exc import SQLAlchemyError

    from host_tools.server import auth, listening
    from host_tools.server.keys import KeysError
    from host_tools.server.store import StoreError

    try:
        host.open()
        password: str | None = host.store.run(auth.ensure_account)
        if new_password and password is None:
            password = host.store.run(auth.reset_password)
        listening.remember(host.folder, *at)
    except (StoreError, KeysError) as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(2)
    except OSError as fault:
        typer.echo(f"{host.folder} cannot be written: {fault.strerror}. Give another folder with --data.", err=True)
        raise typer.Exit(2)
    except (ValueError, LookupError, TypeError, SQLAlchemyError) as fault:  # a value that we have never written
        typer.echo(f"{host.store.name} is damaged: put back a copy ({str(fault)[:200]})", err=True)
        raise typer.Exit(2)
    return password


def serve(
    data: Annotated[Path, typer.Option(help="Directory of database and keys; made if missing.")] = Path("tavolo-data"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of pages and tables; 0 takes a free one.")] = 8770,
    bind: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for tables on the network.")] = "127.0.0.1",
    json_ready: Annotated[bool, typer.Option("--json-ready", help="Print one line of JSON when ready.")] = False,
    auto_assign: Annotated[bool, typer.Option(help="Give a device without a table the lowest free one.")] = True,
    new_password: Annotated[bool, typer.Option("--new-password", help="Make a new password for the organiser.")] = False,
    https_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the pages for tablets, with --bind; 0: none.")
    ] = 8773,
    certificate: Annotated[Path | None, typer.Option(help="PEM file with your own certificate and key.")] = None,
    database: Annotated[str | None, typer.Option(envvar="TAVOLO_DATABASE", help=_DATABASE)] = None,
    copies: Annotated[Path | None, typer.Option(help="Folder for a copy of the database every minute.")] = None,
    copies_every: Annotated[int, typer.Option(min=1, max=3600, help="Seconds from one copy to the next.")] = 60,
    copies_with_keys: Annotated[
        bool, typer.Option("--copies-with-keys", help="Copy keys.json there, too: who has it can be any table.")
    ] = False,
) -> None:
    """Start the organiser's server."""
    import asyncio

    import uvicorn

    from host_tools.server import beacon, doors, tls
    from host_tools.server.app import make_app
    from host_tools.server.copies import Copies
    from host_tools.server.keys import own_addresses

    os.umask(0o077)  # database, its journal and all else that is made here are the owner's alone
    _make(data)
    listener = _listen(bind, port)
    secure = _secure_pages(bind, https_port, certificate, data.resolve())
    host = _host(data.resolve(), auto_assign, database)
    if copies:
        keys = host.keys.path if copies_with_keys else None
        host.store.copies = Copies(host.store.database, copies.resolve(), keys, copies_every)
    password = _open(host, new_password, (bind, listener.getsockname()[1]))
    options: dict[str, Any] = {"ws": _websockets(), "ws_max_size": 4096, "ws_per_message_deflate": False}
    # 20 s for a pong: on a slow computer 250 tables that come back at once keep the loop busy for more than 5 s, and those cut
    # off for it would come again. A table whose network is gone is let go earlier, by TCP_USER_TIMEOUT or its next connection.
    options |= {"ws_ping_interval": 5.0, "ws_ping_timeout": 20.0, "lifespan": "on", "log_level": "warning", "access_log": False}
    options |= {"timeout_graceful_shutdown": 2, "server_header": False, "proxy_headers": False, "http": doors.Door}
    app = make_app(host)
    app.state.https_port = secure[0].getsockname()[1] if secure else 0
    server = uvicorn.Server(uvicorn.Config(app, **options))
    started = server.startup

    called = own_addresses() if bind == "0.0.0.0" else [bind]
    tasks = set()

    async def startup(sockets: list[socket.socket] | None = None) -> None:
        await started(sockets)
        if server.started:
            tasks.add(asyncio.create_task(beacon.Beacon(listener.getsockname()[1], beacon.targets(called)).run()))
            if secure:
                await doors.add_https(server, secure[0], tls.context(secure[1]))
            _say(bind, listener.getsockname()[1], password, json_ready, data.resolve(), app.state.https_port)
            if secure and not json_ready:
                _say_secure(bind, *secure)

    server.startup = startup  # type: ignore[method-assign]
    server.run(sockets=[listener])
    sys.stdout.flush()


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command()(serve)
