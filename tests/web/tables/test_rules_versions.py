"""A match is finished under the rules version it started with."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.web.conftest import ClientAndServices

from roundhouse.play import registry
from roundhouse.table import moving, replays
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.errors import Clash
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.sessions import User
from roundhouse.web.boards.upload_sandbox import BadFile
from roundhouse.web.services import Services
from roundhouse.web.tables.jobs import position_job

ANN = User("ann", "Ann", False)


def create_table(services: Services) -> str:
    chairs = [Chair(n, HUMAN, f"P{n}", ANN.id) for n in range(3)]
    return services.tables.create(TableRequest(ANN.id, "northern", chairs))


def release_rules(monkeypatch: pytest.MonkeyPatch, rules: int, older: tuple[int, ...]) -> None:
    """Simulate a new release of the game with these rules versions."""
    definition = registry.definition("northern")
    newer = replace(definition, meta=replace(definition.meta, rules=rules, older=older))
    monkeypatch.setattr(registry, "definition", lambda game: newer)
    monkeypatch.setattr(registry, "meta", lambda game: newer.meta)


def test_match_keeps_its_rules_version(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = create_table(services)
    release_rules(monkeypatch, 2, older=(1,))
    again = Services.build(services.settings)  # a server of the new release
    with again.tables.at(table) as result:
        assert (result.game.rules, result.match.state.py_state.rules) == (1, 1)
        moving.move(again.tables, result, [0], ["invest small fargo"], 0)
        assert result.match.record().rules == 1
        assert position_job(again.tables, result).rules == 1  # workers get the version, too
        replay = replays.replay_of_table(result, result.views, ANN.id, None)
        forked = replays.fork(again.tables, replay, ANN, 1, 1, "random")
    with again.tables.at(forked) as result:
        assert result.game.rules == 1  # a fork keeps the version
    with again.tables.at(create_table(again)) as result:
        assert result.game.rules == 2
    again.storage.database.close()


def test_unsupported_rules_version_gets_a_message(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create_table(services)
    release_rules(monkeypatch, 3, older=(2,))
    again = Services.build(services.settings)
    with (
        pytest.raises(Clash, match=r"started under version 1 .* plays version 3"),
        again.tables.at(table),
    ):
        pass
    again.storage.database.close()


@pytest.mark.slow
def test_page_and_api_show_the_rules_version(
    client_and_services: ClientAndServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, services = client_and_services
    table = create_table(services)
    assert client.get(f"/api/tables/{table}").json()["rules"] == 1
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        assert "rules version" not in client.get(path).text
    with services.tables.at(table) as result:
        record = result.match.record().dumps()
    release_rules(monkeypatch, 2, older=(1,))
    with services.tables.at(table) as result:
        services.tables.open.drop(result)
    services.games._load.cache_clear()
    answer = client.get(f"/api/tables/{table}").json()
    assert answer["rules"] == 1
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        assert "<small>rules version 1</small>" in client.get(path).text
    saved = services.records.save(record, "ann")
    assert services.records.replay(saved, None).views.match.game.rules == 1
    with pytest.raises(BadFile, match="has no version 7"):
        services.records.save(record.replace('"rules": 1', '"rules": 7'), "ann")
