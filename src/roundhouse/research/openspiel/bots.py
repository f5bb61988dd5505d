"""Bots both ways: ours in OpenSpiel's games, OpenSpiel's at our tables."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel

from roundhouse.bots.bot import Bot
from roundhouse.bots.registry import BOTS, make_bot
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game, Position
from roundhouse.play.perspective import imagine
from roundhouse.research.openspiel.game import RoundhouseGame, RoundhouseState


class RoundhouseBot(pyspiel.Bot):
    """A bot of ours for OpenSpiel: a name that `roundhouse play` knows, or a bot.

    It is handed what its seat may imagine, not the true state.
    """

    def __init__(self, game: RoundhouseGame, bot: str | Bot, seed: int | None = None) -> None:
        super().__init__()
        self._rng = random.Random(seed)
        self._bot = make_bot(bot, game.game, self._rng) if isinstance(bot, str) else bot

    def step(self, state: RoundhouseState) -> int:
        legal = state.legal_actions()
        if state.is_chance_node() or not legal:
            return int(pyspiel.INVALID_ACTION)
        if len(legal) == 1:
            return legal[0]
        seat = state.current_player()
        return self._bot.choose(imagine(state.position, seat, self._rng))

    def step_with_policy(self, state: RoundhouseState) -> tuple[list[tuple[int, float]], int]:
        action = self.step(state)
        return [(each, float(each == action)) for each in state.legal_actions()], action

    def restart(self) -> None:
        """What a search of ours keeps from move to move it keeps by position: nothing to do."""

    def restart_at(self, state: RoundhouseState) -> None:
        """As `restart`."""

    def inform_action(self, state: RoundhouseState, player: int, action: int) -> None:
        """Positions say all that there is to know."""


class OpenSpielBot(Bot):
    """A bot of OpenSpiel's as one of ours.

    It is asked with a state at the position and without a history; bots that need no more (MCTS,
    ISMCTS with observation strings, policies over observations) play as they do at home.
    """

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def choose(self, state: Position) -> int:
        return int(self._bot.step(RoundhouseGame.of(state).new_state(state)))


Maker = Callable[[RoundhouseGame, int], Any]


class _Made(Bot):
    """Makes its OpenSpiel bot when the number of seats is known: at the first move."""

    def __init__(self, make: Maker, rng: random.Random) -> None:
        self._make, self._seed = make, rng.getrandbits(31)
        self._bots: dict[int, OpenSpielBot] = {}

    def choose(self, state: Position) -> int:
        seats = state.seats
        if seats not in self._bots:
            self._bots[seats] = OpenSpielBot(self._make(RoundhouseGame.of(state), self._seed))
        return self._bots[seats].choose(state)


def enter(name: str, make: Maker) -> None:
    """Give OpenSpiel's bots a name of ours: `make(game, seed)` makes one for a table.

    The arena, `make_bot` and environments know the name from then on, in this process.
    """
    if name in BOTS:
        raise RoundhouseError(f"there is a bot {name!r} already")

    def made(game: Game, rng: random.Random) -> Bot:
        return _Made(make, rng)

    BOTS[name] = made
