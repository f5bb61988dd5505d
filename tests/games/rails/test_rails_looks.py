"""Pacific Rails Inc. as it is seen and said: legible, in words, with points that add up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.games.rulebook import check_rulebook
from tests.games.table_checks import legible, spoken

from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.core.view import Event, account
from roundhouse.play import registry
from roundhouse.play.record import Record

RECORD = Record.load(Path(__file__).parent / "golden" / "three.game")
Make = Callable[[int], Any]


def steps(game: Game) -> Iterator[tuple[Position, int, Position]]:
    """Each move of a whole game between people: before, action, after."""
    before = game.start(RECORD.seats)
    for move in RECORD.moves:
        after, action = before.clone(), game.parse(move.words)
        after.apply(action)
        yield before, action, after
        before = after


def random_walk(game: Game, seats: int, plies: int) -> Iterator[Position]:
    rng, state = random.Random(seats), game.start(seats)
    for _ in range(plies):
        yield state
        state = state.clone()
        state.apply(rng.choice(state.legal()))
        if state.over:
            break


@pytest.mark.parametrize("seats", [2, 4])
def test_sheets_and_hands_are_legible(rails: Game, seats: int) -> None:
    for n, state in enumerate(random_walk(rails, seats, 600)):
        if n % 75 == 40:
            legible(state, max(state.turn, 0))
    legible(state, None)


def test_sheets_of_a_whole_game_are_legible(rails: Game) -> None:
    found = list(steps(rails))
    for before, _, _ in found[20::90]:
        legible(before, max(before.turn, 0))
    legible(found[-1][2], 0)


def test_everything_offered_is_said_in_words(rails: Game) -> None:
    for before, _, _ in steps(rails):
        if before.turn != CHANCE:
            spoken(before)
    for state in random_walk(rails, 4, 400):
        if state.turn != CHANCE:
            spoken(state)


def test_a_drawing_does_not_depend_on_what_may_be_chosen(rails: Game) -> None:
    """So that marks of change are about pieces."""
    for before, _, _ in list(steps(rails))[30::120]:
        view = before.view(max(before.turn, 0))
        quiet = view.copy()
        quiet["choices"], quiet["shortcuts"] = [], []
        for drawing in rails.drawings:
            assert rails.draw(view, drawing.name) == rails.draw(quiet, drawing.name)


def test_the_breakdown_adds_up(rails: Game) -> None:
    *_, (_, _, last) = steps(rails)
    for state in (last, *(finished(rails, seats) for seats in (2, 3))):
        parts = state.breakdown()
        columns = zip(*(part.by_seat for part in parts), strict=True)
        assert [sum(column) for column in columns] == state.scores()
        assert all(n >= 0 for part in parts for n in part.by_seat)


def test_the_account_tells_of_every_point(rails: Game) -> None:
    """Of a game between people, and of a random one in which all kinds of points are made."""
    kinds = set()
    for walk in (steps(rails), random_steps(rails)):
        told: list[Event] = []
        for before, action, after in walk:
            made = rails.events(before, action, after, None)
            moved = [b - a for a, b in zip(before.scores(), after.scores(), strict=True)]
            split = [part for event in made for part in event.split]
            assert moved == [sum(part.by_seat[n] for part in split) for n in range(after.seats)]
            told += made
        parts = account([0] * after.seats, after.scores(), told)
        columns = zip(*(part.by_seat for part in parts), strict=True)
        assert [sum(column) for column in columns] == after.scores()
        kinds |= {part.label for part in parts}
    assert kinds >= {"Track laid", "Others coming by", "Houses and upgrades", "Congress", "Goals"}
    assert not kinds & {"Otherwise", "at the start, and otherwise"}


def random_steps(game: Game) -> Iterator[tuple[Position, int, Position]]:
    """A random game of four, move by move."""
    rng, after = random.Random(4), game.start(4)
    while not after.over:
        before, after = after, after.clone()
        action = rng.choice(before.legal())
        after.apply(action)
        yield before, action, after


def finished(game: Game, seats: int) -> Position:
    """A random game cut short by its last round, to its end."""
    *_, state = random_walk(game, seats, 400)
    state.twin.round_number = 100
    rng = random.Random(seats)
    state = Position(game, [state.twin])
    while not state.over:
        state.apply(rng.choice(state.legal()))
    return state


def test_the_line_the_goals_and_the_end_have_cards(rails: Game) -> None:
    told = []
    for before, action, after in steps(rails):
        for event in rails.events(before, action, after, None):
            if event.title:  # the others have no card
                told.append(event.title)
            if event.title == "The end":
                assert {seat: n for seat, n, _ in event.rows} == dict(enumerate(after.scores()))
            if event.title == "From coast to coast":
                ((seat, points, _),) = event.rows
                assert points == 15
                assert after.twin.score[seat] - before.twin.score[seat] >= points
    assert told == ["The goals of this game", "From coast to coast", "The end"]


def test_cargo_and_rows_are_pointed_at_in_the_hand(table: Make) -> None:
    t = table(2)
    assert {ref for c in t.state.view(0)["choices"] for ref in c["refs"]} == {
        "row:gunpowder",
        "row:coin",
        "row:iron",
        "row:wood",
    }
    t.begin().load(0, iron=2, rail=1)
    drawn = t.game.draw(t.state.view(0), "hand")
    for ref in ("resource:iron", "tile:rail", "row:wood"):
        assert f'data-ref="{ref}"' in drawn
    assert 'data-ref="resource:wood"' not in drawn


def test_the_rules_are_plain_and_numbered() -> None:
    assert check_rulebook(registry.load("rails", speed="interpreted")) >= 20
