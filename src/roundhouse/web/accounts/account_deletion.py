"""Delete a user: bots take over their seats, and their data is removed."""

from __future__ import annotations

from sqlalchemy import delete, or_, update

from roundhouse.core.errors import RoundhouseError
from roundhouse.table import hosting, seating
from roundhouse.table.table import PLAYING, WAITING, Table
from roundhouse.web.accounts.sessions import end_sessions
from roundhouse.web.services import Services
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import (
    account_names,
    board_owners,
    chairs,
    channels,
    chat_messages,
    entrants,
    outbox,
    puzzle_standings,
    puzzle_tries,
    ratings,
    records,
    relationships,
    results,
    users,
)
from roundhouse.web.tables.storage.lists import tables_with
from roundhouse.web.tables.storage.tables import raise_revisions

MAX_ROWS = 100_000
GONE = "Deleted player"  # replaces the name of a deleted account
SILENT = "(deleted)"


def delete_account(services: Services, user: str) -> None:
    """Leave every table, then delete the data; bot accounts go first."""
    for bot in services.storage.accounts.bots_of(user):
        delete_account(services, bot["id"])
    for row in services.storage.lists.tables_of(user, MAX_ROWS):
        if row["phase"] == "over":
            continue
        try:
            with services.tables.at(row["id"]) as table:
                _leave_table(services, table, user)
        except RoundhouseError:
            continue  # not playable here; the host can close it
    _delete_rows(
        services.storage.database, user
    )  # raises revisions, so the tables are loaded again


def _leave_table(services: Services, table: Table, user: str) -> None:
    if table.phase == PLAYING:
        for seat in [*table.seats_of(user), *table.handed_over(user)]:
            seating.hand_over(services.tables, table, seat, "", resign=True)
    elif table.phase == WAITING and table.hosted_by(user):
        hosting.close(services.tables, table)
    elif table.phase == WAITING:
        seating.leave_before_start(services.tables, table, user)


def _delete_rows(database: Database, user: str) -> None:
    """Delete a user's rows, and raise the revisions of their tables.

    Their moves stay, because other players took part in the games, but under a neutral name.
    """
    with database.writing() as db:
        touched = tables_with(db, user)
        end_sessions(db, user)
        mine = (
            account_names,
            channels,
            outbox,
            board_owners,
            records,
            puzzle_tries,
            puzzle_standings,
        )
        for table in mine:
            db.execute(delete(table).where(table.c.person == user))
        db.execute(
            delete(relationships).where(
                or_(relationships.c.person == user, relationships.c.other == user)
            )
        )
        db.execute(delete(ratings).where(ratings.c.player == user))
        db.execute(update(results).where(results.c.player == user).values(player=""))
        message = chat_messages.c.person == user
        db.execute(update(chat_messages).where(message).values(words=SILENT, name=GONE, person=""))
        db.execute(update(chairs).where(chairs.c.person == user).values(name=GONE))
        db.execute(update(entrants).where(entrants.c.person == user).values(name=GONE))
        anonymous = {"name": GONE, **dict.fromkeys(("login", "password", "owner", "token_key"))}
        db.execute(update(users).where(users.c.id == user).values(**anonymous))
        raise_revisions(db, touched)
