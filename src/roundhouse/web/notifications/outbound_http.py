"""HTTP requests to addresses that users enter, without access to internal hosts.

The host name is resolved once, all its addresses must be public, and the connection goes to the
checked address, so a second DNS answer cannot redirect it. Redirects are not followed. A request
takes no thread, except to resolve the name, and ends at an absolute deadline.
"""

from __future__ import annotations

import asyncio
import queue
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import h11

from roundhouse.core.translation import translate as _
from roundhouse.web.notifications.delivery_limits import limited_delivery
from roundhouse.web.notifications.message import NotSent

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


MAX_THREADS = 16

Lookup = tuple["Future[list[str]]", str, int]


class NameLookup:
    """A few daemon threads that resolve host names."""

    def __init__(self, threads: int = MAX_THREADS) -> None:
        self._most, self._threads = threads, 0
        self._jobs: queue.SimpleQueue[Lookup] = queue.SimpleQueue()
        self._lock = threading.Lock()

    def start(self, host: str, port: int) -> Future[list[str]]:
        """Resolve a host name; the future has its IP addresses or an OSError."""
        result: Future[list[str]] = Future()
        self._jobs.put((result, host, port))
        with self._lock:
            if self._threads < self._most:
                self._threads += 1
                threading.Thread(target=self._work, name="names", daemon=True).start()
        return result

    def _work(self) -> None:
        while True:
            result, host, port = self._jobs.get()
            if not result.set_running_or_notify_cancel():
                continue  # the delivery has run out of time
            try:
                infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                result.set_result([str(info[4][0]) for info in infos])
            except (OSError, UnicodeError) as error:
                result.set_exception(error)


names = NameLookup()


MAX_ADDRESS_LENGTH = 1000
HTTPS, HTTP = 443, 80
MAX_MESSAGE_BYTES = 300  # of a response, for the user
READ_BYTES = 4096
MAX_RESPONSE_BYTES = 32_768  # read of a response: an endless one would occupy the event loop
GONE = (404, 410)


@dataclass(frozen=True)
class HttpResponse:
    """A response: its status and the start of its body."""

    status: int
    message: str


def check_url(url: str) -> SplitResult:
    """Return the parts of a web address; raises NotSent if it is invalid."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotSent(_("This is not a valid web address.")) from None
    if parts.scheme not in ("https", "http") or not parts.hostname or len(url) > MAX_ADDRESS_LENGTH:
        raise NotSent(_("A web address must start with https:// and a host name."))
    if not url.isascii() or not url.isprintable() or " " in url:
        raise NotSent(_("A web address can't contain spaces or special characters."))
    if parts.username or parts.password:
        raise NotSent(_("Remove the user name and password from the address."))
    if port == 0:
        raise NotSent(_("Port 0 is not valid."))
    return parts


async def check_receiver(url: str, inside: bool) -> None:
    """Raise NotSent unless an address may be requested; `inside` allows private ones."""
    parts = check_url(url)
    async with limited_delivery():
        await _resolve(str(parts.hostname), parts.port or HTTPS, inside)


async def _resolve(host: str, port: int, inside: bool) -> str:
    try:
        addresses = await asyncio.wrap_future(names.start(host, port))
    except (OSError, UnicodeError) as error:
        if isinstance(error, TimeoutError):
            reason = _("The host {host} could not be looked up.", host=host)
        else:
            reason = _("The host {host} does not exist.", host=host)
        raise NotSent(reason) from None
    return _choose_address(host, addresses, inside)


def _choose_address(host: str, addresses: Sequence[str], inside: bool) -> str:
    if not inside and not all(is_public(address) for address in addresses):
        raise NotSent(
            _("{host} is not on the public internet. Notifications can't be sent there.", host=host)
        )
    return addresses[0]


async def post(
    url: str, body: bytes, headers: Mapping[str, str], inside: bool = False
) -> HttpResponse:
    """Send a body to an address that a user entered; raises NotSent."""
    parts = check_url(url)
    host, secure = str(parts.hostname), parts.scheme == "https"
    if not secure and not inside:
        raise NotSent(_("Notifications are sent over https only."))
    port = parts.port or (HTTPS if secure else HTTP)
    request = h11.Request(
        method="POST",
        target=(parts.path or "/") + (f"?{parts.query}" if parts.query else ""),
        headers=[
            ("host", parts.netloc),
            ("user-agent", "Roundhouse"),
            ("content-length", str(len(body))),
            ("connection", "close"),
            *headers.items(),
        ],
    )
    async with limited_delivery():
        address = await _resolve(host, port, inside)
        try:
            return await _exchange(address, port, host if secure else None, request, body)
        except (OSError, h11.ProtocolError) as error:
            reply = str(error) or type(error).__name__
            reason = _("{host} could not be reached: {reply}", host=host, reply=reply)
            raise NotSent(reason) from None


async def _exchange(
    address: str, port: int, tls_name: str | None, request: h11.Request, body: bytes
) -> HttpResponse:
    """Send a request to an IP address; a TLS certificate must match `tls_name`."""
    tls = _tls() if tls_name else None
    reader, writer = await asyncio.open_connection(address, port, ssl=tls, server_hostname=tls_name)
    try:
        connection = h11.Connection(h11.CLIENT)
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(connection.send(event) or b"")
        await writer.drain()
        return await _read_response(connection, reader)
    finally:
        writer.transport.abort()  # a polite end would wait for the other side


@cache
def _tls() -> ssl.SSLContext:
    """Return the cached settings of TLS, which take milliseconds to load."""
    return ssl.create_default_context()


async def _read_response(connection: h11.Connection, reader: asyncio.StreamReader) -> HttpResponse:
    """Return the final response with the start of its body."""
    status, message, received = 0, b"", 0
    while len(message) < MAX_MESSAGE_BYTES:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            if received > MAX_RESPONSE_BYTES:
                raise NotSent(_("The response is too long."))
            data = await reader.read(READ_BYTES)
            received += len(data)
            connection.receive_data(data)
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            message += event.data
        elif not isinstance(event, h11.InformationalResponse):
            break
    return HttpResponse(status, message[:MAX_MESSAGE_BYTES].decode("utf-8", "replace"))


def check_answer(host: str, answer: HttpResponse) -> None:
    """Raise NotSent unless the request was accepted."""
    if 200 <= answer.status < 300:
        return
    if 300 <= answer.status < 400:
        reason = _(
            "{host} redirects elsewhere ({status}). Enter the final address.",
            host=host,
            status=answer.status,
        )
    else:
        reason = _(
            "{host} responded with {status}: {message}",
            host=host,
            status=answer.status,
            message=answer.message[:120].strip(),
        )
    raise NotSent(reason)
