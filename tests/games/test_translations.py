"""Texts of games in other languages: nothing stays English, and every message can be written."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from roundhouse.core.description import Section
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.standing_orders import AMOUNT
from roundhouse.core.state import State
from roundhouse.core.text import address_reader, insert_names
from roundhouse.core.translation import LANGUAGES, PSEUDO, SOURCES, translate, use_language
from roundhouse.core.view import Event, View
from roundhouse.play import registry

# Games with catalogues in all languages.
GAMES = sorted(path.parent.parent.name for path in SOURCES.glob("games/*/locale/fr.po"))
BOARD_CHECKS = [
    path
    for path in sorted(SOURCES.glob("games/*/boards*/**/*.py"))
    + sorted(SOURCES.glob("games/*/boards.py"))
    if "file.check(" in path.read_text("utf-8")
]
SPOKEN = sorted(set(LANGUAGES) - {"en", PSEUDO})
PLACES = 10  # every nth one is described
POSITIONS = 8  # with drawings and descriptions, besides the last one
PLAYERS = ("Ada", "Brunel", "Casey", "Dora", "Emma", "Fritz")
WORD = re.compile(r"(?<![\w’'])[A-Za-z]{3,}(?!\w)")
PLAIN_VOWEL = re.compile(r"[aeiou]", re.IGNORECASE)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")
HALF_FILLED = re.compile(r"\{\w*\}|@\d|None")
ID = re.compile(r"\([a-z]+(?:-\w+)*\)")  # after its name, as in `2 wood (wood-2)`
# Tables of board files, and their fields with names: `note` is the name of a ranch.
NAMED = ("city", "start", "hex", "railroad", "railroads", "company", "region")
NAMES = ("name", "label", "note")


@cache
def play(name: str) -> tuple[Game, list[State], list[int]]:
    """Return the positions and the moves of a random game, without moves of chance."""
    game, rng = registry.load(name, speed=INTERPRETED), random.Random(name)
    state = game.start(game.meta.seats[-1])
    positions, moves = [], []
    while not state.over:
        if state.turn < 0:
            state.play_chance(rng)
            continue
        positions.append(state.clone())
        moves.append(rng.choice(state.legal()))
        state.apply(moves[-1])
    return game, [*positions, state], moves


def view_texts(view: View) -> Iterator[str]:
    """Yield what a player reads of a view."""
    yield view["prompt"]
    yield view["why"]
    for offer in (*view["choices"], *view["shortcuts"]):
        yield from (offer["label"], offer["group"], offer["note"], str(offer.get("warning") or ""))
    for panel in view["panels"]:
        yield from panel["badges"]
        for fact in [*panel["facts"], *panel.get("brief", [])]:
            yield from (fact["label"], fact["value"])
    for fact in view["notes"]:
        yield from (fact["label"], fact["value"])


def event_texts(event: Event) -> Iterator[str]:
    yield from (event.title, event.text)
    yield from (row[2] for row in event.rows)
    yield from (part.label for part in event.split or ())


def drawing_texts(svg: str) -> Iterator[str]:
    for element in ElementTree.fromstring(svg).iter():
        yield element.get("aria-label") or ""
        if not element.tag.endswith("style"):
            yield element.text or ""


def section_texts(section: Section) -> Iterator[str]:
    yield from (section.title, *section.lines)


def game_texts(name: str) -> Iterator[str]:
    """Yield what players and spectators read during and after a random game."""
    game, positions, moves = play(name)
    for n, ((before, after), action) in enumerate(zip(pairwise(positions), moves, strict=True)):
        seat = before.turn if n % 2 else None
        yield game.sentence(before, action, after, seat)
        for event in game.events(before, action, after, seat):
            yield from event_texts(event)
    for position in (*positions[:: len(positions) // POSITIONS], positions[-1]):
        for seat in (max(position.turn, 0), None):
            view = position.view(seat)
            yield from view_texts(view)
            for drawing in game.drawings:
                yield from drawing_texts(game.draw(view, drawing.name))
            for section in game.describe_sections(view, PLAYERS):
                yield from section_texts(section)
            for place in game.place_names(view)[::PLACES]:
                yield game.describe_place(view, place, PLAYERS)
        for order in game.list_orders(position, 0):
            yield order.words.replace(AMOUNT, "5")
    yield positions[-1].end().sentence
    yield from (part.label for part in positions[-1].breakdown())


def meta_texts(game: Game) -> Iterator[str]:
    meta = game.meta
    texts = [meta.tagline, meta.credits, *meta.themes.values()]
    texts += [meta.card.goal, meta.card.turn, meta.card.tools, meta.card.end, meta.card.missed]
    texts += [drawing.title for drawing in game.drawings]
    for option in meta.options.values():
        texts += [option.title, *option.values.values()]
    yield from map(translate, texts)


def name_words(data: Any, key: str = "") -> set[str]:
    """Return the words of the names of places, railroads and companies of a board file."""
    if isinstance(data, dict):
        texts = [str(data.get(field, "")) for field in NAMES] if key in NAMED else []
        names = {word for text in texts for word in WORD.findall(text)}
        inner = {n: key if key in NAMED else n for n in data}  # `[railroads.KATY]`, too
        return names.union(*(name_words(value, inner[n]) for n, value in data.items()))
    if isinstance(data, list):
        return set().union(*(name_words(each, key) for each in data))
    return set()


@pytest.mark.parametrize("path", BOARD_CHECKS, ids=lambda path: path.parent.name)
def test_reasons_of_board_checks_are_messages(path: Path) -> None:
    reasons = [
        call.args[1 if call.func.attr == "fail" else 2]
        for call in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("check", "fail")
    ]
    assert reasons
    plain = [each.lineno for each in reasons if isinstance(each, ast.Constant | ast.JoinedStr)]
    assert plain == []


@pytest.mark.parametrize("name", GAMES)
def test_nothing_stays_english(name: str) -> None:
    game = play(name)[0]
    names = {*PLAYERS, *WORD.findall(game.meta.title), *name_words(game.board_file.data)}
    with use_language(PSEUDO):
        texts = {*game_texts(name), *meta_texts(game)}
    plain = {
        text
        for text in texts
        for word in WORD.findall(ID.sub("", text))
        if PLAIN_VOWEL.search(word) and word not in names
    }
    assert plain == set()


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", GAMES)
def test_every_text_can_be_written(name: str, language: str) -> None:
    seats = play(name)[0].meta.seats[-1]
    with use_language(language):
        for text in set(game_texts(name)):
            for sentence in (
                insert_names(text, PLAYERS),
                *(insert_names(address_reader(text, seat), PLAYERS) for seat in range(seats)),
            ):
                assert not CONTROL.search(sentence), (text, sentence)
                assert not HALF_FILLED.search(sentence), (text, sentence)
