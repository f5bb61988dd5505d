"""Adapters for bots: from Roundhouse to OpenSpiel and back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel

from roundhouse.bots.bot import Bot
from roundhouse.bots.registry import BOTS, make_bot
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.play.perspective import determinize
from roundhouse.research.openspiel.game import RoundhouseGame, RoundhouseState


class RoundhouseBot(pyspiel.Bot):
    """A Roundhouse bot as an OpenSpiel bot.

    The bot gets a state with redealt hidden information, not the true state.

    Args:
        game: The game.
        bot: A bot, or the name of one as in `roundhouse play`.
        seed: The seed of the bot's random numbers; None for a random seed.
    """

    def __init__(self, game: RoundhouseGame, bot: str | Bot, seed: int | None = None) -> None:
        super().__init__()
        self._rng = random.Random(seed)
        self._bot = make_bot(bot, game.game, self._rng) if isinstance(bot, str) else bot

    def step(self, state: RoundhouseState) -> int:
        """Return the action of the bot."""
        legal = state.legal_actions()
        if state.is_chance_node() or not legal:
            return int(pyspiel.INVALID_ACTION)
        if len(legal) == 1:
            return legal[0]
        seat = state.current_player()
        return self._bot.choose(determinize(state.position, seat, self._rng))

    def step_with_policy(self, state: RoundhouseState) -> tuple[list[tuple[int, float]], int]:
        """Return the policy and the action of the bot."""
        action = self.step(state)
        return [(each, float(each == action)) for each in state.legal_actions()], action

    def restart(self) -> None:
        """Do nothing: a search finds earlier results by the state."""

    def restart_at(self, state: RoundhouseState) -> None:
        """Do nothing, as `restart`."""

    def inform_action(self, state: RoundhouseState, player: int, action: int) -> None:
        """Do nothing: states contain everything that bots need."""


class OpenSpielBot(Bot):
    """An OpenSpiel bot as a Roundhouse bot.

    The bot gets a state without a history. That suffices for MCTS, for ISMCTS with observation
    strings, and for policies over observations.

    Args:
        bot: The OpenSpiel bot.
    """

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def choose(self, state: State) -> int:
        """Return the action of the OpenSpiel bot."""
        return int(self._bot.step(RoundhouseGame.of(state).new_state(state)))


BotFactory = Callable[[RoundhouseGame, int], Any]


class _LazyBot(Bot):
    """Creates an OpenSpiel bot at its first move, when the number of seats is known."""

    def __init__(self, make: BotFactory, rng: random.Random) -> None:
        self._make, self._seed = make, rng.getrandbits(31)
        self._bots: dict[int, OpenSpielBot] = {}

    def choose(self, state: State) -> int:
        seats = state.seats
        if seats not in self._bots:
            self._bots[seats] = OpenSpielBot(self._make(RoundhouseGame.of(state), self._seed))
        return self._bots[seats].choose(state)


def register_bot(name: str, make: BotFactory) -> None:
    """Register an OpenSpiel bot under a name for `make_bot`, arena and environments.

    The name is known in this process only.

    Args:
        name: The name of the bot.
        make: Called with the game and a seed; returns an OpenSpiel bot.

    Raises:
        RoundhouseError: There is already a bot of this name.
    """
    if name in BOTS:
        raise RoundhouseError(f"there is already a bot {name!r}; choose another name")

    def make_bot(game: Game, rng: random.Random) -> Bot:
        return _LazyBot(make, rng)

    BOTS[name] = make_bot
