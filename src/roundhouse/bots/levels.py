"""Levels of play, named as people would.

A level is a search with a budget and an error rate: how often, instead of thinking, it plays as
the room's `prefer` draws. Iterations make a level equally strong on every machine; the seconds are
a cap for slow ones. The highest is guided by a network, where there is one for what is played; how
far each thinks, and who else trusts the network, is the room's to say (core/ladder.py).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.compile_ahead import without_compiling
from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.net import trained
from roundhouse.bots.preference_bot import PreferenceBot
from roundhouse.bots.search import Budget, SearchBot
from roundhouse.core.game import Game, Position
from roundhouse.core.ladder import Ladder
from roundhouse.core.room import Room


@dataclass(frozen=True)
class Level:
    """What a level is, for people and for the registry."""

    name: str
    label: str
    description: str
    budget: Budget | None  # None: looks one move ahead instead of searching
    error: float  # of its moves are drawn by `prefer`
    trust: float = 0.0  # of what a guided search trusts its network with; 0: none guides it
    nature: tuple[tuple[str, float], ...] = ()  # settings of its search that are its own
    bent: str = ""  # its personality, in a word; empty: it has none
    plain: str = ""  # the name of the level that it is but for its personality

    def among(self, room: Room) -> Level:
        """The same as this room's ladder has it."""
        rung = room.ladder.rungs().get(self.strength)
        if rung is None or self.budget is None:
            return self
        budget = replace(self.budget, iterations=rung.iterations)
        return replace(self, budget=budget, error=rung.error, trust=rung.trust)

    @property
    def strength(self) -> str:
        """The name of its level, whatever its personality is."""
        return self.plain or self.name

    @property
    def bot_words(self) -> str:
        """What sits on a chair, in a few words: "medium bot, cautious"."""
        return f"{self.strength} bot" + (f", {self.bent}" if self.bent else "")


def _thinking(name: str, description: str, cap: float) -> Level:
    """A level as it is in a room that says nothing else."""
    rung = Ladder().rungs()[name]
    budget = Budget(rung.iterations, cap)
    return Level(name, name.capitalize(), description, budget, rung.error, rung.trust)


LEVELS = {
    level.name: level
    for level in (
        Level(
            "beginner",
            "Beginner",
            "Looks one move ahead, and often does not even do that.",
            None,
            0.5,
        ),
        _thinking("easy", "Thinks a little and slips up often.", 0.5),
        _thinking("medium", "Thinks ahead, with a slip now and then.", 1.0),
        _thinking("hard", "Thinks well ahead and hardly ever slips up.", 3.0),
        _thinking("expert", "Thinks far ahead, and does not slip up.", 10.0),
        _thinking(
            "master", "Thinks longer still, guided by what it has learned from many games.", 10.0
        ),
    )
}


class LevelBot(Bot):
    """Plays at a level."""

    def __init__(self, level: Level, game: Game, rng: random.Random) -> None:
        self._rng, self._error = rng, level.error
        if level.budget is None:
            game = without_compiling(game)  # a beginner answers at once, on a cold machine too
        self._careless = PreferenceBot(game, rng)
        weights = trained(game) if level.trust else None
        self._careful: Bot = GreedyBot(game, rng)
        if level.budget:
            settings = replace(game.room.search_settings(weights is not None), **dict(level.nature))
            if weights:
                settings = replace(settings, trust=settings.trust * level.trust)
            self._careful = SearchBot(game, rng, level.budget, settings, weights)

    def choose(self, state: Position) -> int:
        actions = state.legal()
        self.thought = None
        if len(actions) == 1:
            return actions[0]
        careless = self._rng.random() < self._error
        bot = self._careless if careless else self._careful
        action = bot.choose(state)
        self.thought = bot.thought
        return action

    def stop(self) -> None:
        self._careful.stop()

    def forget(self) -> None:
        self._careful.forget()
