"""HTTPS for the pages, so that a guest on the Wi-Fi can neither read a tablet's session nor use it (docs/security.md).

The certificate is our own, made here and kept in tls.pem (0600) with its key: browsers ask once whether to trust it, and
the server prints its fingerprint to compare. An organiser who has one from an authority gives it with --certificate.
"""

import datetime
import ipaddress
import socket
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from host_tools.server.keys import write_private

FILE = "tls.pem"
_DAYS = 397  # browsers refuse longer ones from authorities
_LEFT_DAYS = 14


class TlsError(ValueError):
    """The certificate cannot be used; the text says why."""


def _names(addresses: list[str]) -> list[x509.GeneralName]:
    host = socket.gethostname().lower()
    found: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_address(text)) for text in ("127.0.0.1", *addresses)]
    for name in dict.fromkeys(("localhost", host, f"{host}.local")):
        if name.isascii() and len(name) < 64:
            found.append(x509.DNSName(name))
    return found


def _make(addresses: list[str], now: datetime.datetime) -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tavolo")])
    draft = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    draft = draft.serial_number(x509.random_serial_number())
    draft = draft.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=_DAYS))
    draft = draft.add_extension(x509.SubjectAlternativeName(_names(addresses)), critical=False)
    draft = draft.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    made = draft.sign(key, hashes.SHA256())
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return (made.public_bytes(serialization.Encoding.PEM) + private).decode()


def _still_good(path: Path, addresses: list[str], now: datetime.datetime) -> bool:
    try:
        held = x509.load_pem_x509_certificate(path.read_bytes())
        names = held.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    covered = {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    return set(addresses) <= covered and held.not_valid_after_utc > now + datetime.timedelta(days=_LEFT_DAYS)


def own_certificate(folder: Path, addresses: list[str]) -> Path:
    """`folder`/tls.pem for these addresses of this computer; made where it is missing, nearly over, or for other addresses."""
    path, now = folder / FILE, datetime.datetime.now(datetime.UTC)
    if not _still_good(path, addresses, now):
        write_private(path, _make(addresses, now))
    return path


def context(path: Path) -> ssl.SSLContext:
    """TLS 1.2 or newer with certificate and key of a PEM file. Raises TlsError."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        made.load_cert_chain(path)
    except (OSError, ssl.SSLError) as fault:
        raise TlsError(f"{path} is no PEM file with a certificate and its key ({fault})") from fault
    return made


def fingerprint(path: Path) -> str:
    """SHA-256 of the certificate as browsers show it. Raises TlsError."""
    try:
        return x509.load_pem_x509_certificate(path.read_bytes()).fingerprint(hashes.SHA256()).hex(":").upper()
    except (OSError, ValueError) as fault:
        raise TlsError(f"{path} holds no certificate ({fault})") from fault
