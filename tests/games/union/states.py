"""States of Union Pacific for tests, interpreted so that tests can edit them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import roundhouse
from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.games.union.rules.network import place
from roundhouse.games.union.state import UP, BoardLayout, ScratchLayout, State, StateLayout

DISPLAY = ("red", "red", "yellow", "black")
HANDS = (
    ("green", "green", "red", "white"),
    ("yellow", "yellow", "black", "grey"),
    ("darkblue", "darkblue", "orange", "green"),
    ("brown", "brown", "lightblue", "red"),
    ("green", "red", "yellow", "white"),
    ("orange", "green", "green", "red"),
)
TRACK = ("none", "dashed", "black")
VERSIONS = (1, 2)  # rules versions


@cache
def game(**options: Any) -> Game[BoardLayout, StateLayout, ScratchLayout]:
    """Load the game with options and a version of the rules."""
    return roundhouse.load("union", speed="interpreted", **options)


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.apply(state.game.parse(move))
    return state


def take(state: State, share: str, *dealt: str, trade: str = "keep") -> State:
    """Take a share, trade and refill the display, in the order of the version (U8)."""
    deals = [f"deal {company}" for company in dealt]
    rest = [*deals, trade] if state.game.rules == 1 else [trade, *deals]
    return play(state, f"take {share}", *rest)


def edited(state: State) -> State:
    """Return a state whose `py_state` was edited; its legal moves are listed again."""
    return state.game.unpack(state.pack())


def words(state: State) -> list[str]:
    return [state.game.text(action) for action in edited(state).legal()]


def weights(state: State) -> dict[str, int]:
    return dict(zip(words(state), state.weights(), strict=True))


def dealt(seats: int, **options: Any) -> State:
    """Return a dealt game; the opening choice is next."""
    state = game(**options).start(seats)
    for _ in range(seats):
        play(state, *(f"draw {card}" for card in TRACK))
    for hand in HANDS[:seats]:
        play(state, *(f"deal {company}" for company in hand))
    return state


def opened(seats: int, card: str = "none", **options: Any) -> State:
    """Return the first turn: all revealed Union Pacific, and seat 0 has drawn `card`."""
    state = play(dealt(seats, **options), *["show up"] * seats)
    play(state, *(f"deal {company}" for company in DISPLAY))
    return play(state, f"draw {card}")


def random_walk(seats: int, seed: int, **options: Any) -> list[tuple[State, int]]:
    """List the states of a random game with their actions; the last action is -1."""
    rng = random.Random(seed)
    state = game(**options).start(seats)
    steps = []
    while not state.over:
        actions = state.legal()
        action = (
            rng.choices(actions, state.weights())[0]
            if state.turn == CHANCE
            else rng.choice(actions)
        )
        steps.append((state.clone(), action))
        state.apply(action)
    return [*steps, (state, -1)]


def number(state: State, company: str) -> int:
    return UP if company == "up" else state.game.board_file.ids("company").index(company)


def section(state: State, name: str) -> int:
    return state.game.board_file.ids("section").index(name)


def own(state: State, seat: int, **shares: int) -> None:
    """Move shares from the deck or the Union Pacific stack to the front of a seat."""
    s = state.py_state
    for name, count in shares.items():
        company = number(state, name)
        s.front[seat][company] += count
        if company == UP:
            s.up_left -= count
        else:
            s.undrawn[company] -= count
            s.undrawn_total -= count
            s.stack_shares[2] -= count


def grow(state: State, company: str, locomotives: int) -> None:
    """Place locomotives of a company until the given number is on the map."""
    board, s, who = state.board, state.py_state, number(state, company)
    while board.locomotives[who] - s.locomotives[who] < locomotives:
        there = next(n for n in range(board.sections) if s.reach[n] >> who & 1)
        place(board, s, who, there)


def fill(state: State, kind: int, leave: int = 0) -> None:
    """Mark the neutral spaces of a kind of track as taken."""
    board, s = state.board, state.py_state
    for n in range(board.sections):
        if board.kind[n] == kind and s.free_by_kind[kind] > leave:
            s.placements -= s.reach[n].bit_count()
            s.reach[n] = 0
            s.free_by_kind[kind] -= s.free[n]
            s.free[n] = 0
