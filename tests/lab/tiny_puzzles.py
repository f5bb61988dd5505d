"""Settings for tiny searches, which only test that the steps work together."""

from __future__ import annotations

from roundhouse.lab.puzzles import PuzzleSettings

TINY = PuzzleSettings(
    "northern",
    3,
    bots=("search:16",),
    options=(("variant", "single"),),
    min_player_gap=0.01,
    min_gap=0.01,
    accepted_margin=0.001,
    min_standard_errors=0.01,
    filter_iterations=24,
    filter_searches=2,
    confirm_iterations=(32,),
    line_iterations=10,
    levels=("beginner", "easy"),
    min_visits=2,
)
