"""Client addresses: which requests share their limits."""

import pytest

from scorekeeper.http.addresses import network_of


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_an_ipv6_address_counts_with_its_network(address: str, counted_as: str) -> None:
    assert network_of(address) == counted_as
