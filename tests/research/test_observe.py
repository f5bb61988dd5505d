"""What a network sees: all of it written, nothing leaked, the same at every speed, worth seeing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from roundhouse.core import observation
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.core.rule import COMPILED, INTERPRETED
from roundhouse.play import registry
from roundhouse.research import observation_page

GAMES = [box.id for box in registry.games()]
SEATINGS = [(box.id, seats) for box in registry.games() for seats in box.seats]


def random_step(position: Position, rng: random.Random) -> None:
    actions = position.legal()
    weights = position.weights() if position.turn == CHANCE else None
    position.apply(rng.choices(actions, weights)[0])


def walk(game: Game, seats: int, seed: object, most: int = 400) -> Iterator[Position]:
    """Positions of a random game, now and then."""
    rng = random.Random(f"{game.meta.id} {seats} {seed}")
    position = game.start(seats)
    for ply in range(most):
        if position.over:
            break
        if ply % 7 == 0:
            yield position
        random_step(position, rng)
    yield position


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_every_number_is_written_and_none_beyond(name: str, seats: int) -> None:
    game = registry.load(name, speed=INTERPRETED)
    many = observation.size(game.room.observation)
    for position in walk(game, seats, "written"):
        for seat in range(seats):
            numbers = [-(1 << 40)] * (many + 9)
            game.room.observe(position.board, position.twin, position.scratch, seat, numbers)
            assert min(numbers[:many]) > -(1 << 30)
            assert numbers[many:] == [-(1 << 40)] * 9


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_nothing_is_seen_that_the_seat_cannot_know(name: str, seats: int) -> None:
    game = registry.load(name, speed=INTERPRETED)
    for n, position in enumerate(walk(game, seats, "leak")):
        for seat in range(seats):
            seen = position.observe(seat)
            for deal in range(3):
                again = position.redeal(seat, random.Random(f"{n} {deal}"))
                assert (again.observe(seat) == seen).all()


@pytest.mark.parametrize("name", ["texas", "southern"])  # chance draws who opens, and no more
def test_the_seats_number_is_not_seen_and_does_not_matter(name: str) -> None:
    game = registry.load(name, speed=INTERPRETED)
    rng = random.Random(name)
    ours, turned = game.start(4), game.start(4)  # the same game, everybody a seat further on
    assert np.array_equal(ours.observe(0), ours.observe(1))
    ours.apply(game.parse("open 0"))
    turned.apply(game.parse("open 1"))
    while not ours.over:
        assert (turned.turn, turned.legal()) == ((ours.turn + 1) % 4, ours.legal())
        for seat in range(4):
            assert np.array_equal(ours.observe(seat), turned.observe((seat + 1) % 4))
        action = rng.choice(ours.legal())
        ours.apply(action)
        turned.apply(action)
    for result in ("scores", "ranks"):
        theirs = list(getattr(turned, result)())
        assert list(getattr(ours, result)()) == [*theirs[1:], theirs[0]]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_speeds_see_the_same(name: str) -> None:
    plain, fast = (registry.load(name, speed=speed) for speed in (INTERPRETED, COMPILED))
    seats = plain.meta.seats[0]
    for position in walk(plain, seats, "speeds"):
        twin = fast.unpack(position.pack())
        for seat in range(seats):
            assert (position.observe(seat) == twin.observe(seat)).all()
        assert twin.pack() == position.pack()


@pytest.mark.parametrize("name", GAMES)
def test_there_are_neither_too_few_nor_too_many(name: str) -> None:
    features = registry.room(name).observation
    assert 256 <= observation.size(features) <= 800
    assert len({feature.name for feature in features}) == len(features)


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_of_a_size_that_networks_like(name: str) -> None:
    game = registry.load(name, speed=INTERPRETED)
    seen = np.stack([p.observe(0) for p in walk(game, game.meta.seats[-1], "size", 2000)])
    assert abs(seen).mean() < 1.0
    assert abs(seen).max() < 40.0


def test_the_page_is_what_the_rooms_declare() -> None:
    """docs/observations.md; made anew by `python -m roundhouse.research.observation_page`."""
    path = Path(__file__).parents[2] / "docs" / "observations.md"
    assert path.read_text(encoding="utf-8") == observation_page.page()


Numbers = npt.NDArray[np.float64]


def middles(game: Game, seats: int, games: int) -> tuple[Numbers, Numbers, Numbers]:
    """From the middle of random games, for each seat: what it sees, the scores (own first), and its
    share of the win."""
    seen, scores, won = [], [], []
    rng = random.Random(game.meta.id)
    for _ in range(games):
        position = game.start(seats)
        kept: list[bytes] = []
        while not position.over:
            kept.append(position.pack())
            random_step(position, rng)
        ranks = position.ranks()
        middle = game.unpack(kept[len(kept) // 2])
        now = middle.scores()
        for seat in range(seats):
            seen.append(middle.observe(seat))
            scores.append([now[(seat + n) % seats] for n in range(seats)])
            won.append(1 / ranks.count(0) if ranks[seat] == 0 else 0.0)
    return np.array(seen, np.float64), np.array(scores, np.float64), np.array(won)


def explained(features: Numbers, won: Numbers, penalty: float) -> float:
    """The share of the variance of wins, in the last third, that a linear model fitted to the first
    two explains."""
    cut = len(won) * 2 // 3
    mean, spread = features[:cut].mean(0), features[:cut].std(0)
    x = (features[:, spread > 0] - mean[spread > 0]) / spread[spread > 0]
    x = np.hstack([x, np.ones((len(x), 1))])
    square = x[:cut].T @ x[:cut] + penalty * np.eye(x.shape[1])
    weights = np.linalg.solve(square, x[:cut].T @ won[:cut])
    left = ((won[cut:] - x[cut:] @ weights) ** 2).sum()
    return float(1 - left / ((won[cut:] - won[:cut].mean()) ** 2).sum())


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_linear_model_learns_who_wins(name: str) -> None:
    """Better than chance, and better than from the scores alone."""
    game = registry.load(name, speed=COMPILED)
    seats = min(4, game.meta.seats[-1])
    seen, scores, won = middles(game, seats, 2400 if name in ("northern", "rails") else 900)
    by_scores = explained(scores, won, 1.0)
    by_sight = explained(seen, won, 300.0)
    print(f"{name}: scores {by_scores:.3f}, observation {by_sight:.3f}")
    assert by_sight > max(0.0, by_scores) + 0.01
