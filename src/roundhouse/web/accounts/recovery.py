"""Set a new password with a link that was sent by email."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import ENGLISH, use_language
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotYours
from roundhouse.web.accounts.email_links import LINK_HOURS, RECOVER, STALE, EmailLinks
from roundhouse.web.accounts.storage import Accounts
from roundhouse.web.accounts.users import Users, login_of
from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.notifications.channel_storage import MAIL, Channels
from roundhouse.web.notifications.mail import BackgroundMail
from roundhouse.web.notifications.message import Notification, NotSent
from roundhouse.web.storage.database import Row


@dataclass(frozen=True)
class Recovery:
    """Sends the links and sets the passwords."""

    users: Users
    accounts: Accounts
    channels: Channels
    links: EmailLinks
    mail: BackgroundMail

    @property
    def is_possible(self) -> bool:
        """Whether this server sends email."""
        return self.mail.post.usable

    def request(self, name: str, requester: str) -> None:
        """Send a link if the account exists and has a confirmed address.

        Everything that depends on the account happens in the background, so neither the answer
        nor its time reveals anything.
        """
        self.mail.check_capacity()
        self.mail.start(partial(self._send_link, name, requester))

    async def _send_link(self, name: str, requester: str) -> None:
        channel, language = await in_background_thread(self._confirmed_mail, name)
        if channel is None:
            return
        token = await in_background_thread(
            self.links.create, RECOVER, channel["id"], channel["address"], requester
        )
        if token is None:
            return
        with use_language(language):
            message = Notification(
                secrets.token_hex(12),
                _("Reset your Roundhouse password"),
                _(
                    "A password reset was requested for your account. To choose a new password, "
                    "open this link within {hours} hours. If you did not request it, ignore this "
                    "email.",
                    hours=LINK_HOURS,
                ),
                self.links.url(RECOVER, token),
            )
        try:
            await self.mail.post.send(channel["address"], message)
        except NotSent as error:
            await in_background_thread(self.links.revoke, token)
            await in_background_thread(
                partial(self.channels.change, channel["id"], error=str(error))
            )
            raise RoundhouseError(f"a reset link: {error}") from None

    def _confirmed_mail(self, name: str) -> tuple[Row | None, str]:
        """Return the channel of an account, and the account's language."""
        row = self.accounts.find_user_by_login(login_of(name))
        if row is None:
            return None, ENGLISH
        mails = [
            c for c in self.channels.find_all(row["id"]) if c["kind"] == MAIL and c["confirmed"]
        ]
        return mails[0] if mails else None, row["language"] or ENGLISH

    def check(self, token: str) -> str:
        """Return the user of a link; raises NotYours."""
        channel = self.links.find(RECOVER, token)
        if not channel["confirmed"]:
            raise NotYours(_(STALE))
        return str(channel["person"])

    def reset(self, token: str, password: str) -> str:
        """Set a password, end all sessions and links, and return a new session's token."""
        return self.users.set_password(self.check(token), password, token)
