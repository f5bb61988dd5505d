"""Reviews are shared fairly: by user, and short games first."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.in_process import PageUser, Site, running_site
from tests.web.sinks import eventually

from roundhouse.lab.schedule import Matchup, play
from roundhouse.play import registry
from roundhouse.web.bots.fair_queue import FairQueue
from roundhouse.web.http.errors import TooMany
from roundhouse.web.learning.analyses import MAX_BY_USER
from roundhouse.web.tables.commands import start_analysis


def random_game() -> str:
    game = registry.load("northern", speed="interpreted", variant="single")
    matchup = Matchup(0, "northern", ("random",) * 3, "reviews", "s1", (("variant", "single"),))
    return play(matchup, game).record


def review(site: Site, user: PageUser, text: str) -> str:
    """Start the review of a record and return its id."""
    name = site.services.records.keep(text, user.id)
    start_analysis(site.services, site.services.records.replay(name, None), user.id, ())
    return name


@pytest.mark.slow
def test_many_reviews_of_one_user_do_not_delay_another(tmp_path: Path) -> None:
    text = random_game()
    with running_site(tmp_path) as site:
        ann, bob = site.add_user("Ann", False), site.add_user("Bob", False)
        own = [review(site, ann, text) for _ in range(MAX_BY_USER)]
        with pytest.raises(TooMany):
            review(site, ann, text)
        other = review(site, bob, text)
        eventually(lambda: site.services.analyses.result(other) is not None, 240)
        ready = [name for name in own if site.services.analyses.result(name) is not None]
        assert len(ready) < len(own)


async def _order(*requests: tuple[str, float], patience: float = 60.0) -> list[tuple[str, float]]:
    """Return the order in which requests of users, with their sizes, are served."""
    queue = FairQueue([None], patience)
    served: list[tuple[str, float]] = []
    await queue.take("first")

    async def ask(user: str, size: float) -> None:
        await queue.take(user, size=size)
        served.append((user, size))
        queue.give(None, user, size)

    tasks = [asyncio.create_task(ask(*request)) for request in requests]
    await asyncio.sleep(0.01)
    queue.give(None, "first", 1.0)
    await asyncio.gather(*tasks)
    return served


def test_short_games_are_first() -> None:
    order = asyncio.run(_order(("ann", 9), ("bob", 5), ("cat", 1)))
    assert order == [("cat", 1), ("bob", 5), ("ann", 9)]


def test_users_take_turns() -> None:
    order = asyncio.run(_order(("ann", 5), ("ann", 6), ("ann", 7), ("bob", 8)))
    assert order == [("ann", 5), ("bob", 8), ("ann", 6), ("ann", 7)]


def test_long_games_wait_only_so_long() -> None:
    order = asyncio.run(_order(("ann", 9), ("bob", 5), ("cat", 1), patience=0.0))
    assert order == [("ann", 9), ("bob", 5), ("cat", 1)]
