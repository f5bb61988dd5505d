"""A server for the Model Context Protocol: language models play games by tools.

    roundhouse mcp                on stdin and stdout, for a client that starts it
    roundhouse mcp --http 8765    on http://127.0.0.1:8765/mcp

A client starts a game, gets a key for each seat that it plays, and reads positions in words.
`wait_for_turn` returns when it is the seat's turn, so a client need not ask again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any, TypedDict, TypeVar

from roundhouse import __version__
from roundhouse.core.description import FULL
from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry
from roundhouse.play.prompt import describe_moves, write_instructions
from roundhouse.research.extras import MissingExtra
from roundhouse.research.served_game import GameRequest, ServedGame, ServedGames

try:
    import anyio
    from anyio.to_thread import run_sync
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import Field
except ImportError as missing:
    raise MissingExtra("the MCP server", missing, "text") from missing

MAX_WAIT = 50.0  # seconds; many clients give up after a minute
INSTRUCTIONS = (
    "Play railway board games. Call list_games, read rules, then new_game, which returns a key for "
    "your seat. Call describe for the position in words and legal_moves for your moves, then move. "
    "The reply to move says what the others did. When it is not your turn, call wait_for_turn."
)
T = TypeVar("T")
Key = Annotated[str, Field(description="The key of your seat, from new_game")]


class Turn(TypedDict):
    """Where a seat stands after a move or a wait."""

    your_turn: bool
    over: bool
    position: str


class NewGame(TypedDict):
    """A new game: the key of each seat that clients play, and the first's position."""

    keys: dict[str, str]
    key: str
    seat: int
    instructions: str
    your_turn: bool
    position: str


