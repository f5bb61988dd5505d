"""Checks of RULES.md: plain words, one numbered paragraph per rule."""

from __future__ import annotations

import re

from roundhouse.core.game import Game
from roundhouse.play import registry


def check_rulebook(game: Game) -> int:
    """Check a game's RULES.md and return the number of numbered rules."""
    text = registry.text(game.meta.id, "RULES.md")
    assert "## Player's aid" in text
    assert not re.search(r"\bseats?\b", text, re.I), "RULES.md must say players, not seats"
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text)]
    rules = [part for part in paragraphs if re.match(r"\*\*\d+\.\d+\*\* ", part)]
    numbers = re.findall(r"\*\*(\d+\.\d+)\*\*", text)
    assert len(rules) == len(numbers) == len(set(numbers)), "each rule needs its own paragraph"
    # Backticks are for keys of board files, not for the notation of moves.
    moves = {game.text(action).split()[0] for action in game.codec.actions()}
    quoted = set(re.findall(r"`([^`]+)`", text)) - {"stock", "ranch", "track"}
    assert not {words for words in quoted if words.split()[0] in moves or "<" in words}
    return len(rules)
