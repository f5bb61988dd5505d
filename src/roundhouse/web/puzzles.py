"""Puzzles at the web table: which one is next, whether an answer is right, and how that counts."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from roundhouse.bots.registry import levels
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.svg import SEAT_LETTERS
from roundhouse.play import registry
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.puzzles import Puzzle, PuzzleBook, book_of
from roundhouse.play.record import Move
from roundhouse.web.errors import NotFound
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.skill import Contestant, Rating, rate
from roundhouse.web.store.puzzles import PuzzleTries, Standing
from roundhouse.web.store.store import Store

KEPT = 24  # matches kept in memory: a puzzle with one of its lines
WEAKEST, STRONGEST = 15.0, 35.0  # ratings of the puzzles that the lowest and highest level find
CERTAIN = 1.5  # deviation of a puzzle's rating: it stands still
NEAR = 12  # puzzles about as strong as somebody, of which one comes next


class Puzzles:
    """The puzzles of all games, and what people made of them."""

    def __init__(self, store: Store) -> None:
        self.tries = PuzzleTries(store)
        self._lock = threading.Lock()
        self._matches: OrderedDict[tuple[str, str, tuple[Move, ...]], MatchViews] = OrderedDict()

    def books(self) -> list[PuzzleBook]:
        """Of the games that have puzzles."""
        found = [book_of(box.id) for box in registry.games()]
        return [book for book in found if book.puzzles]

    def book(self, game: str) -> PuzzleBook:
        registry.meta(game)
        return book_of(game)

    def find(self, game: str, puzzle: str) -> Puzzle:
        found = self.book(game).by_id.get(puzzle)
        if found is None:
            raise NotFound("There is no such puzzle.")
        return found

    def daily(self, day: date) -> Puzzle | None:
        """The same for everybody on that day; the games take turns."""
        books = self.books()
        if not books:
            return None
        book = books[day.toordinal() % len(books)]
        return book.puzzles[_number(f"daily {day.isoformat()}") % len(book.puzzles)]

    def next(self, game: str, person: str | None, theme: str = "") -> Puzzle | None:
        """One that somebody has not tried, about as hard as they are strong; when they have tried
        all, one that they got wrong, and then any. None if there is none of this theme."""
        chosen = [p for p in self.book(game).puzzles if not theme or theme in p.themes]
        if not chosen:
            return None
        tried = self.tries.tried(person, game) if person else {}
        standing = self.standing(person, game)
        untried = [p for p in chosen if p.id not in tried]
        wrong = [p for p in chosen if tried.get(p.id) is False]
        near = sorted(
            untried or wrong or chosen,
            key=lambda p: (abs(rating_of(p).mu - standing.rating.mu), _number(p.id)),
        )[:NEAR]
        return near[_number(f"{person} {len(tried)} {theme}") % len(near)]

    def standing(self, person: str | None, game: str) -> Standing:
        found = self.tries.standings(person) if person else {}
        return found.get(game, Standing())

    def answer(self, person: str, puzzle: Puzzle, move: str) -> bool:
        """Count an answer, if it is the first to this puzzle; whether it was counted."""
        right = puzzle.right(move)

        def after(before: Standing) -> Standing:
            ranks = (0, 1) if right else (1, 0)
            mine, _ = rate(
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

        return self.tries.add(person, puzzle.game, puzzle.id, move, right, after)

    def views(self, puzzle: Puzzle, line: Sequence[Move] = ()) -> MatchViews:
        """The match that led to a puzzle, and a line played on from it."""
        key = (puzzle.game, puzzle.id, tuple(line))
        with self._lock:
            found = self._matches.get(key)
            if found is not None:
                self._matches.move_to_end(key)
        if found is None:
            found = MatchViews(_match(puzzle, line))
            with self._lock:
                self._matches[key] = found
                while len(self._matches) > KEPT:
                    self._matches.popitem(last=False)
        return found.fork()


def names_of(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(f"Player {SEAT_LETTERS[n]}" for n in range(puzzle.record.seats))


def rating_of(puzzle: Puzzle) -> Rating:
    """By the lowest level that finds it: the levels are spread evenly over the scale."""
    order = [level.name for level in levels()]
    place = order.index(puzzle.difficulty) if puzzle.difficulty in order else len(order) // 2
    share = place / max(1, len(order) - 1)
    return Rating(WEAKEST + share * (STRONGEST - WEAKEST), CERTAIN)


def _match(puzzle: Puzzle, line: Sequence[Move]) -> Match:
    game = puzzle.record.load_game(None, INTERPRETED)
    moves = (*puzzle.record.moves, *line)
    entries = [Entry(MOVE, n, move.seat, move.words) for n, move in enumerate(moves)]
    return Match.resume(game, puzzle.record.seats, entries, names_of(puzzle))


def _number(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)
