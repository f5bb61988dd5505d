"""Southern Pacific, interpreted, and ways to lay its table."""

from __future__ import annotations

from functools import partial

import pytest

import roundhouse
from roundhouse.core.game import Game

from .table import Arrange, Start, Table, arranged


@pytest.fixture(scope="session")
def game() -> Game:
    return roundhouse.load("southern", speed="interpreted")


@pytest.fixture
def start(game: Game) -> Start:
    return partial(Table, game)


@pytest.fixture
def arrange(game: Game) -> Arrange:
    return partial(arranged, game)
