"""Load the game of an environment, with a number of seats and options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from roundhouse.core.backends import choose_speed
from roundhouse.core.game import Game
from roundhouse.core.observation import size
from roundhouse.play import registry

# The number after `v` in the names of all environments. Raise it when observations, actions,
# rewards or the newest rules change. It is not the version of the rules, which `rules=` sets.
ENVIRONMENT_VERSION = 1

# Observations are scaled to about -1 to 1; this bound of the spaces always holds.
OBSERVATION_LIMIT = 100.0


@lru_cache(maxsize=32)
def _load(game: str, rules: int | None, speed: str, options: tuple[tuple[str, str], ...]) -> Game:
    return registry.open_game(game, None, dict(options), speed, rules)


def load_game(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    board: str | Path | None = None,
    rules: int | None = None,
    speed: str | None = None,
) -> tuple[Game, int]:
    """Load a game for an environment.

    Environments on a default board share the loaded game, but not its memory. A board file is read
    each time, because it may have changed.
    """
    meta = registry.meta(game)
    seats = meta.usual_seats if seats is None else seats
    meta.check_seats(seats)
    chosen = meta.check_options(options or {})
    speed = speed or choose_speed(registry.package(game))
    if board is not None:
        return registry.open_game(game, board, chosen, speed, rules), seats
    return _load(game, rules, speed, tuple(sorted(chosen.items()))).fork(), seats


def observation_size(game: Game) -> int:
    """Return the length of an observation."""
    return size(game.definition.observation)


def box_arguments(shape: tuple[int, ...]) -> dict[str, Any]:
    """Return the arguments of a Gymnasium `Box` for observations."""
    return {
        "low": -OBSERVATION_LIMIT,
        "high": OBSERVATION_LIMIT,
        "shape": shape,
        "dtype": np.float32,
    }
