"""The addresses at which the server is found."""

import socket

from ..config.settings import Settings

_ANY = ("0.0.0.0", "::")
_ELSEWHERE = "192.0.2.1"  # an address kept for documentation: nobody has it


def url_of(host: str, port: int) -> str:
    """Return the address to open for a host."""
    return f"http://{f'[{host}]' if ':' in host else host}" + ("" if port == 80 else f":{port}")


def local_url(settings: Settings) -> str:
    """Return the address that a browser on this machine opens."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return url_of(host, settings.port)


def listens_to_all(settings: Settings) -> bool:
    """Whether other machines reach the server by whatever address this one has."""
    return settings.host in _ANY


def lan_address() -> str | None:
    """Return the address by which others on the local network reach this machine; None without one. Sends nothing."""
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
        probe.connect((_ELSEWHERE, 9))  # for UDP this only looks up the route
        return str(probe.getsockname()[0])


def _by_name() -> str | None:
    found = [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return next((address for address in found if not address.startswith("127.")), None)
