"""What a bot is: something that picks one of the legal actions of a state it was handed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundhouse.core.game import Position

if TYPE_CHECKING:
    from roundhouse.bots.search.verdict import Verdict


class Bot:
    """Bound to one game. What it keeps from move to move belongs to one seat of one match."""

    thought: Verdict | None = None  # behind its last choice, if it was one of a search

    def choose(self, state: Position) -> int:
        """One of `state.legal()`, for the seat to act, which may imagine this state
        (play/perspective)."""
        raise NotImplementedError

    def stop(self) -> None:
        """Called while `choose` runs in another thread: answer with what has been found so far.
        Most bots answer at once anyhow."""

    def forget(self) -> None:
        """Drop what was kept from earlier moves: before it plays for a seat of another match."""
