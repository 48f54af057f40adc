"""Whose page asks? Names by which this host may be called, and the origins of its own pages (docs/security.md).

A foreign site can point its own name at this computer's address (DNS rebinding): its pages then are of the same origin as
we, as far as the browser sees. So only names that no foreign site can own are answered: addresses, names without a dot or
under the ends of local networks, and this computer's own name.
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers

_LOCAL_ENDS = (".local", ".lan", ".localhost", ".internal", ".home.arpa")
_OWN_NAME = socket.gethostname().lower()


def is_own_address(address: str) -> bool:
    """Whether a peer's address is this computer's own loopback."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(number, "ipv4_mapped", None)
    return (mapped or number).is_loopback


def _netloc(text: str) -> str | None:
    try:
        return urlsplit(text).netloc
    except ValueError:  # such as a bracket that is not closed
        return None


def own_host(host: str | None) -> bool:
    """Whether the Host header names us in a way that no foreign site can."""
    if host is None:
        return True  # HTTP/1.0; a browser always sends it
    try:
        name = (urlsplit("//" + host).hostname or "").rstrip(".")
    except ValueError:
        return False
    if "." not in name and ":" not in name:
        return name != ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == _OWN_NAME or name.endswith(_LOCAL_ENDS)
    return True


def own_origin(headers: Headers) -> bool:
    """Whether a request comes from one of our pages, or from no page at all (boards and tools send no Origin)."""
    origin, host = headers.get("origin"), headers.get("host")
    return own_host(host) and (origin is None or (host is not None and _netloc(origin) == host))
