"""Fixtures: games to be played between bots, each of which says everything about itself."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from roundhouse.bots.bot import Bot
from roundhouse.bots.compile_ahead import compile_bots
from roundhouse.bots.registry import check_name, make_bot
from roundhouse.bots.search.verdict import Verdict
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game, Position
from roundhouse.lab.bot_game import names, play_through
from roundhouse.lab.pool import cores, in_processes, on_ray
from roundhouse.play import registry


@dataclass(frozen=True)
class Fixture:
    """A game to be played: which, by whom, and the luck of the deal.

    Fixtures of one `deal` get the same random numbers for chance, draw by draw, whoever sits
    where; without one, chance draws from what the seed gives.
    """

    number: int
    game: str
    bots: tuple[str, ...]  # by seat
    deal: str | None
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    board: str | None = None
    thoughts: bool = False  # whether what searches thought is kept


@dataclass(frozen=True)
class Thought:
    """What a search found at a choice, for each of the legal actions."""

    visits: tuple[int, ...]
    values: tuple[float | None, ...]  # expected share of the win of the seat; None: not looked at


@dataclass(frozen=True)
class Played:
    """How a fixture went."""

    fixture: Fixture
    record: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    end: str  # the code of how it ended
    moves: int
    chosen: tuple[int, ...]  # by seat: moves where there was a choice
    seconds: tuple[float, ...] = field(compare=False)  # by seat: thinking, in all
    thoughts: tuple[tuple[Thought | None, ...], ...] = ()  # by seat, then by choice, if kept

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: all of it, or split between those who tie."""
        winners = self.ranks.count(0)
        return tuple(1 / winners if rank == 0 else 0.0 for rank in self.ranks)


def schedule(
    game: str, bots: Sequence[str], seats: int, rounds: int, seed: int = 0, first: int = 0
) -> list[Fixture]:
    """`rounds` games. Every `seats` of them are one deal (the same luck) with everybody moved on by
    one seat; with fewer bots than seats the places left over go round, too."""
    registry.meta(game).check_seats(seats)
    if len(bots) > seats:
        raise RoundhouseError(f"{len(bots)} bots do not fit at {seats} seats")
    for bot in bots:
        check_name(bot)
    made = []
    for number in range(rounds):
        deal, turn = divmod(number, seats)
        line = [bots[(n + deal) % len(bots)] for n in range(seats)]
        seated = tuple(line[(n - turn) % seats] for n in range(seats))
        made.append(
            Fixture(
                first + number,
                game,
                seated,
                f"deal {game} {seats} {seed} {deal}",
                f"seed {game} {seats} {seed} {number}",
            )
        )
    return made


class TimedBot(Bot):
    """A bot with a stopwatch, and if asked for with somebody who writes down what it thinks."""

    def __init__(self, bot: Bot, keep: bool = False) -> None:
        self.bot, self.seconds, self.chosen, self._keep = bot, 0.0, 0, keep
        self.thoughts: list[Thought | None] = []

    def choose(self, state: Position) -> int:
        begun = time.perf_counter()
        action = self.bot.choose(state)
        self.seconds += time.perf_counter() - begun
        self.chosen += 1
        if self._keep:
            self.thoughts.append(_thought(self.bot.thought, state))
        return action


def _thought(verdict: Verdict | None, state: Position) -> Thought | None:
    if verdict is None:
        return None
    found = {move.action: move for move in verdict.moves if move.visits}
    moves = [found.get(action) for action in state.legal()]
    return Thought(
        tuple(move.visits if move else 0 for move in moves),
        tuple(round(move.shares[state.turn], 6) if move else None for move in moves),
    )


@lru_cache(maxsize=8)
def _load(game: str, options: tuple[tuple[str, str], ...], board: str | None) -> Game:
    return registry.open_game(game, board, dict(options))


def play(fixture: Fixture, game: Game | None = None) -> Played:
    """Play a fixture to its end; `game`, if it has been loaded already."""
    game = game or _load(fixture.game, fixture.options, fixture.board)
    rng = random.Random(fixture.seed)
    players = [
        TimedBot(make_bot(name, game, random.Random(rng.getrandbits(60))), fixture.thoughts)
        for name in fixture.bots
    ]
    luck = rng if fixture.deal is None else random.Random(fixture.deal)
    record, state = play_through(game, players, names(fixture.bots), luck, rng)
    return Played(
        fixture,
        record.dumps(),
        tuple(state.ranks()),
        tuple(state.scores()),
        state.end().code,
        len(record.moves),
        tuple(player.chosen for player in players),
        tuple(player.seconds for player in players),
        tuple(tuple(player.thoughts) for player in players) if fixture.thoughts else (),
    )


def play_all(
    fixtures: Sequence[Fixture], jobs: int = 0, ray_address: str | None = None
) -> Iterator[Played]:
    """Play fixtures, yielding each as it is finished. `jobs`: processes, 0 for one per core."""
    if ray_address is not None:
        yield from on_ray(play, fixtures, ray_address)
        return
    for game, options, board in {(f.game, f.options, f.board) for f in fixtures}:
        compile_bots(_load(game, options, board))  # once, not in every process
    yield from in_processes(play, fixtures, min(jobs or cores(), len(fixtures)))
