"""Reviews are shared fairly: by user, and short games first."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.in_process import PageUser, Site, running_site
from tests.web.sinks import eventually

from roundhouse.lab.schedule import Matchup, play
from roundhouse.play import registry
from roundhouse.web.bots.fair_queue import FairQueue
from roundhouse.web.http.addresses import set_requester
from roundhouse.web.http.errors import Full, TooMany
from roundhouse.web.learning.analyses import MAX_ANALYSES, MAX_BY_ADDRESS, MAX_BY_USER
from roundhouse.web.services import Services
from roundhouse.web.tables.commands import start_analysis
from roundhouse.web.tables.jobs import analysis_job


def random_game(seed: str = "s1") -> str:
    game = registry.load("northern", speed="interpreted", variant="single")
    matchup = Matchup(0, "northern", ("random",) * 3, "reviews", seed, (("variant", "single"),))
    return play(matchup, game).record


def start_review(site: Site, user: PageUser, record: str) -> None:
    """Start the review of a record."""
    start_analysis(site.services, site.services.records.replay(record, None), user.id, ())


@pytest.mark.slow
def test_many_reviews_of_one_user_do_not_delay_another(tmp_path: Path) -> None:
    first, *texts = (random_game(f"s{n}") for n in range(MAX_BY_USER + 2))
    with running_site(tmp_path) as site:
        ann, bob = site.add_user("Ann", False), site.add_user("Bob", False)
        # Records are saved first: that takes longer than starting the reviews.
        other = site.services.records.save(first, bob.id)
        *own, one_more = (site.services.records.save(text, ann.id) for text in texts)
        for record in own:
            start_review(site, ann, record)
        with pytest.raises(TooMany):
            start_review(site, ann, one_more)
        start_review(site, bob, other)
        eventually(lambda: site.services.analyses.result(other) is not None, 240)
        ready = [name for name in own if site.services.analyses.result(name) is not None]
        assert len(ready) < len(own)


async def _order(*requests: tuple[str, float], max_wait: float = 60.0) -> list[tuple[str, float]]:
    """Return the order in which requests of users, with their sizes, are served."""
    queue = FairQueue([None], max_wait)
    served: list[tuple[str, float]] = []
    await queue.acquire("first")

    async def ask(user: str, size: float) -> None:
        await queue.acquire(user, size=size)
        served.append((user, size))
        queue.release(None, user, size)

    tasks = [asyncio.create_task(ask(*request)) for request in requests]
    await asyncio.sleep(0.01)
    queue.release(None, "first", 1.0)
    await asyncio.gather(*tasks)
    return served


def test_short_games_are_first() -> None:
    order = asyncio.run(_order(("ann", 9), ("bob", 5), ("cat", 1)))
    assert order == [("cat", 1), ("bob", 5), ("ann", 9)]


def test_users_take_turns() -> None:
    order = asyncio.run(_order(("ann", 5), ("ann", 6), ("ann", 7), ("bob", 8)))
    assert order == [("ann", 5), ("bob", 8), ("ann", 6), ("ann", 7)]


def test_long_games_wait_only_so_long() -> None:
    order = asyncio.run(_order(("ann", 9), ("bob", 5), ("cat", 1), max_wait=0.0))
    assert order == [("ann", 9), ("bob", 5), ("cat", 1)]


def test_reviews_are_limited_by_address_and_in_all(services: Services) -> None:
    """Guests cost nothing, so a limit by user alone would bound nothing."""
    text = random_game()
    record = services.records.replay(
        services.storage.records.save_record("abc", "northern", text, "ann"), None
    )
    numbers = itertools.count()

    def ask(address: str) -> None:
        set_requester(address)
        user = f"guest{next(numbers)}"
        job = replace(analysis_job(record, user, ()), table=user)
        services.analyses.start(job, text)

    async def ask_all() -> None:
        services.analyses.loop = asyncio.get_running_loop()  # nothing starts while this runs
        for _ in range(MAX_BY_ADDRESS):
            ask("address")
        with pytest.raises(TooMany):
            ask("address")
        for n in range(MAX_ANALYSES - MAX_BY_ADDRESS):
            ask(f"address{n}")
        with pytest.raises(Full):
            ask("last")
        await services.analyses.close()

    asyncio.run(ask_all())
