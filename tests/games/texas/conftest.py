"""Fixtures: interpreted Texas & Pacific and testers of it."""

from __future__ import annotations

import pytest

import roundhouse
from roundhouse.core.game import Game

from .tester import NewTester, TexasTester


@pytest.fixture(scope="session")
def game() -> Game:
    return roundhouse.load("texas", speed="interpreted")


@pytest.fixture(scope="session")
def old_game() -> Game:
    """Load rules version 1 on its own board."""
    return roundhouse.load("texas", speed="interpreted", rules=1)


@pytest.fixture
def new_tester(game: Game) -> NewTester:
    """Return a factory of testers by number of seats."""
    return lambda seats: TexasTester(game, seats)
