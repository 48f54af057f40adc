"""Hears where a host says that it is: UDP datagrams "tavolo1 PORT" on port 8771, the address being the sender's.

A hint and no more: hello decides. Guest networks keep it from arriving. Loaded with connect.py, dropped with it.
"""

import socket

PORT = 8771
_WORD = b"tavolo1 "
_SOL_SOCKET = 1  # where the socket module does not name it (Linux numbers)
_SO_REUSEADDR = 2


class Ear:
    """A socket that listens without waiting; deaf where the port cannot be had."""

    def __init__(self) -> None:
        self._sock = sock = None
        try:
            sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            level = getattr(socket, "SOL_SOCKET", _SOL_SOCKET)
            sock.setsockopt(level, getattr(socket, "SO_REUSEADDR", _SO_REUSEADDR), 1)
            sock.bind(socket.getaddrinfo("0.0.0.0", PORT)[0][-1])
            sock.setblocking(False)
            self._sock = sock
        except OSError:
            if sock:
                sock.close()

    def heard(self) -> "tuple | None":
        """(address, port) of the newest beacon since the last call, or None. At most eight are read."""
        found = None
        for _ in range(8 if self._sock else 0):
            try:
                data, sender = self._sock.recvfrom(16)
            except OSError:  # nothing more has come
                break
            port = data[len(_WORD) :]
            if data.startswith(_WORD) and port.isdigit() and 0 < int(port) < 65536:
                # the unix build gives the sender as a raw sockaddr
                address = sender[0] if isinstance(sender, tuple) else ".".join([str(part) for part in sender[4:8]])
                found = (address, int(port))
        return found

    def close(self) -> None:
        """Give the port back."""
        if self._sock:
            self._sock.close()
            self._sock = None
