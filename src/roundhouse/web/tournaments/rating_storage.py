"""Ratings and results in the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, case, func, insert, or_, select, update

from roundhouse.core.translation import translate as _
from roundhouse.play.match import MOVE
from roundhouse.table.events import SeatHandedOver, TableEvent
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import chairs, entries, ratings, results, tables, users
from roundhouse.web.tournaments.ratings import MIN_MOVES, Rating

LISTED = 50
RECENT = 20
STREAK = 200  # results that count for streaks
# A file may begin one move before a win.
_CONTINUED = select(tables.c.id).where(tables.c.id == results.c.table_id, tables.c.source != "")
_FROM_THE_START = ~_CONTINUED.exists()


def ratings_of(db: Connection, game: str, players: Sequence[str]) -> dict[str, Rating]:
    """Return the ratings of these players and lock them until the transaction ends.

    The rows are locked in one order, so two matches of a player are counted one after the other.
    """
    rows = (
        select(ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.games)
        .where(ratings.c.game == game, ratings.c.player.in_(players))
        .order_by(ratings.c.player)
        .with_for_update()
    )
    return {player: Rating(mu, sigma, games) for player, mu, sigma, games in db.execute(rows)}


def save_rating(db: Connection, game: str, player: str, now: Rating, is_update: bool) -> None:
    values = {
        "mu": now.mu,
        "sigma": now.sigma,
        "games": now.games,
        "rank_by": now.order,
        "sure": not now.provisional,
    }
    if is_update:
        here = and_(ratings.c.player == player, ratings.c.game == game)
        db.execute(update(ratings).where(here).values(**values))
    else:
        db.execute(insert(ratings).values(player=player, game=game, **values))


def repeated_matches(db: Connection, game: str, users: Sequence[str], since: float) -> int:
    """Return how many rated matches two of these users had, of those who had most."""
    one, other = results.alias(), results.alias()
    same_match = and_(one.c.table_id == other.c.table_id, one.c.player < other.c.player)
    pairs = (
        select(func.count())
        .select_from(one.join(other, same_match))
        .where(one.c.player.in_(users), other.c.player.in_(users))
        .where(or_(one.c.rated, other.c.rated), one.c.game == game, one.c.at > since)
        .group_by(one.c.player, other.c.player)
    )
    return max(db.scalars(pairs), default=0)


class Results:
    """Results and ratings, as the pages query them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def table_written(self, db: Connection, table: str, events: Sequence[TableEvent]) -> None:
        """Exclude a table from ratings if a bot plays instead of a user.

        That is: for the only user, or before the user has played.
        """
        for event in events:
            if not isinstance(event, SeatHandedOver):
                continue
            here = chairs.c.table_id == table
            owner = db.scalar(select(chairs.c.person).where(here, chairs.c.seat == event.seat))
            if owner is None:
                continue
            users_here = set(db.scalars(select(chairs.c.person).where(here))) - {None}
            mine = (entries.c.table_id == table, entries.c.seat == event.seat)
            moves = select(func.count()).select_from(entries).where(*mine, entries.c.kind == MOVE)
            if len(users_here) == 1 and not event.resigned:
                why = "a bot played for the only player"
            elif (db.scalar(moves) or 0) < MIN_MOVES:
                why = "a seat did not play"
            else:
                continue
            db.execute(update(tables).where(tables.c.id == table).values(unrated=why))

    def mark_unrated(self, table: str, why: str) -> None:
        """Exclude a table from ratings, for example because a hint was given."""
        here = (tables.c.id == table, tables.c.unrated.is_(None))
        with self._database.writing() as db:
            db.execute(update(tables).where(*here).values(unrated=why))

    def may_be_rated(self, table: str, user: str) -> bool:
        """Return whether a match of one user against bots may still be rated."""
        is_open = select(tables.c.id).where(tables.c.id == table, tables.c.unrated.is_(None))
        account = select(users.c.id).where(users.c.id == user, users.c.login.is_not(None))
        return self._database.row(is_open.where(account.exists())) is not None

    def leaderboard(self, game: str, provisional: bool = False) -> list[Row]:
        """Return the best players and bots of a game, with names."""
        return self._leaders(game, ratings.c.sure != provisional, users.c.owner.is_(None))

    def bot_accounts(self, game: str) -> list[Row]:
        """Return the best bot accounts of a game, with names."""
        return self._leaders(game, users.c.owner.is_not(None))

    def _leaders(self, game: str, *conditions: ColumnElement[bool]) -> list[Row]:
        rows = (
            select(ratings, users.c.name)
            .select_from(ratings.outerjoin(users, users.c.id == ratings.c.player))
            .where(ratings.c.game == game, *conditions)
            .order_by(ratings.c.rank_by.desc(), ratings.c.player)
            .limit(LISTED)
        )
        return [_named(row) for row in self._database.rows(rows)]

    def ratings_of_player(self, player: str) -> dict[str, Rating]:
        rows = select(ratings).where(ratings.c.player == player)
        return {
            row["game"]: Rating(row["mu"], row["sigma"], row["games"])
            for row in self._database.rows(rows)
        }

    def by_game(self, player: str) -> list[Row]:
        """Return (game, levels of the bots, games, wins) rows of a player.

        Games that were continued from another game or a file do not count.
        """
        won = func.sum(case((results.c.rank == 0, 1), else_=0))
        rows = (
            select(results.c.game, results.c.levels)
            .add_columns(func.count().label("games"), won.label("won"))
            .where(results.c.player == player, _FROM_THE_START)
            .group_by(results.c.game, results.c.levels)
            .order_by(results.c.game, results.c.levels)
        )
        return self._database.rows(rows)

    def recent(self, player: str) -> list[Row]:
        rows = select(results).where(results.c.player == player)
        return self._database.rows(rows.order_by(results.c.at.desc()).limit(RECENT))

    def ends(self, table_ids: Sequence[str]) -> dict[str, dict[int, int]]:
        """Return the ranks by seat of those tables that have a result."""
        outcomes: dict[str, dict[int, int]] = {}
        rows = select(results.c.table_id, results.c.seat, results.c.rank)
        for row in self._database.rows(rows.where(results.c.table_id.in_(table_ids))):
            outcomes.setdefault(row["table_id"], {})[row["seat"]] = row["rank"]
        return outcomes

    def ranks(self, player: str) -> list[int]:
        """Return a player's latest ranks, newest first, without continued games."""
        rows = select(results.c.rank).where(results.c.player == player, _FROM_THE_START)
        return self._database.scalars(rows.order_by(results.c.at.desc()).limit(STREAK))

    def head_to_head(self, one: str, other: str) -> list[Row]:
        """Return (game, games, times `one` finished ahead, times behind) rows."""
        a, b = results.alias("a"), results.alias("b")
        before = func.sum(case((a.c.rank < b.c.rank, 1), else_=0))
        after = func.sum(case((a.c.rank > b.c.rank, 1), else_=0))
        rows = (
            select(a.c.game, func.count().label("games"))
            .add_columns(before.label("before"), after.label("after"))
            .select_from(a.join(b, a.c.table_id == b.c.table_id))
            .where(a.c.player == one, b.c.player == other)
            .group_by(a.c.game)
            .order_by(a.c.game)
        )
        return self._database.rows(rows)

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        db.execute(update(results).where(results.c.player == guest).values(player=user))


def _named(row: Row) -> Row:
    rating = Rating(row["mu"], row["sigma"], row["games"])
    bot = row["player"].startswith("bot:")
    name = row["player"].removeprefix("bot:") if bot else row["name"] or _("Deleted player")
    return {**row, "rating": rating, "bot": bot, "name": name}


def streaks(ranks: Sequence[int]) -> tuple[int, int]:
    """Return the current and the longest winning streak, given ranks newest first."""
    longest = run = 0
    now = next((n for n, rank in enumerate(ranks) if rank), len(ranks))
    for rank in ranks:
        run = run + 1 if rank == 0 else 0
        longest = max(longest, run)
    return now, longest
