"""Who watches: pages that want to know what changed. Changes are gathered, so a slow page costs nothing but its set."""

import asyncio

Key = int | str


class Watcher:
    """`wait()` gives the keys changed since the last time: table numbers, "round", "devices"."""

    def __init__(self) -> None:
        self._keys: set[Key] = set()
        self._event = asyncio.Event()

    def add(self, key: Key) -> None:
        """Note a change."""
        self._keys.add(key)
        self._event.set()

    async def wait(self, timeout_s: float) -> set[Key]:
        """Changed keys, or an empty set after `timeout_s`."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._event.wait()
        except TimeoutError:
            return set()
        self._event.clear()
        keys, self._keys = self._keys, set()
        return keys


class Hub:
    """All watchers."""

    def __init__(self, most: int = 100) -> None:
        self._most = most
        self._watchers: set[Watcher] = set()

    def full(self, spare: int = 0) -> bool:
        """No more watchers are taken; `spare` places are kept for others."""
        return len(self._watchers) >= self._most - spare

    def watch(self) -> Watcher:
        """A new watcher; give it back with `leave`."""
        watcher = Watcher()
        self._watchers.add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        self._watchers.discard(watcher)

    def changed(self, key: Key) -> None:
        """Tell everybody that something about `key` changed."""
        for watcher in self._watchers:
            watcher.add(key)
