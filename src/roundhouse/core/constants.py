"""Constants of the engine."""

from __future__ import annotations

CHANCE = -1  # turn: chance draws the next action
OVER = -2  # turn: the game is over
MAX_SEATS = 6  # limit of the search, the seat letters and colours; checked when a game is loaded
