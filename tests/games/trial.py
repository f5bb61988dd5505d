"""A game to try rules on: play words, and every move is checked against the laws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from roundhouse.core.game import Game, Position


class Trial:
    """Rooms add ways to lay a position by hand."""

    broken: Callable[[Any, Any, str, Any], list[str]]  # the room's laws

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.board: Any = game.board
        self.state: Position = game.start(seats)

    @property
    def s(self) -> Any:
        return self.state.twin

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
            assert self.broken(self.board, before, words, self.s) == []
        return self
