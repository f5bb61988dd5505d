"""What one server process has for people: ways to reach them, what they have won
and said."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from roundhouse.web.notify.delivery import Delivery, Looking
from roundhouse.web.notify.links import Links
from roundhouse.web.notify.mail import Post
from roundhouse.web.notify.push import can_push, new_key
from roundhouse.web.notify.senders import Senders
from roundhouse.web.settings import Settings
from roundhouse.web.settlement import Settlement
from roundhouse.web.store.channels import Channels, hand_over_channels
from roundhouse.web.store.due import REMINDER, DueNotices, add_due, note_turn
from roundhouse.web.store.privacy import hand_over_results
from roundhouse.web.store.puzzles import hand_over_puzzles
from roundhouse.web.store.ratings import Results
from roundhouse.web.store.remarks import Remarks
from roundhouse.web.store.store import Store
from roundhouse.web.store.ties import Ties, hand_over_ties
from roundhouse.web.tables.tables import Tables
from roundhouse.web.tournaments.running import Tournaments

REMINDED_IN = 5.0  # seconds: time for any server to see that its player has the game open


@dataclass
class Community:
    channels: Channels
    links: Links
    senders: Senders
    delivery: Delivery
    settlement: Settlement
    results: Results
    ties: Ties
    remarks: Remarks
    tournaments: Tournaments

    @classmethod
    def build(
        cls,
        settings: Settings,
        store: Store,
        tables: Tables,
        secret: str,
        holder: str,
        looking: Looking,
    ) -> Community:
        links = Links(secret, settings.site)
        post = Post(
            settings.mail if settings.site else "", settings.mail_from or "roundhouse@localhost"
        )
        key = store.secret("push", new_key()) if can_push() else ""
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else settings.site
        senders = Senders(
            post, key, contact or "mailto:roundhouse@localhost", settings.private_addresses
        )
        channels, notices = Channels(store), DueNotices(store, holder)
        delivery = Delivery(notices, channels, senders, links, settings, looking)
        store.along.append(_with_notices(settings.notice_delay))
        store.handed_over += [hand_over_channels, hand_over_ties, hand_over_results]
        store.handed_over.append(hand_over_puzzles)
        settlement, results = Settlement(store, tables), Results(store)
        running = Tournaments(store, tables, results)
        settlement.settled, settlement.sweeping = running.table_settled, running.sweep
        return cls(
            channels,
            links,
            senders,
            delivery,
            settlement,
            results,
            Ties(store),
            Remarks(store),
            running,
        )

    @staticmethod
    def remind(db: Connection, table: str, person: str) -> None:
        """Somebody's time is running out: they are told soon, unless they have the game open."""
        add_due(db, table, person, REMINDER, time.time() + REMINDED_IN)

    def open(self) -> None:
        self.delivery.open()
        self.settlement.open()

    async def close(self) -> None:
        await self.delivery.close()
        await self.settlement.close()


def _with_notices(delay: float) -> Callable[[Connection, str], None]:
    return lambda db, table: note_turn(db, table, delay)
