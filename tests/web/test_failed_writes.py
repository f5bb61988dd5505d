"""A write that fails destroys nothing: not the match in memory, not the one that is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import OperationalError
from tests.web.laying import do, laid, move

from roundhouse.core.errors import StaleMove
from roundhouse.play.match import Entry
from roundhouse.web.errors import Clash, NotYours
from roundhouse.web.pages.table import context
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store.schema import entries, tables
from roundhouse.web.store.store import Conflict
from roundhouse.web.tables.replays import replay_of_table
from roundhouse.web.tables.viewpoint import visible_record


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = Services.build(Settings(data=tmp_path))
    yield made
    made.store.close()


def gone(*_: object, **__: object) -> Any:
    raise OperationalError("select", {}, Exception("the database is gone"))


def numbers(services: Services, table: str) -> list[int]:
    return [n for n, _ in services.store.numbered_entries(table)]


def test_a_move_that_was_not_written_is_forgotten_though_the_database_stays_away(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write fails, and so does whatever is read after it. The move must not stay in memory:
    the next one would be stored after a gap."""
    table = laid(services, "ann", "bob", "cem")
    move(services, table, "ann", "lay fargo")
    with services.tables.at(table) as found:
        with monkeypatch.context() as away:
            for question in ("change_table", "table", "chairs", "numbered_entries", "revision"):
                away.setattr(services.store, question, gone)
            with pytest.raises(OperationalError):
                do(services, table, "bob", "move", ply=1, move="lay minot", at=found)
        assert found.gone
    with services.tables.at(table) as found:
        assert (found.match.ply, found.turn) == (1, 1)
    move(services, table, "bob", "invest small minot")
    assert numbers(services, table) == [0, 1]
    again = Services.build(services.settings)
    with again.tables.at(table) as found:
        assert not found.damage
        assert found.match.ply == 2
    again.store.close()


def test_a_table_that_was_waited_for_and_is_gone_is_looked_for_again(services: Services) -> None:
    table = laid(services, "ann", "bob", "cem")
    with services.tables.at(table) as found:
        pass
    found.gone = True  # as somebody whose write failed leaves it to those who wait for its lock
    services.tables.open.drop(found)
    with services.tables.at(table) as other:
        assert other is not found


def test_the_database_numbers_entries_and_lets_no_gap_in(services: Services) -> None:
    table = laid(services, "ann", "bob", "cem")
    move(services, table, "ann", "lay fargo")
    with services.tables.at(table) as found:
        revision = found.revision
    later = [Entry("move", 2, 2, "lay minot")]
    for known in (0, 2, 3):
        with pytest.raises(Conflict):
            services.store.change_table(table, revision, {}, known=known, added=later)
    assert numbers(services, table) == [0]
    assert services.store.revision(table) == revision


def test_a_change_that_fails_half_way_leaves_nothing_behind(services: Services) -> None:
    table = laid(services, "ann", "bob", "cem")

    def fail() -> None:
        with services.tables.at(table) as found, services.tables.change(found) as change:
            change.entries += found.match.submit(0, "lay fargo", 0)
            raise StaleMove("after the match was touched")

    with pytest.raises(StaleMove):
        fail()
    with services.tables.at(table) as found:
        assert found.match.ply == 0


def damaged(services: Services, n: int = 1) -> str:
    """A table with a gap, as outages of the database left them before entries were numbered by
    it. (What follows the gap is legal: it would be another game.)"""
    table = laid(services, "ann", "bob", "cem")
    for person, words in (
        ("ann", "invest small fargo"),
        ("bob", "invest small minot"),
        ("cem", "invest small casper"),
        ("ann", "invest small terry"),
    ):
        move(services, table, person, words)
    with services.store.engine.begin() as db:
        db.execute(delete(entries).where(entries.c.table_id == table, entries.c.n == n))
    with services.tables.at(table) as found:
        services.tables.open.drop(found)
    return table


@pytest.mark.parametrize(("lost", "left"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_a_damaged_match_is_shown_as_far_as_it_is_good(
    services: Services, lost: int, left: int
) -> None:
    table = damaged(services, lost)
    with services.tables.at(table) as found:
        assert "damaged" in found.damage
        assert found.match.ply == left
        shown = context(services, found, "ann", None, None)
        assert shown["phase"] == "damaged"
        assert not shown["my_turn"]
        assert not shown["offers"].groups
        template = services.templates.get_template("_table.html")
        html = template.render(**shown, said="", base="", csrf="")
        assert "This match is damaged" in html
        assert "Close the table" in html
        assert len(replay_of_table(found, "ann", None).match.line) == left
    assert len(visible_record(services.tables, table, "ann", None).moves) == left


def test_nobody_plays_on_in_a_damaged_match_and_its_host_can_close_it(services: Services) -> None:
    table = damaged(services)
    for person in ("ann", "bob", "cem"):
        with pytest.raises(Clash, match="damaged"):
            do(services, table, person, "move", ply=1, move="lay fargo")
        with pytest.raises(Clash, match="damaged"):
            do(services, table, person, "undo")
    with pytest.raises(NotYours):
        do(services, table, "bob", "close")
    before = numbers(services, table)
    do(services, table, "ann", "close")
    assert numbers(services, table) == before
    with services.tables.at(table) as found:
        assert found.phase == "over"
        assert found.damage
    with services.store.engine.connect() as db:
        ply = db.scalar(select(tables.c.ply).where(tables.c.id == table))
    assert ply == 4  # what was there is not written over


def test_an_entry_that_is_another_seats_or_another_plys_damages_the_match(
    services: Services,
) -> None:
    for wrong in ({"seat": 2}, {"ply": 2}, {"words": "lay atlantis"}, {"kind": "wish"}):
        table = laid(services, "ann", "bob", "cem")
        move(services, table, "ann", "invest small fargo")
        move(services, table, "bob", "invest small minot")
        with services.store.engine.begin() as db:
            here = (entries.c.table_id == table, entries.c.n == 1)
            db.execute(update(entries).where(*here).values(**wrong))
        with services.tables.at(table) as found:
            services.tables.open.drop(found)
        with services.tables.at(table) as found:
            assert found.damage, wrong
            assert found.match.ply == 1


def test_people_are_told_what_to_think_of_a_table_in_words(services: Services) -> None:
    table = damaged(services)
    with services.tables.at(table) as found:
        assert found.damage == (
            "This match is damaged after ply 1, at entry 1: the next entry there is has number 2."
        )
