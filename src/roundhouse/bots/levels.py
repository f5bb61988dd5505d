"""Levels of play, from `beginner` to `master`.

A level is a search with a budget and an error rate: how often it samples a move from the game's
`action_prior` instead of searching, so that its mistakes look plausible. Counting iterations makes
a level equally strong on every machine; the limit in seconds is for slow ones. A network guides the
highest level where one was trained for the game. Each game sets the strength of its own levels
(core/ladder.py).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.net import trained_weights
from roundhouse.bots.prior_bot import PriorBot
from roundhouse.bots.search import Budget, SearchBot
from roundhouse.bots.warm_up import without_compiling
from roundhouse.core.definition import GameDefinition
from roundhouse.core.game import Game
from roundhouse.core.ladder import Ladder
from roundhouse.core.state import State
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _


@dataclass(frozen=True)
class Level:
    """A level of play."""

    name: str
    label: str
    description: str
    budget: Budget | None  # None: the level plays greedily instead of searching
    error_rate: float  # part of its moves that are sampled from `action_prior`
    network_weight: float = 0.0  # times `value_weight`; 0: no network guides it
    params: tuple[tuple[str, float], ...] = ()  # search parameters it overrides
    style: str = ""  # its playing style; empty: none
    base_level: str = ""  # name of the level that it is a style of; empty: itself

    def for_game(self, definition: GameDefinition) -> Level:
        """Return this level with the strength that the game's ladder sets."""
        rung = definition.ladder.rungs().get(self.base_name)
        if rung is None or self.budget is None:
            return self
        budget = replace(self.budget, iterations=rung.iterations)
        return replace(
            self, budget=budget, error_rate=rung.error_rate, network_weight=rung.network_weight
        )

    @property
    def base_name(self) -> str:
        """The name of the level without its style."""
        return self.base_level or self.name

    @property
    def title(self) -> str:
        """The label in the reader's language: "Medium, cautious"."""
        if self.style:
            base = LEVELS[self.base_name].label
            return _("{level}, {style}", level=_(base), style=_(self.style))
        return _(self.label)

    @property
    def bot_label(self) -> str:
        """The name of such a bot in a seat: "medium bot, cautious"."""
        if self.style:
            return _("{level} bot, {style}", level=_(self.base_name), style=_(self.style))
        return _("{level} bot", level=_(self.base_name))


# The names as `_search_level` writes them.
LEVEL_WORDS = (
    *(mark("beginner"), mark("easy"), mark("medium"), mark("hard"), mark("expert"), mark("master")),
    *(mark("Easy"), mark("Medium"), mark("Hard"), mark("Expert"), mark("Master")),
)


def _search_level(name: str, description: str, max_seconds: float) -> Level:
    """Return a level with the default strength."""
    rung = Ladder().rungs()[name]
    budget = Budget(rung.iterations, max_seconds)
    return Level(name, name.capitalize(), description, budget, rung.error_rate, rung.network_weight)


LEVELS = {
    level.name: level
    for level in (
        Level(
            "beginner",
            mark("Beginner"),
            mark("Looks one move ahead and makes many mistakes."),
            None,
            0.5,
        ),
        _search_level("easy", mark("Thinks a little ahead and makes frequent mistakes."), 0.5),
        _search_level("medium", mark("Thinks ahead and makes occasional mistakes."), 1.0),
        _search_level("hard", mark("Thinks well ahead and rarely makes a mistake."), 3.0),
        _search_level("expert", mark("Thinks far ahead and makes no deliberate mistakes."), 10.0),
        _search_level(
            "master", mark("Thinks even further ahead, guided by a neural network."), 10.0
        ),
    )
}


def is_weaker_interpreted(name: str) -> bool:
    """Return whether a bot plays below its level while its game is not compiled."""
    level = LEVELS.get(name)
    return level is None or level.budget is not None


class LevelBot(Bot):
    """Plays at a level: searches, and makes deliberate mistakes at its error rate."""

    def __init__(self, level: Level, game: Game, rng: random.Random) -> None:
        self._rng, self._error_rate = rng, level.error_rate
        if level.budget is None:
            game = without_compiling(game)  # so that a beginner answers at once
        self._mistake_bot = PriorBot(game, rng)
        weights = trained_weights(game) if level.network_weight else None
        self._main_bot: Bot = GreedyBot(game, rng)
        if level.budget:
            params = game.definition.search_params(weights is not None)
            params = params._replace(**dict(level.params))
            if weights:
                params = params._replace(value_weight=params.value_weight * level.network_weight)
            self._main_bot = SearchBot(game, rng, level.budget, params, weights)

    def choose(self, state: State) -> int:
        """Return the action to play."""
        actions = state.legal()
        self.last_search = None
        if len(actions) == 1:
            return actions[0]
        is_mistake = self._rng.random() < self._error_rate
        bot = self._mistake_bot if is_mistake else self._main_bot
        action = bot.choose(state)
        self.last_search = bot.last_search
        return action

    def stop(self) -> None:
        """End a running search soon."""
        self._main_bot.stop()

    def clear(self) -> None:
        """Forget what earlier moves have left."""
        self._main_bot.clear()
