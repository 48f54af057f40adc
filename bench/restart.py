"""The organiser's server is killed in mid-round; how long until it serves again."""

import time
from pathlib import Path

import httpx

from bench.figures import Figure, at_most, plain
from host_tools.demo.organiser import Arbiter, Server

TARGET_S = 3.0
TABLES = 40
TIMES = 3


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
    return [
        at_most(f"server killed (SIGKILL) to serving again, worst of {TIMES}", max(seconds), "s", TARGET_S),
        plain("  best", min(seconds), "s"),
    ]
