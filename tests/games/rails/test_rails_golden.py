"""Golden files of a recorded game: its log and its drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.core.text import insert_names
from roundhouse.play.record import Record, outcome

GOLDEN = Path(__file__).parent / "golden"
RECORD = Record.load(GOLDEN / "three.game")
DRAWN_PLY = 390  # while a route is being laid
Golden = Callable[[Path, str], None]


def steps(game: Game) -> Iterator[tuple[State, int, State]]:
    """Yield each move of the recorded game: before, action, after."""
    before = game.start(RECORD.seats)
    for move in RECORD.moves:
        after, action = before.clone(), game.parse(move.words)
        after.apply(action)
        yield before, action, after
        before = after


def test_record_replays_to_its_result(rails: Game) -> None:
    assert rails.rules == RECORD.rules
    *_, (_, _, last) = steps(rails)
    assert last.over
    assert outcome(last) == RECORD.result


def test_log_matches_golden_file(rails: Game, golden: Golden) -> None:
    lines = []
    for ply, (before, action, after) in enumerate(steps(rails)):
        text = rails.sentence(before, action, after, None)
        if text:
            lines.append(f"{ply:3} {insert_names(text, RECORD.names)}\n")
    golden(GOLDEN / "three.log", "".join(lines))


@pytest.mark.parametrize("drawing", ["town", "map", "market", "seats"])
def test_drawings_match_golden_files(rails: Game, golden: Golden, drawing: str) -> None:
    state, _, _ = list(steps(rails))[DRAWN_PLY]
    svg = rails.draw(state.view(None), drawing)
    golden(GOLDEN / f"{drawing}.svg", svg.replace("><", ">\n<") + "\n")
