"""Games that clients play by key: each key is one seat of one game.

Bots play the other seats. A game is used by one thread at a time, and by no two clients at once.
"""

from __future__ import annotations

import random
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundhouse.bots.bot import Bot
from roundhouse.bots.levels import LEVELS
from roundhouse.bots.llm import configured_models
from roundhouse.bots.registry import BOTS, make_bot
from roundhouse.bots.search import Budget
from roundhouse.bots.styles import STYLED_LEVELS
from roundhouse.bots.warm_up import without_compiling
from roundhouse.core.errors import BadOption, BadSeats, RoundhouseError
from roundhouse.lab.analysis import analyse
from roundhouse.lab.bot_game import names
from roundhouse.play import registry
from roundhouse.play.description import describe_match
from roundhouse.play.match import Match
from roundhouse.play.perspective import determinize
from roundhouse.play.prompt import explain_mistake, list_moves, read_move

MAX_GAMES = 100  # the oldest game is dropped for a new one
MAX_SEARCH_SECONDS = 10.0
KEY_BYTES = 9


class UnknownKey(RoundhouseError, LookupError):
    """No game has a seat with this key."""


class NotAMove(RoundhouseError, ValueError):
    """The words are not a legal move of the seat to act."""


@dataclass(frozen=True)
class GameRequest:
    """What a client asks for: `players` seats from `seat` on; bots take the rest.

    Attributes:
        game: The id of the game.
        seats: The number of seats; 0 for the usual one.
        seat: The first seat of a client.
        players: The number of seats that clients play.
        opponents: The bots of the other seats, repeated as needed.
        options: Options of the game.
        seed: The seed of chance and of the bots; None for a random one.
    """

    game: str
    seats: int = 0
    seat: int = 0
    players: int = 1
    opponents: tuple[str, ...] = ("easy",)
    options: Mapping[str, str] | None = None
    seed: int | None = None


class ServedGame:
    """One game with the keys of its seats."""

    def __init__(self, request: GameRequest) -> None:
        meta = registry.meta(request.game)
        seats = request.seats or meta.usual_seats
        meta.check_seats(seats)
        if not (0 <= request.seat < seats and 1 <= request.players <= seats):
            raise BadSeats(f"`seat` must be from 0 to {seats - 1}, `players` from 1 to {seats}")
        check_opponents(request.opponents)
        self._rng = random.Random(request.seed)
        loaded = registry.open_game(request.game, None, request.options or {})
        game = without_compiling(loaded)  # the first move must not wait for a compiler
        clients = [(request.seat + n) % seats for n in range(request.players)]
        free = [seat for seat in range(seats) if seat not in clients]
        bots = {seat: request.opponents[n % len(request.opponents)] for n, seat in enumerate(free)}
        self._bots: dict[int, Bot] = {
            seat: make_bot(bot, game, random.Random(self._rng.getrandbits(60)))
            for seat, bot in bots.items()
        }
        self.match = Match(game, seats, names([bots.get(n, "player") for n in range(seats)]))
        self.keys = {secrets.token_urlsafe(KEY_BYTES): seat for seat in clients}

    def play_others(self) -> None:
        """Play chance, forced moves and bots until a client has to act or the game ends."""
        while True:
            self.match.advance(self._rng)
            bot = self._bots.get(self.match.state.turn)
            if self.match.over or bot is None:
                return
            seat = self.match.state.turn
            action = bot.choose(determinize(self.match.state, seat, self._rng))
            self.match.submit(seat, self.match.game.text(action), self.match.ply)

    def move(self, seat: int, words: str) -> None:
        """Make a client's move; raise NotAMove with an explanation."""
        state = self.match.state
        if self.match.over or state.turn != seat:
            raise NotAMove("The game is over." if self.match.over else "It is not your turn.")
        move = read_move(words)
        if move not in list_moves(state):
            raise NotAMove(explain_mistake(state, move))
        self.match.submit(seat, move, self.match.ply)
        self.play_others()

    def describe(self, seat: int, detail: str) -> str:
        """Describe the position, and what has happened since the seat's last move."""
        return describe_match(self.match, seat, detail)

    def describe_place(self, seat: int, place: str) -> str:
        """Describe what is at a place."""
        match = self.match
        return match.game.describe_place(match.state.view(seat), place, match.names)

    def analyse(self, seat: int, seconds: float) -> dict[str, Any]:
        """Return the opinion of a search about a position in which the seat has to act."""
        if self.match.over or self.match.state.turn != seat:
            raise NotAMove("You can have a position analyzed when it is your turn.")
        budget = Budget(seconds=min(max(seconds, 0.1), MAX_SEARCH_SECONDS))
        return analyse(self.match.state, seat, budget, self._rng)


class ServedGames:
    """All games of a server, by key."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, ServedGame] = OrderedDict()  # by its first key
        self._first_key: dict[str, str] = {}

    def add(self, game: ServedGame) -> list[ServedGame]:
        """Add a game, drop the oldest ones if there are too many, and return those."""
        first, *_ = game.keys
        self._games[first] = game
        self._first_key.update(dict.fromkeys(game.keys, first))
        dropped = []
        while len(self._games) > MAX_GAMES:
            _, oldest = self._games.popitem(last=False)
            dropped.append(oldest)
            for key in oldest.keys:
                del self._first_key[key]
        return dropped

    def find(self, key: str) -> tuple[ServedGame, int]:
        """Return the game and the seat of a key; raise UnknownKey if there is none."""
        if key not in self._first_key:
            raise UnknownKey("there is no game with this key; start one with new_game")
        game = self._games[self._first_key[key]]
        return game, game.keys[key]


def check_opponents(bots: Sequence[str]) -> None:
    """Refuse names with parameters: an address, or a search that would run for hours."""
    names = (*BOTS, *LEVELS, *STYLED_LEVELS, *configured_models())
    for bot in bots or [""]:
        if bot not in names:
            raise BadOption(f"there is no opponent {bot[:40]!r}; choose from {', '.join(names)}")
