"""Language models as bots, against a scripted endpoint on loopback."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from tests.speeds import repetition_speed

from roundhouse.bots.llm import BadModel, LlmBot, configured_models, parse_settings
from roundhouse.bots.registry import UnknownBot, check_name, make_bot, make_text_bot
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.lab.bot_game import names, parse_bot_name, play_game, play_through
from roundhouse.play import registry

from .scripted_endpoint import (
    ScriptedEndpoint,
    badly,
    badly_once,
    chat,
    first_move,
    never,
    replies,
    send,
    serve,
    slowly,
    well,
)

KEY = "sk-very-secret-0123456789"


def northern() -> Game:
    return registry.load("northern", speed=INTERPRETED)


def model(endpoint: ScriptedEndpoint, words: str = "seconds=5:retries=1") -> str:
    return f"llm:some/model:8b@{endpoint.url}#{words}"


def make(name: str, transcript: Path | None = None) -> tuple[LlmBot, State]:
    game = northern()
    return make_text_bot(name, game, random.Random(1), transcript), game.start(3)


def test_a_model_that_answers_well() -> None:
    with serve(well) as endpoint:
        bot, state = make(model(endpoint, "answer=99"))
        assert state.game.text(bot.choose(state)) == "invest small duluth"
        (request,) = endpoint.requests
    assert request["model"] == "some/model:8b"
    assert request["max_tokens"] == 99
    assert [each["role"] for each in request["messages"]] == ["system", "user"]
    assert "# Northern Pacific in short" in request["messages"][0]["content"]
    assert endpoint.keys == [None]
    stats = bot.stats
    assert (stats.decisions, stats.answers, stats.illegal, stats.fallbacks) == (1, 1, 0, 0)
    assert (stats.prompt_tokens, stats.answer_tokens) == (100, 7)


def test_legal_moves_are_listed_unless_switched_off() -> None:
    with serve(well) as endpoint:
        bot, state = make(model(endpoint, "legal=0"))
        assert state.game.text(bot.choose(state)) == "lay fargo"
        assert "Legal moves" not in endpoint.requests[0]["messages"][1]["content"]


def test_a_mistake_is_explained_and_corrected() -> None:
    with serve(badly_once) as endpoint:
        bot, state = make(model(endpoint))
        bot.choose(state)
        roles = [each["role"] for each in endpoint.requests[1]["messages"]]
        assert roles == ["system", "user", "assistant", "user"]
        last = endpoint.requests[1]["messages"][-1]["content"]
    assert "'lay oz' is no move of this game" in last
    assert (bot.stats.illegal, bot.stats.fallbacks) == (1, 0)


def test_a_model_that_answers_badly_is_replaced_by_its_fallback() -> None:
    with serve(badly) as endpoint:
        bot, state = make(model(endpoint, "retries=2:fallback=greedy"))
        assert bot.choose(state) in state.legal()
        assert len(endpoint.requests) == 3
    assert (bot.stats.illegal, bot.stats.fallbacks) == (3, 1)


@pytest.mark.parametrize("script", [slowly, never])
def test_a_slow_model_is_cut_off(
    script: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None],
) -> None:
    with serve(script) as endpoint:
        bot, state = make(model(endpoint, "seconds=0.4:retries=3"))
        started = time.monotonic()
        assert bot.choose(state) in state.legal()
        assert time.monotonic() - started < 2.5
        assert bot.stats.errors == 1
        assert bot.stats.fallbacks == 1


def test_a_running_request_can_be_stopped() -> None:
    with serve(never) as endpoint:
        bot, state = make(model(endpoint, "seconds=60:retries=5"))
        started = time.monotonic()
        threading.Timer(0.3, bot.stop).start()
        assert bot.choose(state) in state.legal()
        assert time.monotonic() - started < 2.5


def test_a_model_that_does_not_answer_at_all() -> None:
    """After 3 decisions without an answer, the fallback plays alone until `clear`."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        bot, state = make(f"llm:m@{url}#retries=0")
        for _ in range(5):
            bot.choose(state)
        assert (bot.stats.errors, bot.stats.fallbacks) == (3, 5)
        bot.clear()
        bot.choose(state)
        assert bot.stats.errors == 4


@pytest.mark.parametrize(
    ("answer", "requests"),
    [
        ((500, b"out of memory"), 2),
        ((429, b""), 2),
        ((401, b"wrong key"), 1),
        ((302, b""), 1),
        ((200, b"not json"), 2),
        ((200, b'{"choices": []}'), 2),
        ((200, b'{"choices": [{"message": {"content": ["no text"]}}]}'), 2),
        ((200, b"[" * 100_000), 2),
        ((200, b""), 2),
        ((200, b" " * 3_000_000), 2),
        ((200, chat(None)), 2),
    ],
)
def test_odd_answers_are_refused(answer: tuple[int, bytes], requests: int) -> None:
    with serve(replies(answer)) as endpoint:
        bot, state = make(model(endpoint))
        assert bot.choose(state) in state.legal()
        assert len(endpoint.requests) == requests
    assert bot.stats.fallbacks == 1


