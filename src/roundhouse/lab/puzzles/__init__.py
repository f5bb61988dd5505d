"""Puzzles made from games of strong bots.

settings   the criteria of a puzzle
filtering  finds decisions with one right answer
maker      plays games and writes puzzle files
file       adds puzzles to a file and removes them
checking   searches puzzles again, for longer
solving    measures how often each level solves puzzles
grading    determines the lowest level that solves a puzzle
"""

from roundhouse.lab.puzzles.settings import PuzzleSettings

__all__ = ["PuzzleSettings"]
