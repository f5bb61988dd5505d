"""One's own data: all of it as one document, and its end."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, Table, delete, or_, select, update

from roundhouse.web.store.accounts import end_sessions
from roundhouse.web.store.community import (
    channels,
    due,
    entrants,
    puzzle_standings,
    puzzle_tries,
    ratings,
    remarks,
    reports,
    results,
    ties,
    tournaments,
)
from roundhouse.web.store.schema import (
    account_names,
    board_owners,
    boards,
    chairs,
    entries,
    people,
    records,
    sessions,
    tables,
)
from roundhouse.web.store.store import Row, Store

GONE = "Somebody"  # the name of whoever has left
SILENT = "(deleted)"


def everything_about(store: Store, person: str) -> dict[str, Any]:
    """All that is kept about a person, but for secrets: keys, and the password's hash."""
    with store.engine.connect() as db:

        def rows(wanted: Any) -> list[Row]:
            return [dict(row) for row in db.execute(wanted).mappings()]

        def mine(table: Table, *columns: str) -> list[Row]:
            chosen = [table.c[name] for name in columns]
            return rows(select(*chosen).where(table.c.person == person))

        sat = select(chairs.c.table_id).where(chairs.c.person == person)
        moves = entries.join(
            chairs, (chairs.c.table_id == entries.c.table_id) & (chairs.c.seat == entries.c.seat)
        )
        return {
            "person": rows(
                select(people.c.id, people.c.name, people.c.login, people.c.created).where(
                    people.c.id == person
                )
            ),
            "sessions": mine(sessions, "created"),
            "notices": mine(
                channels, "kind", "address", "style", "enabled", "confirmed", "error", "sent"
            ),
            "tables": rows(
                select(tables.c.id, tables.c.game, tables.c.phase, tables.c.created).where(
                    or_(tables.c.host == person, tables.c.id.in_(sat))
                )
            ),
            "seats": mine(chairs, "table_id", "seat", "kind", "name", "resigned"),
            "moves": rows(
                select(entries.c.table_id, entries.c.ply, entries.c.words, entries.c.at)
                .select_from(moves)
                .where(chairs.c.person == person)
                .order_by(entries.c.table_id, entries.c.n)
            ),
            "results": rows(select(results).where(results.c.player == person)),
            "ratings": rows(select(ratings).where(ratings.c.player == person)),
            "friends, blocks and mutes": mine(ties, "other", "kind", "created"),
            "remarks": mine(remarks, "table_id", "side", "words", "at"),
            "reports": mine(reports, "remark", "why", "at"),
            "records": mine(records, "id", "game", "text", "created"),
            "boards": rows(_boards_of(person)),
            "puzzles": mine(puzzle_tries, "game", "puzzle", "right", "move", "at"),
            "tournaments": mine(entrants, "tournament", "n", "name"),
        }


def _boards_of(person: str) -> Select[Any]:
    return (
        select(boards.c.digest, boards.c.game, board_owners.c.name, boards.c.text)
        .select_from(boards.join(board_owners, board_owners.c.digest == boards.c.digest))
        .where(board_owners.c.person == person)
    )


def forget(store: Store, person: str) -> list[str]:
    """Delete what is known about a person. Their moves stay, for those who played with them, but
    nobody's name is on them any more. The tables that changed."""
    with store.writing() as db:
        sat = set(db.scalars(select(chairs.c.table_id).where(chairs.c.person == person)))
        hosted = set(db.scalars(select(tables.c.id).where(tables.c.host == person)))
        end_sessions(db, person)
        mine = (account_names, channels, due, board_owners, records, puzzle_tries, puzzle_standings)
        for table in mine:
            db.execute(delete(table).where(table.c.person == person))
        db.execute(delete(ties).where(or_(ties.c.person == person, ties.c.other == person)))
        db.execute(delete(ratings).where(ratings.c.player == person))
        db.execute(update(results).where(results.c.player == person).values(player=""))
        said = remarks.c.person == person
        db.execute(update(remarks).where(said).values(words=SILENT, name=GONE, person=""))
        db.execute(update(chairs).where(chairs.c.person == person).values(name=GONE))
        db.execute(update(entrants).where(entrants.c.person == person).values(name=GONE))
        nobody = {"name": GONE, "login": None, "password": None}
        db.execute(update(people).where(people.c.id == person).values(**nobody))
        touched = tables.c.id.in_(sat | hosted)
        db.execute(update(tables).where(touched).values(revision=tables.c.revision + 1))
    return sorted(sat | hosted)


def hand_over_results(db: Connection, guest: str, person: str) -> None:
    """What a guest has won, said and entered is the person's from now on."""
    db.execute(update(results).where(results.c.player == guest).values(player=person))
    db.execute(update(remarks).where(remarks.c.person == guest).values(person=person))
    db.execute(update(tournaments).where(tournaments.c.host == guest).values(host=person))
