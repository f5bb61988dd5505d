"""What players read: plain words, one numbered paragraph a rule."""

from __future__ import annotations

import re

from roundhouse.core.game import Game
from roundhouse.play import registry


def check_rulebook(game: Game) -> int:
    """Says how many numbered rules there are."""
    text = registry.text(game.meta.id, "RULES.md")
    assert "## Player's aid" in text
    assert not re.search(r"\bseats?\b", text, re.I), "seats are the program's word"
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text)]
    rules = [part for part in paragraphs if re.match(r"\*\*\d+\.\d+\*\* ", part)]
    numbers = re.findall(r"\*\*(\d+\.\d+)\*\*", text)
    assert len(rules) == len(numbers) == len(set(numbers)), "a paragraph of its own for each rule"
    # Verbs of the notation stand in backticks nowhere; file keys of a board may.
    moves = {game.text(action).split()[0] for action in game.codec.actions()}
    quoted = set(re.findall(r"`([^`]+)`", text)) - {"stock", "ranch", "track"}
    assert not {words for words in quoted if words.split()[0] in moves or "<" in words}
    return len(rules)
