"""What people tried of the puzzles, and how they stand, in the database."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.skill import Rating
from roundhouse.web.store.community import puzzle_standings, puzzle_tries
from roundhouse.web.store.store import Row, Store

NEWCOMER = Rating()


@dataclass(frozen=True)
class Standing:
    """How well somebody solves the puzzles of a game. `rating.games` counts the tries."""

    rating: Rating = NEWCOMER
    solved: int = 0
    streak: int = 0  # right answers in a row just now
    longest: int = 0


class PuzzleTries:
    """Only the first try at a puzzle is kept and counts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def standings(self, person: str) -> dict[str, Standing]:
        """By game."""
        wanted = select(puzzle_standings).where(puzzle_standings.c.person == person)
        with self._store.engine.connect() as db:
            return {row["game"]: _standing(dict(row)) for row in db.execute(wanted).mappings()}

    def tried(self, person: str, game: str) -> dict[str, bool]:
        """The puzzles somebody has tried, and whether they were right."""
        wanted = select(puzzle_tries.c.puzzle, puzzle_tries.c.right).where(
            puzzle_tries.c.person == person, puzzle_tries.c.game == game
        )
        with self._store.engine.connect() as db:
            return {puzzle: bool(right) for puzzle, right in db.execute(wanted)}

    def add(
        self,
        person: str,
        game: str,
        puzzle: str,
        move: str,
        right: bool,
        after: Callable[[Standing], Standing],
    ) -> bool:
        """Keep a first try and the standing after it; False, and nothing changes, if it is not
        the first."""
        try:
            with self._store.writing() as db:
                mine = (puzzle_tries.c.person == person) & (puzzle_tries.c.game == game)
                there = select(puzzle_tries.c.at).where(mine, puzzle_tries.c.puzzle == puzzle)
                if db.scalar(there) is not None:
                    return False
                tried = {"person": person, "game": game, "puzzle": puzzle, "move": move}
                db.execute(insert(puzzle_tries).values(**tried, right=right, at=time.time()))
                _move_on(db, person, game, after)
        except IntegrityError:  # the same form, sent twice at once
            return False
        return True


def hand_over_puzzles(db: Connection, guest: str, person: str) -> None:
    """A guest's puzzles are the person's from now on; where both have tried, the person's count."""
    known = select(puzzle_standings.c.game).where(puzzle_standings.c.person == person)
    games = set(db.scalars(known))
    for table in (puzzle_tries, puzzle_standings):
        theirs = table.c.person == guest
        db.execute(delete(table).where(theirs, table.c.game.in_(games)))
        db.execute(update(table).where(theirs).values(person=person))


def _move_on(db: Connection, person: str, game: str, after: Callable[[Standing], Standing]) -> None:
    here = (puzzle_standings.c.person == person) & (puzzle_standings.c.game == game)
    row = db.execute(select(puzzle_standings).where(here).with_for_update()).mappings().first()
    now = after(Standing() if row is None else _standing(dict(row)))
    values = {
        "mu": now.rating.mu,
        "sigma": now.rating.sigma,
        "tries": now.rating.games,
        "solved": now.solved,
        "streak": now.streak,
        "longest": now.longest,
    }
    if row is None:
        db.execute(insert(puzzle_standings).values(person=person, game=game, **values))
    else:
        db.execute(update(puzzle_standings).where(here).values(**values))


def _standing(row: Row) -> Standing:
    rating = Rating(row["mu"], row["sigma"], row["tries"])
    return Standing(rating, row["solved"], row["streak"], row["longest"])
