"""A game's comments and texts cite only sections and rulings of its RULES.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from roundhouse.play import registry

GAMES = [meta.id for meta in registry.games()]
RULING = re.compile(r"\b([A-Z]\d{1,2})\b")
# "RULES 2.4", "RULES 3, 5.2 and 5.3"
SECTIONS = re.compile(r"\bRULES (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)")
# "ruling E", "Sequence, E", "RULES B": letters of a text that players do not have
LETTERS = re.compile(r"\b(?:rulings?|Sequence,|RULES) [A-Z]\b")


def comments_and_texts(game: str) -> Iterator[tuple[str, str]]:
    """Yield each line of the game's code, lesson and rules with its place."""
    root = Path(str(files(registry.definition(game).package)))
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".md") or path.name == "lesson.toml":
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                yield f"{path.name}:{number}: {line.strip()}", line


@pytest.mark.parametrize("game", GAMES)
def test_cited_rulings_and_sections_exist(game: str) -> None:
    text = registry.text(game, "RULES.md")
    rulings = set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", text, re.M))
    letter = {code[0] for code in rulings}
    assert len(letter) == 1
    sections = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", text, re.M))
    sections |= set(re.findall(r"^## (\d+)\.", text, re.M))
    wrong, cited = [], 0
    for place, line in comments_and_texts(game):
        codes = {code for code in RULING.findall(line) if code[0] in letter}
        numbers = set(re.findall(r"\d+(?:\.\d+)?", " ".join(SECTIONS.findall(line))))
        cited += len(codes | numbers)
        if codes - rulings or numbers - sections or LETTERS.search(line):
            wrong.append(place)
    assert wrong == []
    assert cited > len(rulings)
