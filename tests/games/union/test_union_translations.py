"""Texts of a game in other languages: random games in German, French and the pseudo-locale.

In the pseudo-locale every translated word has accents, so a plain word is not translated.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from typing import Any

import pytest
from tests.games.view_checks import Step, check_legibility, random_steps

from roundhouse.core.description import name_seats
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.core.translation import PSEUDO, translate, use_language
from roundhouse.core.view import View
from roundhouse.play import registry

GAMES = ("union",)
LANGUAGES = ("de", "fr", PSEUDO)
NAMES = ("Ada", "Bob", "Cleo", "Dora", "Emil", "Fay")
POSITIONS = 6  # of each game, and its end
PLACES = 10  # every nth one is described
MAX_WHY = 125  # letters; English may have 105
WORD = re.compile(r"(?<!\w)[A-Za-z]{3,}(?!\w)")
DRAWN = re.compile(r"<(?:title|desc|text)\b[^>]*>([^<]*)<")
UNRESOLVED = re.compile(r"[\x00-\x06]|@\d|\{\w*\}")


@cache
def load(name: str) -> Game:
    return registry.load(name, speed=INTERPRETED)


@cache
def list_steps(name: str, seats: int) -> tuple[Step, ...]:
    return tuple(random_steps(load(name), seats, 0))


def list_sample(name: str, seats: int) -> list[State]:
    """Return some positions of a game: the first ones, every nth one and the end."""
    steps = list_steps(name, seats)
    each = [state for _before, _action, state in steps]
    return [*each[:3], *each[3 :: max(1, len(each) // POSITIONS)], each[-1]]


def list_names(value: Any) -> Iterator[str]:
    """Yield the names in the data of a board, which are not translated."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("name", "label", "abbr", "title") and isinstance(inner, str):
                yield inner
            yield from list_names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from list_names(inner)


def list_view_texts(view: View) -> Iterator[str]:
    yield from (view["prompt"], view["why"])
    for offer in (*view["choices"], *view["shortcuts"]):
        yield from (offer["label"], offer["group"], offer["note"], str(offer.get("warning", "")))
    facts = list(view["notes"])
    for panel in view["panels"]:
        facts += [*panel["facts"], *panel.get("brief", [])]
        yield from panel["badges"]
    for fact in facts:
        yield from (fact["label"], fact["value"])


def list_move_texts(game: Game, step: Step, seat: int | None) -> Iterator[str]:
    """Yield the log sentence of a move and its event cards."""
    before, action, after = step
    yield game.sentence(before, action, after, seat)
    for event in game.events(before, action, after, seat):
        yield from (event.title, event.text, event.part)
        yield from (note for _seat, _score, note in event.rows)
        yield from (part.label for part in event.split)


def list_position_texts(game: Game, state: State, seat: int | None) -> Iterator[str]:
    """Yield what a seat reads in a position."""
    view = state.view(seat)
    yield from list_view_texts(view)
    yield game.describe(view, names=NAMES[: state.seats])
    for place in game.place_names(view)[::PLACES]:
        yield game.describe_place(view, place, NAMES[: state.seats])
    for drawing in game.drawings:
        yield translate(drawing.title)
        yield from map(unescape, DRAWN.findall(game.draw(view, drawing.name)))
    if seat is not None:
        yield from (offer.words for offer in game.list_orders(state, seat))
    if state.over:
        yield state.end().sentence
        yield from (part.label for part in state.breakdown())


def check_texts(texts: Iterable[str], seat: int | None, names: set[str], language: str) -> None:
    for text in texts:
        sentence = name_seats(text, seat, NAMES)
        assert not UNRESOLVED.search(sentence), repr(sentence)
        if language == PSEUDO:
            plain = [word for word in WORD.findall(sentence) if re.search("[aeiouAEIOU]", word)]
            assert set(plain) <= names, repr(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_a_game_is_translated(name: str, language: str) -> None:
    game, rng = load(name), random.Random(name)
    names = {*NAMES, *WORD.findall(game.meta.title)}
    for text in list_names(game.board_file.data):
        names.update(WORD.findall(text))
    with use_language(language):
        for seats in game.meta.seats[:2]:
            for step in list_steps(name, seats):
                for seat in (None, step[0].turn if step[0].turn >= 0 else 0):
                    check_texts(list_move_texts(game, step, seat), seat, names, language)
            for state in list_sample(name, seats):
                for seat in (None, max(state.turn, 0), rng.randrange(seats)):
                    check_texts(list_position_texts(game, state, seat), seat, names, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_drawings_and_reasons_fit_in_every_language(name: str, language: str) -> None:
    with use_language(language):
        for state in list_sample(name, load(name).meta.seats[0])[::3]:
            seat = max(state.turn, 0)
            check_legibility(state, seat)
            if language != PSEUDO:
                assert len(state.view(seat)["why"]) <= MAX_WHY


def test_a_plain_word_is_found() -> None:
    with pytest.raises(AssertionError, match="Not this"):
        check_texts(["⟦Ţĥïš⟧ Ada", "Not this"], None, set(NAMES), PSEUDO)
    with pytest.raises(AssertionError, match="@7"):
        check_texts(["⟦Ţĥïš⟧ @7"], None, set(NAMES), PSEUDO)
