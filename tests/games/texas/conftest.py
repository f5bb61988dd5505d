"""Texas & Pacific, and tables to play it at."""

from __future__ import annotations

import pytest

import roundhouse
from roundhouse.core.game import Game

from .table import NewTable, Table


@pytest.fixture(scope="session")
def game() -> Game:
    return roundhouse.load("texas", speed="interpreted")


@pytest.fixture(scope="session")
def old_game() -> Game:
    """By version 1 of the rules, on the board that goes with it."""
    return roundhouse.load("texas", speed="interpreted", rules=1)


@pytest.fixture
def table(game: Game) -> NewTable:
    """A table for so many seats."""
    return lambda seats: Table(game, seats)
