"""Clocks at tables: stored with each move and the same on every server."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import Connection, update
from tests.web.table_setup import execute, human_chairs, move

from roundhouse.core.errors import RoundhouseError
from roundhouse.table import clock as clocks
from roundhouse.table.clock import DAY, TIME_CONTROLS
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.events import TableEvent, TimeRunningOut
from roundhouse.table.presentation.table_context import time_context
from roundhouse.table.service import TableRequest
from roundhouse.web.services import Services
from roundhouse.web.storage.schema import heartbeat, tables
from roundhouse.web.tables import timekeeper as rows


def create_table(services: Services, time_control: str = "quick", game: str = "northern") -> str:
    return services.tables.create(
        TableRequest(
            "ann",
            game,
            human_chairs("ann", "bob", "cat"),
            time_control=TIME_CONTROLS[time_control],
            standin="random",
        )
    )


def rewind_clock(services: Services, table: str, seconds: float) -> None:
    """Move the start of the running turn into the past by some seconds."""
    with services.storage.database.writing() as db:
        since, due = tables.c.clock_since - seconds, tables.c.clock_due - seconds
        here = update(tables).where(tables.c.id == table)
        db.execute(here.values(clock_since=since, clock_due=due))
    services.tables.open.evict_idle(-1)


def is_spent(most: float, left: float, started: float) -> bool:
    """Return whether only the duration of the test is missing from `most`.

    The test may take long on a busy machine, so its own duration is allowed for.
    """
    return most - (time.monotonic() - started) - 1 <= left <= most + 1


def first_move(services: Services, table: str) -> str:
    with services.tables.at(table) as result:
        return result.game.text(result.match.state.legal()[0])


def test_move_uses_time_and_earns_credit(db_services: Services) -> None:
    started = time.monotonic()
    table = create_table(db_services)
    rewind_clock(db_services, table, 60)
    move(db_services, table, "ann", first_move(db_services, table))
    for services in (
        db_services,
        Services.build(db_services.settings),
    ):  # before and after a restart
        with services.tables.at(table) as result:
            clock = result.clock
            assert (clock.running, clock.time_control.key, clock.level) == (1, "quick", "random")
            assert is_spent(240 - 58 + 6, clock.left[0], started)
            assert clock.left[1:] == (240, 240)
        if services is not db_services:
            services.storage.database.close()


def test_refused_move_leaves_the_clock_unchanged(db_services: Services) -> None:
    table = create_table(db_services)
    rewind_clock(db_services, table, 60)
    with db_services.tables.at(table) as result:
        before = result.clock
    with pytest.raises(RoundhouseError):
        move(db_services, table, "ann", "lay atlantis")
    with db_services.tables.at(table) as result:
        assert result.clock == before


def test_bot_replaces_a_player_who_is_out_of_time(db_services: Services) -> None:
    table = create_table(db_services)
    rewind_clock(db_services, table, 300)
    db_services.timekeeper.check_clocks()
    with db_services.tables.at(table) as result:
        chair = result.chairs[0]
        assert (chair.kind, chair.level, chair.user) == ("bot", "random", "ann")
        assert result.bot_to_move == 0
        assert result.clock.running is None  # bots have no running clock
        assert result.handed_over("ann") == [0]
    execute(db_services, table, "ann", "take-back", seat=0)
    with db_services.tables.at(table) as result:
        assert result.human_to_move == 0
        assert result.clock.running == 0
        assert result.clock.left[0] == 60  # the credit for a seat that returns
    move(db_services, table, "ann", first_move(db_services, table))


def test_late_move_is_refused_before_the_clocks_are_checked(db_services: Services) -> None:
    table = create_table(db_services)
    words = first_move(db_services, table)
    rewind_clock(db_services, table, 300)
    with pytest.raises(Clash, match="time ran out"):
        move(db_services, table, "ann", words)
    with db_services.tables.at(table) as result:
        assert result.match.ply == 0
        assert result.chairs[0].kind == "bot"


def test_clock_that_is_not_due_is_left_alone(db_services: Services) -> None:
    table = create_table(db_services)
    rewind_clock(db_services, table, 200)
    db_services.timekeeper.check_clocks()
    with db_services.tables.at(table) as result:
        assert result.human_to_move == 0


def test_expired_clock_is_handled_by_one_server(db_services: Services) -> None:
    """Two servers check at the same time; only one gives the seat to a bot."""
    other = Services.build(db_services.settings)
    tables = [create_table(db_services) for _ in range(6)]
    for table in tables:
        rewind_clock(db_services, table, 300)
        with other.tables.at(table) as result:
            revision = result.revision
    threads = [threading.Thread(target=s.timekeeper.check_clocks) for s in (db_services, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for table in tables:
        for services in (db_services, other):
            with services.tables.at(table) as result:
                assert result.chairs[0].kind == "bot"
                assert result.revision == revision + 1
    other.storage.database.close()


def test_reminder_is_written_once_in_the_transaction_of_the_clock(db_services: Services) -> None:
    table = create_table(db_services, "day")
    lines: list[tuple[str, str]] = []

    class Reminders:
        def table_written(self, db: Connection, table: str, events: Sequence[TableEvent]) -> None:
            assert db.in_transaction()
            lines.extend((table, e.user) for e in events if isinstance(e, TimeRunningOut))

    db_services.storage.tables._participants = [Reminders()]
    db_services.timekeeper.check_clocks()
    assert lines == []
    rewind_clock(db_services, table, 0.85 * DAY)
    db_services.timekeeper.check_clocks()
    db_services.timekeeper.check_clocks()
    assert lines == [(table, "ann")]
    with db_services.tables.at(table) as result:
        assert result.clock.reminded
        assert result.human_to_move == 0


def test_clocks_stop_while_no_server_runs(db_services: Services) -> None:
    started = time.monotonic()
    table = create_table(db_services)
    db_services.timekeeper.check_clocks()
    # No server has run for the last 20 minutes.
    with db_services.storage.database.writing() as db:
        db.execute(update(heartbeat).values(at=heartbeat.c.at - 1200))
    rewind_clock(db_services, table, 1210)
    after = Services.build(db_services.settings)
    after.timekeeper.check_clocks()
    with after.tables.at(table) as result:
        assert result.human_to_move == 0
        assert is_spent(232, clocks.left(result.clock, 0, after.tables.now), started)
    with db_services.tables.at(table) as result:  # a cached table is reloaded
        assert is_spent(232, clocks.left(result.clock, 0, db_services.tables.now), started)
    after.storage.database.close()


def test_vacation_pauses_the_clock(services: Services) -> None:
    started = time.monotonic()
    table = create_table(services, "day")
    execute(services, table, "ann", "vacation", seat=0, days=2)
    rewind_clock(services, table, 1.5 * DAY)
    with services.storage.database.writing() as db:
        db.execute(update(tables).values(clock_away=[services.tables.now + DAY / 2, 0, 0]))
    services.tables.open.evict_idle(-1)
    services.timekeeper.check_clocks()
    with services.tables.at(table) as result:
        assert result.human_to_move == 0
        assert is_spent(DAY, clocks.left(result.clock, 0, services.tables.now), started)
        assert result.clock.vacation == (5, 7, 7)
    with pytest.raises(Clash, match="already on vacation"):
        execute(services, table, "ann", "vacation", seat=0, days=1)
    execute(services, table, "ann", "back", seat=0)
    with pytest.raises(Clash, match="not on vacation"):
        execute(services, table, "ann", "back", seat=0)
    with pytest.raises(Clash, match="1 to 5 days"):
        execute(services, table, "ann", "vacation", seat=0, days=6)
    with pytest.raises(NotYours):
        execute(services, table, "bob", "vacation", seat=0, days=1)
    with pytest.raises(Clash, match="time control in days"):
        execute(services, create_table(services, "quick"), "ann", "vacation", seat=0, days=1)


def test_absent_player_is_replaced_by_vote_and_can_return(services: Services) -> None:
    table = create_table(services, "none")
    with pytest.raises(Clash, match="can vote in 24 hours"):
        execute(services, table, "bob", "vote", seat=0)
    rewind_clock(services, table, DAY + 1)
    for user, seat in (("ann", 0), ("bob", 1)):
        with pytest.raises(Clash):
            execute(services, table, user, "vote", seat=seat)
    with pytest.raises(NotYours):
        execute(services, table, "eve", "vote", seat=0)
    execute(services, table, "bob", "vote", seat=0)
    execute(services, table, "bob", "vote", seat=0)  # a repeated vote does not count
    with services.tables.at(table) as result:
        assert result.human_to_move == 0
        assert result.clock.votes == ("bob",)
    execute(services, table, "cat", "vote", seat=0)
    with services.tables.at(table) as result:
        assert result.bot_to_move == 0
        assert result.chairs[0].level == "random"
    execute(services, table, "ann", "take-back", seat=0)
    move(services, table, "ann", first_move(services, table))


def test_page_knows_when_the_vote_opens(services: Services) -> None:
    table = create_table(services, "none")

    def vote_options(user: str) -> tuple[bool, bool]:
        with services.tables.at(table) as result:
            text = time_context(services.tables, result, user)
            if text.absent_from:
                assert text.absent_from == pytest.approx(result.clock.since + DAY)
            return bool(text.absent), bool(text.absent_from)

    assert vote_options("bob") == (False, True)
    assert vote_options("ann") == (False, False)  # it is Ann's turn
    assert vote_options("eve") == (False, False)  # Eve does not sit at the table
    rewind_clock(services, table, DAY + 1)
    assert vote_options("bob") == (True, False)


def test_move_clears_the_votes(services: Services) -> None:
    table = create_table(services, "none")
    rewind_clock(services, table, DAY + 1)
    execute(services, table, "bob", "vote", seat=0)
    move(services, table, "ann", first_move(services, table))
    with services.tables.at(table) as result:
        assert result.clock.votes == ()
        assert result.clock.since == pytest.approx(services.tables.now, abs=3600)  # now


def test_vote_is_refused_at_a_table_with_a_clock(services: Services) -> None:
    table = create_table(services, "slow")
    with pytest.raises(Clash, match="has a clock"):
        execute(services, table, "bob", "vote", seat=0)


def test_undo_removes_the_credit(services: Services) -> None:
    started = time.monotonic()
    table = create_table(services)
    rewind_clock(services, table, 122)
    move(services, table, "ann", first_move(services, table))
    execute(services, table, "ann", "undo")
    with services.tables.at(table) as result:
        assert result.clock.running == 0
        assert is_spent(120, result.clock.left[0], started)


def test_clock_of_an_unsupported_table_is_left_alone(services: Services) -> None:
    table = create_table(services)
    with services.storage.database.writing() as db:
        db.exec_driver_sql("UPDATE tables SET rules = 99")
    rewind_clock(services, table, 300)
    services.timekeeper.check_clocks()
    assert rows.due_clocks(services.storage.database, services.tables.now) == []


def test_clock_does_not_run_while_seats_are_open(services: Services) -> None:
    chairs = human_chairs("ann", "bob", "cat")
    chairs[2] = replace(chairs[2], kind="open", user=None, invite="x" * 24)
    table = services.tables.create(
        TableRequest("ann", "northern", chairs, time_control=TIME_CONTROLS["quick"])
    )
    with services.tables.at(table) as result:
        assert result.clock.running is None
    execute(services, table, "dan", "join", invite="x" * 24, name="Dan")
    with services.tables.at(table) as result:
        assert (result.clock.running, result.clock.left) == (0, (240, 240, 240))
