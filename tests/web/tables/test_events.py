"""Events of an open page: the table has changed, or there is more to load."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from roundhouse.web.settings import Settings
from roundhouse.web.tables.event_streams import Watchers


def test_refresh_during_a_move_sends_its_own_event() -> None:
    """The player who moved has the new table already and needs the hint to reload."""

    async def collect_events(*, with_refresh: bool) -> list[str]:
        watchers = Watchers(Settings())
        watchers.loop = asyncio.get_running_loop()
        watching = watchers.watch("t", "ann", False, 3, 7)
        for _ in range(2):
            await anext(watching)
        watchers.changed("t", 4, 8)
        watchers.changed("t", 4, 8)  # the same change again, from the database
        if with_refresh:
            watchers.refresh("t")
        await asyncio.sleep(0)
        events = [await anext(watching)]
        watchers.changed("t", 5, 9)
        await asyncio.sleep(0)
        events.append(await anext(watching))
        await watching.aclose()
        return events

    move = "id: 4\nevent: table\ndata: ply 8\n\n"
    with ThreadPoolExecutor() as executor:
        refreshed = executor.submit(asyncio.run, collect_events(with_refresh=True)).result()
        unrefreshed = executor.submit(asyncio.run, collect_events(with_refresh=False)).result()
    assert refreshed == [move, "event: look\ndata: again\n\n"]
    assert unrefreshed == [move, "id: 5\nevent: table\ndata: ply 9\n\n"]
