"""The interface of a bot, and the bot that plays at random."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from roundhouse.core.game import Game
from roundhouse.core.state import State

if TYPE_CHECKING:
    from roundhouse.bots.search.search_result import SearchResult


class Bot:
    """A player that picks one of the legal actions of a state.

    A bot is bound to one game. What it remembers between moves belongs to one seat of one match:
    call `clear` before it plays for another seat.

    Attributes:
        last_search: The search behind the last choice; None if the bot did not search.
    """

    last_search: SearchResult | None = None

    def choose(self, state: State) -> int:
        """Return the action to play.

        Args:
            state: A state in which a seat has to act. Hidden information in it may be a guess:
                see `roundhouse.play.perspective.determinize`.

        Returns:
            One of `state.legal()`.
        """
        raise NotImplementedError

    def stop(self) -> None:
        """Make a running `choose` return soon, with the best action known so far.

        Call this from another thread. Bots that answer at once ignore it.
        """

    def clear(self) -> None:
        """Forget everything about earlier moves."""


class RandomBot(Bot):
    """Plays any legal action with equal probability."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, state: State) -> int:
        """Return the action to play."""
        return self._rng.choice(state.legal())
