"""Ratings: `skill.py` is the arithmetic, `settling.py` counts a finished match, once."""
