"""Fixtures: interpreted Southern Pacific, at the start or arrange_position."""

from __future__ import annotations

from functools import partial

import pytest

import roundhouse
from roundhouse.core.game import Game

from .tester import Arrange, NewTester, SouthernTester, arrange_position


@pytest.fixture(scope="session")
def game() -> Game:
    return roundhouse.load("southern", speed="interpreted")


@pytest.fixture
def new_tester(game: Game) -> NewTester:
    return partial(SouthernTester, game)


@pytest.fixture
def arrange(game: Game) -> Arrange:
    return partial(arrange_position, game)
