"""Clients of the server: the addresses that limits count, and trusted proxies."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from dealwright.base.errors import ArgumentError

__all__ = ["client_of", "is_within", "proxy_network"]

_ADDRESS_LENGTH = 60  # characters of an address, with the zone of IPv6
_NETWORK = 64  # bits of an IPv6 address that a provider gives to one customer


def client_of(host: str) -> str:
    """Return the client of an address, for limits: an IPv4 address, or an IPv6 network.

    >>> client_of("192.0.2.7"), client_of("::ffff:192.0.2.7"), client_of("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host[:_ADDRESS_LENGTH]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), _NETWORK), strict=False))


def is_within(host: str, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Return whether an address is within one of the networks.

    >>> is_within("10.1.2.3", [ip_network("10.0.0.0/8")])
    True
    """
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in networks)


def proxy_network(text: str) -> str:
    """Return the address or the network of a proxy in normal form.

    >>> proxy_network("127.0.0.1"), proxy_network("10.0.0.0/8")
    ('127.0.0.1', '10.0.0.0/8')

    :raises ArgumentError: if it is neither
    """
    try:
        network = ip_network(text.strip())
    except ValueError:
        raise ArgumentError(
            f"'{text[:100]}' is not the address of a proxy; give one such as 127.0.0.1, or a "
            "network such as 10.0.0.0/8"
        ) from None
    whole = network.prefixlen == network.max_prefixlen
    return str(network.network_address if whole else network)
