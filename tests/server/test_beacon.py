"""The host's call over UDP, as a table hears it."""

import asyncio
import contextlib
import socket

from host_tools.server.beacon import Beacon, targets


def test_a_table_hears_where_the_host_is_each_time() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.bind(("127.0.0.1", 0))
        ear.setblocking(False)

        async def listen() -> list[bytes]:
            calls = asyncio.create_task(Beacon(8770, ["127.0.0.1"], ear.getsockname()[1]).run(each_s=0.01))
            heard = [await asyncio.get_running_loop().sock_recv(ear, 100) for _ in range(3)]
            calls.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await calls
            return heard

        assert asyncio.run(asyncio.wait_for(listen(), 10)) == [b"tavolo1 8770"] * 3


def test_a_network_that_is_gone_ends_nothing() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.bind(("127.0.0.1", 0))
        ear.setblocking(False)

        async def listen() -> bytes:
            # nobody can be at 0.0.0.1: the first target fails each time, the second hears all the same
            calls = asyncio.create_task(Beacon(80, ["0.0.0.1", "127.0.0.1"], ear.getsockname()[1]).run(each_s=0.01))
            heard = await asyncio.get_running_loop().sock_recv(ear, 100)
            calls.cancel()
            return heard

        assert asyncio.run(asyncio.wait_for(listen(), 10)) == b"tavolo1 80"


def test_only_a_host_on_the_network_calls() -> None:
    assert targets(["127.0.0.1"]) == []
    assert targets(["::1", "fe80::1"]) == []
    assert targets(["192.168.4.7", "192.168.4.9", "10.0.0.3"]) == ["255.255.255.255", "192.168.4.255", "10.0.0.255"]
