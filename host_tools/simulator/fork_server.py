"""Runs as a process of its own: starts simulated tables by forking, once per line of its standard input's socket.

A process that has imported the interpreter once starts a table in 2 ms, and all tables share its memory; starting each from
nothing takes twenty times as long. This process has one thread, so that a fork of it is safe, and imports nothing of ours.

A request: length u32 little-endian, with three descriptors (the table's wire, what it prints to, its lifeline), then JSON:
{"run": arguments, "env": {}}; the answer is the number of the process, as a line. {"reap": number} has no descriptors: that
process has ended, and is forgotten. Descriptors of a table: 0 nothing, 1 and 2 what it prints to, 3 the wire, 4 the lifeline,
which is never written to: it closes when the process ends.
"""

import json
import os
import socket
import sys

_FIRST_FREE = 5


def _become(run: list[str], env: dict[str, str], fds: list[int]) -> None:
    """The child's part: only the descriptors of a table, then MicroPython. Does not return."""
    import micropython_run

    rc = 70
    try:
        nothing = os.open(os.devnull, os.O_RDONLY)
        wire, out, lifeline = (os.dup(fd) for fd in fds)  # now none of them stands where another one is to go
        high = [os.dup2(fd, 100 + n) for n, fd in enumerate((nothing, out, out, wire, lifeline))]
        for n, fd in enumerate(high):
            os.dup2(fd, n)
        os.closerange(_FIRST_FREE, 256)
        os.environ.clear()
        os.environ.update(env)
        rc = micropython_run.run_main(run)
    finally:
        os._exit(rc)


def _read(ours: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = ours.recv(size - len(data))
        if not more:
            sys.exit(0)
        data += more
    return data


def serve(ours: socket.socket) -> None:
    """Take requests until the other side is gone."""
    while True:
        head, fds, _, _ = socket.recv_fds(ours, 4, 3)
        head += _read(ours, 4 - len(head))
        request = json.loads(_read(ours, int.from_bytes(head, "little")))
        if "reap" in request:
            os.waitpid(request["reap"], 0)
            continue
        child = os.fork()
        if not child:
            _become(request["run"], request["env"], fds)
        for fd in fds:
            os.close(fd)
        ours.sendall(b"%d\n" % child)


if __name__ == "__main__":
    sys.path.append(sys.argv[1])
    import micropython_run  # noqa: F401  once, for all children

    serve(socket.socket(fileno=0))
