"""Puzzles: choosing the next one, checking answers, rating players."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from roundhouse.bots.registry import levels
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.puzzles import Puzzle, PuzzleSet, get_puzzles
from roundhouse.play.record import Move
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.web.learning.puzzle_standing import PuzzleStanding, Tries
from roundhouse.web.tables.shared_views import SharedDrawnViews
from roundhouse.web.tournaments.ratings import Contestant, Rating, rate

MAX_CACHED_MATCHES = 24  # matches in memory, each a puzzle with one line
WEAKEST, STRONGEST = 15.0, 35.0  # puzzle ratings for the lowest and highest level
PUZZLE_SIGMA = 1.5  # fixed deviation of a puzzle's rating
MAX_CANDIDATES = 12  # puzzles near the user's rating to choose from


class Puzzles:
    """The puzzles of all games, and the users' results."""

    def __init__(self, tries: Tries) -> None:
        self.tries = tries
        self._lock = threading.Lock()
        self._matches: OrderedDict[tuple[str, str, tuple[Move, ...]], MatchViews] = OrderedDict()

    def books(self) -> list[PuzzleSet]:
        """Return the puzzle sets of the games that have puzzles."""
        results = [get_puzzles(meta.id) for meta in registry.games()]
        return [book for book in results if book.puzzles]

    def book(self, game: str) -> PuzzleSet:
        registry.meta(game)
        return get_puzzles(game)

    def find(self, game: str, puzzle: str) -> Puzzle:
        result = self.book(game).by_id.get(puzzle)
        if result is None:
            raise NotFound(_("This puzzle does not exist."))
        return result

    def daily(self, day: date) -> Puzzle | None:
        """Return the puzzle of the day; the games take turns."""
        books = self.books()
        if not books:
            return None
        book = books[day.toordinal() % len(books)]
        return book.puzzles[_number(f"daily {day.isoformat()}") % len(book.puzzles)]

    def next(self, game: str, user: str | None, theme: str = "") -> Puzzle | None:
        """Return an untried puzzle near the rating of the user.

        After that, a puzzle the user got wrong, then any. None if there is none of this theme.
        """
        chosen = [p for p in self.book(game).puzzles if not theme or theme in p.themes]
        if not chosen:
            return None
        tried = self.tries.tried(user, game) if user else {}
        standing = self.standing(user, game)
        untried = [p for p in chosen if p.id not in tried]
        wrong = [p for p in chosen if tried.get(p.id) is False]
        near = sorted(
            untried or wrong or chosen,
            key=lambda p: (abs(rating_of(p).mu - standing.rating.mu), _number(p.id)),
        )[:MAX_CANDIDATES]
        return near[_number(f"{user} {len(tried)} {theme}") % len(near)]

    def standing(self, user: str | None, game: str) -> PuzzleStanding:
        result = self.tries.standings(user) if user else {}
        return result.get(game, PuzzleStanding())

    def answer(self, user: str, puzzle: Puzzle, move: str) -> bool:
        """Rate the user's first answer to a puzzle; return whether it was the first."""
        right = puzzle.right(move)

        def after(before: PuzzleStanding) -> PuzzleStanding:
            ranks = (0, 1) if right else (1, 0)
            mine, _puzzle = rate(
                [
                    Contestant(before.rating, ranks[0]),
                    Contestant(rating_of(puzzle), ranks[1], anchor=True),
                ]
            )
            streak = before.streak + 1 if right else 0
            longest = max(before.longest, streak)
            return replace(
                before, rating=mine, solved=before.solved + right, streak=streak, longest=longest
            )

        return self.tries.add(user, puzzle.game, puzzle.id, move, right, after)

    def views(self, puzzle: Puzzle, line: Sequence[Move] = ()) -> MatchViews:
        """Return the views of the match up to the puzzle, followed by a line."""
        key = (puzzle.game, puzzle.id, tuple(line))
        with self._lock:
            result = self._matches.get(key)
            if result is not None:
                self._matches.move_to_end(key)
        if result is None:
            result = MatchViews(_match(puzzle, line), SharedDrawnViews())
            with self._lock:
                self._matches[key] = result
                while len(self._matches) > MAX_CACHED_MATCHES:
                    self._matches.popitem(last=False)
        return result.fork()


def names_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the names of the seats in the current language."""
    seats = SEAT_LETTERS[: puzzle.record.seats]
    return tuple(_("Player {seat}", seat=seat) for seat in seats)


def rating_of(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle, by the lowest level that solves it."""
    order = [level.name for level in levels()]
    place = order.index(puzzle.difficulty) if puzzle.difficulty in order else len(order) // 2
    share = place / max(1, len(order) - 1)
    return Rating(WEAKEST + share * (STRONGEST - WEAKEST), PUZZLE_SIGMA)


def _match(puzzle: Puzzle, line: Sequence[Move]) -> Match:
    game = puzzle.record.load_game(None, INTERPRETED)
    moves = (*puzzle.record.moves, *line)
    entries = [Entry(MOVE, n, move.seat, move.words) for n, move in enumerate(moves)]
    return Match.resume(game, puzzle.record.seats, entries)  # pages have their own names


def _number(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)
