"""The conformance suite: checks that a game fulfils the contract.

    from roundhouse.play.conformance import check
    report = check("northern", seats=4, games=3, options={"variant": "single"})

The suite plays random games and checks every requirement of the contract. The first violation
raises `Nonconformance` with the moves that led to it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from roundhouse.core.backends import available_speeds
from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game
from roundhouse.core.standing_orders import OrderMove
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.play.record import Move, Record

_REF = re.compile(r'data-ref="([^"]*)"')


class Nonconformance(AssertionError):
    """A game violated the contract."""


@dataclass
class Report:
    """The numbers of checks that passed."""

    games: int = 0
    plies: int = 0
    views: int = 0
    redeals: int = 0
    drawings: int = 0
    lengths: list[int] = field(default_factory=list)


@dataclass
class _Walk:
    """One random game at every speed."""

    games: list[Game]
    states: list[State]
    record: Record
    moves: list[Move]
    rng: random.Random
    report: Report

    @property
    def state(self) -> State:
        return self.states[0]

    @property
    def game(self) -> Game:
        return self.games[0]

    def demand(self, holds: bool, violation: str) -> None:
        """Raise Nonconformance unless a condition holds."""
        if not holds:
            moves = "\n".join(map(str, self.moves[-40:]))
            raise Nonconformance(
                f"{self.game.meta.id} {self.record.seats} seats {self.record.options}, "
                f"ply {len(self.moves)}: {violation}\nlast moves:\n{moves}"
            )


@dataclass(frozen=True)
class CheckSettings:
    """What is checked, and how closely.

    Attributes:
        board: A board file; None for the game's default board.
        rules: The version of the rules; None for the newest.
        seed: The seed of the random moves.
        close_checks: About how many states per game get the expensive checks of views, drawings,
            redeals and orders.
        max_plies: The maximum length of a game.
        speeds: The speeds to compare state by state; none for all that are available.
    """

    board: str | Path | None = None
    rules: int | None = None
    seed: int = 0
    close_checks: int = 40
    max_plies: int = 200_000
    speeds: Sequence[str] = ()


DEFAULT_SETTINGS = CheckSettings()


def check(
    game: str,
    seats: int,
    *,
    games: int = 2,
    options: Mapping[str, Any] | None = None,
    settings: CheckSettings = DEFAULT_SETTINGS,
) -> Report:
    """Play random games and check the contract at every state.

    Args:
        game: The id of the game.
        seats: The number of seats.
        games: The number of games to play.
        options: Options of the game.
        settings: What is checked, and how closely.

    Returns:
        The numbers of checks.

    Raises:
        Nonconformance: The game violated the contract.
    """
    loaded = [
        registry.open_game(game, settings.board, options or {}, speed, settings.rules)
        for speed in settings.speeds or available_speeds(registry.package(game))
    ]
    report = Report()
    for n in range(games):
        rng = random.Random(f"{game} {seats} {settings.seed} {n}")
        _check_game(loaded, seats, rng, report, settings)
    return report


def _check_game(
    games: list[Game], seats: int, rng: random.Random, report: Report, settings: CheckSettings
) -> None:
    close_checks, max_plies = settings.close_checks, settings.max_plies
    states = [game.start(seats) for game in games]
    walk = _Walk(games, states, Record.begin(games[0], seats), [], rng, report)
    length = 0
    _check_invariants(walk, None, "")
    while not walk.state.over:
        walk.demand(length < max_plies, f"the game does not end within {max_plies} plies")
        actions = walk.state.legal()
        walk.demand(len(actions) > 0, "no legal action before the end")
        walk.demand(actions == sorted(set(actions)), "legal actions are not ascending and unique")
        likelihood = 0.1 * close_checks / (close_checks + length)
        if length < close_checks // 2 or rng.random() < likelihood:
            _check_closely(walk)
        _check_move(walk)
        length += 1
    _check_end(walk)
    _check_closely(walk)
    report.games += 1
    report.plies += length
    report.lengths.append(length)


def _check_move(walk: _Walk) -> None:
    state = walk.state
    actions = state.legal()
    walk.demand(-1 <= state.turn < state.seats, f"turn is {state.turn}")
    words = [walk.game.text(a) for a in actions]
    walk.demand([walk.game.parse(w) for w in words] == actions, "words do not round-trip")
    before = state.py_state.copy()
    if state.turn == CHANCE:
        weights = state.weights()
        walk.demand(all(w > 0 for w in weights), f"weights {weights} are not all positive")
        walk.demand(sum(weights) < 2**31, "weights sum to 2**31 or more")
        action = walk.rng.choices(actions, weights)[0]
    else:
        action = walk.rng.choice(actions)
    for other in walk.states[1:]:
        walk.demand(other.turn == state.turn, "speeds disagree on the turn")
        walk.demand(other.legal() == actions, "speeds disagree on the legal actions")
        if state.turn == CHANCE:
            walk.demand(other.weights() == weights, "speeds disagree on weights")
    walk.moves.append(Move(state.turn, walk.game.text(action)))
    for each in walk.states:
        each.apply(action)
    packed = state.pack()
    for other in walk.states[1:]:
        walk.demand(other.pack() == packed, "speeds disagree after the last move")
        walk.demand(other.scores() == state.scores(), "speeds disagree on the scores")
    _check_invariants(walk, before, walk.moves[-1].words)


def _check_invariants(walk: _Walk, before: Any, words: str) -> None:
    game = walk.game
    violations = game.find_violations(before, words, walk.state.py_state)
    walk.demand(not violations, "; ".join(violations))


def _check_closely(walk: _Walk) -> None:
    """Run the expensive checks of a state."""
    state = walk.state
    packed = state.pack()
    walk.demand(walk.game.unpack(packed).pack() == packed, "unpack(pack()) is a different state")
    clone = state.clone()
    if clone.legal():
        clone.apply(clone.legal()[0])
        illegal = next((a for a in range(walk.game.codec.size) if a not in state.legal()), None)
        if illegal is not None:
            _check_refusal(walk, illegal)
    walk.demand(state.pack() == packed, "changing a clone changed the original")
    for seat in (*range(state.seats), None):
        _check_seat(walk, seat, packed)


def _check_refusal(walk: _Walk, illegal: int) -> None:
    try:
        walk.state.apply(illegal)
    except IllegalAction:
        return
    walk.demand(False, f"accepted the illegal action {illegal}")


def _check_seat(walk: _Walk, seat: int | None, packed: bytes) -> None:
    state, game = walk.state, walk.game
    view = state.view(seat)
    walk.report.views += 1
    walk.demand(json.loads(json.dumps(view)) == view, f"the view of {seat} is not plain JSON data")
    moves = [c["move"] for c in view["choices"]]
    if seat is not None and seat == state.turn:
        legal = [game.text(a) for a in state.legal()]
        walk.demand(sorted(moves) == sorted(legal), f"choices of {seat} are not the legal moves")
    else:
        walk.demand(not moves, f"choices are offered to {seat}, who is not to act")
    walk.demand(len(view["panels"]) == state.seats, "there is not one panel for each seat")
    walk.demand((view["ranks"] is None) == (state.turn != OVER), "ranks are shown at the end only")
    refs = set(_REF.findall("".join(game.draw(view, drawing.name) for drawing in game.drawings)))
    walk.report.drawings += 1
    for offered in (*view["choices"], *view["shortcuts"]):
        for ref in offered["refs"]:
            walk.demand(ref in refs, f"{offered['label']!r} refers to {ref}, which is not drawn")
    description = state.describe(seat)
    walk.demand("@" not in description, f"the description for {seat} has unnamed seats")
    if seat is not None:
        observation = state.observed_numbers(seat)  # without scaling, which needs NumPy
        for other in walk.states[1:]:
            same = other.observed_numbers(seat) == observation
            walk.demand(same, f"speeds observe {seat} differently")
    for n, other in enumerate(walk.states):
        again = other.redeal(seat, random.Random(len(walk.moves) + n))
        walk.report.redeals += 1
        walk.demand(again.view(seat) == view, f"a redeal for {seat} looks different to it")
        same = again.describe(seat) == description
        walk.demand(same, f"a redeal for {seat} is described differently to it")
        violations = game.find_violations(None, "", again.py_state)
        walk.demand(not violations, f"after a redeal for {seat}: {'; '.join(violations)}")
        if seat is not None:
            _check_orders(walk, seat, again)
            _check_early_choice(walk, seat, again)
    walk.demand(state.pack() == packed, "reading changed the state")


def _check_orders(walk: _Walk, seat: int, again: State) -> None:
    """Check that orders use only what the seat may know, and make only legal moves."""
    state, game = walk.state, walk.game
    offers = game.list_orders(state, seat)
    walk.demand(
        game.list_orders(again, seat) == offers, f"orders of {seat} depend on hidden information"
    )
    for offer in offers:
        order = offer.order(offer.low)
        step = game.definition.carry_out(state, seat, order)
        walk.demand(
            game.definition.carry_out(again, seat, order) == step,
            f"{order.words!r} of {seat} depends on hidden information",
        )
        if isinstance(step, OrderMove):
            legal = state.turn == seat and step.action in state.legal()
            walk.demand(legal, f"{order.words!r} of {seat} makes an illegal move")


def _check_early_choice(walk: _Walk, seat: int, again: State) -> None:
    """Check that a choice before the turn uses only what the seat may know."""
    early, other = (walk.game.choose_early(state, seat) for state in (walk.state, again))
    walk.demand((early is None) == (other is None), f"{seat} may learn from whether it may choose")
    if early is not None and other is not None:
        walk.demand(early.turn == seat, f"an early choice of {seat} is one of {early.turn}")
        walk.demand(early.view(seat) == other.view(seat), f"an early choice shows {seat} secrets")


def _check_end(walk: _Walk) -> None:
    state = walk.state
    ranks = state.ranks()
    walk.demand(len(ranks) == state.seats and min(ranks) in (0, 1), f"ranks are {ranks}")
    walk.demand(state.legal() == [], "there are legal actions after the end")
    for other in walk.states[1:]:
        walk.demand(other.ranks() == ranks, "speeds disagree on the ranks")
    record = replace(walk.record, moves=tuple(walk.moves)).finish(state)
    again = Record.loads(record.dumps())
    *_, last = again.replay(walk.game)
    walk.demand(last.pack() == state.pack(), "the record replays to a different end")
    for seat in (*range(state.seats), None):
        Record.loads(record.redact(walk.game, seat).dumps())


def all_options(game: str) -> list[dict[str, str]]:
    """Return every combination of a game's options."""
    combinations: list[dict[str, str]] = [{}]
    for name, option in registry.meta(game).options.items():
        combinations = [{**c, name: value} for c in combinations for value in option.values]
    return combinations
