"""Legibility, texts and point accounting of Pacific Rails Inc."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.games.rulebook import check_rulebook
from tests.games.view_checks import check_choices, check_legibility

from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.core.view import Event, account
from roundhouse.play import registry
from roundhouse.play.record import Record

RECORD = Record.load(Path(__file__).parent / "golden" / "three.game")
NewTester = Callable[[int], Any]


def steps(game: Game) -> Iterator[tuple[State, int, State]]:
    """Yield each move of a recorded game: before, action, after."""
    before = game.start(RECORD.seats)
    for move in RECORD.moves:
        after, action = before.clone(), game.parse(move.words)
        after.apply(action)
        yield before, action, after
        before = after


def random_walk(game: Game, seats: int, plies: int) -> Iterator[State]:
    rng, state = random.Random(seats), game.start(seats)
    for _ in range(plies):
        yield state
        state = state.clone()
        state.apply(rng.choice(state.legal()))
        if state.over:
            break


@pytest.mark.parametrize("seats", [2, 4])
def test_drawings_are_legible(rails: Game, seats: int) -> None:
    for n, state in enumerate(random_walk(rails, seats, 600)):
        if n % 75 == 40:
            check_legibility(state, max(state.turn, 0))
    check_legibility(state, None)


def test_drawings_of_a_recorded_game_are_legible(rails: Game) -> None:
    recorded_steps = list(steps(rails))
    for before, _, _ in recorded_steps[20::90]:
        check_legibility(before, max(before.turn, 0))
    check_legibility(recorded_steps[-1][2], 0)


def test_every_choice_is_described(rails: Game) -> None:
    for before, _, _ in steps(rails):
        if before.turn != CHANCE:
            check_choices(before)
    for state in random_walk(rails, 4, 400):
        if state.turn != CHANCE:
            check_choices(state)


def test_drawings_do_not_depend_on_legal_moves(rails: Game) -> None:
    """Check that only moved pieces can change a drawing, as change markers need."""
    for before, _, _ in list(steps(rails))[30::120]:
        view = before.view(max(before.turn, 0))
        without_choices = view.copy()
        without_choices["choices"], without_choices["shortcuts"] = [], []
        for drawing in rails.drawings:
            assert rails.draw(view, drawing.name) == rails.draw(without_choices, drawing.name)


def test_breakdown_adds_up(rails: Game) -> None:
    *_, (_, _, last) = steps(rails)
    for state in (last, *(play_random_game(rails, seats) for seats in (2, 3))):
        parts = state.breakdown()
        columns = zip(*(part.by_seat for part in parts), strict=True)
        assert [sum(column) for column in columns] == state.scores()
        assert all(n >= 0 for part in parts for n in part.by_seat)


def test_events_explain_every_point(rails: Game) -> None:
    """Check a recorded and a random game, which together have all sources of points."""
    kinds = set()
    for walk in (steps(rails), random_steps(rails)):
        all_events: list[Event] = []
        for before, action, after in walk:
            events = rails.events(before, action, after, None)
            score_changes = [b - a for a, b in zip(before.scores(), after.scores(), strict=True)]
            split = [part for event in events for part in event.split]
            assert score_changes == [
                sum(part.by_seat[n] for part in split) for n in range(after.seats)
            ]
            all_events += events
        parts = account([0] * after.seats, after.scores(), all_events)
        columns = zip(*(part.by_seat for part in parts), strict=True)
        assert [sum(column) for column in columns] == after.scores()
        kinds |= {part.label for part in parts}
    assert kinds >= {"Laying track", "Passing trains", "Houses and upgrades", "Congress", "Goals"}
    assert not kinds & {"Other", "at the start, and otherwise"}


def random_steps(game: Game) -> Iterator[tuple[State, int, State]]:
    """Yield the moves of a random game of four."""
    rng, after = random.Random(4), game.start(4)
    while not after.over:
        before, after = after, after.clone()
        action = rng.choice(before.legal())
        after.apply(action)
        yield before, action, after


def play_random_game(game: Game, seats: int) -> State:
    """Return the end of a random game whose last round is set early."""
    *_, state = random_walk(game, seats, 400)
    state.py_state.round_number = 100
    rng = random.Random(seats)
    state = State(game, state.py_state)
    while not state.over:
        state.apply(rng.choice(state.legal()))
    return state


def test_line_goals_and_end_have_event_cards(rails: Game) -> None:
    titles = []
    for before, action, after in steps(rails):
        for event in rails.events(before, action, after, None):
            if event.title:  # an event without a title has no card
                titles.append(event.title)
            if event.title == "The end":
                assert {seat: n for seat, n, _ in event.rows} == dict(enumerate(after.scores()))
            if event.title == "From coast to coast":
                ((seat, points, _),) = event.rows
                assert points == 15
                assert after.py_state.score[seat] - before.py_state.score[seat] >= points
    assert titles == ["Goals in this game", "From coast to coast", "The end"]


def test_cargo_and_rows_are_selectable_in_the_hand(new_tester: NewTester) -> None:
    t = new_tester(2)
    assert {ref for c in t.state.view(0)["choices"] for ref in c["refs"]} == {
        "row:gunpowder",
        "row:coin",
        "row:iron",
        "row:wood",
    }
    t.begin().load(0, iron=2, rail=1)
    svg = t.game.draw(t.state.view(0), "hand")
    for ref in ("resource:iron", "tile:rail", "row:wood"):
        assert f'data-ref="{ref}"' in svg
    assert 'data-ref="resource:wood"' not in svg


def test_rules_are_plain_and_numbered() -> None:
    assert check_rulebook(registry.load("rails", speed="interpreted")) >= 20
