"""The client address of a request, directly or from a trusted proxy."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from roundhouse.table.errors import Refusal

UNKNOWN_ADDRESS = "?"
MAX_LENGTH = 64  # characters; no address has more
# Empty outside of requests: background work is not counted by address.
_requester: ContextVar[str] = ContextVar("requester", default="")


def limit_key(host: str) -> str:
    """Return the key for rate limits: an IPv4 address or an IPv6 /64 network."""
    address = _address(host)
    if address is None:
        return host or UNKNOWN_ADDRESS
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address)


class Proxies:
    """The trusted proxies; none by default."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        try:
            self._trusted = [ip_network(value.strip(), strict=False) for value in trusted]
        except ValueError as error:
            raise Refusal(f"a proxy must be an address or a network: {error}") from None

    def trusts(self, host: str) -> bool:
        address = _address(host) if self._trusted else None
        return address is not None and any(address in network for network in self._trusted)

    def client(self, peer: str, forwarded: str) -> str:
        """Return the client of a request that `peer` forwards.

        Each proxy appends the address it received the request from. The last one that is not a
        trusted proxy is the client; addresses to its left may be forged.
        """
        client = peer
        for message in reversed(forwarded.split(",")):
            if not self.trusts(client):
                break
            address = _address(message.strip())
            if address is None:
                break
            client = str(address)
        return client


def _address(host: str) -> IPv4Address | IPv6Address | None:
    return None if len(host) > MAX_LENGTH else _parse(host)


@lru_cache(maxsize=1024)  # most requests come from the same addresses
def _parse(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def set_requester(address: str) -> None:
    """Note the address of a request, as rate limits count it."""
    _requester.set(address)


def requester() -> str:
    """Return the address of the current request, or an empty string."""
    return _requester.get()
