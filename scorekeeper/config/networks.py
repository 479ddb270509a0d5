"""Lists of networks in settings."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Networks: TypeAlias = tuple[IPv4Network | IPv6Network, ...]

THIS_MACHINE: Networks = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
_ALL: Networks = (IPv4Network("0.0.0.0/0"), IPv6Network("::/0"))


def networks_in(text: str) -> Networks:
    """Return the networks that `text` lists with commas, this machine first; `all` are all there are.

    Raises:
        ValueError: a part is neither an address nor a network.
    """
    if text.lower() == "all":
        return _ALL
    return (*THIS_MACHINE, *(ip_network(part.strip()) for part in text.split(",")))


def is_in(address: str, networks: Networks) -> bool:
    """Return whether an IP address is in one of the networks; a text that is none is not."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
        known = known.ipv4_mapped
    return any(known in network for network in networks)
