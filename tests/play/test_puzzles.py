"""The shipped puzzles and their file format."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from tests.speeds import repetition_speed

from roundhouse.bots.registry import levels
from roundhouse.play import registry
from roundhouse.play.puzzles import NAME, BadPuzzles, Puzzle, get_puzzles, parse_puzzles

GAMES = [meta.id for meta in registry.games()]


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_valid(game: str) -> None:
    """Records are legal, it is the seat's turn, and every line can be played."""
    puzzle_set = get_puzzles(game)
    speed = repetition_speed(registry.package(game))
    loaded = registry.open_game(game, None, puzzle_set.options, speed, puzzle_set.rules)
    level_names = {level.name for level in levels()}
    assert len(puzzle_set.by_id) == len(puzzle_set.puzzles) + len(puzzle_set.retired)
    header = json.loads(registry.text(game, NAME).splitlines()[0])
    parts = [part["parameters"] for part in (header, *header.get("merged", ()))]
    parameters = {str(part["seed"]): part for part in parts}
    assert len(parameters) == len(parts)
    for puzzle in puzzle_set.by_id.values():
        check_values(puzzle, parameters[puzzle.id.split("-")[0]])
        assert puzzle.difficulty in level_names
        state = puzzle.position(loaded)
        assert state.turn == puzzle.seat
        legal = {loaded.text(action) for action in state.legal()}
        for answer in (*puzzle.answers, *puzzle.wrong):
            assert answer.move in legal
            after = state.clone()
            for move in answer.line:
                assert after.turn == move.seat
                after.apply(loaded.parse(move.words))


@pytest.mark.parametrize("game", GAMES)
def test_no_level_has_most_puzzles(game: str) -> None:
    puzzles = get_puzzles(game).puzzles
    levels_of = [puzzle.difficulty for puzzle in puzzles]
    assert max(levels_of.count(level) for level in levels_of) <= 0.4 * len(puzzles)


def check_values(puzzle: Puzzle, parameters: Mapping[str, Any]) -> None:
    assert puzzle.answers
    assert puzzle.wrong
    assert puzzle.gap >= parameters["gap"]
    assert puzzle.gap >= parameters["errors"] * puzzle.error
    best = max(answer.value for answer in puzzle.answers)
    for answer in puzzle.answers:
        assert best - answer.value <= parameters["close"] + 0.001, puzzle.id
        assert str(answer.line[0]) == f"{puzzle.seat} {answer.move}"
    for answer in puzzle.wrong:
        assert best - answer.value >= parameters["gap"] - 0.001, puzzle.id
        assert not puzzle.right(answer.move)


HEAD = {"puzzles": 1, "game": "northern", "rules": 1, "board": "0", "options": {}, "parameters": {}}


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([], 1),
        (["[]"], 1),
        ([json.dumps({**HEAD, "puzzles": 9})], 1),
        ([json.dumps(HEAD), '{"record": 0, "seats": 3'], 2),
        ([json.dumps(HEAD), '{"id": "0-0-0", "record": 0}'], 2),
        (
            [
                json.dumps(HEAD),
                '{"record": 0, "seats": 3, "moves": []}',
                '{"id": "0-0-0", "record": 0, "ply": 3}',
            ],
            3,
        ),
    ],
)
def test_invalid_puzzle_files_are_refused(lines: list[str], line: int) -> None:
    with pytest.raises(BadPuzzles, match=f"line {line}:"):
        parse_puzzles("\n".join(lines), "some.jsonl")
