"""Puzzles made from games of strong bots: `settings` says what counts as one, `sifting` looks for
decisions with one right answer, `maker` makes files of them; `checking` doubts them again,
`solving` lets every level try them and `grading` asks which level finds each."""

from roundhouse.lab.puzzles.settings import PuzzleSettings

__all__ = ["PuzzleSettings"]
