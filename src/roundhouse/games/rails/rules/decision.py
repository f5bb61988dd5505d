"""How a decision is said to people: what a phase's file says beside its rules.

The rules of a phase are compiled, so they are called by name in `dispatch.py`; its words are found
by the table `phases.PHASES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.core.view import Choice, choice
from roundhouse.games.rails.names import Places
from roundhouse.games.rails.state import Board, Position, State


class Decision:
    """A position that asks something: the frame on top of its stack, and what words need."""

    def __init__(self, position: Position) -> None:
        self.board: Board = position.board
        self.s: State = position.twin
        self.places = Places(self.board, position.game.board_file.data)
        self.text = position.game.text
        self.legal = position.legal  # to be called: not every word needs the list
        top = max(self.s.depth - 1, 0)  # when the game is over the stack is empty
        self.phase, self.seat = self.s.phase[top], self.s.turn
        self.first, self.second = self.s.first[top], self.s.second[top]

    @property
    def who(self) -> str:
        """The seat to act, to be named when the text is read."""
        return f"@{self.seat}"

    def choice(
        self,
        action: int,
        label: str,
        refs: list[str] | None = None,
        group: str = "",
        note: str = "",
    ) -> Choice:
        return choice(self.text(action), label, refs, group, note)

    def done(self, action: int) -> Choice:
        return self.choice(action, "Done", [], "Done")


@dataclass(frozen=True)
class Phase:
    """One phase in words."""

    name: str  # as views name it
    # What is to be decided and how much is left of it.
    ask: Callable[[Decision], str]
    # One legal action as a choice.
    offer: Callable[[Decision, int], Choice]
    # The log's line for an action, after which the state is the third; empty: not worth one.
    tell: Callable[[Decision, int, State], str]


def tell_nothing(d: Decision, action: int, then: State) -> str:
    """For a small step on the way to something."""
    return ""