def test_an_error_is_repeated() -> None:
    with serve(replies((503, b""), (200, chat("Move: lay fargo", usage=False)))) as endpoint:
        bot, state = make(model(endpoint))
        assert state.game.text(bot.choose(state)) == "lay fargo"
    assert (bot.stats.errors, bot.stats.fallbacks) == (1, 0)
    assert bot.stats.prompt_tokens > 1000  # estimated


def test_tokens_of_a_game_are_limited() -> None:
    with serve(well) as endpoint:
        bot, state = make(model(endpoint, "tokens=150"))
        for _ in range(4):
            bot.choose(state)
        assert len(endpoint.requests) == 2
        assert bot.stats.fallbacks == 2


def test_a_key_is_sent_and_never_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def repeat(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        send(handler, chat(f"{handler.headers['Authorization']}\nMove: {first_move(body)}"))

    monkeypatch.setenv("MODEL_KEY", KEY)
    file = tmp_path / "transcript.jsonl"
    game = northern()
    with serve(repeat) as endpoint:
        name = model(endpoint, "key=MODEL_KEY")
        bot = make_text_bot(name, game, random.Random(1), file)
        players = [bot, make_bot("random", game, random.Random(2)), bot]
        rng = random.Random(3)
        record, _ = play_through(game, players, names([name, "random", name]), rng, rng)
        assert set(endpoint.keys) == {f"Bearer {KEY}"}
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) == bot.stats.answers > 10
    assert "Bearer [key]" in text
    for place in (text, record.dumps(), name, repr(vars(bot)), *capfd.readouterr()):
        assert KEY not in place


def test_errors_do_not_show_the_key_or_the_body(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MODEL_KEY", KEY)
    file = tmp_path / "transcript.jsonl"
    with serve(replies((401, f"wrong key {KEY}".encode()))) as endpoint:
        bot, state = make(model(endpoint, "key=MODEL_KEY"), file)
        bot.choose(state)
    text = file.read_text(encoding="utf-8")
    assert json.loads(text)["error"] == "the server answers with status 401"
    assert KEY not in text


def test_a_missing_key_is_reported() -> None:
    with pytest.raises(BadModel, match="set the environment variable NO_SUCH_KEY"):
        make("llm:m@http://127.0.0.1:1/v1#key=NO_SUCH_KEY")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("llm:model", "llm:MODEL@URL"),
        ("llm:@http://127.0.0.1/v1", "llm:MODEL@URL"),
        ("llm:m@ftp://127.0.0.1/v1", "must be like"),
        ("llm:m@http://", "must be like"),
        ("llm:m@http://127.0.0.1:x/v1", "not a URL"),
        ("llm:m@http://127.0.0.1/v1?api-key=abc", "must not contain a key"),
        ("llm:m@http://127.0.0.1/v1#speed=1", "settings of a model are"),
        ("llm:m@http://127.0.0.1/v1#seconds=0", "up to 3600"),
        ("llm:m@http://127.0.0.1/v1#seconds=nan", "up to 3600"),
        ("llm:m@http://127.0.0.1/v1#retries=99", "from 0 to 20"),
        ("llm:m@http://127.0.0.1/v1#fallback=nobody", "there is no bot 'nobody'"),
        ("llm:m@http://127.0.0.1/v1#fallback=llm:m@http://x", "settings of a model are"),
        ("model-unknown", "there is no bot"),
        ("text:novel", "there is no bot"),
    ],
)
def test_wrong_names_are_refused(name: str, message: str) -> None:
    with pytest.raises((BadModel, UnknownBot), match=message):
        check_name(name)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(BadModel) as caught:
        check_name(f"llm:m@http://user:{KEY}@127.0.0.1/v1")
    assert KEY not in str(caught.value)


def test_settings_of_a_name() -> None:
    settings = parse_settings("llm:a@b:8b@https://x.example/v1/#seconds=2.5:fallback=greedy")
    assert (settings.model, settings.url) == ("a@b:8b", "https://x.example/v1")
    assert settings.seconds == 2.5


def test_configured_models(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(well) as endpoint:
        monkeypatch.setenv("ROUNDHOUSE_MODELS", f"small={model(endpoint)} big={model(endpoint)}")
        assert list(configured_models()) == ["model-small", "model-big"]
        check_name("model-small")
        game = northern()
        record, state = play_game(game, ["model-small", "random", "random"], "seed")
        assert state.over
        assert record.names[0] == "model-small 1"
        assert parse_bot_name(record.names[0], game) == "model-small"
        assert endpoint.url not in record.dumps()
    monkeypatch.setenv("ROUNDHOUSE_MODELS", "Small=x")
    with pytest.raises(BadModel, match="NAME=llm:MODEL@URL"):
        configured_models()


@pytest.mark.parametrize("name", ["northern", "texas", "southern", "union"])
@pytest.mark.parametrize("reader", ["text:random", "text:first", "text:greedy"])
def test_readers_play_whole_games_without_mistakes(name: str, reader: str) -> None:
    game = registry.load(name, speed=repetition_speed(registry.package(name)))
    rng = random.Random(5)
    bot = make_text_bot(reader, game, rng)
    others = [make_bot("random", game, rng) for _ in range(2)]
    _, state = play_through(game, [bot, *others], names([reader, "random", "random"]), rng, rng)
    assert state.over
    assert bot.stats.decisions == bot.stats.answers > 0
    assert bot.stats.illegal == bot.stats.fallbacks == 0
