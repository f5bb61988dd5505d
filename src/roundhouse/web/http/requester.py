"""The address that the current request comes from, for services that share out capacity."""

from __future__ import annotations

from contextvars import ContextVar

# Empty outside of requests: background work is not counted by address.
_address: ContextVar[str] = ContextVar("address", default="")


def set_requester(address: str) -> None:
    """Note the address of a request, as rate limits count it."""
    _address.set(address)


def requester() -> str:
    """Return the address of the current request, or an empty string."""
    return _address.get()
