"""A game for tests of rules that checks the invariants after every move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from roundhouse.core.game import Game
from roundhouse.core.state import State


class GameTester:
    """A game under test; subclasses add ways to set up a state."""

    find_violations: Callable[[Any, Any, str, Any], list[str]]  # the game's invariants

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.board: Any = game.board
        self.state: State = game.start(seats)

    @property
    def s(self) -> Any:
        return self.state.py_state

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def scores(self) -> list[int]:
        return self.state.scores()

    def legal(self) -> list[str]:
        return [self.game.text(action) for action in self.state.legal()]

    def play(self, *moves: str) -> Self:
        for words in moves:
            before = self.s.copy()
            self.state.apply(self.game.parse(words))
            assert self.find_violations(self.board, before, words, self.s) == []
        return self
