"""The loop that sends what is due. Every server runs one; each notice is sent by one of them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.notify.links import Links
from roundhouse.web.notify.message import NotSent
from roundhouse.web.notify.push import Gone
from roundhouse.web.notify.senders import Senders
from roundhouse.web.notify.words import turn_message
from roundhouse.web.settings import Settings
from roundhouse.web.store.channels import Channels
from roundhouse.web.store.due import DueNotices
from roundhouse.web.store.presence import Place
from roundhouse.web.store.store import Row

log = logging.getLogger("roundhouse.web")

TICK = 1.0
AWAY = 15.0  # seconds after which it is looked again whether somebody still has the game open

Looking = Callable[[Iterable[Place]], set[Place]]


class Delivery:
    """`looking` says who of some people have their table open. What is due within two ticks is put
    off by the server on which its player has the game open, before any server sends it."""

    def __init__(
        self,
        notices: DueNotices,
        channels: Channels,
        senders: Senders,
        links: Links,
        settings: Settings,
        looking: Looking,
    ) -> None:
        self._notices, self._channels, self._senders = notices, channels, senders
        self._links, self._settings, self._looking = links, settings, looking
        self._loop: asyncio.Task[None] | None = None
        self.counts: Counter[str] = Counter()  # sent, failed and put off, by this process

    def open(self) -> None:
        self._loop = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.once()
            except SQLAlchemyError as error:
                log.warning("notices wait: %s", str(error).partition("\n")[0])
            except Exception:
                log.exception("notices failed")
            await asyncio.sleep(min(TICK, self._settings.notice_delay or TICK))

    async def once(self) -> None:
        """Put off what need not be said, and send what must."""
        soon = await asyncio.to_thread(self._notices.soon, time.time() + 2 * TICK)
        if not soon:
            return
        places = {notice: (table, person) for notice, table, person in soon}
        looking = await asyncio.to_thread(self._looking, places.values())
        here = {notice for notice, place in places.items() if place in looking}
        away = [notice for notice in places if notice not in here]
        self.counts["put off"] += len(here)
        await asyncio.to_thread(self._notices.put_off, here, time.time() + AWAY)
        taken = await asyncio.to_thread(self._notices.claim, away, self._settings.notice_gap)
        await asyncio.gather(*(self._send(notice) for notice in taken))

    async def _send(self, notice: Row) -> None:
        message = turn_message(notice, self._links)
        try:
            await self._senders.send(notice["way"], notice["address"], notice["style"], message)
        except Gone:
            await asyncio.to_thread(self._channels.remove, notice["channel"])
        except NotSent as error:
            self.counts["failed"] += 1
            await asyncio.to_thread(self._notices.failed, notice, str(error), self._again(notice))
        else:
            self.counts["sent"] += 1
            await asyncio.to_thread(self._notices.sent, notice)

    def _again(self, notice: Row) -> float | None:
        """When it is worth another try; None: it was tried often enough."""
        waits = self._settings.notice_retries
        tried = int(notice["tries"])
        return time.time() + waits[tried - 1] if tried <= len(waits) else None
