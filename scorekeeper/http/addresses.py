"""Whose request it is, as far as a network address can tell."""

from ipaddress import IPv6Address, ip_address, ip_network

_OF_ONE_HOME = 64  # bits of an IPv6 address that a provider gives to one customer; the rest changes at will


def network_of(address: str) -> str:
    """Return the key under which requests from `address` are counted.

    An IPv4 address is its own key, also when it is written as IPv6 (`::ffff:192.0.2.7`). An IPv6 address counts with
    its whole /64 network, because one customer has 2⁶⁴ of them (RFC 6177). What is no address is returned as it is.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ip_network((known, _OF_ONE_HOME), strict=False))
    return str(known)
