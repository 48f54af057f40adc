"""`tavolo sim`: simulated tables with the real firmware, and a page that shows them."""

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.ending import end_on_terminate

_FOLDER = Path("build/sim")


def sim(
    tables: Annotated[int, typer.Option(min=1, max=250, help="How many tables.")] = 4,
    server: Annotated[str, typer.Option(help="ADDRESS:PORT of the host.")] = "127.0.0.1:8770",
    data: Annotated[Path, typer.Option(help="The server's data directory; devices are added there.")] = Path("tavolo-data"),
    folder: Annotated[Path, typer.Option(help="Where the tables' flash images live; an old one goes on as it is.")] = _FOLDER,
    fresh: Annotated[bool, typer.Option("--fresh", help="Make the flash images anew: new firmware, empty journals.")] = False,
    usb: Annotated[
        bool, typer.Option("--usb", help="Give each table a serial port, for `tavolo usb`; prints their names.")
    ] = False,
    page_port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page, on this computer only.")] = 8772,
) -> None:
    """Run simulated tables against a server and show their screens."""
    from host_tools.image.build import ImageError, build
    from host_tools.image.flash import FlashError, make_flashes
    from host_tools.server.keys import Keys, KeysError
    from host_tools.simulator.forker import Forker
    from host_tools.simulator.page import serve_page
    from host_tools.simulator.serial_line import SerialLine
    from host_tools.simulator.table import SimTable

    address, _, port = server.rpartition(":")
    if not address or not port.isdigit():
        typer.echo("--server: give an address and a port, such as 127.0.0.1:8770", err=True)
        raise typer.Exit(2)
    running: list[SimTable] = []
    end_on_terminate()
    try:
        image = build("unix/sim_table", folder / "image")
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        keys = Keys(data.resolve())
        flashes = [folder / f"table-{n}.flash" for n in range(1, tables + 1)]
        made = {}
        for n, flash in enumerate(flashes, 1):
            if fresh or not flash.exists():
                _, settings = keys.add(f"sim {n}", [(address, int(port))])
                made[flash.name] = json.loads(settings.read_text(encoding="utf-8"))
        if made:
            make_flashes(folder, image.path, made)
        starter = None if usb else Forker().spawn  # what has a serial line is a process of its own
        for n, flash in enumerate(flashes, 1):
            running.append(SimTable(f"{n}", flash, serial=SerialLine() if usb else None, starter=starter))
        for table in running:
            table.start()
        page = serve_page(running, page_port)
    except (ImageError, FlashError, KeysError, OSError, KeyboardInterrupt) as fault:
        typer.echo(str(fault) or "ended while the tables were being started", err=True)
        for table in running:
            table.kill()
        raise typer.Exit(2) from fault
    print(
        f"{tables} tables, their screens on http://127.0.0.1:{page.port}/ . Ctrl-C ends them; their flash is kept in {folder}.",
        flush=True,
    )
    for table in running:
        if table.serial:
            print(f"table {table.name}: {table.serial.port}", flush=True)
    try:
        while True:
            time.sleep(1)
    except KeyboardInterrupt:
        pass  # asked to end
    finally:
        page.stop()
        for table in running:
            table.kill()


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command()(sim)
