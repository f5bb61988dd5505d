"""Sending to addresses that visitors have typed in, without reaching what is inside.

The name is resolved once, every address it has must be a public one, and the connection is made to
the address that was looked at: a name that answers differently the second time gains nothing.
Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv6Address, ip_address
from urllib.parse import SplitResult, urlsplit

from roundhouse.web.notify.message import NotSent

SECONDS = 10.0  # for everything: to connect, to send, to be answered
LONGEST_ADDRESS = 1000
HTTPS, HTTP = 443, 80
GONE = (404, 410)


@dataclass(frozen=True)
class Answer:
    status: int
    said: str


def check_url(url: str) -> SplitResult:
    """The parts of an address on the web; raises NotSent with what is wrong with it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotSent("This is not an address on the web.") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or len(url) > LONGEST_ADDRESS:
        raise NotSent("An address on the web begins with https:// and a name.")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise NotSent("An address on the web has no spaces or special letters in it.")
    if parts.username or parts.password:
        raise NotSent("Leave name and password out of the address.")
    if port == 0:
        raise NotSent("There is no port 0.")
    return parts


def is_public(address: str) -> bool:
    """Whether an address is one of the internet at large."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if inner is not None:
            found = inner
    return found.is_global and not found.is_multicast and not found.is_reserved


def resolve(host: str, port: int, inside: bool) -> str:
    """The address to connect to. `inside`: the operator allows private ones."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotSent(f"There is no {host}.") from None
    addresses = [str(info[4][0]) for info in found]
    if not inside and not all(is_public(address) for address in addresses):
        raise NotSent(f"{host} is not on the public internet; notices are not sent there.")
    return addresses[0]


class _Pinned(HTTPConnection):
    """A connection to an address that was looked at before."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), SECONDS)


class _PinnedSecure(HTTPSConnection):
    """The same by TLS: the certificate must be that of the name."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, port, timeout=SECONDS, context=self._tls)
        self._address = address

    def connect(self) -> None:
        bare = socket.create_connection((self._address, self.port), SECONDS)
        self.sock = self._tls.wrap_socket(bare, server_hostname=self.host)


def post(url: str, body: bytes, headers: Mapping[str, str], inside: bool = False) -> Answer:
    """Send a body to an address that a visitor has given; raises NotSent."""
    parts = check_url(url)
    host, secure = str(parts.hostname), parts.scheme == "https"
    if not secure and not inside:
        raise NotSent("Notices are sent by https only.")
    port = parts.port or (HTTPS if secure else HTTP)
    address = resolve(host, port, inside)
    made = (_PinnedSecure if secure else _Pinned)(host, port, address)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        made.request("POST", path, body, {"user-agent": "Roundhouse", **headers})
        answer = made.getresponse()
        return Answer(answer.status, answer.read(300).decode("utf-8", "replace"))
    except (OSError, HTTPException) as error:
        raise NotSent(
            f"{host} could not be reached: {str(error) or type(error).__name__}"
        ) from None
    finally:
        made.close()


async def post_soon(url: str, body: bytes, headers: Mapping[str, str], inside: bool) -> Answer:
    """The same without holding up the event loop, and not longer than it may take in all."""
    try:
        async with asyncio.timeout(2 * SECONDS):
            return await asyncio.to_thread(post, url, body, headers, inside)
    except TimeoutError:
        raise NotSent("There was no answer in time.") from None


def check_answer(host: str, answer: Answer) -> None:
    """Raise unless it was accepted."""
    if 200 <= answer.status < 300:
        return
    if 300 <= answer.status < 400:
        raise NotSent(f"{host} sends us elsewhere ({answer.status}); give the final address.")
    raise NotSent(f"{host} answered {answer.status}: {answer.said[:120].strip()}")
