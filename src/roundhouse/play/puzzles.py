"""Puzzles: decisions of bots' games with one right answer, as a room keeps them (`puzzles.jsonl`).

The file is made by `roundhouse lab puzzles`. Its first line says of what and with which parameters;
then come the games the puzzles are from, as far as they are needed, and the puzzles:

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

from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game, Position
from roundhouse.play import registry
from roundhouse.play.record import CHANCE_SIGN, Move, Record

T = TypeVar("T")

NAME = "puzzles.jsonl"
FORMAT = 1
MOST_LINE = 24  # plies of a line, at most: a file with more is not ours


class BadPuzzles(RoundhouseError, ValueError):
    """A file of puzzles that cannot be used."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}")


@dataclass(frozen=True)
class Answer:
    """A move of a puzzle: what it is worth to the seat, and how the game may go on after it.

    `value` is the expected share of the win. The line begins with the move itself and names every
    ply, chance and forced moves too, so that it can be played out.
    """

    move: str
    value: float
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Puzzle:
    """A decision of one seat: the answers that count as right, best first, and wrong ones."""

    id: str
    record: Record  # as far as the decision
    seat: int
    answers: tuple[Answer, ...]
    wrong: tuple[Answer, ...]  # the second best, and what people and bots fall for
    gap: float  # between the best and the best that is not accepted, and its standard error
    error: float
    difficulty: str  # the lowest level that finds it
    themes: tuple[str, ...]

    @property
    def game(self) -> str:
        return self.record.game

    @property
    def best(self) -> Answer:
        return self.answers[0]

    def right(self, move: str) -> bool:
        return any(answer.move == move for answer in self.answers)

    def answer(self, move: str) -> Answer | None:
        """What is known of a move, right or wrong."""
        return next((a for a in (*self.answers, *self.wrong) if a.move == move), None)

    def position(self, game: Game) -> Position:
        """The state in which the seat has to decide; moves that are not legal raise."""
        state = game.start(self.record.seats)
        for move in self.record.moves:
            state.apply(game.parse(move.words))
        return state


@dataclass(frozen=True)
class PuzzleBook:
    """All puzzles of a file, with what they were made by."""

    game: str
    rules: int
    board: str
    options: Mapping[str, str]
    parameters: Mapping[str, Any]
    puzzles: tuple[Puzzle, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Puzzle]:
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    @cached_property
    def themes(self) -> dict[str, int]:
        """How many puzzles each theme has, most first."""
        counts: dict[str, int] = {}
        for puzzle in self.puzzles:
            for theme in puzzle.themes:
                counts[theme] = counts.get(theme, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


@cache
def book_of(game: str) -> PuzzleBook:
    """The puzzles of a room; none where it has no file, or one made for other rules or another
    board than it has now."""
    box = registry.meta(game)
    board = registry.own_board(game).digest
    empty = PuzzleBook(game, box.rules, board, {}, {})
    try:
        text = registry.text(game, NAME)
    except FileNotFoundError:
        return empty
    book = read_book(text, f"{game}/{NAME}")
    return book if (book.rules, book.board) == (box.rules, board) else empty


def load_book(path: Path) -> PuzzleBook:
    """The puzzles of a file anywhere."""
    try:
        return read_book(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise BadPuzzles(str(path), 1, f"cannot be read: {error}") from None


def read_book(text: str, file: str = NAME) -> PuzzleBook:
    """Read a file of puzzles. Whether its moves are legal is found out by replaying them."""
    lines = text.splitlines() or [""]
    head = _parsed(lines[0], 1, file, dict)
    if head.get("puzzles") != FORMAT:
        raise BadPuzzles(file, 1, f"not puzzles of format {FORMAT}, which this program reads")
    records: dict[int, Record] = {}
    puzzles: list[Puzzle] = []

    def take(entry: dict[str, Any]) -> None:
        if "id" in entry:
            puzzles.append(_puzzle(entry, records[entry["record"]]))
        else:
            records[int(entry["record"])] = _record(head, entry, file)

    for number, line in enumerate(lines[1:], 2):
        _parsed(line, number, file, take)

    def book(head: dict[str, Any]) -> PuzzleBook:
        kept = dict(head["options"]), dict(head["parameters"]), tuple(puzzles)
        return PuzzleBook(str(head["game"]), int(head["rules"]), str(head["board"]), *kept)

    return _parsed(lines[0], 1, file, book)


def _parsed(line: str, number: int, file: str, read: Callable[[dict[str, Any]], T]) -> T:
    """What a line says; a clear word where it is not what it should be."""
    try:
        return read(json.loads(line))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadPuzzles(file, number, f"not a line of a file of puzzles ({error!r})") from None


def write_book(head: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> str:
    """The text of a file: the head, then records and puzzles as they are given."""
    lines = [{"puzzles": FORMAT, **head}, *entries]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read_move(text: str) -> Move:
    """`2 lay fargo`, or `* open 2` of chance."""
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


def _answer(entry: Mapping[str, Any]) -> Answer:
    line = tuple(read_move(move) for move in entry["line"])
    if not 1 <= len(line) <= MOST_LINE:
        raise ValueError(f"a line of {len(line)} plies")
    return Answer(str(entry["move"]), float(entry["value"]), line)
