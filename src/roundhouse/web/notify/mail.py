"""Notices by mail."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

import aiosmtplib

from roundhouse.web.errors import CannotServe
from roundhouse.web.notify.message import Message, NotSent

SECONDS = 15.0
LONGEST = 200
NO_MAIL = "This server does not send mail: its operator has not set up a way."
# Good enough to refuse what is no address; whether it exists is found out by a letter.
_ADDRESS = re.compile(r"[^@\s<>\"'(),:;\\\[\]]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


def check_address(address: str) -> str:
    """A mail address, tidied; raises NotSent if it is none."""
    tidy = address.strip()
    if len(tidy) > LONGEST or not tidy.isprintable() or not _ADDRESS.fullmatch(tidy):
        raise NotSent("This is not a mail address.")
    return tidy


@dataclass(frozen=True)
class Post:
    """The mail server that letters are handed to: `smtp://[name:password@]host[:port]` (encrypted
    if the server can), `smtps://` (encrypted from the first byte)."""

    url: str
    sender: str

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if self.url and (parts.scheme not in ("smtp", "smtps") or not parts.hostname):
            raise CannotServe("a mail server is given as smtp://[name:password@]host[:port]")

    @property
    def usable(self) -> bool:
        return bool(self.url)

    async def send(self, address: str, message: Message) -> None:
        """Raises NotSent. Returns when the mail server has taken the letter."""
        if not self.url:
            raise NotSent(NO_MAIL)
        parts = urlsplit(self.url)
        secure = parts.scheme == "smtps"
        try:
            await aiosmtplib.send(
                letter(self.sender, check_address(address), message),
                hostname=parts.hostname,
                port=parts.port or (465 if secure else 587),
                username=unquote(parts.username) if parts.username else None,
                password=unquote(parts.password) if parts.password else None,
                use_tls=secure,
                timeout=SECONDS,
            )
        except aiosmtplib.SMTPResponseException as error:
            raise NotSent(f"The mail server said: {error.code} {error.message}"[:300]) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            said = str(error) or type(error).__name__
            raise NotSent(f"The mail server could not be reached: {said}"[:300]) from None


def letter(sender: str, address: str, message: Message) -> EmailMessage:
    """The letter, with the headers by which one unsubscribes with one click (RFC 8058)."""
    made = EmailMessage()
    made["From"] = f"Roundhouse <{sender}>"
    made["To"] = address
    made["Subject"] = " ".join(message.subject.split())
    made["Date"] = formatdate()
    made["Message-ID"] = f"<{message.id}@{sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    lines = [message.text]
    if message.link:
        lines += ["", message.link]
    if message.unsubscribe:
        made["List-Unsubscribe"] = f"<{message.unsubscribe}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        lines += ["", "-- ", f"No more such letters: {message.unsubscribe}"]
    made.set_content("\n".join(lines) + "\n")
    return made
