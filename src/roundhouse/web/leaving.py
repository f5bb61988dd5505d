"""Somebody leaves for good: bots play on in their seats, and what is known of them is deleted."""

from __future__ import annotations

from dataclasses import replace

from roundhouse.core.errors import RoundhouseError
from roundhouse.web import opponents
from roundhouse.web.names import fresh_invite
from roundhouse.web.services import Services
from roundhouse.web.store.privacy import forget
from roundhouse.web.tables import seating
from roundhouse.web.tables.chairs import OPEN
from roundhouse.web.tables.table import PLAYING, WAITING, Table

MOST = 100_000


def leave(services: Services, person: str) -> None:
    """Get up from every table, then be forgotten."""
    for row in services.store.tables_of(person, MOST):
        if row["phase"] == "over":
            continue
        try:
            with services.tables.at(row["id"]) as table:
                _get_up(services, table, person)
        except RoundhouseError:
            continue  # it cannot be played here; whoever hosts it may close it
    forget(services.store, person)  # raises the revision of their tables: they are read again


def _get_up(services: Services, table: Table, person: str) -> None:
    if table.phase == PLAYING:
        for seat in [*table.seats_of(person), *table.handed_over(person)]:
            seating.hand_over(services.tables, table, seat, opponents.usual(), resign=True)
    elif table.phase == WAITING and table.hosted_by(person):
        seating.close(services.tables, table)
    elif table.phase == WAITING:
        with services.tables.change(table) as change:
            change.chairs = [
                replace(
                    chair, kind=OPEN, person=None, name="open seat", level="", invite=fresh_invite()
                )
                for chair in table.chairs
                if chair.person == person
            ]
