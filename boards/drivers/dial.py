"""A TCP connection that is begun and not waited for."""

import errno
import socket


def dial(host: str, port: int) -> "socket.socket":
    """A non-blocking socket on its way to `host`, an address in numbers (a name would be looked up, which blocks).

    Raises OSError when the way is known to be closed.
    """
    sock = socket.socket()
    sock.setblocking(False)
    try:
        sock.connect(socket.getaddrinfo(host, port)[0][-1])
    except OSError as e:
        if e.errno != errno.EINPROGRESS:
            sock.close()
            raise
    return sock
