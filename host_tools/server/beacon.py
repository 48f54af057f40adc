"""Tells tables where this host is: a small datagram each two seconds (docs/protocol.md, Beacon). A hint: hello decides.

Only a host that listens on the network calls; one on 127.0.0.1 stays silent.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Iterable

PORT = 8771
EACH_S = 2.0


def targets(addresses: Iterable[str]) -> list[str]:
    """Where to call: the network's own broadcast address, and that of each of our addresses' /24, in case the first leaves by
    another interface. Loopback addresses and IPv6 (tables speak IPv4) give none."""
    found = []
    for address in addresses:
        number = ipaddress.ip_address(address)
        if number.version == 4 and not number.is_loopback and not number.is_unspecified:
            found.append(str(ipaddress.ip_network(f"{address}/24", strict=False).broadcast_address))
    return ["255.255.255.255", *dict.fromkeys(found)] if found else []


class Beacon:
    """`port`: where tables connect; `to`: addresses to call; `at`: the port on which tables listen."""

    def __init__(self, port: int, to: list[str], at: int = PORT) -> None:
        self._text = b"tavolo1 %d" % port
        self._to = to
        self._at = at

    async def run(self, each_s: float = EACH_S) -> None:
        """Call until cancelled. A network that is gone is tried again the next time."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
            mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            mouth.setblocking(False)
            while self._to:
                for address in self._to:
                    try:
                        mouth.sendto(self._text, (address, self._at))
                    except OSError:
                        continue  # no way there now
                await asyncio.sleep(each_s)
