"""Failed writes damage neither the match in memory nor the stored one."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import OperationalError
from tests.web.table_setup import create_table, execute, move

from roundhouse.core.errors import StaleMove
from roundhouse.core.stored_text import translate_stored
from roundhouse.play.match import Entry
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.ports import Conflict
from roundhouse.table.presentation.table_context import ViewRequest
from roundhouse.table.replays import replay_of_table
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.storage.connection import WAIT
from roundhouse.web.storage.schema import entries, tables
from roundhouse.web.tables.storage.tables import TableChange
from roundhouse.web.tables.table_page import table_context


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    result = Services.build(Settings(data=tmp_path))
    yield result
    result.storage.database.close()


def raise_unavailable(*_: object, **__: object) -> Any:
    raise OperationalError("select", {}, Exception("the database is unavailable"))


def entry_numbers(services: Services, table: str) -> list[int]:
    return [n for n, _ in services.storage.tables.numbered_entries(table)]


@pytest.mark.slow
def test_write_waits_for_another_one_that_a_busy_disk_delays(services: Services) -> None:
    database, is_writing = services.storage.database, threading.Event()

    def write_slowly() -> None:
        with database.writing():
            is_writing.set()
            time.sleep(WAIT + 1)

    thread = threading.Thread(target=write_slowly)
    thread.start()
    is_writing.wait()
    assert create_table(services, "ann", "bob", "cem")
    assert not thread.is_alive()
    thread.join()


def test_unwritten_move_is_discarded_during_an_outage(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write and all reads after it fail.

    The move must not stay in memory, or the next one would be stored after a gap.
    """
    table = create_table(services, "ann", "bob", "cem")
    move(services, table, "ann", "lay fargo")
    with services.tables.at(table) as result:
        with monkeypatch.context() as outage:
            for method in ("change_table", "table", "chairs", "numbered_entries", "revision"):
                outage.setattr(services.storage.tables, method, raise_unavailable)
            with pytest.raises(OperationalError):
                execute(services, table, "bob", "move", ply=1, move="lay minot", locked=result)
        assert result.gone
    with services.tables.at(table) as result:
        assert (result.match.ply, result.turn) == (1, 1)
    move(services, table, "bob", "invest small minot")
    assert entry_numbers(services, table) == [0, 1]
    again = Services.build(services.settings)
    with again.tables.at(table) as result:
        assert not result.damage
        assert result.match.ply == 2
    again.storage.database.close()


def test_evicted_table_is_loaded_again(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")
    with services.tables.at(table) as result:
        pass
    result.gone = True  # set by a failed write while others wait for the lock
    services.tables.open.drop(result)
    with services.tables.at(table) as other:
        assert other is not result


def test_database_refuses_gaps_in_the_entries(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")
    move(services, table, "ann", "lay fargo")
    with services.tables.at(table) as result:
        revision = result.revision
    later = [Entry("move", 2, 2, "lay minot")]
    for known in (0, 2, 3):
        change = TableChange(table, revision, {}, entry_count=known, entries=later)
        with pytest.raises(Conflict):
            services.storage.tables.change_table(change)
    assert entry_numbers(services, table) == [0]
    assert services.storage.tables.revision(table) == revision


def test_failed_change_is_rolled_back(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")

    def fail() -> None:
        with services.tables.at(table) as result, services.tables.change(result) as change:
            change.entries += result.match.submit(0, "lay fargo", 0)
            raise StaleMove("after the match was touched")

    with pytest.raises(StaleMove):
        fail()
    with services.tables.at(table) as result:
        assert result.match.ply == 0


def create_damaged_table(services: Services, n: int = 1) -> str:
    """Create a table with a gap in its entries, and legal moves after the gap.

    Only the numbers reveal the gap: without it the moves are another legal game.
    """
    table = create_table(services, "ann", "bob", "cem")
    for user, words in (
        ("ann", "invest small fargo"),
        ("bob", "invest small minot"),
        ("cem", "invest small casper"),
        ("ann", "invest small terry"),
    ):
        move(services, table, user, words)
    with services.storage.database.engine.begin() as db:
        db.execute(delete(entries).where(entries.c.table_id == table, entries.c.n == n))
    with services.tables.at(table) as result:
        services.tables.open.drop(result)
    return table


@pytest.mark.parametrize(("missing", "plies"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_damaged_match_is_shown_up_to_the_damage(
    services: Services, missing: int, plies: int
) -> None:
    table = create_damaged_table(services, missing)
    with services.tables.at(table) as result:
        assert "damaged" in result.damage
        assert result.match.ply == plies
        page = table_context(services, result, ViewRequest("ann"))
        assert page.phase == "damaged"
        assert not page.my_turn
        assert not page.offers.groups
        template = services.templates.get_template("_table.html")
        html = template.render(vars(page), csrf="")
        assert "This game is damaged" in html
        assert "Close table" in html
        assert len(replay_of_table(result, result.views, "ann", None).match.line) == plies
    assert len(services.tables.visible_record(table, "ann", None).moves) == plies


def test_damaged_match_refuses_moves_but_can_be_closed(services: Services) -> None:
    table = create_damaged_table(services)
    for user in ("ann", "bob", "cem"):
        with pytest.raises(Clash, match="damaged"):
            execute(services, table, user, "move", ply=1, move="lay fargo")
        with pytest.raises(Clash, match="damaged"):
            execute(services, table, user, "undo")
    with pytest.raises(NotYours):
        execute(services, table, "bob", "close")
    before = entry_numbers(services, table)
    execute(services, table, "ann", "close")
    assert entry_numbers(services, table) == before
    with services.tables.at(table) as result:
        assert result.phase == "over"
        assert result.damage
    with services.storage.database.engine.connect() as db:
        ply = db.scalar(select(tables.c.ply).where(tables.c.id == table))
    assert ply == 4  # the stored ply is not overwritten


def test_inconsistent_entry_is_reported_as_damage(services: Services) -> None:
    for wrong in ({"seat": 2}, {"ply": 2}, {"words": "lay atlantis"}, {"kind": "wish"}):
        table = create_table(services, "ann", "bob", "cem")
        move(services, table, "ann", "invest small fargo")
        move(services, table, "bob", "invest small minot")
        with services.storage.database.engine.begin() as db:
            here = (entries.c.table_id == table, entries.c.n == 1)
            db.execute(update(entries).where(*here).values(**wrong))
        with services.tables.at(table) as result:
            services.tables.open.drop(result)
        with services.tables.at(table) as result:
            assert result.damage, wrong
            assert result.match.ply == 1


def test_damage_message_names_the_ply_and_the_entry(services: Services) -> None:
    table = create_damaged_table(services)
    with services.tables.at(table) as result:
        assert translate_stored(result.damage) == (
            "This match is damaged after move 1, at entry 1: the next entry there is has number 2."
        )
