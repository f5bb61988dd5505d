"""Where a request comes from: the address of the peer, or what a proxy that we trust says of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from roundhouse.web.errors import Refusal

NOWHERE = "?"
LONGEST = 64  # letters: no address has more


def place_of(host: str) -> str:
    """What limits are counted by: an IPv4 address, or the network of an IPv6 address, since one
    household has all addresses of its network."""
    address = _address(host)
    if address is None:
        return host or NOWHERE
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address)


class Proxies:
    """The proxies whose word about an address is believed; by default there are none."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        try:
            self._trusted = [ip_network(given.strip(), strict=False) for given in trusted]
        except ValueError as error:
            raise Refusal(f"a proxy is an address or a network: {error}") from None

    def trusts(self, host: str) -> bool:
        address = _address(host) if self._trusted else None
        return address is not None and any(address in network for network in self._trusted)

    def client(self, peer: str, forwarded: str) -> str:
        """Who has sent the request that `peer` passes on.

        Each proxy adds on the right whom it heard from. So the last one that is not ours is the
        client; whatever stands left of it the client may have made up.
        """
        client = peer
        for said in reversed(forwarded.split(",")):
            if not self.trusts(client):
                break
            address = _address(said.strip())
            if address is None:
                break
            client = str(address)
        return client


def _address(host: str) -> IPv4Address | IPv6Address | None:
    return None if len(host) > LONGEST else _read(host)


@lru_cache(maxsize=1024)  # every request asks, most of them from where the last came from
def _read(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
