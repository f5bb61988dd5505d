"""What an open page is told of its table: that it has changed, and that there is more to see."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from roundhouse.web.events import Watchers
from roundhouse.web.settings import Settings


def test_what_comes_together_with_a_move_is_told_besides_it() -> None:
    """Who made the move has it already, and would not look at the table again."""

    async def moved(*, with_a_notice: bool) -> list[str]:
        watchers = Watchers(Settings())
        watchers.loop = asyncio.get_running_loop()
        watching = watchers.watch("t", "ann", False, 3, 7)
        for _ in range(2):
            await anext(watching)
        watchers.changed("t", 4, 8)
        watchers.changed("t", 4, 8)  # heard again, by way of the database
        if with_a_notice:
            watchers.look_again("t")
        await asyncio.sleep(0)
        heard = [await anext(watching)]
        watchers.changed("t", 5, 9)
        await asyncio.sleep(0)
        heard.append(await anext(watching))
        await watching.aclose()
        return heard

    move = "id: 4\nevent: table\ndata: ply 8\n\n"
    with ThreadPoolExecutor() as aside:
        said = aside.submit(asyncio.run, moved(with_a_notice=True)).result()
        silent = aside.submit(asyncio.run, moved(with_a_notice=False)).result()
    assert said == [move, "event: look\ndata: again\n\n"]
    assert silent == [move, "id: 5\nevent: table\ndata: ply 9\n\n"]
