"""Services for users: notifications, results, chat, tournaments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.web.accounts.email_links import EmailLinks
from roundhouse.web.notifications.channel_storage import Channels
from roundhouse.web.notifications.channels import Senders
from roundhouse.web.notifications.delivery import Delivery, FindPresent
from roundhouse.web.notifications.mail import BackgroundMail, Mailer
from roundhouse.web.notifications.push import can_push, new_key
from roundhouse.web.notifications.texts import LinkSigner
from roundhouse.web.repositories import Repositories
from roundhouse.web.settings import Settings
from roundhouse.web.social.chat import ChatMessages
from roundhouse.web.social.relationships import Relationships
from roundhouse.web.tables.service import Tables
from roundhouse.web.tournaments.rating_storage import Results
from roundhouse.web.tournaments.running import Tournaments
from roundhouse.web.tournaments.settlement import Settlement


@dataclass
class SocialServices:
    channels: Channels
    links: LinkSigner
    email_links: EmailLinks
    background_mail: BackgroundMail
    senders: Senders
    delivery: Delivery
    settlement: Settlement
    results: Results
    relationships: Relationships
    chat: ChatMessages
    tournaments: Tournaments

    @classmethod
    def build(
        cls,
        settings: Settings,
        storage: Repositories,
        tables: Tables,
        secret: str,
        find_present: FindPresent,
        owner_of: Callable[[str], str | None],
    ) -> SocialServices:
        links = LinkSigner(secret, settings.site)
        post = Mailer(
            settings.mail if settings.site else "", settings.mail_from or "roundhouse@localhost"
        )
        key = storage.database.secret("push", new_key()) if can_push() else ""
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else settings.site
        senders = Senders(
            post, key, contact or "mailto:roundhouse@localhost", settings.private_addresses
        )
        delivery = Delivery(
            storage.outbox, storage.channels, senders, links, settings, find_present
        )
        tournaments = Tournaments(storage.tournaments, tables, storage.results, owner_of)
        return cls(
            storage.channels,
            links,
            EmailLinks(storage.database, secret, links.site),
            BackgroundMail(post),
            senders,
            delivery,
            Settlement(storage.database, tables, tournaments),
            storage.results,
            storage.relationships,
            storage.chat,
            tournaments,
        )

    def open(self) -> None:
        self.delivery.open()
        self.settlement.open()

    async def close(self) -> None:
        await self.background_mail.close()
        await self.delivery.close()
        await self.settlement.close()