class _Tools:
    """The tools of a server; each is a method, with its description for clients."""

    def __init__(self) -> None:
        self._games = ServedGames()
        self._locks: dict[ServedGame, anyio.Lock] = {}
        self._changes: dict[ServedGame, anyio.Event] = {}

    async def list_games(self) -> list[dict[str, Any]]:
        """List the games: id, title, numbers of seats, options."""
        return [
            {
                "game": meta.id,
                "title": meta.title,
                "about": meta.tagline,
                "seats": list(meta.seats),
                "options": {name: dict(option.values) for name, option in meta.options.items()},
            }
            for meta in registry.games()
        ]

    async def rules(
        self,
        game: Annotated[str, Field(description="The id of the game, from list_games")],
        short: Annotated[bool, Field(description="Only what you need to play")] = True,
    ) -> str:
        """Return the rules of a game."""
        with _explained():
            return registry.short_rules(game) if short else registry.text(game, "RULES.md")

    async def new_game(  # noqa: PLR0913 - the arguments of a tool
        self,
        game: Annotated[str, Field(description="The id of the game, from list_games")],
        seats: Annotated[int, Field(description="The number of seats; 0: the usual one")] = 0,
        seat: Annotated[int, Field(description="Your seat, from 0")] = 0,
        players: Annotated[int, Field(description="Seats that clients play, from yours on")] = 1,
        opponents: Annotated[
            list[str] | None, Field(description="Bots of the other seats, such as easy or medium")
        ] = None,
        options: Annotated[
            dict[str, str] | None, Field(description="Options of the game, from list_games")
        ] = None,
        seed: Annotated[int | None, Field(description="The same seed, the same game")] = None,
    ) -> NewGame:
        """Start a game; return the key of your seat, the rules, and the position."""
        request = GameRequest(
            game, seats, seat, players, tuple(opponents or ["easy"]), options, seed
        )
        with _explained():
            served = await run_sync(ServedGame, request)
            await run_sync(served.play_others)
        self._locks[served], self._changes[served] = anyio.Lock(), anyio.Event()
        for dropped in self._games.add(served):
            del self._locks[dropped], self._changes[dropped]
        match, key = served.match, next(iter(served.keys))
        return {
            "keys": {key: f"seat {each}" for key, each in served.keys.items()},
            "key": key,
            "seat": seat,
            "instructions": write_instructions(match.game, match.state.seats, seat),
            "your_turn": match.state.turn == seat,
            "position": served.describe(seat, FULL),
        }

    async def describe(
        self,
        key: Key,
        detail: Annotated[str, Field(description="full, or brief: without the board")] = FULL,
    ) -> str:
        """Describe the position as you know it, and what happened since your last move."""
        return await self._read(key, lambda served, seat: served.describe(seat, detail))

    async def describe_place(
        self,
        key: Key,
        place: Annotated[str, Field(description="A name on the board, such as a city")],
    ) -> str:
        """Say what is at a place of the board, and what you can choose there."""
        return await self._read(key, lambda served, seat: served.describe_place(seat, place))

    async def legal_moves(self, key: Key) -> dict[str, str]:
        """Return your legal moves, with what each one does; empty if it is not your turn."""

        def read(served: ServedGame, seat: int) -> dict[str, str]:
            state = served.match.state
            return describe_moves(state) if state.turn == seat else {}

        return await self._read(key, read)

    async def move(
        self, key: Key, words: Annotated[str, Field(description="The words of a legal move")]
    ) -> Turn:
        """Make your move; the bots then answer until it is a client's turn again."""

        def make(served: ServedGame, seat: int) -> Turn:
            served.move(seat, words)
            return _turn(served, seat)

        turn = await self._read(key, make)
        served, _ = self._games.find(key)
        self._changes[served].set()
        self._changes[served] = anyio.Event()
        return turn

    async def wait_for_turn(
        self, key: Key, seconds: Annotated[float, Field(description="At most 50")] = MAX_WAIT
    ) -> Turn:
        """Wait until it is your turn or the game is over, and return the position."""
        with _explained():
            served, _ = self._games.find(key)
        with anyio.move_on_after(min(max(seconds, 0.0), MAX_WAIT)):
            while True:
                change = self._changes[served]
                turn = await self._read(key, _turn)
                if turn["your_turn"] or turn["over"]:
                    return turn
                await change.wait()
        return await self._read(key, _turn)

    async def analyse(
        self,
        key: Key,
        seconds: Annotated[float, Field(description="The time of the search, at most 10")] = 2.0,
    ) -> dict[str, Any]:
        """Return a search's opinion on your turn: best moves, expected shares of the win."""
        return await self._read(key, lambda served, seat: served.analyse(seat, seconds))

    async def _read(self, key: str, use: Callable[[ServedGame, int], T]) -> T:
        """Use a game in a thread, while no one else does."""
        with _explained():
            served, seat = self._games.find(key)
            async with self._locks[served]:
                return await run_sync(partial(use, served, seat))


@contextmanager
def _explained() -> Iterator[None]:
    """Report an error of the caller as the text of a tool's error."""
    try:
        yield
    except RoundhouseError as error:
        raise ToolError(str(error)) from error


def _turn(served: ServedGame, seat: int) -> Turn:
    match = served.match
    return {
        "your_turn": match.state.turn == seat,
        "over": match.over,
        "position": served.describe(seat, FULL),
    }


def make_server() -> MCPServer[Any]:
    """Create a server with its own games.

    Returns:
        The server; `run()` serves stdin and stdout, `run("streamable-http", port=...)` HTTP.
    """
    server: MCPServer[Any] = MCPServer(
        "roundhouse", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    tools = _Tools()
    for tool in (
        *(tools.list_games, tools.rules, tools.new_game, tools.describe, tools.describe_place),
        *(tools.legal_moves, tools.move, tools.wait_for_turn, tools.analyse),
    ):
        server.tool()(tool)
    for meta in registry.games():
        for name, read in (
            ("rules", partial(registry.text, meta.id, "RULES.md")),
            ("short-rules", partial(registry.short_rules, meta.id)),
        ):
            title = f"{meta.title}: {name.replace('-', ' ')}"
            server.resource(
                f"roundhouse://{name}/{meta.id}", name=title, mime_type="text/markdown"
            )(_make_reader(read))
    return server


def _make_reader(read: Callable[[], str]) -> Callable[[], str]:
    """Return a function without parameters, as the library wants it."""

    def text() -> str:
        return read()

    return text
