"""Puzzles made from games of strong bots: `settings` says what counts as one, `sifting` looks for
decisions with one right answer, `maker` makes files of them and `checking` doubts them again."""

from roundhouse.lab.puzzles.settings import PuzzleSettings

__all__ = ["PuzzleSettings"]
