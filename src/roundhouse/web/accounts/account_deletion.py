"""Delete a user: bots take over their seats, and their data is removed."""

from __future__ import annotations

from roundhouse.core.errors import RoundhouseError
from roundhouse.table import hosting, seating
from roundhouse.table.table import PLAYING, WAITING, Table
from roundhouse.web.accounts.privacy import forget
from roundhouse.web.services import Services

MAX_ROWS = 100_000


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
    forget(services.storage.database, user)  # raises revisions, so the tables are loaded again


def _leave_table(services: Services, table: Table, user: str) -> None:
    if table.phase == PLAYING:
        for seat in [*table.seats_of(user), *table.handed_over(user)]:
            seating.hand_over(services.tables, table, seat, "", resign=True)
    elif table.phase == WAITING and table.hosted_by(user):
        hosting.close(services.tables, table)
    elif table.phase == WAITING:
        seating.leave_before_start(services.tables, table, user)
