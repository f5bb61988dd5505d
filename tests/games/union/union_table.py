"""Positions of Union Pacific for tests: interpreted, so that states can be set by hand."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import roundhouse
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game
from roundhouse.games.union.rules.network import place
from roundhouse.games.union.state import UP, Board, Position, Scratch, State

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
VERSIONS = (1, 2)  # of the rules


@cache
def game(**options: Any) -> Game[Board, State, Scratch]:
    """Options, or the version of the rules as `rules`."""
    return roundhouse.load("union", speed="interpreted", **options)


def play(state: Position, *moves: str) -> Position:
    for move in moves:
        state.apply(state.game.parse(move))
    return state


def take(state: Position, share: str, *dealt: str, trade: str = "keep") -> Position:
    """Take a share, then trade and fill the display with `dealt`, in the order of the rules that
    are played (U8)."""
    deals = [f"deal {company}" for company in dealt]
    rest = [*deals, trade] if state.game.rules == 1 else [trade, *deals]
    return play(state, f"take {share}", *rest)


def words(state: Position) -> list[str]:
    return [state.game.text(action) for action in state.legal()]


def weights(state: Position) -> dict[str, int]:
    return dict(zip(words(state), state.weights(), strict=True))


def dealt(seats: int, **options: Any) -> Position:
    """Cards are dealt; the opening choice is next."""
    state = game(**options).start(seats)
    for _ in range(seats):
        play(state, *(f"draw {card}" for card in TRACK))
    for hand in HANDS[:seats]:
        play(state, *(f"deal {company}" for company in hand))
    return state


def opened(seats: int, card: str = "none", **options: Any) -> Position:
    """All have shown their UP share; seat 0 has drawn `card` and decides on its turn."""
    state = play(dealt(seats, **options), *["show up"] * seats)
    play(state, *(f"deal {company}" for company in DISPLAY))
    return play(state, f"draw {card}")


def random_walk(seats: int, seed: int, **options: Any) -> list[tuple[Position, int]]:
    """Every state of a random game with the action taken there; the last one with none."""
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


def number(state: Position, company: str) -> int:
    return UP if company == "up" else state.game.board_file.ids("company").index(company)


def section(state: Position, name: str) -> int:
    return state.game.board_file.ids("section").index(name)


def own(state: Position, seat: int, **shares: int) -> None:
    """Shares out of the deck (or the UP stack) into the front of a seat."""
    s = state.twin
    for name, count in shares.items():
        company = number(state, name)
        s.front[seat][company] += count
        if company == UP:
            s.up_left -= count
        else:
            s.undrawn[company] -= count
            s.undrawn_total -= count
            s.stack_shares[2] -= count


def grow(state: Position, company: str, locomotives: int) -> None:
    """Locomotives of a company on the board until it has so many, wherever it can."""
    board, s, who = state.board, state.twin, number(state, company)
    while board.locomotives[who] - s.locomotives[who] < locomotives:
        there = next(n for n in range(board.sections) if s.reach[n] >> who & 1)
        place(board, s, who, there)


def fill(state: Position, kind: int, leave: int = 0) -> None:
    """Mark neutral spaces of a kind of track as taken, and nobody can build there."""
    board, s = state.board, state.twin
    for n in range(board.sections):
        if board.kind[n] == kind and s.free_by_kind[kind] > leave:
            s.placements -= s.reach[n].bit_count()
            s.reach[n] = 0
            s.free_by_kind[kind] -= s.free[n]
            s.free[n] = 0
