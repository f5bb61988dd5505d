"""A whole game of Pacific Rails Inc., its log and its pictures: reviewed as differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roundhouse.core.game import Game, Position
from roundhouse.core.text import say
from roundhouse.play.record import Record, outcome

GOLDEN = Path(__file__).parent / "golden"
RECORD = Record.load(GOLDEN / "three.game")
PICTURED = 390  # the ply of the pictures: a route is being laid
Compare = Callable[[Path, str], None]


def steps(game: Game) -> Iterator[tuple[Position, int, Position]]:
    """Each move of the game: before, action, after."""
    before = game.start(RECORD.seats)
    for move in RECORD.moves:
        after, action = before.clone(), game.parse(move.words)
        after.apply(action)
        yield before, action, after
        before = after


def test_the_record_replays_to_its_result(rails: Game) -> None:
    assert rails.rules == RECORD.rules
    *_, (_, _, last) = steps(rails)
    assert last.over
    assert outcome(last) == RECORD.result


def test_the_log(rails: Game, golden: Compare) -> None:
    lines = []
    for ply, (before, action, after) in enumerate(steps(rails)):
        said = rails.sentence(before, action, after, None)
        if said:
            lines.append(f"{ply:3} {say(said, RECORD.names)}\n")
    golden(GOLDEN / "three.log", "".join(lines))


@pytest.mark.parametrize("drawing", ["town", "map", "market", "seats"])
def test_the_pictures(rails: Game, golden: Compare, drawing: str) -> None:
    position, _, _ = list(steps(rails))[PICTURED]
    svg = rails.draw(position.view(None), drawing)
    golden(GOLDEN / f"{drawing}.svg", svg.replace("><", ">\n<") + "\n")
