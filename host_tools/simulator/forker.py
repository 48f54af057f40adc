"""Starts simulated tables as forks of one process that has the interpreter loaded (fork_server.py): for fleets of hundreds."""

import importlib.util
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

from host_tools.image.flash import interpreter
from host_tools.simulator.process import HEAP_BYTES, arguments

_SERVER = Path(__file__).parent / "fork_server.py"
_ANSWER_S = 20


class Forked:
    """A table's process: what `subprocess.Popen` has of which a simulated table makes use."""

    def __init__(self, forker: "Forker", pid: int, stdout: IO[bytes], lifeline: int) -> None:
        self.pid = pid
        self.stdout: IO[bytes] | None = stdout
        self._forker = forker
        self._lifeline = lifeline
        self._life = select.poll()  # select() knows no numbers above 1,023, and hundreds of tables have more
        self._life.register(lifeline, select.POLLIN)
        self._ended = False
        self._lock = threading.Lock()

    def poll(self) -> int | None:
        """None while it runs."""
        with self._lock:
            if not self._ended and self._life.poll(0):
                self._end()
            return 0 if self._ended else None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises TimeoutExpired."""
        with self._lock:
            if not self._ended:
                if not self._life.poll(None if timeout is None else timeout * 1000):
                    raise subprocess.TimeoutExpired(f"simulated table {self.pid}", timeout or 0)
                self._end()
        return 0

    def send_signal(self, number: int) -> None:
        """To this process and no other: its number is not given away before its end has been seen."""
        with self._lock:
            if not self._ended:
                os.kill(self.pid, number)

    def _end(self) -> None:
        self._ended = True
        os.close(self._lifeline)
        self._forker.reap(self.pid)


class Forker:
    """`spawn` is process.spawn by a fork. What starts tables is itself started by the first `spawn`; `close` ends it, and
    tables that run go on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def _start(self) -> None:
        interpreter()
        spec = importlib.util.find_spec("micropython_run")
        assert spec is not None and spec.origin is not None  # interpreter() has looked
        self._ours, theirs = socket.socketpair()
        self._ours.settimeout(_ANSWER_S)
        command = [sys.executable, "-I", "-S", str(_SERVER), str(Path(spec.origin).parent)]
        with theirs:
            # Ctrl-C at the terminal is for us: we end the tables
            self._process = subprocess.Popen(command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, start_new_session=True)

    def spawn(
        self,
        flash: Path,
        romfs: Path | None = None,
        heap_bytes: int = HEAP_BYTES,
        extra: dict[str, str] | None = None,
        serial: int | None = None,
    ) -> tuple[Forked, socket.socket]:
        """The process and our end of its wire, as process.spawn. Raises ValueError for a serial line, which needs a process
        of its own; FlashError where MicroPython is not installed; OSError when the server of forks is gone."""
        if serial is not None:
            raise ValueError("a forked table has no serial line")
        ours, theirs = socket.socketpair()
        out_read, out_write = os.pipe()
        life_read, life_write = os.pipe()
        env = {"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent", **(extra or {})}
        request: dict[str, object] = {"run": ["micropython", *arguments(flash, romfs, heap_bytes)], "env": env}
        try:
            with theirs, self._lock:
                if not self._process:
                    self._start()
                self._ask(request, [theirs.fileno(), out_write, life_write])
                answer = b""
                while not answer.endswith(b"\n"):
                    answer += self._ours.recv(1) or self._gone()
        except BaseException:
            os.close(out_read)
            os.close(life_read)
            ours.close()
            raise
        finally:
            os.close(out_write)
            os.close(life_write)
        return Forked(self, int(answer), os.fdopen(out_read, "rb"), life_read), ours

    def _ask(self, request: dict[str, object], fds: list[int]) -> None:
        data = json.dumps(request).encode()
        head = len(data).to_bytes(4, "little")
        if fds:
            socket.send_fds(self._ours, [head], fds)
        else:
            self._ours.sendall(head)
        self._ours.sendall(data)

    def _gone(self) -> bytes:
        raise ConnectionError("what starts the simulated tables has ended")

    def reap(self, pid: int) -> None:
        """A process of ours has ended; its number may be used again."""
        with self._lock:
            if self._process and self._process.poll() is None:
                self._ask({"reap": pid}, [])

    def close(self) -> None:
        """End it."""
        with self._lock:
            if self._process:
                self._process.send_signal(signal.SIGTERM)
                self._process.wait()
                self._process = None
                self._ours.close()
