"""One thread that reads what all simulated tables send, so that forty of them need no forty threads."""

import os
import selectors
import threading
from collections.abc import Callable
from typing import Any, Protocol


class Source(Protocol):
    """A socket or a pipe."""

    def fileno(self) -> int: ...

    def close(self) -> None: ...


class Pump:
    """`add(source, ready)`: from now on `ready()` is called in the pump's thread whenever `source` can be read.

    `drop(source)` ends that and closes the source: both must happen in the pump's thread, as a number of a file is used
    again at once. The thread is a daemon, started by the first `add`.
    """

    _shared: "Pump | None" = None
    _making = threading.Lock()

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._wake_in, self._wake_out = os.pipe()
        os.set_blocking(self._wake_out, False)
        self._selector.register(self._wake_in, selectors.EVENT_READ, None)
        self._lock = threading.Lock()
        self._watched: set[int] = set()  # id() of each source
        self._jobs: list[Callable[[], Any]] = []
        self._thread: threading.Thread | None = None

    @classmethod
    def shared(cls) -> "Pump":
        """The pump of this process."""
        with cls._making:
            if cls._shared is None:
                cls._shared = Pump()
            return cls._shared

    def add(self, source: Source, ready: Callable[[], None]) -> None:
        """Watch a source."""

        def job() -> None:
            self._selector.register(source, selectors.EVENT_READ, ready)
            self._watched.add(id(source))

        self._later(job)

    def drop(self, source: Source) -> None:
        """Watch it no more, and close it; nothing happens the second time. After the return `ready` is not called again.

        Raises RuntimeError when the pump's thread does not answer.
        """
        done = threading.Event()

        def job() -> None:
            # closed before, at its end: a file says so by raising, a socket by having no number
            if not getattr(source, "closed", False) and source.fileno() >= 0:
                self._selector.unregister(source)
                source.close()
            done.set()

        self._later(job)
        if not done.wait(10):
            raise RuntimeError("the thread that reads from the simulated tables does not answer")

    def _later(self, job: Callable[[], Any]) -> None:
        if threading.current_thread() is self._thread:
            job()
            return
        with self._lock:
            self._jobs.append(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="simulated tables", daemon=True)
                self._thread.start()
        try:
            os.write(self._wake_out, b"!")
        except BlockingIOError:
            return  # the pipe is full of wake-ups: one is as good as many

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.data is None:
                    os.read(self._wake_in, 4096)
                elif self._selector.get_map().get(key.fd) is key:  # not dropped by a job of this very round
                    key.data()
            with self._lock:
                jobs, self._jobs = self._jobs, []
            for job in jobs:
                job()
