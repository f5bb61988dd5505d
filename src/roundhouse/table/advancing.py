"""Moves that a table makes by itself before a player has to decide."""

from __future__ import annotations

import random

from roundhouse.play.match import Entry, Match


def advance(match: Match, rng: random.Random) -> list[Entry]:
    """Play chance and forced moves until a player has a choice.

    In games with secrets, a forced move is left to its seat, because an instant move would reveal
    that the player had no alternative. A user sees the single choice; a bot waits as usual.
    """
    return match.advance(rng, forced=not match.game.meta.secrets)
