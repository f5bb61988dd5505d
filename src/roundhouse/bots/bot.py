"""What a bot is: something that picks one of the legal actions of a state it was handed."""

from __future__ import annotations

from typing import Protocol

from roundhouse.core.game import Position


class Bot(Protocol):
    """Bound to one game; `choose` gets a state as its seat may imagine it (play/perspective)."""

    def choose(self, state: Position) -> int:
        """One of `state.legal()`, for the seat to act."""
        ...
