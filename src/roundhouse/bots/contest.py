"""One game between bots, from a fixture that says everything about it."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from functools import lru_cache

from roundhouse.bots.registry import make_bot
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game
from roundhouse.play import registry
from roundhouse.play.perspective import imagine
from roundhouse.play.record import GameRecord, Move


@dataclass(frozen=True)
class Fixture:
    """A game to be played: which, by whom, and the luck of the deal.

    Fixtures of one `deal` get the same random numbers for chance, draw by draw, whoever sits where.
    """

    number: int
    game: str
    bots: tuple[str, ...]  # by seat
    deal: str
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    board: str | None = None


@dataclass(frozen=True)
class Played:
    """How a fixture went."""

    fixture: Fixture
    record: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    chosen: tuple[int, ...]  # by seat: moves where there was a choice
    seconds: tuple[float, ...] = field(compare=False)  # by seat: thinking, in all

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: all of it, or split between those who tie."""
        winners = self.ranks.count(0)
        return tuple(1 / winners if rank == 0 else 0.0 for rank in self.ranks)


@lru_cache(maxsize=8)
def _load(game: str, options: tuple[tuple[str, str], ...], board: str | None) -> Game:
    return registry.load(game, board, **dict(options))


def play(fixture: Fixture) -> Played:
    """Play a fixture to its end. Every bot is handed what its seat may imagine, and no more."""
    game = _load(fixture.game, fixture.options, fixture.board)
    seats = len(fixture.bots)
    luck = random.Random(fixture.deal)
    rng = random.Random(fixture.seed)
    bots = [make_bot(name, game, random.Random(rng.random())) for name in fixture.bots]
    state = game.start(seats)
    moves = []
    seconds, chosen = [0.0] * seats, [0] * seats
    while not state.over:
        actions = state.legal()
        if state.turn == CHANCE:
            action = luck.choices(actions, state.weights())[0]
        elif len(actions) == 1:
            action = actions[0]
        else:
            seat = state.turn
            begun = time.perf_counter()
            action = bots[seat].choose(imagine(state, seat, rng))
            seconds[seat] += time.perf_counter() - begun
            chosen[seat] += 1
        moves.append(Move(state.turn, game.text(action)))
        state.apply(action)
    begun_record = GameRecord.begin(game, seats, fixture.bots)
    record = GameRecord(**{**vars(begun_record), "moves": tuple(moves)}).finish(state)
    return Played(
        fixture, record.dumps(), tuple(state.ranks()), tuple(state.scores()), len(moves),
        tuple(chosen), tuple(seconds),
    )
