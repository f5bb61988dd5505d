"""Puzzles: decisions from bots' games that have a right answer.

`roundhouse lab puzzles` writes the file. The first line is a header with the parameters. The games
that the puzzles come from and the puzzles follow:

{"puzzles": 1, "game": "northern", "rules": 1, "board": "5c1f...", "options": {}, "parameters": {}}
{"record": 3, "seats": 4, "moves": ["0 invest small fargo", "1 lay fargo"]}
{"id": "0-3-17", "record": 3, "ply": 17, "seat": 2, "answers": [...], "wrong": [...], ...}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.play.record import CHANCE_SIGN, Move, Record

T = TypeVar("T")

NAME = "puzzles.jsonl"
FORMAT = 1
MAX_LINE = 24  # plies of a line; a file with longer lines is invalid


class BadPuzzles(RoundhouseError, ValueError):
    """The puzzle file is invalid."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}")


@dataclass(frozen=True)
class PuzzleAnswer:
    """A move of a puzzle, its value and a continuation.

    `value` is the expected share of the win. The line starts with the move and contains every ply,
    including chance and forced moves, so that it can be replayed.
    """

    move: str
    value: float
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Puzzle:
    """A decision of one seat, with the right answers, best first, and wrong ones."""

    id: str
    record: Record  # the moves before the decision
    seat: int
    answers: tuple[PuzzleAnswer, ...]
    wrong: tuple[PuzzleAnswer, ...]  # the second-best move and tempting mistakes
    gap: float  # value of the best move minus that of the best wrong move
    error: float  # standard error of `gap`
    difficulty: str  # the lowest bot level that solves it
    themes: tuple[str, ...]

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.record.game

    @property
    def best(self) -> PuzzleAnswer:
        """The best answer."""
        return self.answers[0]

    def right(self, move: str) -> bool:
        """Return whether a move is a right answer."""
        return any(answer.move == move for answer in self.answers)

    def answer(self, move: str) -> PuzzleAnswer | None:
        """Return the answer for a move, right or wrong, or None if it is unknown."""
        return next((a for a in (*self.answers, *self.wrong) if a.move == move), None)

    def position(self, game: Game) -> State:
        """Return the state of the decision; raise if a move of the record is illegal."""
        state = game.start(self.record.seats)
        for move in self.record.moves:
            state.apply(game.parse(move.words))
        return state


@dataclass(frozen=True)
class PuzzleSet:
    """All puzzles of a file, with its header.

    Retired puzzles are in no list, but keep their addresses.
    """

    game: str
    rules: int
    board: str
    options: Mapping[str, str]
    parameters: Mapping[str, Any]
    puzzles: tuple[Puzzle, ...] = ()
    retired: tuple[Puzzle, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Puzzle]:
        return {puzzle.id: puzzle for puzzle in (*self.puzzles, *self.retired)}

    @cached_property
    def themes(self) -> dict[str, int]:
        """The number of puzzles of each theme, largest first."""
        counts: dict[str, int] = {}
        for puzzle in self.puzzles:
            for theme in puzzle.themes:
                counts[theme] = counts.get(theme, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


@cache
def get_puzzles(game: str) -> PuzzleSet:
    """Return the puzzles of a game.

    The set is empty if the game has no file, or one for other rules or another board.
    """
    rules = registry.meta(game).rules
    board = registry.default_board(game).digest
    empty = PuzzleSet(game, rules, board, {}, {})
    try:
        text = registry.text(game, NAME)
    except FileNotFoundError:
        return empty
    book = parse_puzzles(text, f"{game}/{NAME}")
    return book if (book.rules, book.board) == (rules, board) else empty


def load_puzzles(path: Path) -> PuzzleSet:
    """Read a puzzle file."""
    try:
        return parse_puzzles(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise BadPuzzles(str(path), 1, f"cannot be read: {error}") from None


def parse_puzzles(text: str, file: str = NAME) -> PuzzleSet:
    """Parse a puzzle file; raise BadPuzzles if it is malformed.

    Moves are not checked.
    """
    lines = text.splitlines() or [""]
    head = _parsed(lines[0], 1, file, dict)
    if head.get("puzzles") != FORMAT:
        raise BadPuzzles(file, 1, f"not puzzles of format {FORMAT}, which this program reads")
    records: dict[int, Record] = {}
    puzzles: list[Puzzle] = []
    retired: list[Puzzle] = []

    def take(entry: dict[str, Any]) -> None:
        if "id" in entry:
            result = retired if entry.get("retired") else puzzles
            result.append(_puzzle(entry, records[entry["record"]]))
        else:
            records[int(entry["record"])] = _record(head, entry, file)

    for number, line in enumerate(lines[1:], 2):
        _parsed(line, number, file, take)

    def book(head: dict[str, Any]) -> PuzzleSet:
        options, parameters = dict(head["options"]), dict(head["parameters"])
        rest = options, parameters, tuple(puzzles), tuple(retired)
        return PuzzleSet(str(head["game"]), int(head["rules"]), str(head["board"]), *rest)

    return _parsed(lines[0], 1, file, book)


def _parsed(line: str, number: int, file: str, parse: Callable[[dict[str, Any]], T]) -> T:
    """Parse a line with `parse`; raise BadPuzzles if that fails."""
    try:
        return parse(json.loads(line))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadPuzzles(file, number, f"not a line of a file of puzzles ({error!r})") from None


def format_puzzles(head: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of a puzzle file."""
    lines = [{"puzzles": FORMAT, **head}, *entries]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read_move(text: str) -> Move:
    """Parse a move such as `2 lay fargo`, or `* open 2` for chance."""
    who, _, words = text.partition(" ")
    return Move(CHANCE if who == CHANCE_SIGN else int(who), words)


def _record(head: Mapping[str, Any], entry: Mapping[str, Any], file: str) -> Record:
    return Record(
        game=str(head["game"]),
        seats=int(entry["seats"]),
        rules=int(head["rules"]),
        board=str(head["board"]),
        options=dict(head["options"]),
        moves=tuple(read_move(move) for move in entry["moves"]),
        file=file,
    )


def _puzzle(entry: Mapping[str, Any], record: Record) -> Puzzle:
    ply = int(entry["ply"])
    if not 0 <= ply <= len(record.moves):
        raise ValueError(f"ply {ply} of a record of {len(record.moves)} moves")
    return Puzzle(
        id=str(entry["id"]),
        record=replace(record, moves=record.moves[:ply]),
        seat=int(entry["seat"]),
        answers=tuple(_answer(each) for each in entry["answers"]),
        wrong=tuple(_answer(each) for each in entry["wrong"]),
        gap=float(entry["gap"]),
        error=float(entry["error"]),
        difficulty=str(entry["difficulty"]),
        themes=tuple(map(str, entry["themes"])),
    )


def _answer(entry: Mapping[str, Any]) -> PuzzleAnswer:
    line = tuple(read_move(move) for move in entry["line"])
    if not 1 <= len(line) <= MAX_LINE:
        raise ValueError(f"a line of {len(line)} plies")
    return PuzzleAnswer(str(entry["move"]), float(entry["value"]), line)
