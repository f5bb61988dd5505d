"""The puzzles that are shipped, and the file they are in."""

from __future__ import annotations

import json

import pytest

from roundhouse.bots.registry import levels
from roundhouse.play import registry
from roundhouse.play.puzzles import BadPuzzles, Puzzle, PuzzleBook, book_of, read_book

GAMES = [box.id for box in registry.games()]


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_is_sound(game: str) -> None:
    """Each position is reached by its record, it is that seat's turn, every answer is legal and
    every line can be played; right answers are close to the best, and wrong ones far behind."""
    book = book_of(game)
    loaded = registry.open_game(game, None, book.options, "interpreted", book.rules)
    known = {level.name for level in levels()}
    assert len(book.by_id) == len(book.puzzles)
    for puzzle in book.puzzles:
        _check(puzzle, book)
        assert puzzle.difficulty in known
        state = puzzle.position(loaded)
        assert state.turn == puzzle.seat
        legal = {loaded.text(action) for action in state.legal()}
        for answer in (*puzzle.answers, *puzzle.wrong):
            assert answer.move in legal
            after = state.clone()
            for move in answer.line:
                assert after.turn == move.seat
                after.apply(loaded.parse(move.words))


def _check(puzzle: Puzzle, book: PuzzleBook) -> None:
    asked = book.parameters
    assert puzzle.answers
    assert puzzle.wrong
    assert puzzle.gap >= asked["gap"]
    assert puzzle.gap >= asked["errors"] * puzzle.error
    best = max(answer.value for answer in puzzle.answers)
    for answer in puzzle.answers:
        assert best - answer.value <= asked["close"] + 0.001, puzzle.id
        assert str(answer.line[0]) == f"{puzzle.seat} {answer.move}"
    for answer in puzzle.wrong:
        assert best - answer.value >= asked["gap"] - 0.001, puzzle.id
        assert not puzzle.right(answer.move)


HEAD = {"puzzles": 1, "game": "northern", "rules": 1, "board": "0", "options": {}, "parameters": {}}


@pytest.mark.parametrize(
    ("lines", "where"),
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
def test_what_is_not_a_file_of_puzzles_is_said_to_be_none(lines: list[str], where: int) -> None:
    with pytest.raises(BadPuzzles, match=f"line {where}:"):
        read_book("\n".join(lines), "some.jsonl")
