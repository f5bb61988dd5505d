"""Ratings and results, in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, case, func, insert, select, update

from roundhouse.web.skill import Rating
from roundhouse.web.store.community import ratings, results, unrated
from roundhouse.web.store.schema import people
from roundhouse.web.store.store import Row, Store

LISTED = 50
RECENT = 20
STREAK = 200  # results that are looked at for streaks


def ratings_of(db: Connection, game: str, players: Sequence[str]) -> dict[str, Rating]:
    """Those that there are; in one order, and locked until the transaction ends, so that two
    matches of the same player are counted one after the other."""
    wanted = (
        select(ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.games)
        .where(ratings.c.game == game, ratings.c.player.in_(players))
        .order_by(ratings.c.player)
        .with_for_update()
    )
    return {player: Rating(mu, sigma, games) for player, mu, sigma, games in db.execute(wanted)}


def keep_rating(db: Connection, game: str, player: str, now: Rating, known: bool) -> None:
    values = {
        "mu": now.mu,
        "sigma": now.sigma,
        "games": now.games,
        "rank_by": now.order,
        "sure": not now.provisional,
    }
    if known:
        here = and_(ratings.c.player == player, ratings.c.game == game)
        db.execute(update(ratings).where(here).values(**values))
    else:
        db.execute(insert(ratings).values(player=player, game=game, **values))


class Results:
    """What was won and lost, asked in the words of the pages."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def help_given(self, table: str, why: str) -> None:
        """A table at which help was given does not count for ratings."""
        with self._store.writing() as db:
            there = select(unrated.c.why).where(unrated.c.table_id == table)
            if db.scalar(there) is None:
                db.execute(insert(unrated).values(table_id=table, why=why))

    def leaderboard(self, game: str, sure: bool = True) -> list[Row]:
        """The best at a game, with their names; bots among them."""
        wanted = (
            select(ratings, people.c.name)
            .select_from(ratings.outerjoin(people, people.c.id == ratings.c.player))
            .where(ratings.c.game == game, ratings.c.sure == sure)
            .order_by(ratings.c.rank_by.desc(), ratings.c.player)
            .limit(LISTED)
        )
        return [_named(row) for row in self._all(wanted)]

    def ratings_of_player(self, player: str) -> dict[str, Rating]:
        wanted = select(ratings).where(ratings.c.player == player)
        return {
            row["game"]: Rating(row["mu"], row["sigma"], row["games"]) for row in self._all(wanted)
        }

    def by_game(self, player: str) -> list[Row]:
        """(game, levels of the bots there, games, wins, places) of a player."""
        won = func.sum(case((results.c.rank == 0, 1), else_=0))
        wanted = (
            select(results.c.game, results.c.levels)
            .add_columns(func.count().label("games"), won.label("won"))
            .where(results.c.player == player)
            .group_by(results.c.game, results.c.levels)
            .order_by(results.c.game, results.c.levels)
        )
        return self._all(wanted)

    def recent(self, player: str) -> list[Row]:
        wanted = select(results).where(results.c.player == player)
        return self._all(wanted.order_by(results.c.at.desc()).limit(RECENT))

    def ends(self, tables: Sequence[str]) -> dict[str, dict[int, int]]:
        """The ranks by seat of those of these tables whose end has been counted."""
        found: dict[str, dict[int, int]] = {}
        wanted = select(results.c.table_id, results.c.seat, results.c.rank)
        for row in self._all(wanted.where(results.c.table_id.in_(tables))):
            found.setdefault(row["table_id"], {})[row["seat"]] = row["rank"]
        return found

    def ranks(self, player: str) -> list[int]:
        """How a player has finished lately, the last first."""
        wanted = select(results.c.rank).where(results.c.player == player)
        with self._store.engine.connect() as db:
            return list(db.scalars(wanted.order_by(results.c.at.desc()).limit(STREAK)))

    def head_to_head(self, one: str, other: str) -> list[Row]:
        """(game, games, times `one` was before `other`, times after) of games they both sat at."""
        a, b = results.alias("a"), results.alias("b")
        before = func.sum(case((a.c.rank < b.c.rank, 1), else_=0))
        after = func.sum(case((a.c.rank > b.c.rank, 1), else_=0))
        wanted = (
            select(a.c.game, func.count().label("games"))
            .add_columns(before.label("before"), after.label("after"))
            .select_from(a.join(b, a.c.table_id == b.c.table_id))
            .where(a.c.player == one, b.c.player == other)
            .group_by(a.c.game)
            .order_by(a.c.game)
        )
        return self._all(wanted)

    def _all(self, wanted: Any) -> list[Row]:
        with self._store.engine.connect() as db:
            return [dict(row) for row in db.execute(wanted).mappings()]


def _named(row: Row) -> Row:
    rating = Rating(row["mu"], row["sigma"], row["games"])
    bot = row["player"].startswith("bot:")
    name = row["player"].removeprefix("bot:") if bot else row["name"] or "Somebody who has left"
    return {**row, "rating": rating, "bot": bot, "name": name}


def streaks(ranks: Sequence[int]) -> tuple[int, int]:
    """(wins in a row just now, most wins in a row) of how somebody finished, the last first."""
    longest = run = 0
    now = next((n for n, rank in enumerate(ranks) if rank), len(ranks))
    for rank in ranks:
        run = run + 1 if rank == 0 else 0
        longest = max(longest, run)
    return now, longest
