"""Tables whose rules the game has no more: nothing spins, they can be closed, and what is finished
can be had."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import update
from tests.web.conftest import PATIENCE, Server, guest, new_table, running
from tests.web.laying import bots, do, laid, move

from roundhouse.play import registry
from roundhouse.web.errors import Clash, NotYours, Unplayable
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store.schema import tables
from roundhouse.web.store.store import Store
from roundhouse.web.tables import tables as all_tables
from roundhouse.web.tables.viewpoint import visible_record

HTML = {"accept": "text/html"}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = Services.build(Settings(data=tmp_path))
    yield made
    made.store.close()


def outdate(store: Store, *found: str, **values: object) -> None:
    """As if the game had gone on to other rules, and kept nothing of these."""
    with store.engine.begin() as db:
        raised = {"rules": 99, "revision": tables.c.revision + 1, **values}
        db.execute(update(tables).where(tables.c.id.in_(found)).values(**raised))


def finished(services: Services, game: str, rules: int | None = None) -> str:
    """A game that bots have played to its end, under an older version of its rules."""
    seats = registry.meta(game).seats[0]
    table = services.tables.create("ann", game, {}, bots(seats), rules=rules)
    rng = random.Random(1)
    with services.tables.at(table) as found:
        while not found.match.over:
            with services.tables.change(found) as change:
                for _ in range(50):
                    change.entries += found.match.advance(rng)
                    if not found.match.over:
                        words = found.game.text(rng.choice(found.match.state.legal()))
                        seat = found.match.state.turn
                        change.entries += found.match.submit(seat, words, found.match.ply)
                change.entries += found.match.advance(rng)
    return table


def test_a_finished_game_of_older_rules_is_seen_and_had(services: Services) -> None:
    box = registry.meta("texas")
    assert box.older
    table = finished(services, "texas", box.older[0])
    with services.tables.at(table) as found:
        assert found.game.rules == box.older[0]
        assert found.match.over
        assert found.views.at(None, 3).drawings
    record = visible_record(services.tables, table, None, None)
    for _ in record.replay(record.load_game(speed="interpreted")):
        pass


def test_a_finished_game_of_forgotten_rules_can_be_had_as_a_record(services: Services) -> None:
    table = finished(services, "northern")
    before = visible_record(services.tables, table, None, None)
    outdate(services.store, table)
    with pytest.raises(Unplayable, match=r"version 99 of the rules; this server plays version 1\."):
        services.tables.at(table).__enter__()
    record = visible_record(services.tables, table, None, None)
    assert record.moves == before.moves
    assert record.rules == 99
    running_one = laid(services, "ann", "bob", "cem")
    outdate(services.store, running_one)
    with pytest.raises(Unplayable):  # what a running game hides is not known without its rules
        visible_record(services.tables, running_one, "ann", None)


def test_old_tables_can_be_closed_and_do_not_count(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_tables, "MOST_TABLES", 2)
    old = [laid(services, "ann", "bob", "cem") for _ in range(2)]
    with pytest.raises(Clash, match="unfinished games"):
        laid(services, "ann", "bob", "cem")
    outdate(services.store, *old)
    laid(services, "ann", "bob", "cem")
    with pytest.raises(NotYours):
        services.tables.break_up(old[0], "bob")
    services.tables.break_up(old[0], "ann")
    with pytest.raises(Clash, match="closed already"):
        services.tables.break_up(old[0], "ann")
    row = services.store.heading(old[0])
    assert row is not None
    assert row["phase"] == "over"
    assert "over" in {table["phase"] for table in services.store.tables_of("ann")}


def test_games_and_boards_that_are_not_there_are_said(services: Services) -> None:
    for wrong in ({"game": "chess", "rules": 1}, {"board": "feed", "rules": 1}):
        table = laid(services, "ann", "bob", "cem")
        move(services, table, "ann", "lay fargo")
        outdate(services.store, table, **wrong)
        with pytest.raises(Unplayable, match="cannot be shown here"):
            do(services, table, "ann", "undo")


@pytest.mark.slow
def test_nothing_spins_and_pages_say_what_is_wrong(tmp_path: Path) -> None:
    with running(tmp_path) as server, guest(server) as ann:
        made = [new_table(ann, "me", *["bot:random"] * 2)["id"] for _ in range(60)]
        token = ann.headers["authorization"].removeprefix("Bearer ")
    store = Store(f"sqlite:///{tmp_path / 'roundhouse.sqlite'}")
    outdate(store, *made, turn=1)  # a bot is to act
    store.close()
    with running(tmp_path) as server:
        before = _spent(server)
        time.sleep(4)
        assert _spent(server) - before < 2.0, "the server is busy with something"
        headers = {"authorization": f"Bearer {token}"}
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as ann:
            for path in ("", "/record", "/replay", "/choices"):
                refused = ann.get(f"/api/tables/{made[0]}{path}", headers=headers)
                assert refused.status_code == 409
                assert "version 99 of the rules" in refused.json()["detail"]
            closed = ann.post(f"/api/tables/{made[0]}/close", headers=headers)
            assert (closed.status_code, closed.json()["phase"]) == (200, "over")
            assert "Close the table" not in ann.get(f"/t/{made[1]}", headers=HTML).text
            ann.cookies.set("roundhouse", token)
            page = ann.get(f"/t/{made[1]}", headers=HTML)
            assert page.status_code == 409
            assert "version 99 of the rules" in page.text
            form = re.search(r'name="csrf" value="(\w+)"><button>Close the table', page.text)
            assert form is not None
            done = ann.post(f"/t/{made[1]}/do/close", data={"csrf": form[1]})
            assert done.status_code == 303
            assert "The table is closed." in ann.get(f"/t/{made[1]}", headers=HTML).text
            assert ann.get("/", headers=HTML).status_code == 200


def _spent(server: Server) -> float:
    """Seconds of a core that a server has used."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
