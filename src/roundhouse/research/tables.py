"""Tables by name: a game with its seats and options, as every interface is asked for one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from roundhouse.core.game import Game
from roundhouse.core.meta import Meta
from roundhouse.core.observation import size
from roundhouse.core.rule import default_speed
from roundhouse.play import registry

# The number behind the `v` of an environment's name, the same for all games. It goes up when what a
# learner sees, does or earns changes: observations, actions, rewards, or the newest rules. It is
# not the version of the rules, which `rules=` chooses.
ENVIRONMENT_VERSION = 1

# Numbers of an observation are scaled to about -1 to 1. Spaces want bounds that always hold.
OBSERVATION_LIMIT = 100.0


def usual_seats(meta: Meta) -> int:
    """Four, or what is nearest to it."""
    return min(meta.seats, key=lambda seats: abs(seats - 4))


@lru_cache(maxsize=32)
def _load(game: str, rules: int | None, speed: str, options: tuple[tuple[str, str], ...]) -> Game:
    return registry.open_game(game, None, dict(options), speed, rules)


def open_table(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    board: str | Path | None = None,
    rules: int | None = None,
    speed: str | None = None,
) -> tuple[Game, int]:
    """The game, with memory of its own, and the number of seats.

    On its own board a table is loaded once a process: environments share its compiled rules. A
    board file is read each time; somebody may be drawing it.
    """
    meta = registry.meta(game)
    seats = usual_seats(meta) if seats is None else seats
    meta.check_seats(seats)
    chosen = meta.check_options(options or {})
    speed = speed or default_speed()
    if board is not None:
        return registry.open_game(game, board, chosen, speed, rules), seats
    return _load(game, rules, speed, tuple(sorted(chosen.items()))).fork(), seats


def observation_size(game: Game) -> int:
    """How many numbers an observation of this game has."""
    return size(game.room.observation)


def limits(shape: tuple[int, ...]) -> dict[str, Any]:
    """What a Box of observations is made with."""
    return {
        "low": -OBSERVATION_LIMIT,
        "high": OBSERVATION_LIMIT,
        "shape": shape,
        "dtype": np.float32,
    }
