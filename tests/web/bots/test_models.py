"""Language models at tables: only those the operator has configured are seated."""

from __future__ import annotations

import asyncio
import time
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bots.scripted_endpoint import ScriptedEndpoint, never, serve, well
from tests.web.conftest import ClientAndServices, guest_client, new_table, running_server
from tests.web.waiting import wait_until

from roundhouse.bots.llm import BadModel
from roundhouse.cli.main import main
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.table.errors import NotFound
from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.bots import bot_catalog
from roundhouse.web.bots.pool import Pool
from roundhouse.web.bots.worker import Worker
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.games import GameLibrary
from roundhouse.web.tables.jobs import Job

KEY = "sk-very-secret-0123456789"


@pytest.fixture
def endpoint() -> Iterator[ScriptedEndpoint]:
    with serve(well) as each:
        yield each


def configure(monkeypatch: pytest.MonkeyPatch, endpoint: ScriptedEndpoint, words: str = "") -> None:
    monkeypatch.setenv("ROUNDHOUSE_MODELS", f"tiny=llm:qwen@{endpoint.url}#{words}")


def test_configured_models_are_offered_by_name(
    monkeypatch: pytest.MonkeyPatch, endpoint: ScriptedEndpoint
) -> None:
    assert "model-tiny" not in [bot.name for bot in bot_catalog.all_bots()]
    configure(monkeypatch, endpoint)
    bot = bot_catalog.all_bots()[-1]
    assert (bot.name, bot.label) == ("model-tiny", "model-tiny")
    bot_catalog.check_bot("model-tiny")
    assert endpoint.url not in repr(bot)


@pytest.mark.parametrize("name", ["model-other", "llm:m@{url}", "llm:m@{url}#key=PATH"])
def test_no_address_of_a_visitor_is_contacted(
    monkeypatch: pytest.MonkeyPatch,
    client_and_services: ClientAndServices,
    endpoint: ScriptedEndpoint,
    name: str,
) -> None:
    configure(monkeypatch, endpoint)
    client, _ = client_and_services
    client.post("/api/people", json={"name": "Ann"}).raise_for_status()
    bot = name.format(url=endpoint.url)
    for seat in (f"bot:{bot}", bot):
        body = {"game": "northern", "seats": ["me", seat, "bot:easy"]}
        assert client.post("/api/tables", json=body).status_code >= 400
    with pytest.raises(NotFound):
        bot_catalog.check_bot(bot)
    assert endpoint.requests == []


def make_job(level: str) -> Job:
    state = registry.load("northern", speed=INTERPRETED).start(3)
    game = state.game
    return Job(
        "table", 0, 0, 0, level, "northern", game.rules, dict(game.options), "", state.pack()
    )


def test_a_worker_asks_the_model(
    monkeypatch: pytest.MonkeyPatch, endpoint: ScriptedEndpoint
) -> None:
    configure(monkeypatch, endpoint)
    job = make_job("model-tiny")
    request = {"ask": "move", "game": job.game, "rules": job.rules, "options": job.options}
    request |= {"board": "", "speed": INTERPRETED, "table": job.table, "seat": 0, "seconds": 5.0}
    request |= {"level": job.level, "state": b64encode(job.state).decode()}
    assert Worker(lambda message: None).answer(request)["words"] == "invest small duluth"
    assert len(endpoint.requests) == 1


@pytest.mark.slow
def test_a_slow_model_delays_no_other_bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With one worker for searches, a bot moves while a model is being asked."""
    database = Database(f"sqlite:///{tmp_path / 'roundhouse.sqlite'}")
    pool = Pool(GameLibrary(Boards(database), Reader()), 1, 1.0)

    async def ask() -> list[str]:
        moved: list[str] = []

        async def move(level: str) -> None:
            await pool.move(make_job(level))
            moved.append(level)

        try:
            await asyncio.gather(move("model-tiny"), move("random"))
        finally:
            await pool.close()
        return moved

    with serve(never) as endpoint:
        configure(monkeypatch, endpoint, "seconds=2.5:retries=0")
        started = time.monotonic()
        assert asyncio.run(ask()) == ["random", "model-tiny"]
        assert time.monotonic() - started > 2.0
    database.close()


@pytest.mark.slow
def test_a_model_plays_at_a_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, endpoint: ScriptedEndpoint
) -> None:
    monkeypatch.setenv("TINY_KEY", KEY)
    configure(monkeypatch, endpoint, "key=TINY_KEY")
    with running_server(tmp_path) as server, guest_client(server) as ann:
        table = new_table(ann, "bot:model-tiny", "bot:random", "me")["id"]
        wait_until(lambda: len(endpoint.requests) > 0, "the model is not asked")
        wait_until(
            lambda: "duluth" in ann.get(f"/api/tables/{table}/record").text,
            "the model's move is not played",
        )
        page = ann.get(f"/t/{table}", headers={"accept": "text/html"}).text
        record = ann.get(f"/api/tables/{table}/record").text
    assert set(endpoint.keys) == {f"Bearer {KEY}"}
    assert "model-tiny" in page
    for text in (page, record):
        assert KEY not in text
        assert endpoint.url not in text


def test_a_server_does_not_start_with_wrong_models(
    monkeypatch: pytest.MonkeyPatch, endpoint: ScriptedEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(monkeypatch, endpoint, "key=NO_SUCH_KEY")
    assert main(["serve"]) != 0
    assert "set the environment variable NO_SUCH_KEY" in capsys.readouterr().err
    monkeypatch.setenv("ROUNDHOUSE_MODELS", "tiny=http://x")
    with pytest.raises(BadModel):
        bot_catalog.all_bots()
