"""Going on by itself: what happens at a table before somebody has to decide again."""

from __future__ import annotations

import random

from roundhouse.play.match import Entry, Match


def advance(match: Match, rng: random.Random) -> list[Entry]:
    """Play chance, and moves without an alternative until there is one.

    Where seats have secrets a move without an alternative is left to its seat: that it was made at
    once would tell the others what cannot be in that hand. A person is shown the one choice there
    is, a bot takes its time (`thinking/pace.py`).
    """
    return match.advance(rng, forced=not match.game.meta.secrets)
