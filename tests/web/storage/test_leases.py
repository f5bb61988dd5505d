"""Leases: one process plays a table's bots, and each move is played once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.web.table_setup import bot_chairs, execute, human_chairs, move

from roundhouse.table import moving
from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.service import TableRequest
from roundhouse.table.table import Table
from roundhouse.web.bots.delay_timer import DelayTimer
from roundhouse.web.bots.pool import BotMove
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.storage.schema import leases
from roundhouse.web.tables.jobs import bot_job, is_current
from roundhouse.web.tables.leases import Leases, NotHeld


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    result = Services.build(Settings(data=tmp_path))
    yield result
    result.storage.database.close()


@pytest.fixture
def other(services: Services) -> Iterator[Services]:
    """The services of a second process on the same database."""
    result = Services.build(services.settings)
    yield result
    result.storage.database.close()


def leases_of(services: Services) -> Leases:
    return services.bot_turns._leases


def lease_rows(services: Services) -> list[tuple[str, str]]:
    with services.storage.database.engine.connect() as db:
        return [(t, h) for t, h in db.execute(select(leases.c.table_id, leases.c.holder))]


def expire_leases(services: Services) -> None:
    with services.storage.database.engine.begin() as db:
        db.execute(update(leases).values(until=0.0))


def any_move(table: Table) -> str:
    return table.game.text(table.match.state.legal()[0])


def play_bot_move(services: Services, table: str) -> None:
    with services.tables.at(table) as result:
        seat = result.bot_to_move
        assert seat is not None
        moving.move(
            services.tables, result, [seat], [any_move(result)], result.match.ply, by_bot=True
        )


def test_lease_lasts_as_long_as_the_bots_turns(services: Services) -> None:
    chairs = [*human_chairs("ann"), *bot_chairs(3)[1:]]
    table = services.tables.create(TableRequest("ann", "northern", chairs))
    assert lease_rows(services) == []
    move(services, table, "ann", "invest small fargo")
    assert lease_rows(services) == [(table, leases_of(services).holder)]
    play_bot_move(services, table)
    assert lease_rows(services) == [(table, leases_of(services).holder)]
    play_bot_move(services, table)
    assert lease_rows(services) == []  # it is Ann's turn


def test_process_without_the_lease_cannot_move(services: Services, other: Services) -> None:
    table = services.tables.create(TableRequest("ann", "northern", bot_chairs(3)))
    assert not leases_of(other).hold(table)
    with pytest.raises(NotHeld):
        play_bot_move(other, table)
    assert services.storage.tables.numbered_entries(table) == []
    play_bot_move(services, table)
    assert len(services.storage.tables.numbered_entries(table)) == 1
    with other.tables.at(table) as result:
        assert result.match.ply == 1  # the refused move is not in memory


def test_expired_lease_is_taken_over(services: Services, other: Services) -> None:
    table = services.tables.create(TableRequest("ann", "northern", bot_chairs(3)))
    assert leases_of(other).find_orphans() == []
    expire_leases(services)
    assert leases_of(other).find_orphans() == [(table, 1)]
    assert leases_of(other).hold(table)
    leases_of(services).renew([table])  # too late
    with pytest.raises(NotHeld):
        play_bot_move(services, table)
    play_bot_move(other, table)


def test_leases_are_renewed_and_released(services: Services, other: Services) -> None:
    table = services.tables.create(TableRequest("ann", "northern", bot_chairs(3)))
    expire_leases(services)
    leases_of(services).renew([table])  # expired, but not yet taken over
    assert not leases_of(other).hold(table)
    leases_of(services).release_all()
    assert leases_of(other).hold(table)
    leases_of(other).release(table)
    assert lease_rows(services) == []


def test_orphans_are_listed_without_loading_tables(services: Services, other: Services) -> None:
    """Check that only tables where a bot is to act are listed."""
    chairs = [Chair(0, HUMAN, "ann", "ann"), *bot_chairs(3)[1:]]
    waiting_table = services.tables.create(TableRequest("ann", "northern", chairs))
    bot_tables = [
        services.tables.create(TableRequest("ann", "northern", bot_chairs(3))) for _ in range(3)
    ]
    expire_leases(services)
    results = [table for table, _ in leases_of(other).find_orphans()]
    assert set(results) == set(bot_tables)
    assert results[0] == bot_tables[-1]  # the most recent table
    assert waiting_table not in results
    assert len(other.tables.open) == 0


def test_bot_move_is_valid_for_one_position_only(services: Services) -> None:
    """The ply and the seat are the same after an undo and another move."""
    chairs = [*human_chairs("ann"), Chair(1, BOT, "Bot", level="random"), *bot_chairs(3)[2:]]
    table = services.tables.create(TableRequest("ann", "northern", chairs))
    move(services, table, "ann", "invest small fargo")
    with services.tables.at(table) as result:
        job = bot_job(services.tables, result)
    assert job is not None
    execute(services, table, "ann", "undo")
    move(services, table, "ann", "lay fargo")
    with services.tables.at(table) as result:
        assert (result.match.ply, result.bot_to_move) == (job.ply, job.seat)
        assert not is_current(job, result)
    services.bot_turns._play(job, BotMove("invest small minot"))
    assert len(services.storage.tables.entries(table)) == 3  # move, undo, move
    with services.tables.at(table) as result:
        fresh = bot_job(services.tables, result)
        assert fresh is not None
        assert is_current(fresh, result)
    services.bot_turns._play(fresh, BotMove("invest small minot"))
    assert len(services.storage.tables.entries(table)) == 4


def test_undo_request_does_not_restart_a_search(services: Services) -> None:
    chairs = [*human_chairs("ann", "bob"), *bot_chairs(3)[2:]]
    table = services.tables.create(TableRequest("ann", "northern", chairs))
    move(services, table, "ann", "invest small fargo")
    move(services, table, "bob", "invest small minot")
    with services.tables.at(table) as result:
        job = bot_job(services.tables, result)
    execute(services, table, "ann", "ask")
    with services.tables.at(table) as result:
        assert job is not None
        assert is_current(job, result)


def test_move_of_a_replaced_bot_is_ignored(services: Services) -> None:
    chairs = [*human_chairs("ann"), *bot_chairs(3)[1:]]
    table = services.tables.create(TableRequest("ann", "northern", chairs))
    execute(services, table, "ann", "hand-over", seat=0, level="greedy")
    with services.tables.at(table) as result:
        job = bot_job(services.tables, result)
    execute(services, table, "ann", "take-back", seat=0)
    execute(services, table, "ann", "hand-over", seat=0, level="random")
    with services.tables.at(table) as result:
        assert job is not None
        assert not is_current(job, result)


def test_two_processes_at_one_table_play_each_move_once(
    services: Services, other: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leases expire at every step while both processes play the bots."""
    table = services.tables.create(TableRequest("ann", "northern", bot_chairs(4)))

    async def answer(job: Any) -> BotMove:
        with services.tables.at(job.table) as result:
            await asyncio.sleep(0)
            return BotMove(any_move(result))

    async def play_both() -> None:
        for _ in range(60):
            expire_leases(services)
            await asyncio.gather(
                services.bot_turns._act(table), other.bot_turns._act(table), return_exceptions=True
            )

    for process in (services, other):
        monkeypatch.setattr(process.pool, "move", answer)
        process.bot_turns._delays = DelayTimer(0.0)
    asyncio.run(play_both())
    entry_numbers = [n for n, _ in services.storage.tables.numbered_entries(table)]
    assert entry_numbers == list(range(len(entry_numbers)))
    assert len(entry_numbers) >= 40
    with services.tables.at(table) as result:
        assert not result.damage
