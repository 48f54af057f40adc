"""A whole tournament of simulated tables: real firmware, real server, players who read screens and press keys."""

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools.demo.deals import sample_deal
from host_tools.demo.hands import Pace
from host_tools.demo.names import FAMILIES
from host_tools.demo.organiser import Arbiter, OrganiserError, Server
from host_tools.demo.player import Players
from host_tools.demo.recount import recount
from host_tools.demo.story import Story
from host_tools.image import build as image_build
from host_tools.image.flash import make_flashes
from host_tools.server.keys import Keys
from host_tools.simulator.forker import Forker
from host_tools.simulator.table import SimTable


@dataclass
class Wishes:
    """What the demo is asked for."""

    tables: int = 4
    rounds: int = 4
    deals: int = 4
    fast: bool = False
    seed: int = 1
    port: int = 8770
    odd: bool = False
    story: bool = False  # an odd number of pairs, one that comes late, warnings, a correction
    kill_table: bool = False
    kill_server: bool = False
    profile: str = "fibur"  # the recount knows this one only
    folder: Path = Path("build/demo")
    tree: Path | None = None  # the image's, where it has been built; otherwise it is built in the demo's folder
    say: Callable[[str], None] = print


@dataclass
class Demo:
    """One tournament. `run` plays it; `stop` ends all processes."""

    wishes: Wishes
    tables: list[SimTable] = field(default_factory=list)
    players: list[Players] = field(default_factory=list)
    meant: dict[tuple[int, int], list[dict[str, Any]]] = field(default_factory=dict)
    facts: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.wishes.seed)
        self.story = Story(self)
        stamp = time.strftime("%Y%m%d-%H%M%S")
        self.folder = self.wishes.folder / f"{stamp}-{self.wishes.port}-{self.wishes.seed}"
        self.server = Server(self.folder / "data", self.wishes.port)
        self.arbiter = Arbiter(self.server)
        self._forker = Forker()
        self._threads: list[threading.Thread] = []

    # -- setting up -----------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Server, image, devices, tables. Raises FlashError, ImageError, OrganiserError."""
        say = self.wishes.say
        self.server.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        keys = Keys(self.server.data.resolve())
        self.server.start()
        say(f"arbiter's page {self.server.url}/  user {self.server.user}  password {self.server.password}")
        tree = self.wishes.tree or self._build()
        settings: dict[str, dict[str, Any]] = {}
        for n in range(1, self.wishes.tables + 1):
            _, path = keys.add(f"sim {n}", [("127.0.0.1", self.server.port)])
            settings[f"table-{n}.flash"] = json.loads(path.read_text(encoding="utf-8"))
        make_flashes(self.folder, tree, settings)
        for n, name in enumerate(settings, 1):
            table = SimTable(f"{n}", self.folder / name, starter=self._forker.spawn)
            self.tables.append(table)
            pace = Pace() if self.wishes.fast else Pace.human()
            self.players.append(Players(table, self.deals_of, random.Random(f"{self.wishes.seed}-{n}"), pace))

    def _build(self) -> Path:
        """Build the image; its tree."""
        image = image_build.build("unix/sim_table", self.folder / "image")
        version, found = image.manifest["version"], image.manifest["hash"][:12]
        self.wishes.say(f"image {version} {found}, {image.resident_bytes:,} bytes resident")
        return image.path

    def power_on(self) -> None:
        """All tables start, one after the other so that each gets the next number, and their players sit down."""
        for n, (table, players) in enumerate(zip(self.tables, self.players, strict=True), 1):
            table.start()
            thread = threading.Thread(target=players.run, name=f"players-{n}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def deals_of(self, round_number: int, table: int) -> list[dict[str, Any]]:
        """What the players of a table mean to enter in a round."""
        return self.meant[(round_number, table)]

    # -- the tournament -------------------------------------------------------------------------------------------

    def make_event(self) -> None:
        """An event with invented names: first half Mitchell, then modified Danish. An odd number of pairs but where no story is
        wished; all tables are taken once the late one has come."""
        wishes, names = self.wishes, list(FAMILIES)
        self.rng.shuffle(names)
        seats = 2 * wishes.tables
        while len(names) < 2 * seats:
            names += [f"{name} {len(names) // len(FAMILIES) + 1}" for name in FAMILIES]
        pairs = [{"persons": [{"name": name} for name in names[2 * n : 2 * n + 2]]} for n in range(seats)]
        last = pairs.pop() if wishes.story and len(pairs) > 2 else None
        self.story.late = last if wishes.rounds > 1 and not wishes.odd else None
        minutes = {2: 25, 3: 35}.get(wishes.deals, 45)
        halves = (("mitchell", (wishes.rounds + 1) // 2), ("modified", wishes.rounds // 2))
        phases = [{"method": m, "rounds": n, "deals": wishes.deals, "minutes": minutes} for m, n in halves if n]
        event = {"name": "Torneo di prova", "phases": phases, "policy": "visible", "profile": wishes.profile}
        self.arbiter.do("event.new", **event)
        self.arbiter.do("entry.add", entries=pairs)

    def play_round(self, number: int) -> None:
        """Pair, publish, wait for the players, START, wait for the signatures, close."""
        say = self.wishes.say
        draft = self.arbiter.do("round.pair")["round"]
        self.mean(number, draft)
        self.arbiter.do("round.publish", seen=draft["id"])
        say(f"round {number} ({draft['method']}) published: {len(draft['seats'])} tables{_resting(draft)}")
        self.wait("players in their seats", lambda t: t["phase"] in ("waiting", "dealing", "play", "count", "sheet", "signed"))
        self.arbiter.post("/api/round/start")
        say(f"round {number} started")
        self.story.meanwhile(number)
        self.trouble(number)
        self.wait("signed sheets", lambda t: t["signed"], self.patience_s())
        self.story.after(number)
        self.arbiter.do("round.close")
        entered = sum(len(self.deals_of(number, s["table"])) for s in draft["seats"])
        say(f"round {number} closed: {entered} deals, all sheets signed")

    def patience_s(self) -> float:
        """How long a round may last: fast players share this computer, the others play at a person's pace."""
        return self.wishes.deals * (30 + 8 * self.wishes.tables if self.wishes.fast else 900)

    def mean(self, number: int, draft: dict[str, Any]) -> None:
        """Write down what will be entered, before the first press."""
        for seat in draft["seats"]:
            deals = [sample_deal(self.rng) for _ in range(self.wishes.deals)]
            self.meant[(number, seat["table"])] = self.story.typed(number, seat["table"], deals)
            self.facts.append(
                {"round": number, "table": seat["table"], "deals": self.wishes.deals}
                | {"ns": seat["ns"]["names"], "ew": seat["ew"]["names"], "sheet": deals}
            )
        for rest in draft["rests"]:
            self.facts.append({"round": number, "deals": self.wishes.deals, "bye": rest["names"]})
        self.write_facts()

    def write_facts(self) -> None:
        """Keep all that was meant, to look at when something does not agree."""
        path = self.folder / "meant.jsonl"
        path.write_text("".join(json.dumps(fact) + "\n" for fact in self.facts), encoding="utf-8")

    def trouble(self, number: int) -> None:
        """Kill a table in mid-deal, or the server in mid-round, where that is wished (in the first round)."""
        if number == 1 and self.wishes.kill_table:
            victim = self.players[0]
            end = time.monotonic() + 60
            while victim.doing != "mano" and time.monotonic() < end:
                time.sleep(0.02)
            time.sleep(0.4)
            victim.table.restart()
            self.wishes.say("table 1's process was killed in mid-deal and started again from its flash")
        if number == 1 and self.wishes.kill_server:
            self.wait_any("a recorded deal", lambda t: t["played"] > 0)
            self.server.kill()
            time.sleep(1.0)
            self.server.start()
            self.wishes.say("the server was killed in mid-round and started again")

    def _tables(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = self.arbiter.state()["tables"]
        return tables

    def wait(self, what: str, good: Callable[[dict[str, Any]], bool], timeout_s: float = 120) -> None:
        """Wait until every table of the round is `good`. Raises OrganiserError with where each stands."""
        self._wait(what, lambda: all(good(t) for t in self._tables()), timeout_s)

    def wait_any(self, what: str, good: Callable[[dict[str, Any]], bool], timeout_s: float = 120) -> None:
        """Wait until one table is `good`."""
        self._wait(what, lambda: any(good(t) for t in self._tables()), timeout_s)

    def _wait(self, what: str, done: Callable[[], bool], timeout_s: float) -> None:
        end = time.monotonic() + timeout_s
        while not done():
            for table in self.tables:
                if table.troubles():
                    raise OrganiserError(f"table {table.name}: {table.troubles()[:3]} {list(table.output)[-8:]}")
            if time.monotonic() > end:
                where = [(t["table"], t["phase"], t["deal"]) for t in self._tables()]
                seen = [f"device {t.name}: {t.text()}" for t in self.tables]
                raise OrganiserError(f"waited {timeout_s:.0f} s for {what}; tables: {where}; " + "; ".join(seen))
            time.sleep(0.2)

    def run(self) -> dict[str, Any]:
        """Play it all. {"ranking", "recount", "verify": its lines, "agree": both agree with the server's numbers}."""
        self.set_up()
        self.make_event()
        self.power_on()
        for number in range(1, self.wishes.rounds + 1):
            self.play_round(number)
        ranking = [{"pair": row["names"], "vp": row["vp"], "mp": row["mp_net"]} for row in self.arbiter.ranking()]
        ours, check = recount(self.facts), self.arbiter.do("verify")
        key: Callable[[dict[str, Any]], Any] = lambda row: (-row["vp"], -row["mp"], row["pair"])  # noqa: E731
        agree = sorted(ranking, key=key) == ours and check["ok"] is True
        return {"ranking": ranking, "recount": ours, "verify": check["lines"], "agree": agree}

    def stop(self) -> None:
        """End players, tables and server."""
        for players in self.players:
            players.stop()
        for thread in self._threads:
            thread.join(5)
        for table in self.tables:
            table.kill()
        self._forker.close()
        self.server.stop()


def _resting(draft: dict[str, Any]) -> str:
    return "".join(f"; {rest['names']} rests" for rest in draft["rests"])
