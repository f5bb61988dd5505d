"""The short rules agree with the full rules.

Citations, numbers, tables, moves and options are compared.
"""

from __future__ import annotations

import re

import pytest

from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry

GAMES = [meta.id for meta in registry.games()]
CITATION = re.compile(r"\(((?:\d+\.\d+|[A-Z]\d+)(?:, (?:\d+\.\d+|[A-Z]\d+))*)\)")
WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBER = re.compile(r"\d+|\b(?:" + "|".join(WORDS) + r")\b", re.I)
# Sections that a player does not need during a game: pictures and boards of one's own.
LEFT_OUT = {"northern": {"5.1", "5.2"}, "union": {f"7.{n}" for n in range(1, 7)}}
# What the position shows, such as the supply, and what the choices show, such as a reward.
LEFT_OUT["rails"] = {"3.2", "5.4", "6.3", "7.3", "7.4"}


def numbers(text: str) -> set[int]:
    """Return the numbers in a text, in digits or words, but not the common `one`."""
    matches = NUMBER.findall(text)
    return {int(each) if each.isdigit() else WORDS.index(each.lower()) + 2 for each in matches}


def parts(game: str) -> dict[str, str]:
    """Return each numbered section and each ruling of the full rules."""
    text = registry.text(game, "RULES.md")
    starts = list(re.finditer(r"^(?:- )?\*\*(\d+\.\d+|[A-Z]\d+)\*\*|^## ", text, re.M))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    texts: dict[str, str] = {}
    for match, end in zip(starts, ends, strict=True):
        if match[1]:
            texts[match[1]] = texts.get(match[1], "") + text[match.end() : end]
    return texts


def rows(text: str) -> list[list[str]]:
    """Return the numbers of each row of the tables, in order."""
    tables = [line for line in text.splitlines() if line.startswith("|")]
    return [re.findall(r"\d+", CITATION.sub("", line)) for line in tables]


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_those_of_the_cited_sections(game: str) -> None:
    text, full = registry.short_rules(game), parts(game)
    assert 60 <= len(text.splitlines()) <= 120
    cited: set[str] = set()
    for line in text.split("## Moves")[0].splitlines():
        codes = [code for group in CITATION.findall(line) for code in group.split(", ")]
        cited.update(codes)
        assert set(codes) <= set(full), line
        if line.startswith("- ") and "Player's aid" not in line:
            assert codes, line
            known = numbers(" ".join(full[code] for code in codes))
            assert numbers(CITATION.sub("", line)) <= known, line
    sections = {code for code in full if "." in code}
    assert sections - cited == LEFT_OUT.get(game, set())


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_those_of_the_full_rules(game: str) -> None:
    full = rows(registry.text(game, "RULES.md"))
    for row in rows(registry.short_rules(game).split("## Moves")[0]):
        assert any(" ".join(row) in " ".join(other) for other in full), row


@pytest.mark.parametrize("game", GAMES)
def test_all_moves_and_options_are_named(game: str) -> None:
    text = registry.short_rules(game)
    loaded = registry.load(game, speed=INTERPRETED)
    verbs = {loaded.text(action).split()[0] for action in loaded.codec.actions()}
    moves = text.split("## Moves")[1]
    assert {word for word in verbs if not re.search(rf"`{word}[ `]", moves)} == set()
    for name, option in loaded.meta.options.items():
        values = list(option.values)
        named = [value for value in values if f"`{name}={value}`" in text or f"`{value}`" in text]
        assert len(named) >= len(values) - 1, name


def test_a_game_without_short_rules_has_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SHORT_RULES", "MISSING.md")
    assert registry.short_rules("northern") == registry.text("northern", "RULES.md")
