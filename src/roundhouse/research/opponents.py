"""The bots in the other seats of an environment with one learner.

Bots have the names of `roundhouse play`. A bot gets a state with redealt hidden information, draws
from the environment's random stream, and has no memory between moves. So snapshots of the
environment contain nothing about bots.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from roundhouse.bots.bot import Bot
from roundhouse.bots.levels import LEVELS
from roundhouse.bots.registry import check_name, make_bot
from roundhouse.bots.stepping import episodes
from roundhouse.play.perspective import determinize
from roundhouse.research.episode import Episode

# The kind and the error rate of each bot that plays inside the compiled loop.
COMPILED = {
    "random": (episodes.RANDOM, 0.0),
    "instinct": (episodes.INSTINCT, 0.0),
    "greedy": (episodes.GREEDY, 0.0),
    **{
        level.name: (episodes.GREEDY, level.error_rate)
        for level in LEVELS.values()
        if level.budget is None  # plays greedily
    },
}

Opponent = str | Bot
Opponents = Opponent | Sequence[Opponent]


def list_opponents(opponents: Opponents) -> list[Opponent]:
    """Return the opponents as a list and check their names."""
    bots: list[Opponent]
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        bots = [opponents]
    else:
        bots = [*opponents]
    if not bots:
        raise ValueError("`opponents` must name at least one bot")
    for bot in bots:
        if isinstance(bot, str):
            check_name(bot)
    return bots


def are_compiled(opponents: Opponents) -> bool:
    """Return whether all opponents play inside the compiled loop."""
    return all(isinstance(one, str) and one in COMPILED for one in list_opponents(opponents))


class OpponentSeats:
    """The opponents' seats, repeated from the learner's left until all are taken."""

    def __init__(self, episode: Episode, opponents: Opponents) -> None:
        self._episode, self._opponents = episode, list_opponents(opponents)
        self._kinds = episode.game.engine.buffer(episode.seats)
        self._error_rates = episode.game.engine.buffer(episode.seats)
        self._external: dict[int, Opponent] = {}
        self.seat = 0
        self.assign(0)

    def start(self, seed: int | None, seat: int | None) -> None:
        """Start a game and play to the learner's first choice; None draws its seat."""
        episode = self._episode
        while True:
            episode.reset(seed)
            self.assign(episode.draw(episode.seats) if seat is None else seat)
            self.play()
            if not episode.over:
                return
            seed = None  # the game ended before the learner had a choice: start another

    def assign(self, seat: int) -> None:
        """Give the learner this seat and the opponents the seats to the left of it."""
        self.seat = seat
        self._external = {}
        seats = self._episode.seats
        self._kinds[seat] = episodes.EXTERNAL
        for step in range(seats - 1):
            opponent = self._opponents[step % len(self._opponents)]
            place = (seat + 1 + step) % seats
            kind, error_rate = episodes.EXTERNAL, 0.0
            if isinstance(opponent, str):
                kind, error_rate = COMPILED.get(opponent, (kind, error_rate))
            self._kinds[place], self._error_rates[place] = kind, round(1000 * error_rate)
            if kind == episodes.EXTERNAL:
                self._external[place] = opponent

    def play(self) -> None:
        """Play until it is the learner's turn or the game is over."""
        episode = self._episode
        while True:
            episode.play_bots(self._kinds, self._error_rates)
            if not self._external or episode.over or episode.turn == self.seat:
                return
            episode.play(self._choose(self._external[episode.turn]))

    def _choose(self, opponent: Opponent) -> int:
        episode = self._episode
        rng = random.Random(episode.draw(1 << 30) << 30 | episode.draw(1 << 30))
        position = determinize(episode.position, episode.turn, rng)
        if isinstance(opponent, str):
            return make_bot(opponent, episode.game, rng).choose(position)
        return opponent.choose(position)
