"""Which IP addresses are on the public internet.

`ipaddress` alone is not enough: its lists differ between releases of Python and leave out some
entries of the IANA registries of special-purpose addresses, so these are listed here, with those
that IANA calls globally reachable. No receiver of notifications has such an address.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

_SPECIAL_IPV4 = """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
    198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
"""
# Only 2000::/3 is in use; these are the special addresses inside it. 6to4 and Teredo contain an
# IPv4 address that may be internal.
_PUBLIC_IPV6 = ip_network("2000::/3")
_SPECIAL_IPV6 = "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20"
_SPECIAL = [ip_network(text) for text in f"{_SPECIAL_IPV4} {_SPECIAL_IPV6}".split()]


def is_public(address: str) -> bool:
    """Return whether an IP address is on the public internet."""
    result = ip_address(address.partition("%")[0])
    if isinstance(result, IPv6Address):
        if result.ipv4_mapped is not None:
            result = result.ipv4_mapped
        elif result not in _PUBLIC_IPV6:
            return False
    return result.is_global and not any(result in network for network in _SPECIAL)
