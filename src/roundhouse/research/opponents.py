"""The bots in the other seats of an environment with one learner.

They are asked for by the names that `roundhouse play` and the arena know. A bot is handed what its
seat may imagine, draws from the environment's own stream, and remembers nothing from move to
move; so a snapshot of the environment needs to keep nothing of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from roundhouse.bots.bot import Bot
from roundhouse.bots.levels import LEVELS
from roundhouse.bots.registry import check_name, make_bot
from roundhouse.play.perspective import imagine
from roundhouse.research import drivers
from roundhouse.research.episode import Episode

# Bots that play inside the compiled loop: which, and how often they slip.
COMPILED = {
    "random": (drivers.RANDOM, 0.0),
    "instinct": (drivers.INSTINCT, 0.0),
    "greedy": (drivers.GREEDY, 0.0),
    **{
        level.name: (drivers.GREEDY, level.error)
        for level in LEVELS.values()
        if level.budget is None  # looks one move ahead, as the greedy one does
    },
}

Opponent = str | Bot
Opponents = Opponent | Sequence[Opponent]


def listed(opponents: Opponents) -> list[Opponent]:
    """The opponents from the learner's left on; their names are known."""
    given: list[Opponent]
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        given = [opponents]
    else:
        given = [*opponents]
    if not given:
        raise ValueError("`opponents` must name at least one bot")
    for opponent in given:
        if isinstance(opponent, str):
            check_name(opponent)
    return given


def all_compiled(opponents: Opponents) -> bool:
    """Whether every one of them plays inside the compiled loop."""
    return all(isinstance(one, str) and one in COMPILED for one in listed(opponents))


class Company:
    """Who sits beside the learner: `opponents` in turn, from the learner's left."""

    def __init__(self, episode: Episode, opponents: Opponents) -> None:
        given = listed(opponents)
        self._episode, self._given = episode, given
        self._seated = episode.game.engine.buffer(episode.seats)
        self._slips = episode.game.engine.buffer(episode.seats)
        self._others: dict[int, Opponent] = {}
        self.seat = 0
        self.sit(0)

    def start(self, seed: int | None, seat: int | None) -> None:
        """A new game up to the learner's first choice; without a seat given it is drawn."""
        episode = self._episode
        while True:
            episode.reset(seed)
            self.sit(episode.draw(episode.seats) if seat is None else seat)
            self.play()
            if not episode.over:
                return
            seed = None  # over before the learner had a choice: then the next game

    def sit(self, seat: int) -> None:
        """The learner takes this seat, and everybody else a seat to the left of it."""
        self.seat = seat
        self._others = {}
        seats = self._episode.seats
        self._seated[seat] = drivers.OTHERS
        for step in range(seats - 1):
            opponent = self._given[step % len(self._given)]
            place = (seat + 1 + step) % seats
            kind, slips = drivers.OTHERS, 0.0
            if isinstance(opponent, str):
                kind, slips = COMPILED.get(opponent, (kind, slips))
            self._seated[place], self._slips[place] = kind, round(1000 * slips)
            if kind == drivers.OTHERS:
                self._others[place] = opponent

    def play(self) -> None:
        """Until it is the learner's turn, or the end."""
        episode = self._episode
        while True:
            episode.let_bots(self._seated, self._slips)
            if not self._others or episode.over or episode.turn == self.seat:
                return
            episode.play(self._choose(self._others[episode.turn]))

    def _choose(self, opponent: Opponent) -> int:
        episode = self._episode
        rng = random.Random(episode.draw(1 << 30) << 30 | episode.draw(1 << 30))
        position = imagine(episode.position, episode.turn, rng)
        if isinstance(opponent, str):
            return make_bot(opponent, episode.game, rng).choose(position)
        return opponent.choose(position)
