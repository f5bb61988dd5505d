"""Notifications by email."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import Policy
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

import aiosmtplib

from roundhouse.core.translation import mark, use_language
from roundhouse.core.translation import translate as _
from roundhouse.web.http.addresses import set_requester
from roundhouse.web.http.errors import CannotServe, Full
from roundhouse.web.notifications.delivery_limits import SECONDS, limited_delivery
from roundhouse.web.notifications.message import Notification, NotSent
from roundhouse.web.notifications.outbound_http import NameLookup

MAX_ADDRESS_CHARS = 200
MAX_REPLY_CHARS = 250  # of a mail server
_names = NameLookup(4)  # of their own: slow name servers of webhooks delay no email
NO_MAIL = mark("Email isn't set up on this server.")
# A plausibility check; only a confirmation email proves that the address exists.
_ADDRESS = re.compile(r"[^@\s<>\"'(),:;\\\[\]]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


def check_address(address: str) -> str:
    """Return a tidied email address; raises NotSent if it is invalid."""
    tidy = address.strip()
    if len(tidy) > MAX_ADDRESS_CHARS or not tidy.isprintable() or not _ADDRESS.fullmatch(tidy):
        raise NotSent(_("Enter a valid email address."))
    return tidy


@dataclass(frozen=True)
class Mailer:
    """Sends email through an SMTP server.

    The URL is `smtp://[name:password@]host[:port]` (STARTTLS if the server supports it) or
    `smtps://` (TLS from the start).
    """

    url: str
    sender: str

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if self.url and (parts.scheme not in ("smtp", "smtps") or not parts.hostname):
            raise CannotServe("the mail server must be smtp://[name:password@]host[:port]")

    @property
    def usable(self) -> bool:
        return bool(self.url)

    async def send(self, address: str, message: Notification) -> None:
        """Send an email; return after the server has accepted it. Raises NotSent."""
        if not self.url:
            raise NotSent(_(NO_MAIL))
        try:
            async with limited_delivery():
                await self._deliver(build_email(self.sender, check_address(address), message))
        except aiosmtplib.SMTPResponseException as error:
            reply = f"{error.code} {error.message}"[:MAX_REPLY_CHARS]
            raise NotSent(_("The mail server rejected the email: {reply}", reply=reply)) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            reply = (str(error) or type(error).__name__)[:MAX_REPLY_CHARS]
            raise NotSent(_("The mail server could not be reached: {reply}", reply=reply)) from None

    async def _deliver(self, email: EmailMessage) -> None:
        parts = urlsplit(self.url)
        secure = parts.scheme == "smtps"
        client = aiosmtplib.SMTP(
            sock=await _connect(str(parts.hostname), parts.port or (465 if secure else 587)),
            hostname=parts.hostname,  # of the certificate
            # Otherwise the library asks the name server, in asyncio's default executor.
            local_hostname=_domain(self.sender) or "localhost",
            username=unquote(parts.username) if parts.username else None,
            password=unquote(parts.password) if parts.password else None,
            use_tls=secure,
            timeout=SECONDS,
        )
        try:
            await client.connect()
            await client.send_message(email)
            with suppress(aiosmtplib.SMTPException):  # the email is accepted
                await client.quit()
        finally:
            client.close()


async def _connect(host: str, port: int) -> socket.socket:
    """Connect without asyncio's own name resolution, which uses the shared executor."""
    failure: OSError = OSError(f"{host} has no address")
    for address in await asyncio.wrap_future(_names.start(host, port)):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        result = socket.socket(family, socket.SOCK_STREAM)
        result.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(result, (address, port))
            return result
        except OSError as error:
            failure = error
            result.close()
        except BaseException:
            result.close()
            raise
    raise failure


def _domain(address: str) -> str:
    return address.rpartition("@")[2]


class LinkHeader(str):
    """A header that stays on one line.

    Python encodes a long word to fold it, and mail servers do not decode the link then.
    """

    name: str

    def __new__(cls, value: str, name: str) -> LinkHeader:
        header = super().__new__(cls, value)
        header.name = name
        return header

    def fold(self, *, policy: Policy) -> str:
        """Return the header as the email has it."""
        return f"{self.name}: {self}{policy.linesep}"


def build_email(sender: str, address: str, message: Notification) -> EmailMessage:
    """Build the email, with headers for one-click unsubscribing (RFC 8058)."""
    result = EmailMessage()
    result["From"] = f"Roundhouse <{sender}>"
    result["To"] = address
    result["Subject"] = " ".join(message.subject.splitlines())
    result["Date"] = formatdate()
    result["Message-ID"] = f"<{message.id}@{_domain(sender)}>"
    result["Auto-Submitted"] = "auto-generated"
    with use_language(message.language):
        unsubscribe = _("Unsubscribe: {link}", link=message.unsubscribe)
    lines = [message.text]
    if message.link:
        lines += ["", message.link]
    if message.unsubscribe:
        result["List-Unsubscribe"] = LinkHeader(f"<{message.unsubscribe}>", "List-Unsubscribe")
        result["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        lines += ["", "-- ", unsubscribe]
    result.set_content("\n".join(lines) + "\n")  # which removes headers of the content
    result["Content-Language"] = message.language
    return result


log = logging.getLogger("roundhouse.web")

MAX_PARALLEL = 4
MAX_PENDING = 100  # jobs that strangers may start
BUSY = mark("Too many emails are being sent right now. Try again in a moment.")


class BackgroundMail:
    """Runs jobs that send emails with `post`, a few at a time."""

    def __init__(self, post: Mailer) -> None:
        self.post = post
        self.pending: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(MAX_PARALLEL)

    def check_capacity(self) -> None:
        """Raise Full if many jobs are waiting."""
        if len(self.pending) >= MAX_PENDING:
            raise Full(_(BUSY), 5)

    def start(self, job: Callable[[], Awaitable[None]]) -> None:
        """Start a job from the event loop."""
        task = asyncio.get_running_loop().create_task(self._run(job))
        self.pending.add(task)
        task.add_done_callback(self.pending.discard)

    async def close(self) -> None:
        for task in self.pending:
            task.cancel()
        await asyncio.gather(*self.pending, return_exceptions=True)

    async def _run(self, job: Callable[[], Awaitable[None]]) -> None:
        set_requester("")  # the request is over: its address has no share in this
        async with self._turns:
            try:
                await job()
            except Exception as error:
                log.warning("an email was not sent: %s", str(error).partition("\n")[0])
