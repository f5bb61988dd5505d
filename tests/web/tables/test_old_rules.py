"""Tables under a rules version that the game no longer supports."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import update
from tests.web.conftest import TIMEOUT_S, Server, guest_client, new_table, running_server
from tests.web.table_setup import bot_chairs, create_table, execute, move

from roundhouse.play import registry
from roundhouse.table import service as all_tables
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.service import TableRequest
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import tables

HTML = {"accept": "text/html"}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    result = Services.build(Settings(data=tmp_path))
    yield result
    result.storage.database.close()


def set_unsupported_rules(database: Database, *ids: str, **values: object) -> None:
    """Give tables a rules version that the game does not support."""
    with database.engine.begin() as db:
        columns = {"rules": 99, "revision": tables.c.revision + 1, **values}
        db.execute(update(tables).where(tables.c.id.in_(ids)).values(**columns))


def play_finished_game(services: Services, game: str, rules: int | None = None) -> str:
    """Play a game between bots to its end; return the table."""
    seats = registry.meta(game).seats[0]
    table = services.tables.create(TableRequest("ann", game, bot_chairs(seats), rules=rules))
    rng = random.Random(1)
    with services.tables.at(table) as result:
        while not result.match.over:
            with services.tables.change(result) as change:
                for _ in range(50):
                    change.entries += result.match.advance(rng)
                    if not result.match.over:
                        words = result.game.text(rng.choice(result.match.state.legal()))
                        seat = result.match.state.turn
                        change.entries += result.match.submit(seat, words, result.match.ply)
                change.entries += result.match.advance(rng)
    return table


def test_finished_game_under_older_rules_can_be_viewed_and_exported(services: Services) -> None:
    meta = registry.meta("texas")
    assert meta.older
    table = play_finished_game(services, "texas", meta.older[0])
    with services.tables.at(table) as result:
        assert result.game.rules == meta.older[0]
        assert result.match.over
        assert result.views.at(None, 3).drawings
    record = services.tables.visible_record(table, None, None)
    for _ in record.replay(record.load_game(speed="interpreted")):
        pass


def test_finished_game_under_unsupported_rules_can_be_exported(services: Services) -> None:
    table = play_finished_game(services, "northern")
    before = services.tables.visible_record(table, None, None)
    set_unsupported_rules(services.storage.database, table)
    with pytest.raises(
        Unplayable, match=r"version 99 of the rules, but this server plays version 1\."
    ):
        services.tables.at(table).__enter__()
    record = services.tables.visible_record(table, None, None)
    assert record.moves == before.moves
    assert record.rules == 99
    unfinished = create_table(services, "ann", "bob", "cem")
    set_unsupported_rules(services.storage.database, unfinished)
    with pytest.raises(Unplayable):  # without the rules, hidden information is unknown
        services.tables.visible_record(unfinished, "ann", None)


def test_unsupported_tables_can_be_closed_and_do_not_count(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_tables, "MAX_TABLES", 2)
    old = [create_table(services, "ann", "bob", "cem") for _ in range(2)]
    with pytest.raises(Clash, match="unfinished games"):
        create_table(services, "ann", "bob", "cem")
    set_unsupported_rules(services.storage.database, *old)
    create_table(services, "ann", "bob", "cem")
    with pytest.raises(NotYours):
        services.tables.close_broken(old[0], "bob")
    services.tables.close_broken(old[0], "ann")
    with pytest.raises(Clash, match="already closed"):
        services.tables.close_broken(old[0], "ann")
    row = services.storage.tables.table_summary(old[0])
    assert row is not None
    assert row["phase"] == "over"
    assert "over" in {table["phase"] for table in services.storage.lists.tables_of("ann")}


def test_missing_games_and_boards_are_reported(services: Services) -> None:
    for wrong in ({"game": "chess", "rules": 1}, {"board": "feed", "rules": 1}):
        table = create_table(services, "ann", "bob", "cem")
        move(services, table, "ann", "lay fargo")
        set_unsupported_rules(services.storage.database, table, **wrong)
        with pytest.raises(Unplayable, match="cannot be shown here"):
            execute(services, table, "ann", "undo")


@pytest.mark.slow
def test_unsupported_tables_use_no_cpu_and_pages_explain(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, guest_client(server) as ann:
        ids = [new_table(ann, "me", *["bot:random"] * 2)["id"] for _ in range(60)]
        token = ann.headers["authorization"].removeprefix("Bearer ")
    database = Database(f"sqlite:///{tmp_path / 'roundhouse.sqlite'}")
    set_unsupported_rules(database, *ids, turn=1)  # a bot's turn
    database.close()
    with running_server(tmp_path) as server:
        before = _cpu_seconds(server)
        time.sleep(4)
        assert _cpu_seconds(server) - before < 2.0, "the server is not idle"
        headers = {"authorization": f"Bearer {token}"}
        with httpx.Client(base_url=server.url, timeout=TIMEOUT_S) as ann:
            for path in ("", "/record", "/replay", "/choices"):
                refused = ann.get(f"/api/tables/{ids[0]}{path}", headers=headers)
                assert refused.status_code == 409
                assert "version 99 of the rules" in refused.json()["detail"]
            response = ann.post(f"/api/tables/{ids[0]}/close", headers=headers)
            assert (response.status_code, response.json()["phase"]) == (200, "over")
            assert "Close table" not in ann.get(f"/t/{ids[1]}", headers=HTML).text
            ann.cookies.set("roundhouse", token)
            page = ann.get(f"/t/{ids[1]}", headers=HTML)
            assert page.status_code == 409
            assert "version 99 of the rules" in page.text
            form = re.search(r'name="csrf" value="(\w+)">\s*<button>Close table', page.text)
            assert form is not None
            response = ann.post(f"/t/{ids[1]}/do/close", data={"csrf": form[1]})
            assert response.status_code == 303
            assert "The table is closed." in ann.get(f"/t/{ids[1]}", headers=HTML).text
            assert ann.get("/", headers=HTML).status_code == 200


def _cpu_seconds(server: Server) -> float:
    """Return the CPU seconds that a server has used."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
