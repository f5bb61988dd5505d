"""A game that was begun is finished under the rules it was begun with."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.web.conftest import Served

from roundhouse.play import registry
from roundhouse.web.errors import Clash
from roundhouse.web.people import Person
from roundhouse.web.reading import BadFile
from roundhouse.web.services import Services
from roundhouse.web.tables import play, replays
from roundhouse.web.tables.chairs import PERSON, Chair
from roundhouse.web.tables.jobs import position_job

ANN = Person("ann", "Ann", False)


def lay(services: Services) -> str:
    chairs = [Chair(n, PERSON, f"P{n}", ANN.id) for n in range(3)]
    return services.tables.create(ANN.id, "northern", {}, chairs)


def print_new_rules(monkeypatch: pytest.MonkeyPatch, rules: int, older: tuple[int, ...]) -> None:
    """As if the room had been published anew, with these versions of its rules."""
    room = registry.room("northern")
    newer = replace(room, meta=replace(room.meta, rules=rules, older=older))
    monkeypatch.setattr(registry, "room", lambda game: newer)
    monkeypatch.setattr(registry, "meta", lambda game: newer.meta)


def test_an_older_match_is_played_on_by_its_own_rules(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lay(services)
    print_new_rules(monkeypatch, 2, older=(1,))
    again = Services.build(services.settings)  # the server of the next day
    with again.tables.at(table) as found:
        assert (found.game.rules, found.match.state.twin.rules) == (1, 1)
        play.move(again.tables, found, [0], ["invest small fargo"], 0)
        assert found.match.record().rules == 1
        assert position_job(again.tables, found).rules == 1  # workers are told
        replay = replays.replay_of_table(found, ANN.id, None)
        forked = replays.fork(again.tables, replay, ANN, 1, 1, "random")
    with again.tables.at(forked) as found:
        assert found.game.rules == 1  # what was begun by old rules goes on by them
    with again.tables.at(lay(again)) as found:
        assert found.game.rules == 2
    again.store.close()


def test_a_match_of_unknown_rules_is_refused_in_words(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lay(services)
    print_new_rules(monkeypatch, 3, older=(2,))
    again = Services.build(services.settings)
    with (
        pytest.raises(Clash, match=r"begun under version 1 .* plays version 3"),
        again.tables.at(table),
    ):
        pass
    again.store.close()


@pytest.mark.slow
def test_page_and_api_say_which_rules(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client, services = served
    table = lay(services)
    assert client.get(f"/api/tables/{table}").json()["rules"] == 1
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        assert "rules version" not in client.get(path).text
    with services.tables.at(table) as found:
        record = found.match.record().dumps()
    print_new_rules(monkeypatch, 2, older=(1,))
    with services.tables.at(table) as found:
        services.tables.open.drop(found)
    services.games._load.cache_clear()
    answer = client.get(f"/api/tables/{table}").json()
    assert answer["rules"] == 1
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        assert "<small>rules version 1</small>" in client.get(path).text
    kept = services.records.keep(record, "ann")
    assert services.records.replay(kept, None).views.match.game.rules == 1
    with pytest.raises(BadFile, match="has no version 7"):
        services.records.keep(record.replace('"rules": 1', '"rules": 7'), "ann")
