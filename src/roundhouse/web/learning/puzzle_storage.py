"""Puzzle attempts and puzzle ratings in the database."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.learning.puzzle_standing import PuzzleStanding
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import puzzle_standings, puzzle_tries
from roundhouse.web.tournaments.ratings import Rating


class PuzzleTries:
    """Puzzle attempts. Only the first attempt at a puzzle is stored and rated."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def standings(self, user: str) -> dict[str, PuzzleStanding]:
        """Return a user's standing in each game."""
        rows = select(puzzle_standings).where(puzzle_standings.c.person == user)
        with self._database.reading() as db:
            return {row["game"]: _standing(dict(row)) for row in db.execute(rows).mappings()}

    def tried(self, user: str, game: str) -> dict[str, bool]:
        """Return the puzzles a user has tried, and whether each answer was right."""
        rows = select(puzzle_tries.c.puzzle, puzzle_tries.c.right).where(
            puzzle_tries.c.person == user, puzzle_tries.c.game == game
        )
        with self._database.reading() as db:
            return {puzzle: bool(right) for puzzle, right in db.execute(rows)}

    def add(
        self,
        user: str,
        game: str,
        puzzle: str,
        move: str,
        right: bool,
        after: Callable[[PuzzleStanding], PuzzleStanding],
    ) -> bool:
        """Store a first attempt and update the standing; return False for later ones."""
        try:
            with self._database.writing() as db:
                mine = (puzzle_tries.c.person == user) & (puzzle_tries.c.game == game)
                there = select(puzzle_tries.c.at).where(mine, puzzle_tries.c.puzzle == puzzle)
                if db.scalar(there) is not None:
                    return False
                tried = {"person": user, "game": game, "puzzle": puzzle, "move": move}
                db.execute(insert(puzzle_tries).values(**tried, right=right, at=time.time()))
                _update_standing(db, user, game, after)
        except IntegrityError:  # the same form was sent twice
            return False
        return True

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        """Move a guest's attempts to a user, whose own attempts at a game take priority."""
        own_games = select(puzzle_standings.c.game).where(puzzle_standings.c.person == user)
        games = set(db.scalars(own_games))
        for table in (puzzle_tries, puzzle_standings):
            theirs = table.c.person == guest
            db.execute(delete(table).where(theirs, table.c.game.in_(games)))
            db.execute(update(table).where(theirs).values(person=user))


def _update_standing(
    db: Connection, user: str, game: str, after: Callable[[PuzzleStanding], PuzzleStanding]
) -> None:
    here = (puzzle_standings.c.person == user) & (puzzle_standings.c.game == game)
    row = db.execute(select(puzzle_standings).where(here).with_for_update()).mappings().first()
    now = after(PuzzleStanding() if row is None else _standing(dict(row)))
    values = {
        "mu": now.rating.mu,
        "sigma": now.rating.sigma,
        "tries": now.rating.games,
        "solved": now.solved,
        "streak": now.streak,
        "longest": now.longest,
    }
    if row is None:
        db.execute(insert(puzzle_standings).values(person=user, game=game, **values))
    else:
        db.execute(update(puzzle_standings).where(here).values(**values))


def _standing(row: Row) -> PuzzleStanding:
    rating = Rating(row["mu"], row["sigma"], row["tries"])
    return PuzzleStanding(rating, row["solved"], row["streak"], row["longest"])
