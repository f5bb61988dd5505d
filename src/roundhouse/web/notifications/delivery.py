"""The loop that sends due notifications.

Every server runs one; each notification is sent by one of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.translation import ENGLISH, set_language
from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.notifications.channel_storage import Channels
from roundhouse.web.notifications.channels import Senders
from roundhouse.web.notifications.message import NotSent
from roundhouse.web.notifications.outbox import NotificationOutbox
from roundhouse.web.notifications.push import SubscriptionGone
from roundhouse.web.notifications.texts import LinkSigner, turn_message
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Row
from roundhouse.web.tables.presence import Place

log = logging.getLogger("roundhouse.web")

TICK = 1.0
MAX_SENDING = 20  # notifications at once
RECHECK = 15.0  # seconds until checking again whether the user still has the game open

FindPresent = Callable[[Iterable[Place]], set[Place]]


class Delivery:
    """Sends notifications; `find_present` returns users who have their table open.

    A notification due within two ticks is postponed by the server where the user has the game
    open, before any server sends it.
    """

    def __init__(
        self,
        outbox: NotificationOutbox,
        channels: Channels,
        senders: Senders,
        links: LinkSigner,
        settings: Settings,
        find_present: FindPresent,
    ) -> None:
        self._outbox, self._channels, self._senders = outbox, channels, senders
        self._links, self._settings, self._find_present = links, settings, find_present
        self._loop: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()  # a slow receiver delays no other one
        self.counts: Counter[str] = Counter()  # sent, failed and postponed

    def open(self) -> None:
        self._loop = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            for task in self._sending:
                task.cancel()
            await asyncio.gather(self._loop, *self._sending, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.once()
            except SQLAlchemyError as error:
                log.warning("notifications are delayed: %s", str(error).partition("\n")[0])
            except Exception:
                log.exception("notifications failed")
            await asyncio.sleep(min(TICK, self._settings.notification_delay or TICK))

    async def once(self) -> None:
        """Postpone notifications of users who have the game open; start to send others."""
        soon = await in_background_thread(self._outbox.list_due, time.time() + 2 * TICK)
        if not soon:
            return
        places = {notification: (table, user) for notification, table, user in soon}
        present = await in_background_thread(self._find_present, places.values())
        here = {notification for notification, place in places.items() if place in present}
        due = [notification for notification in places if notification not in here]
        self.counts["put off"] += len(here)
        await in_background_thread(self._outbox.postpone, here, time.time() + RECHECK)
        claimed = await in_background_thread(
            self._outbox.claim,
            due,
            self._settings.notification_gap,
            MAX_SENDING - len(self._sending),
        )
        for notification in claimed:
            task = asyncio.get_running_loop().create_task(self._send(notification))
            self._sending.add(task)
            task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("a notification failed: %s", str(error).partition("\n")[0])

    async def _send(self, notification: Row) -> None:
        # In the addressee's language, also the reason of a failure, which only they read.
        set_language(notification["language"] or ENGLISH)
        message = turn_message(notification, self._links)
        try:
            await self._senders.send(
                notification["way"], notification["address"], notification["style"], message
            )
        except SubscriptionGone:
            await in_background_thread(self._channels.remove, notification["channel"])
        except NotSent as error:
            self.counts["failed"] += 1
            await in_background_thread(
                self._outbox.mark_failed, notification, str(error), self._again(notification)
            )
        else:
            self.counts["sent"] += 1
            await in_background_thread(self._outbox.mark_sent, notification)

    def _again(self, notification: Row) -> float | None:
        """Return the time of the next attempt, or None after the last one."""
        delays = self._settings.notification_retries
        tried = int(notification["tries"])
        return time.time() + delays[tried - 1] if tried <= len(delays) else None
