"""The organiser's server is killed in mid-round; how long until it serves again, and until all its tables are back. A table
loses its power in play; how long until its panel shows the same."""

import time
from pathlib import Path

import httpx

from bench.crowd import Crowd, crowd
from bench.figures import Figure, at_most, plain
from bench.shown import shown_us
from host_tools.demo.organiser import Arbiter, OrganiserError, Server
from host_tools.simulator.table import SimTable

TARGET_S = 3.0
TABLES = 40
TIMES = 3
IN_PLAY = "IN GIOCO"


def measure(work: Path) -> list[Figure]:
    """A published and started round of 40 tables, SIGKILL, start; from the start of the process to its first answer."""
    data = work / "data"
    data.mkdir(mode=0o700)
    server = Server(data, 0)
    seconds = []
    try:
        server.start()
        arbiter = Arbiter(server)
        pairs = [[f"Uno {n}", f"Due {n}"] for n in range(2 * TABLES)]
        arbiter.post("/api/event", name="Torneo", deals=4, minutes=45, rounds=4, pairs=pairs)
        arbiter.post("/api/round/pair", method="mitchell")
        arbiter.post("/api/round/publish")
        arbiter.post("/api/round/start")
        for _ in range(TIMES):
            server.kill()
            began = time.monotonic()
            server.start()
            httpx.get(f"{server.url}/api/state", timeout=10)  # refused without a login: that is an answer
            seconds.append(time.monotonic() - began)
    finally:
        server.stop()
    with crowd(work / "table", 1) as hall:
        hall.sit_down()
        table = hall.fleet.tables[0]
        off = [_back_ms(table) for _ in range(TIMES)]
    return [
        at_most(f"server killed (SIGKILL) to serving again, worst of {TIMES}", max(seconds), "s", TARGET_S),
        plain("  best", min(seconds), "s"),
        plain(f"simulated table, power off in play, on, to the same screen, worst of {TIMES}", max(off), "ms"),
    ]


def _back_ms(table: SimTable) -> float:
    """Power off and on; until the panel says again that the deal is on. On a board see table64: start to the first screen."""
    if not table.wait_text(IN_PLAY, 20):
        raise OrganiserError(f"not in play: {table.text()}")
    time.sleep(1)
    began = time.monotonic_ns() // 1000
    table.restart()
    if not table.wait_text(IN_PLAY, 20):
        raise OrganiserError(f"not back in play: {table.text()}")
    return (shown_us(table, IN_PLAY, began, time.monotonic_ns() // 1000) - began) / 1000


def all_back(hall: Crowd) -> list[Figure]:
    """The server of a crowd is killed and started at once; until the last table is linked again. Raises OrganiserError."""
    hall.server.kill()
    began = time.monotonic()
    hall.server.start()
    serving = time.monotonic() - began
    while hall.online() < hall.count:
        if time.monotonic() - began > 60:
            raise OrganiserError(f"not all {hall.count} tables came back")
        time.sleep(0.05)
    back = time.monotonic() - began
    unsent = sum(row["device"]["unsent"] for row in hall.state()["tables"])
    return [
        at_most(f"server of {hall.count} tables killed (SIGKILL) to serving again", serving, "s", TARGET_S),
        plain(f"  until all {hall.count} tables are back", back, "s"),
        plain("  records not yet on the PC then", unsent, "records"),
    ]
