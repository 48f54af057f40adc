"""The demo's organiser: a server process, and an arbiter who uses its HTTP API as the page does."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from host_tools.server.database import VARIABLE


class OrganiserError(RuntimeError):
    """The server did not do what was asked; the text says what it answered."""


class Server:
    """`tavolo serve` in a process of its own, so that it can be killed and started again."""

    def __init__(self, data: Path, port: int) -> None:
        self.data = data
        self.port = port
        self.user = self.password = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where its pages are."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Number of its process. Raises RuntimeError before the first start."""
        if self._process is None:
            raise RuntimeError("the server has not been started")
        return self._process.pid

    def start(self) -> None:
        """Start and wait until it serves. Raises OrganiserError."""
        command = [
            sys.executable,
            "-m",
            "host_tools.cli.main",
            "serve",
            "--data",
            str(self.data),
            "--port",
            str(self.port),
            "--json-ready",
        ]
        log = open(self.data.parent / "server.log", "a", encoding="utf-8")  # noqa: SIM115  outlives this call
        own = {name: value for name, value in os.environ.items() if name != VARIABLE}  # never into a real tournament's database
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=own)
        log.close()
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise OrganiserError(f"the server did not start; see {self.data.parent / 'server.log'}")
        ready = json.loads(line)
        self.port = ready["port"]
        self.user = ready["user"]
        self.password = ready["password"] or self.password

    def kill(self) -> None:
        """SIGKILL: nothing is said good-bye to."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def stop(self) -> None:
        """End it in good order."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self.kill()


class Arbiter:
    """Presses what an arbiter presses. Each call is tried again while the server is away."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._client: httpx.Client | None = None
        self._headers: dict[str, str] = {}

    def _login(self) -> httpx.Client:
        if self._client is None:
            self._client = httpx.Client(base_url=self._server.url, timeout=10)
            answer = self._client.post("/api/login", json={"user": self._server.user, "password": self._server.password})
            if answer.status_code != 200:
                raise OrganiserError(f"login: {answer.text}")
            self._headers = {"X-CSRF-Token": answer.json()["csrf"]}
        return self._client

    def call(self, method: str, path: str, body: dict[str, Any] | None = None, patience_s: float = 20) -> dict[str, Any]:
        """One request; JSON back. Raises OrganiserError with the server's own words."""
        end = time.monotonic() + patience_s
        while True:
            try:
                answer = self._login().request(method, path, json=body, headers=self._headers)
            except httpx.TransportError as gone:
                if time.monotonic() > end:
                    raise OrganiserError(f"{path}: the server is away") from gone
                time.sleep(0.2)
                continue
            if answer.status_code == 401 and self._client is not None and time.monotonic() < end:
                self._client = None  # a new server process knows no sessions of the old one
                continue
            if answer.status_code != 200:
                raise OrganiserError(f"{path}: {answer.status_code} {answer.text}")
            found: dict[str, Any] = answer.json()
            return found

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """POST with a JSON body."""
        return self.call("POST", path, body)

    def do(self, name: str, /, **body: Any) -> dict[str, Any]:
        """Carry out one order (server/orders), as the pages do."""
        return self.call("POST", f"/api/do/{name}", body)

    def state(self) -> dict[str, Any]:
        """Everything that the arbiter's page shows."""
        return self.call("GET", "/api/state")

    def ranking(self) -> list[dict[str, Any]]:
        """The ranking as of now."""
        rows: list[dict[str, Any]] = self.call("GET", "/api/ranking")["ranking"]
        return rows
