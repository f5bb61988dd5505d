"""The MCP server, with the library's own client: in process, by stdio and HTTP."""

from __future__ import annotations

import random
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from tests.child_processes import bind_to_parent

import roundhouse
from roundhouse.play import registry
from roundhouse.research import mcp_server, served_game
from roundhouse.research.mcp_server import make_server

GAMES = [meta.id for meta in registry.games()]
COMMAND = "import sys; from roundhouse.cli.main import main; sys.exit(main(sys.argv[1:]))"
ENVIRONMENT = {"PYTHONPATH": str(Path(roundhouse.__file__).parents[1]), "ROUNDHOUSE_JIT": "0"}
Play = Callable[["Player"], Coroutine[Any, Any, None]]


class Player:
    """A client that calls tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> Any:
        """Return the structured result of a tool."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        data = result.structured_content
        assert data is not None
        return data["result"] if set(data) == {"result"} else data

    async def error(self, tool: str, **arguments: Any) -> str:
        """Return the error of a tool."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        return str(result.content[0].text)  # type: ignore[union-attr]


def with_client(play: Play) -> None:
    """Connect a client to a new server in this process."""

    async def connect() -> None:
        async with Client(make_server()) as client:
            await play(Player(client))

    anyio.run(connect)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name: str) -> None:
    """Play to the end from what the tools return."""

    async def play(player: Player) -> None:
        rng = random.Random(1)
        seats = registry.meta(name).seats[0]
        game = await player.call("new_game", game=name, seats=seats, opponents=["random"], seed=1)
        assert "# " in game["instructions"]
        turn = {"your_turn": game["your_turn"], "over": False}
        while not turn["over"]:
            assert turn["your_turn"]
            moves = await player.call("legal_moves", key=game["key"])
            turn = await player.call("move", key=game["key"], words=rng.choice(list(moves)))
        assert "Place 1: " in turn["position"]
        assert await player.call("legal_moves", key=game["key"]) == {}
        assert "The game is over." in await player.error("move", key=game["key"], words="pass")

    with_client(play)


def test_tools_and_resources() -> None:
    async def play(player: Player) -> None:
        tools = {tool.name: tool for tool in (await player.client.list_tools()).tools}
        assert set(tools) == {
            *("list_games", "new_game", "describe", "legal_moves", "move", "rules", "analyse"),
            *("describe_place", "wait_for_turn"),
        }
        assert all(tool.description for tool in tools.values())
        games = await player.call("list_games")
        assert [each["game"] for each in games] == GAMES
        for name in GAMES:
            assert await player.call("rules", game=name) == registry.short_rules(name)
            full = registry.text(name, "RULES.md")
            assert await player.call("rules", game=name, short=False) == full
            read = await player.client.read_resource(f"roundhouse://rules/{name}")
            assert read.contents[0].text == full  # type: ignore[union-attr]
        assert len((await player.client.list_resources()).resources) == 2 * len(GAMES)

    with_client(play)


def test_positions_places_and_analyses() -> None:
    async def play(player: Player) -> None:
        game = await player.call("new_game", game="northern", opponents=["random"])
        key = game["key"]
        assert "You are seat 0" in await player.call("describe", key=key)
        brief = await player.call("describe", key=key, detail="brief")
        assert len(brief) < len(game["position"])
        place = await player.call("describe_place", key=key, place="fargo")
        assert place.startswith("Fargo: ")
        assert "no single place 'oz'" in await player.error("describe_place", key=key, place="oz")
        opinion = await player.call("analyse", key=key, seconds=0.1)
        assert opinion["moves"]
        assert "no detail 'long'" in await player.error("describe", key=key, detail="long")

    with_client(play)


def test_mistakes_are_explained() -> None:
    async def play(player: Player) -> None:
        game = await player.call("new_game", game="northern", opponents=["random"])
        error = await player.error("move", key=game["key"], words="lay oz")
        assert "'lay oz' is no move of this game" in error
        assert "no game with this key" in await player.error("move", key="x", words="lay fargo")
        assert "there is no game 'oz'" in await player.error("new_game", game="oz")
        for bot in ("llm:m@http://127.0.0.1:9/v1", "search:999999999", "master:3600", "no"):
            error = await player.error("new_game", game="northern", opponents=[bot])
            assert "there is no opponent" in error
        for wrong in ({"seats": 9}, {"seat": 9}, {"players": 0}, {"options": {"a": "b"}}):
            assert await player.error("new_game", game="northern", **wrong)

    with_client(play)


def test_clients_wait_for_each_other() -> None:
    """A waiting client gets its turn when the other has moved, and not before."""

    async def play(player: Player) -> None:
        game = await player.call(
            "new_game", game="northern", players=2, seats=3, opponents=["random"], seed=1
        )
        first, second = game["keys"]
        assert "not your turn" in await player.error("move", key=second, words="lay fargo")
        early = await player.call("wait_for_turn", key=second, seconds=0.05)
        assert not early["your_turn"]
        turns = []

        async def wait() -> None:
            turns.append(await player.call("wait_for_turn", key=second, seconds=20))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(wait)
            await anyio.sleep(0.1)
            assert not turns
            await player.call("move", key=first, words="lay fargo")
        assert turns[0]["your_turn"]
        assert "lays track to Fargo" in turns[0]["position"]

    with_client(play)


def test_a_key_shows_one_seat_only() -> None:
    """In Union Pacific, the keys of one game show different hands."""

    async def play(player: Player) -> None:
        game = await player.call("new_game", game="union", seats=2, players=2, seed=1)
        hands = []
        for key in game["keys"]:
            text = await player.call("describe", key=key)
            hands.append(re.findall(r"^- shares in your hand: (.*)$", text, re.M))
        assert [len(hand) for hand in hands] == [1, 1]
        assert hands[0] != hands[1]

    with_client(play)


def test_old_games_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_game, "MAX_GAMES", 2)

    async def play(player: Player) -> None:
        keys = [
            (await player.call("new_game", game="northern", opponents=["random"]))["key"]
            for _ in range(3)
        ]
        assert "no game with this key" in await player.error("describe", key=keys[0])
        await player.call("describe", key=keys[2])

    with_client(play)


def test_a_wait_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_server, "MAX_WAIT", 0.05)

    async def play(player: Player) -> None:
        game = await player.call("new_game", game="northern", players=3, seats=3)
        turn = await player.call("wait_for_turn", key=list(game["keys"])[1], seconds=1e9)
        assert not turn["your_turn"]

    with_client(play)


async def make_some_moves(player: Player) -> None:
    game = await player.call("new_game", game="northern", opponents=["random"], seed=1)
    for _ in range(3):
        moves = await player.call("legal_moves", key=game["key"])
        turn = await player.call("move", key=game["key"], words=next(iter(moves)))
        assert turn["your_turn"]


@pytest.mark.slow
def test_on_stdio() -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-c", COMMAND, "mcp"], env=ENVIRONMENT
    )

    async def connect() -> None:
        async with Client(server) as client:
            await make_some_moves(Player(client))

    anyio.run(connect)


@pytest.mark.slow
def test_on_http() -> None:
    with http_server() as url:

        async def connect() -> None:
            async with Client(url) as client:
                await make_some_moves(Player(client))

        anyio.run(connect)


@contextmanager
def http_server() -> Iterator[str]:
    """Run `roundhouse mcp --http` on a free port until the block ends."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    process = subprocess.Popen(
        bind_to_parent([sys.executable, "-c", COMMAND, "mcp", "--http", str(port)]),
        env=ENVIRONMENT,
        stderr=subprocess.DEVNULL,
    )
    try:
        anyio.run(wait_for_port, port)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(20)


async def wait_for_port(port: int) -> None:
    with anyio.fail_after(60):
        while True:
            try:
                stream = await anyio.connect_tcp("127.0.0.1", port)
            except OSError:
                await anyio.sleep(0.1)
            else:
                await stream.aclose()
                return
