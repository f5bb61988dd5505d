"""Checks of views, drawings and events over random games, for every game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tests.games.drawing_metrics import HAND_SIZE, MAIN_SIZE, THEMES, measure_drawing

from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.core.view import NARROW, Drawing, Event, View, account

MIN_TEXT_CONTRAST, MIN_PIECE_CONTRAST = 4.5, 3.0  # WCAG AA
# Patterns of ids, which players must not see: `cheyenne-denver`, `crew|yard`, `west_1`, `seat 0`.
ID = re.compile(r"\b[a-z]+[|_][a-z]|\bseat \d|\b[a-z]{3,}-(?:\d|[a-z]{3,}-)|:[a-z]")
Step = tuple[State, int, State]  # before, action, after


def random_steps(game: Game, seats: int, seed: int) -> Iterator[Step]:
    """Yield the moves of a random game."""
    rng = random.Random(f"{game.meta.id} {seats} {seed}")
    state = game.start(seats)
    while not state.over:
        before = state.clone()
        action = rng.choice(state.legal())
        state.apply(action)
        yield before, action, state.clone()


def sample_states(game: Game, seats: int, count: int = 12) -> list[State]:
    """Return some states of a random game, including the first and the last."""
    all_steps = list(random_steps(game, seats, 0))
    sample = [*all_steps[:3], *all_steps[3 :: max(1, len(all_steps) // count)]]
    return [*(before for before, _, _ in sample), all_steps[-1][2]]


def check_drawings(game: Game, seats: int) -> int:
    """Check the drawings of some states for the seat to act and for a spectator."""
    checked = 0
    for state in sample_states(game, seats):
        for seat in (max(state.turn, 0), None):
            check_legibility(state, seat)
            checked += len(game.drawings)
    return checked


def check_legibility(state: State, seat: int | None) -> None:
    """Check text sizes, contrast and titles of all drawings in both themes."""
    view = state.view(seat)
    for drawing in state.game.drawings:
        svg = state.game.draw(view, drawing.name)
        for theme in THEMES:
            metrics = measure_drawing(svg, theme, _drawing_size(drawing))
            where = f"{drawing.name}, {theme}"
            for text in metrics.texts:
                assert text.pixels >= (10 if drawing.mine else 11) - 0.001, (where, text)
                assert text.contrast >= MIN_TEXT_CONTRAST, (where, text)
            for piece in metrics.pieces:
                assert piece.contrast >= MIN_PIECE_CONTRAST, (where, piece)
            for title in metrics.titles:
                assert title, where
                assert not ID.search(title), (where, title)


def _drawing_size(drawing: Drawing) -> tuple[int, int]:
    """Return the size of a drawing on a page, in CSS pixels."""
    if drawing.narrow:
        return NARROW
    return HAND_SIZE if drawing.mine else MAIN_SIZE


def check_texts(game: Game, seats: int) -> int:
    """Check that texts have no ids or seat numbers, and each action is offered once."""
    ids = _ids(game)
    checked = 0
    for state in sample_states(game, seats, 25):
        if state.turn >= 0:
            check_choices(state)
            assert not state.view(state.turn)["shortcuts"]
        for text in _view_texts(game, state.view(state.turn if state.turn >= 0 else None)):
            assert not ids & set(re.findall(r"[a-z0-9:-]+", text)), f"id in {text!r}"
            checked += 1
    return checked


def check_choices(state: State) -> None:
    """Check that each choice is unique, described, and free of ids and seat numbers."""
    view = state.view(state.turn)
    assert view["prompt"]
    assert 0 < len(view["why"]) <= 105, f"empty or too long: {view['why']!r}"
    labels = [(c["group"], c["label"]) for c in view["choices"]]
    assert len(labels) == len(set(labels)), "two choices have the same label"
    for choice in view["choices"]:
        assert all(choice[part] for part in ("label", "group", "note")), choice
        for text in (choice["label"], choice["group"], choice["note"], choice["warning"]):
            assert not ID.search(text), choice
    for shortcut in view["shortcuts"]:
        assert shortcut["label"], shortcut
        assert shortcut["note"], shortcut
        assert not ID.search(" ".join((shortcut["label"], shortcut["group"], shortcut["note"])))
    for text in (view["prompt"], view["why"]):
        assert not ID.search(text), text
    assert view["focus"] in {d.name for d in state.game.drawings if not d.mine}
    for panel in view["panels"]:
        assert 2 <= len(panel["brief"]) <= 3


def _view_texts(game: Game, view: View) -> Iterator[str]:
    yield from (view["prompt"], view["why"])
    for choice in view["choices"]:
        yield from (choice["label"], choice["note"], choice["warning"], choice["group"])
    for drawing in game.drawings:
        yield from re.findall(r"<title>(.*?)</title>", game.draw(view, drawing.name))


def _ids(game: Game) -> set[str]:
    """Return the ids of the board that are not ordinary words."""
    data = game.board_file.data
    ids = {row["id"] for key in ("city", "hex", "link") for row in data.get(key, [])}
    return {name for name in ids if re.search(r"[\d-]", name)}


def check_hand(game: Game, seats: int) -> None:
    """Check that a hand shows only its own seat, and nothing to spectators."""
    for hand in (d.name for d in game.drawings if d.mine):
        _check_hand(game, seats, hand)


def _check_hand(game: Game, seats: int, hand: str) -> None:
    for state in sample_states(game, seats):
        spectator_hand = game.draw(state.view(None), hand)
        assert not re.search("<(text|rect|circle|polygon|path)", spectator_hand)
        for seat in range(seats):
            svg = game.draw(state.view(seat), hand)
            redealt_svg = game.draw(state.redeal(seat, random.Random(1)).view(seat), hand)
            assert svg == redealt_svg
            others = [game.draw(state.view(n), hand) for n in range(seats) if n != seat]
            assert (
                seats == 1 or state.turn < 0 or svg not in others or _has_equal_panel(state, seat)
            )


def _has_equal_panel(state: State, seat: int) -> bool:
    """Return whether another seat has the same panel."""
    panels = state.view(None)["panels"]
    mine = {**panels[seat], "seat": 0, "badges": []}
    return any({**p, "seat": 0, "badges": []} == mine for p in panels if p["seat"] != seat)


def check_score_events(game: Game, seats: int, seeds: int = 2) -> set[str]:
    """Check that event rows explain score changes, and parts add up to final scores."""
    titles = set()
    for seed in range(seeds):
        last = game.start(seats)
        all_events: list[Event] = []
        for before, action, after in random_steps(game, seats, seed):
            last = after
            events = game.events(before, action, after, None)
            assert all(game.events(before, action, after, n) == events for n in range(seats))
            _check_rows(events, before, after)
            titles |= {event.title for event in events}
            all_events += events
        _check_end(game, last, events)
        _check_account(game, last, all_events)
    return titles


def _check_account(game: Game, last: State, events: list[Event]) -> None:
    """Check that the events of a game explain every point."""
    first = game.start(last.seats).scores()
    parts = account(first, last.scores(), events)
    for seat in range(last.seats):
        assert sum(part.by_seat[seat] for part in parts) == last.scores()[seat]
    assert all(part.label != "at the start, and otherwise" for part in parts)
    assert len(parts) >= 2 or len(events) == 2  # a game of one round has one part


def _check_rows(events: tuple[Event, ...], before: State, after: State) -> None:
    explained_changes = [0] * before.seats
    for event in events:
        assert event.title
        assert event.text or event.rows
        for seat, amount, _ in event.rows:
            if event.title != "The end":
                explained_changes[seat] += amount
    then, now = before.scores(), after.scores()
    score_changes = [b - a for a, b in zip(then, now, strict=True)]
    assert score_changes == explained_changes, (
        f"scores changed by {score_changes}, events explain {explained_changes}"
    )


def _check_end(game: Game, last: State, events: tuple[Event, ...]) -> None:
    scores = last.scores()
    assert events[-1].title == "The end"
    assert [amount for _, amount, _ in events[-1].rows] == scores
    parts = last.breakdown()
    assert [sum(part.by_seat[n] for part in parts) for n in range(last.seats)] == scores
    assert len({part.label for part in parts}) == len(parts)
