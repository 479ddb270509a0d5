"""The network key of a client: what rate limits and connection limits are counted by."""

from ipaddress import IPv6Address, ip_address, ip_network

_CUSTOMER_PREFIX = 64  # bits of an IPv6 address that identify a provider's customer; the rest changes at will


def network_of(address: str) -> str:
    """Return the network key of an IP address.

    An IPv4 address is its own key, also in its IPv6-mapped form (`::ffff:192.0.2.7`). The key of an IPv6 address is its
    /64 network, because one customer has 2⁶⁴ addresses (RFC 6177). A text that is no IP address is returned unchanged.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ip_network((known, _CUSTOMER_PREFIX), strict=False))
    return str(known)
