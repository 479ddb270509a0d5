"""The URLs at which the server is reachable."""

import socket

from ..config.settings import Settings

_ANY = ("0.0.0.0", "::")
_PROBE = "192.0.2.1"  # TEST-NET-1 (RFC 5737): no host has it


def url_of(host: str, port: int) -> str:
    """Return the http URL of a host and port; an IPv6 address is bracketed, port 80 left out."""
    return f"http://{f'[{host}]' if ':' in host else host}" + ("" if port == 80 else f":{port}")


def local_url(settings: Settings) -> str:
    """Return the URL that a browser on this machine opens."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return url_of(host, settings.port)


def listens_to_all(settings: Settings) -> bool:
    """Whether the server listens on all interfaces."""
    return settings.host in _ANY


def lan_address() -> str | None:
    """Return this machine's IPv4 address on the local network, None if there is none; sends no packet."""
    for find in (_by_route, _by_name):
        try:
            address = find()
        except OSError:
            continue
        if address and not address.startswith(("127.", "0.")):
            return address
    return None


def _by_route() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_PROBE, 9))  # for UDP this only looks up the route
        return str(probe.getsockname()[0])


def _by_name() -> str | None:
    found = [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return next((address for address in found if not address.startswith("127.")), None)
