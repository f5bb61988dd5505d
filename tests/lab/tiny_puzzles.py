"""Puzzles by tiny searches, which prove nothing but that the way is whole."""

from __future__ import annotations

from roundhouse.lab.puzzles import PuzzleSettings

TINY = PuzzleSettings(
    "northern",
    3,
    bots=("search:16",),
    options=(("variant", "single"),),
    hopeful=0.01,
    gap=0.01,
    close=0.001,
    errors=0.01,
    cheap=24,
    searches=2,
    longer=(32,),
    line=10,
    levels=("beginner", "easy"),
    least_visits=2,
)
