"""Clocks at real tables: kept with the move, the same on every server, and nobody is stuck."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from sqlalchemy import Connection, update
from tests.web.laying import do, move, people

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.clocks import clock as clocks
from roundhouse.web.clocks.pace import DAY, PACES
from roundhouse.web.errors import Clash, NotYours
from roundhouse.web.services import Services
from roundhouse.web.store import clocks as rows
from roundhouse.web.store.schema import clocks as kept
from roundhouse.web.store.schema import heartbeat
from roundhouse.web.tables.time_shown import time_shown


def laid(services: Services, pace: str = "quick", game: str = "northern") -> str:
    return services.tables.create(
        "ann", game, {}, people("ann", "bob", "cat"), pace=PACES[pace], standin="random"
    )


def earlier(services: Services, table: str, seconds: float) -> None:
    """As if the time that runs had begun to run so much earlier."""
    with services.store.writing() as db:
        here = kept.c.table_id == table
        db.execute(update(kept).where(here).values(since=kept.c.since - seconds))
        db.execute(update(kept).where(here).values(due=kept.c.due - seconds))
    services.tables.open.put_away(-1)


def taken(most: float, left: float, begun: float) -> bool:
    """Whether so much is left of `most` as the test has not taken since it was begun: it may take
    longer on a busy machine, and no other time may be gone."""
    return most - (time.monotonic() - begun) - 1 <= left <= most + 1


def first_move(services: Services, table: str) -> str:
    with services.tables.at(table) as found:
        return found.game.text(found.match.state.legal()[0])


def test_a_move_takes_time_and_earns_credit(either: Services) -> None:
    begun = time.monotonic()
    table = laid(either)
    earlier(either, table, 60)
    move(either, table, "ann", first_move(either, table))
    for services in (either, Services.build(either.settings)):  # and after a restart
        with services.tables.at(table) as found:
            clock = found.clock
            assert (clock.running, clock.pace.key, clock.level) == (1, "quick", "random")
            assert taken(240 - 58 + 6, clock.left[0], begun)
            assert clock.left[1:] == (240, 240)
        if services is not either:
            services.store.close()


def test_a_move_that_is_refused_takes_nothing(either: Services) -> None:
    table = laid(either)
    earlier(either, table, 60)
    with either.tables.at(table) as found:
        before = found.clock
    with pytest.raises(RoundhouseError):
        move(either, table, "ann", "lay atlantis")
    with either.tables.at(table) as found:
        assert found.clock == before


def test_a_bot_plays_on_for_whoever_is_out_of_time(either: Services) -> None:
    table = laid(either)
    earlier(either, table, 300)
    either.timekeeper.look()
    with either.tables.at(table) as found:
        chair = found.chairs[0]
        assert (chair.kind, chair.level, chair.person) == ("bot", "random", "ann")
        assert found.thinking == 0
        assert found.clock.running is None  # a bot's time never runs
        assert found.handed_over("ann") == [0]
    do(either, table, "ann", "take-back", seat=0)
    with either.tables.at(table) as found:
        assert found.awaited == 0
        assert found.clock.running == 0
        assert found.clock.left[0] == 60  # enough to go on
    move(either, table, "ann", first_move(either, table))


def test_a_move_that_comes_too_late_is_refused_though_nobody_has_looked(either: Services) -> None:
    table = laid(either)
    words = first_move(either, table)
    earlier(either, table, 300)
    with pytest.raises(Clash, match="time has run out"):
        move(either, table, "ann", words)
    with either.tables.at(table) as found:
        assert found.match.ply == 0
        assert found.chairs[0].kind == "bot"


def test_clocks_that_are_not_due_are_let_be(either: Services) -> None:
    table = laid(either)
    earlier(either, table, 200)
    either.timekeeper.look()
    with either.tables.at(table) as found:
        assert found.awaited == 0


def test_of_several_servers_one_acts(either: Services) -> None:
    """Both look at the same moment; the seat is given to a bot once, nothing breaks."""
    other = Services.build(either.settings)
    tables = [laid(either) for _ in range(6)]
    for table in tables:
        earlier(either, table, 300)
        with other.tables.at(table) as found:
            revision = found.revision
    lookers = [threading.Thread(target=s.timekeeper.look) for s in (either, other)]
    for looker in lookers:
        looker.start()
    for looker in lookers:
        looker.join()
    for table in tables:
        for services in (either, other):
            with services.tables.at(table) as found:
                assert found.chairs[0].kind == "bot"
                assert found.revision == revision + 1
    other.store.close()


def test_the_reminder_is_written_once_and_with_the_clock(either: Services) -> None:
    table = laid(either, "day")
    told: list[tuple[str, str]] = []

    def remind(db: Connection, table: str, person: str) -> None:
        assert db.in_transaction()
        told.append((table, person))

    either.timekeeper.remind = remind
    either.timekeeper.look()
    assert told == []
    earlier(either, table, 0.85 * DAY)
    either.timekeeper.look()
    either.timekeeper.look()
    assert told == [(table, "ann")]
    with either.tables.at(table) as found:
        assert found.clock.reminded
        assert found.awaited == 0


def test_time_stands_still_while_no_server_runs(either: Services) -> None:
    begun = time.monotonic()
    table = laid(either)
    either.timekeeper.look()
    with either.store.writing() as db:  # the last look was 20 minutes ago, and so was everything
        db.execute(update(heartbeat).values(at=heartbeat.c.at - 1200))
    earlier(either, table, 1210)
    after = Services.build(either.settings)
    after.timekeeper.look()
    with after.tables.at(table) as found:
        assert found.awaited == 0
        assert taken(232, clocks.left(found.clock, 0, after.tables.now), begun)
    with either.tables.at(table) as found:  # and whoever had it in memory reads it again
        assert taken(232, clocks.left(found.clock, 0, either.tables.now), begun)
    after.store.close()


def test_days_off(services: Services) -> None:
    begun = time.monotonic()
    table = laid(services, "day")
    do(services, table, "ann", "vacation", seat=0, days=2)
    earlier(services, table, 1.5 * DAY)
    with services.store.writing() as db:
        db.execute(update(kept).values(away=[services.tables.now + DAY / 2, 0, 0]))
    services.tables.open.put_away(-1)
    services.timekeeper.look()
    with services.tables.at(table) as found:
        assert found.awaited == 0
        assert taken(DAY, clocks.left(found.clock, 0, services.tables.now), begun)
        assert found.clock.vacation == (5, 7, 7)
    with pytest.raises(Clash, match="away already"):
        do(services, table, "ann", "vacation", seat=0, days=1)
    do(services, table, "ann", "back", seat=0)
    with pytest.raises(Clash, match="not away"):
        do(services, table, "ann", "back", seat=0)
    with pytest.raises(Clash, match="1 to 5 days"):
        do(services, table, "ann", "vacation", seat=0, days=6)
    with pytest.raises(NotYours):
        do(services, table, "bob", "vacation", seat=0, days=1)
    with pytest.raises(Clash, match="counts by days"):
        do(services, laid(services, "quick"), "ann", "vacation", seat=0, days=1)


def test_an_absent_player_is_voted_away_and_comes_back(services: Services) -> None:
    table = laid(services, "none")
    with pytest.raises(Clash, match="can be asked in 24 hours"):
        do(services, table, "bob", "vote", seat=0)
    earlier(services, table, DAY + 1)
    for person, seat in (("ann", 0), ("bob", 1)):
        with pytest.raises(Clash):
            do(services, table, person, "vote", seat=seat)
    with pytest.raises(NotYours):
        do(services, table, "eve", "vote", seat=0)
    do(services, table, "bob", "vote", seat=0)
    do(services, table, "bob", "vote", seat=0)  # twice is once
    with services.tables.at(table) as found:
        assert found.awaited == 0
        assert found.clock.votes == ("bob",)
    do(services, table, "cat", "vote", seat=0)
    with services.tables.at(table) as found:
        assert found.thinking == 0
        assert found.chairs[0].level == "random"
    do(services, table, "ann", "take-back", seat=0)
    move(services, table, "ann", first_move(services, table))


def test_an_open_page_knows_when_to_look_for_the_vote(services: Services) -> None:
    table = laid(services, "none")

    def shown(person: str) -> tuple[bool, bool]:
        with services.tables.at(table) as found:
            told = time_shown(services.tables, found, person, DAY)
            if told["absent_from"]:
                assert told["absent_from"] == pytest.approx(found.clock.since + DAY)
            return bool(told["absent"]), bool(told["absent_from"])

    assert shown("bob") == (False, True)
    assert shown("ann") == (False, False)  # who is waited for
    assert shown("eve") == (False, False)  # who is not at the table
    earlier(services, table, DAY + 1)
    assert shown("bob") == (True, False)


def test_votes_end_with_a_move(services: Services) -> None:
    table = laid(services, "none")
    earlier(services, table, DAY + 1)
    do(services, table, "bob", "vote", seat=0)
    move(services, table, "ann", first_move(services, table))
    with services.tables.at(table) as found:
        assert found.clock.votes == ()
        assert found.clock.since == pytest.approx(services.tables.now, abs=3600)  # not a day ago


def test_with_a_clock_nobody_is_voted_away(services: Services) -> None:
    table = laid(services, "slow")
    with pytest.raises(Clash, match="has a clock"):
        do(services, table, "bob", "vote", seat=0)


def test_going_back_takes_the_credit_back(services: Services) -> None:
    begun = time.monotonic()
    table = laid(services)
    earlier(services, table, 122)
    move(services, table, "ann", first_move(services, table))
    do(services, table, "ann", "undo")
    with services.tables.at(table) as found:
        assert found.clock.running == 0
        assert taken(120, found.clock.left[0], begun)


def test_a_clock_of_a_table_that_cannot_be_played_is_left_alone(services: Services) -> None:
    table = laid(services)
    with services.store.writing() as db:
        db.exec_driver_sql("UPDATE tables SET rules = 99")
    earlier(services, table, 300)
    services.timekeeper.look()
    assert rows.due_clocks(services.store.engine, services.tables.now) == []


def test_a_game_that_waits_for_players_has_a_clock_that_stands(services: Services) -> None:
    chairs = people("ann", "bob", "cat")
    chairs[2] = replace(chairs[2], kind="open", person=None, invite="x" * 24)
    table = services.tables.create("ann", "northern", {}, chairs, pace=PACES["quick"])
    with services.tables.at(table) as found:
        assert found.clock.running is None
    do(services, table, "dan", "join", invite="x" * 24, name="Dan")
    with services.tables.at(table) as found:
        assert (found.clock.running, found.clock.left) == (0, (240, 240, 240))
