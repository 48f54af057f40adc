"""Under which name a browser keeps its session with this server.

Browsers keep cookies by host name, whatever the port: two servers on one computer would take each other's session away. So the
port by which the browser knows us is in the name. Over HTTPS the name begins with `__Host-`: a browser then takes the cookie
from this very host alone, `Secure` and for all paths (OWASP ASVS 3.3.1).
"""

from urllib.parse import urlsplit

from starlette.datastructures import URL, Headers

NAME = "tavolo_session"
_USUAL = {"http": 80, "https": 443}


def cookie_name(url: URL, headers: Headers) -> str:
    """The cookie's name for a request to `url`. The port is the one in the Host header, which is what the browser's address bar
    has: behind a proxy that passes the header on, the proxy's port. A header without a port, or with none that can be: the usual
    port of the scheme. Whoever writes another port into the header chooses among his own cookies."""
    try:
        port = urlsplit("//" + headers.get("host", "")).port
    except ValueError:
        port = None
    front = "__Host-" if url.scheme == "https" else ""
    return f"{front}{NAME}_{port or _USUAL.get(url.scheme, 0)}"
