"""Leases: one process thinks for a table, and each bot's move is played once, in the position that
it was thought about."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.web.laying import bots, do, move, people

from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store.leases import NotHeld
from roundhouse.web.store.schema import leases
from roundhouse.web.tables import play
from roundhouse.web.tables.chairs import BOT, PERSON, Chair
from roundhouse.web.tables.jobs import bot_job, is_current
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.table import Table
from roundhouse.web.thinking.pauses import Pauses
from roundhouse.web.thinking.pool import Answer


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = Services.build(Settings(data=tmp_path))
    yield made
    made.store.close()


@pytest.fixture
def other(services: Services) -> Iterator[Services]:
    """Another process on the same database."""
    made = Services.build(services.settings)
    yield made
    made.store.close()


def ours(services: Services) -> Leases:
    return services.bot_turns._leases


def rows(services: Services) -> list[tuple[str, str]]:
    with services.store.engine.connect() as db:
        return [(t, h) for t, h in db.execute(select(leases.c.table_id, leases.c.holder))]


def run_out(services: Services) -> None:
    with services.store.engine.begin() as db:
        db.execute(update(leases).values(until=0.0))


def any_move(found: Table) -> str:
    return found.game.text(found.match.state.legal()[0])


def bot_moves(services: Services, table: str) -> None:
    with services.tables.at(table) as found:
        seat = found.thinking
        assert seat is not None
        play.move(services.tables, found, [seat], [any_move(found)], found.match.ply, by_bot=True)


def test_who_makes_a_bots_turn_holds_the_lease_and_it_ends_with_the_turn(
    services: Services,
) -> None:
    chairs = [*people("ann"), *bots(3)[1:]]
    table = services.tables.create("ann", "northern", {}, chairs)
    assert rows(services) == []
    move(services, table, "ann", "invest small fargo")
    assert rows(services) == [(table, ours(services).holder)]
    bot_moves(services, table)
    assert rows(services) == [(table, ours(services).holder)]
    bot_moves(services, table)
    assert rows(services) == []  # it is Ann's turn


def test_who_holds_none_plays_none(services: Services, other: Services) -> None:
    table = services.tables.create("ann", "northern", {}, bots(3))
    assert not ours(other).hold(table)
    with pytest.raises(NotHeld):
        bot_moves(other, table)
    assert services.store.numbered_entries(table) == []
    bot_moves(services, table)
    assert len(services.store.numbered_entries(table)) == 1
    with other.tables.at(table) as found:
        assert found.match.ply == 1  # and nothing of the refused move is left in memory


def test_a_lease_that_ran_out_is_taken_over(services: Services, other: Services) -> None:
    table = services.tables.create("ann", "northern", {}, bots(3))
    assert ours(other).orphans() == []
    run_out(services)
    assert ours(other).orphans() == [(table, 1)]
    assert ours(other).hold(table)
    ours(services).renew([table])  # too late
    with pytest.raises(NotHeld):
        bot_moves(services, table)
    bot_moves(other, table)


def test_leases_are_renewed_and_given_back(services: Services, other: Services) -> None:
    table = services.tables.create("ann", "northern", {}, bots(3))
    run_out(services)
    ours(services).renew([table])  # in time: nobody has taken it
    assert not ours(other).hold(table)
    ours(services).release_all()
    assert ours(other).hold(table)
    ours(other).release(table)
    assert rows(services) == []


def test_orphans_are_found_without_loading_a_table(services: Services, other: Services) -> None:
    """Only where a bot is to act, and where the game can be played."""
    waiting = [Chair(0, PERSON, "ann", "ann"), *bots(3)[1:]]
    mine = services.tables.create("ann", "northern", {}, waiting)
    theirs = [services.tables.create("ann", "northern", {}, bots(3)) for _ in range(3)]
    run_out(services)
    found = [table for table, _ in ours(other).orphans()]
    assert set(found) == set(theirs)
    assert found[0] == theirs[-1]  # touched last
    assert mine not in found
    assert len(other.tables.open) == 0


def test_an_answer_is_for_one_position_only(services: Services) -> None:
    """The same ply and the same seat to act, but after an undo and another move."""
    chairs = [*people("ann"), Chair(1, BOT, "Bot", level="random"), *bots(3)[2:]]
    table = services.tables.create("ann", "northern", {}, chairs)
    move(services, table, "ann", "invest small fargo")
    with services.tables.at(table) as found:
        job = bot_job(services.tables, found)
    assert job is not None
    do(services, table, "ann", "undo")
    move(services, table, "ann", "lay fargo")
    with services.tables.at(table) as found:
        assert (found.match.ply, found.thinking) == (job.ply, job.seat)
        assert not is_current(job, found)
    services.bot_turns._play(job, "invest small minot")
    assert len(services.store.entries(table)) == 3  # move, undo, move
    with services.tables.at(table) as found:
        fresh = bot_job(services.tables, found)
        assert fresh is not None
        assert is_current(fresh, found)
    services.bot_turns._play(fresh, "invest small minot")
    assert len(services.store.entries(table)) == 4


def test_somebody_who_asks_to_go_back_does_not_make_a_bot_think_again(services: Services) -> None:
    chairs = [*people("ann", "bob"), *bots(3)[2:]]
    table = services.tables.create("ann", "northern", {}, chairs)
    move(services, table, "ann", "invest small fargo")
    move(services, table, "bob", "invest small minot")
    with services.tables.at(table) as found:
        job = bot_job(services.tables, found)
    do(services, table, "ann", "ask")
    with services.tables.at(table) as found:
        assert job is not None
        assert is_current(job, found)


def test_a_bot_that_was_exchanged_is_not_listened_to(services: Services) -> None:
    chairs = [*people("ann"), *bots(3)[1:]]
    table = services.tables.create("ann", "northern", {}, chairs)
    do(services, table, "ann", "hand-over", seat=0, level="greedy")
    with services.tables.at(table) as found:
        job = bot_job(services.tables, found)
    do(services, table, "ann", "take-back", seat=0)
    do(services, table, "ann", "hand-over", seat=0, level="random")
    with services.tables.at(table) as found:
        assert job is not None
        assert not is_current(job, found)


def test_two_processes_that_both_drive_a_table_play_each_move_once(
    services: Services, other: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sweep all the time, leases run out at every step: no move is made twice."""
    table = services.tables.create("ann", "northern", {}, bots(4))

    async def answer(job: Any) -> Answer:
        with services.tables.at(job.table) as found:
            await asyncio.sleep(0)
            return Answer(any_move(found))

    async def both() -> None:
        for _ in range(60):
            run_out(services)
            await asyncio.gather(
                services.bot_turns._act(table), other.bot_turns._act(table), return_exceptions=True
            )

    for one in (services, other):
        monkeypatch.setattr(one.pool, "move", answer)
        one.bot_turns._pauses = Pauses(0.0)
    asyncio.run(both())
    numbers = [n for n, _ in services.store.numbered_entries(table)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= 40
    with services.tables.at(table) as found:
        assert not found.damage
