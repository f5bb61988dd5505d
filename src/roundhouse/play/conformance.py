"""One suite for all games: does a room keep the contract?

    from roundhouse.play.conformance import check
    report = check("northern", seats=4, games=3, options={"variant": "single"})

Random games are played and every promise of the contract is looked at on the way. The first
broken one raises `Nonconformance` with the moves that led there, ready to be replayed.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game, Position
from roundhouse.core.orders import Do
from roundhouse.core.rule import SPEEDS
from roundhouse.play import registry
from roundhouse.play.record import Move, Record

_REF = re.compile(r'data-ref="([^"]*)"')


class Nonconformance(AssertionError):
    """A room broke the contract."""


@dataclass
class Report:
    """What was looked at; all of it was in order."""

    games: int = 0
    plies: int = 0
    views: int = 0
    redeals: int = 0
    drawings: int = 0
    lengths: list[int] = field(default_factory=list)


@dataclass
class _Walk:
    """One random game under observation."""

    games: list[Game]
    states: list[Position]
    record: Record
    moves: list[Move]
    rng: random.Random
    report: Report

    @property
    def state(self) -> Position:
        return self.states[0]

    @property
    def game(self) -> Game:
        return self.games[0]

    def demand(self, good: bool, complaint: str) -> None:
        if not good:
            story = "\n".join(map(str, self.moves[-40:]))
            raise Nonconformance(
                f"{self.game.meta.id} {self.record.seats} seats {self.record.options}, "
                f"ply {len(self.moves)}: {complaint}\nlast moves:\n{story}"
            )


def check(
    game: str,
    seats: int,
    *,
    games: int = 2,
    options: Mapping[str, Any] | None = None,
    board: str | Path | None = None,
    rules: int | None = None,
    seed: int = 0,
    looks: int = 40,
    most_plies: int = 200_000,
    speeds: Sequence[str] = SPEEDS,
) -> Report:
    """Play `games` random games, looking closely (views, drawings, redeals) about `looks` times
    in each, and compare the speeds state by state. `rules`: the newest version, or this one."""
    loaded = [registry.open_game(game, board, options or {}, speed, rules) for speed in speeds]
    report = Report()
    for n in range(games):
        _game(loaded, seats, random.Random(f"{game} {seats} {seed} {n}"), report, looks, most_plies)
    return report


def _game(
    games: list[Game], seats: int, rng: random.Random, report: Report, looks: int, most: int
) -> None:
    states = [game.start(seats) for game in games]
    walk = _Walk(games, states, Record.begin(games[0], seats), [], rng, report)
    length = 0
    _laws(walk, None, "")
    while not walk.state.over:
        walk.demand(length < most, f"the game does not end within {most} plies")
        if length < looks // 2 or rng.random() < 0.1 * looks / (looks + length):
            _look(walk)
        _step(walk)
        length += 1
    _end(walk)
    _look(walk)
    report.games += 1
    report.plies += length
    report.lengths.append(length)


def _step(walk: _Walk) -> None:
    state = walk.state
    actions = state.legal()
    walk.demand(len(actions) > 0, "no legal action before the end")
    walk.demand(actions == sorted(set(actions)), "legal actions are not ascending and unique")
    walk.demand(-1 <= state.turn < state.seats, f"turn is {state.turn}")
    words = [walk.game.text(a) for a in actions]
    walk.demand([walk.game.parse(w) for w in words] == actions, "words do not round-trip")
    before = state.twin.copy()
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
    _laws(walk, before, walk.moves[-1].words)


def _laws(walk: _Walk, before: Any, words: str) -> None:
    game = walk.game
    broken = game.broken(before, words, walk.state.twin)
    walk.demand(not broken, "; ".join(broken))


def _look(walk: _Walk) -> None:
    """The dearer promises, at some of the states."""
    state = walk.state
    packed = state.pack()
    walk.demand(walk.game.unpack(packed).pack() == packed, "unpack(pack()) is another state")
    clone = state.clone()
    if clone.legal():
        clone.apply(clone.legal()[0])
        illegal = next((a for a in range(walk.game.codec.size) if a not in state.legal()), None)
        if illegal is not None:
            _refuses(walk, illegal)
    walk.demand(state.pack() == packed, "changing a clone changed the original")
    for seat in (*range(state.seats), None):
        _look_as(walk, seat, packed)


def _refuses(walk: _Walk, illegal: int) -> None:
    try:
        walk.state.apply(illegal)
    except IllegalAction:
        return
    walk.demand(False, f"accepted the illegal action {illegal}")


def _look_as(walk: _Walk, seat: int | None, packed: bytes) -> None:
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
    drawn = set(_REF.findall("".join(game.draw(view, drawing.name) for drawing in game.drawings)))
    walk.report.drawings += 1
    for offered in (*view["choices"], *view["shortcuts"]):
        for ref in offered["refs"]:
            walk.demand(ref in drawn, f"{offered['label']!r} refers to {ref}, which is not drawn")
    for n, other in enumerate(walk.states):
        again = other.redeal(seat, random.Random(len(walk.moves) + n))
        walk.report.redeals += 1
        walk.demand(again.view(seat) == view, f"a redeal for {seat} looks different to it")
        broken = game.broken(None, "", again.twin)
        walk.demand(not broken, f"after a redeal for {seat}: {'; '.join(broken)}")
        if seat is not None:
            _orders(walk, seat, again)
    walk.demand(state.pack() == packed, "looking changed the state")


def _orders(walk: _Walk, seat: int, again: Position) -> None:
    """Standing orders go by what the seat may know, and say nothing that the rules refuse."""
    state, game = walk.state, walk.game
    offers = game.orders(state, seat)
    walk.demand(game.orders(again, seat) == offers, f"orders of {seat} know what it cannot know")
    for offer in offers:
        order = offer.order(offer.low)
        step = game.room.carry_out(state, seat, order)
        walk.demand(
            game.room.carry_out(again, seat, order) == step,
            f"{order.words!r} of {seat} goes by what it cannot know",
        )
        if isinstance(step, Do):
            legal = state.turn == seat and step.action in state.legal()
            walk.demand(legal, f"{order.words!r} of {seat} says what the rules refuse")


def _end(walk: _Walk) -> None:
    state = walk.state
    ranks = state.ranks()
    walk.demand(len(ranks) == state.seats and min(ranks) in (0, 1), f"ranks are {ranks}")
    walk.demand(state.legal() == [], "there are legal actions after the end")
    for other in walk.states[1:]:
        walk.demand(other.ranks() == ranks, "speeds disagree on the ranks")
    record = replace(walk.record, moves=tuple(walk.moves)).finish(state)
    again = Record.loads(record.dumps())
    *_, last = again.replay(walk.game)
    walk.demand(last.pack() == state.pack(), "the record replays to another end")
    for seat in (*range(state.seats), None):
        Record.loads(record.redact(walk.game, seat).dumps())


def all_options(game: str) -> list[dict[str, str]]:
    """Every combination of a game's options."""
    combinations: list[dict[str, str]] = [{}]
    for name, option in registry.meta(game).options.items():
        combinations = [{**c, name: value} for c in combinations for value in option.values]
    return combinations
