"""The longest turn of the link while the network, the router or the host is gone, or half there: real sockets, against
hosts that are not, refuse, say nothing, say nonsense, or fall silent once linked. Nothing in it may wait."""

import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import feed
from bench.figures import Figure, at_most, plain
from host_tools.image import build as image_build
from host_tools.image.flash import interpreter

SLOWER = 25  # an ESP32 against the interpreter here (PRODUCT 7)
LIMIT_MS = 50
SECONDS = 8
HERE = Path(__file__).parent
NOWHERE = "192.0.2.1"  # RFC 5737: packets to it are lost, as when a router has gone


@contextmanager
def host(answer: bytes | None, after: bytes | None = None) -> Iterator[int]:
    """A port that takes connections, reads the upgrade, sends `answer` (None: nothing at all) and, after the table's next
    words, `after`; then it is silent, but leaves the connection open."""
    kept: list[socket.socket] = []

    def serve(server: socket.socket) -> None:
        while True:
            try:
                sock = server.accept()[0]
            except OSError:
                return
            kept.append(sock)
            if answer is None:
                continue
            sock.settimeout(3)
            try:
                while b"\r\n\r\n" not in sock.recv(2048):
                    pass
                sock.sendall(answer)
                if after:
                    sock.recv(2048)
                    sock.sendall(after)
            except OSError:
                continue

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve, args=(server,), daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
    for sock in kept:
        sock.close()


def _run(work: Path, tree: Path, name: str, port: int, up: bool = True, address: str = "127.0.0.1") -> tuple[list[int], int]:
    """The longest turns in us, and how often it was linked."""
    folder = work / name.replace(" ", "-")
    folder.mkdir()
    script = HERE / "mpy/stall.py"
    command = [*interpreter(), "-X", "heapsize=200K", str(script), str(port), str(folder), str(SECONDS), str(int(up)), address]
    environment = {**os.environ, "MICROPYPATH": f"{tree}:.frozen"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS + 30, check=False)
    lines = [line.split() for line in done.stdout.splitlines()]
    (work / f"{folder.name}.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode or not lines or lines[-1][0] != "DONE":
        raise RuntimeError(f"{name}: {done.stdout[-1000:]}{done.stderr[-1000:]}")
    return [int(line[1]) for line in lines if line[0] == "TURN"], int(lines[-1][2])


def measure(work: Path) -> list[Figure]:
    """Model: time here x 25. Raises RuntimeError when the table did not do what the scene is for."""
    tree = image_build.build("unix/sim_table", work / "image", limit=1 << 20).path
    whole = feed.feed()
    upgrade_end = whole.index(b"\r\n\r\n") + 4
    found: dict[str, list[int]] = {}
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = server.getsockname()[1]
    found["no network"], _ = _run(work, tree, "no network", closed, up=False)
    found["host gone: refused"], _ = _run(work, tree, "refused", closed)
    found["router gone: nothing comes back"], _ = _run(work, tree, "lost", 8770, address=NOWHERE)
    with host(None) as port:
        found["host takes and says nothing"], _ = _run(work, tree, "mute", port)
    with host(b"HTTP/1.1 101 Switching Protocols\r\n" + b"x: y\r\n" * 50) as port:
        found["upgrade that never ends"], _ = _run(work, tree, "endless", port)
    with host(whole[:upgrade_end], whole[upgrade_end:][:2000]) as port:
        found["half-open: linked, then silent"], sessions = _run(work, tree, "half-open", port)
    if not sessions:
        raise RuntimeError("half-open: the table was never linked, so nothing was measured")
    figures = [at_most(f"stall: {name}, model x {SLOWER}", max(us) * SLOWER / 1000, "ms", LIMIT_MS) for name, us in found.items()]
    figures += [plain(f"  {name}, 20th longest", us[-1] * SLOWER / 1000, "ms") for name, us in found.items()]
    worst = max(max(us) for us in found.values())
    return figures + [at_most("stall: worst of all", worst * SLOWER / 1000, "ms", LIMIT_MS)]
