"""Export of the user's data, and deletion of the account."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from sqlalchemy import Select, Table, or_, select

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotSignedIn
from roundhouse.web.accounts.account_deletion import delete_account
from roundhouse.web.http.errors import TooMany, reason, status_of
from roundhouse.web.http.request_context import FormContext, PageContext, Text
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import (
    board_owners,
    boards,
    chairs,
    channels,
    chat_messages,
    entrants,
    entries,
    puzzle_tries,
    ratings,
    records,
    relationships,
    reports,
    results,
    sessions,
    tables,
    users,
)


def export_user_data(database: Database, user: str) -> dict[str, Any]:
    """Return all data about a user, except session keys and the password hash."""
    with database.reading() as db:

        def rows(statement: Any) -> list[Row]:
            return [dict(row) for row in db.execute(statement).mappings()]

        def mine(table: Table, *columns: str) -> list[Row]:
            chosen = [table.c[name] for name in columns]
            return rows(select(*chosen).where(table.c.person == user))

        sat = select(chairs.c.table_id).where(chairs.c.person == user)
        moves = entries.join(
            chairs, (chairs.c.table_id == entries.c.table_id) & (chairs.c.seat == entries.c.seat)
        )
        return {
            "person": rows(
                select(
                    users.c.id, users.c.name, users.c.login, users.c.created, users.c.text_mode
                ).where(users.c.id == user)
            ),
            "bot accounts": rows(
                select(users.c.id, users.c.name, users.c.created).where(users.c.owner == user)
            ),
            "sessions": mine(sessions, "created"),
            "notices": mine(
                channels, "kind", "address", "style", "enabled", "confirmed", "error", "sent"
            ),
            "tables": rows(
                select(tables.c.id, tables.c.game, tables.c.phase, tables.c.created).where(
                    or_(tables.c.host == user, tables.c.id.in_(sat))
                )
            ),
            "seats": mine(chairs, "table_id", "seat", "kind", "name", "resigned"),
            "moves": rows(
                select(entries.c.table_id, entries.c.ply, entries.c.words, entries.c.at)
                .select_from(moves)
                .where(chairs.c.person == user)
                .order_by(entries.c.table_id, entries.c.n)
            ),
            "results": rows(select(results).where(results.c.player == user)),
            "ratings": rows(select(ratings).where(ratings.c.player == user)),
            "friends, blocks and mutes": mine(relationships, "other", "kind", "created"),
            "remarks": mine(chat_messages, "table_id", "side", "words", "at"),
            "reports": mine(reports, "remark", "why", "at"),
            "records": mine(records, "id", "game", "text", "created"),
            "boards": rows(_boards_of(user)),
            "puzzles": mine(puzzle_tries, "game", "puzzle", "right", "move", "at"),
            "tournaments": mine(entrants, "tournament", "n", "name"),
        }


def _boards_of(user: str) -> Select[Any]:
    return (
        select(boards.c.digest, boards.c.game, board_owners.c.name, boards.c.text)
        .select_from(boards.join(board_owners, board_owners.c.digest == boards.c.digest))
        .where(board_owners.c.person == user)
    )


router = APIRouter(include_in_schema=False)


@dataclass
class DataPage:
    """A user's data."""

    message: str = ""


@router.get("/me/data")
def data(context: PageContext) -> HTMLResponse:
    return context.page("data.html", DataPage())


@router.post("/me/data/export")
def export(context: FormContext) -> Response:
    if context.user is None:
        raise NotSignedIn(_("There is no data about you."))
    context.limit("notification")
    result = export_user_data(context.services.storage.database, context.user.id)
    return Response(
        json.dumps(result, indent=1, ensure_ascii=False),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="roundhouse.json"'},
    )


@router.post("/me/data/delete")
def delete(context: FormContext, password: Text = "", sure: Text = "") -> Response:
    """Delete the user. Accounts must confirm their password."""
    try:
        if context.user is None:
            raise NotSignedIn(_("There is no data about you."))
        if context.user.account:
            context.services.check_password(context.user, password)
        if sure != "yes":
            raise NotSignedIn(_("Confirm that you are sure."))
        delete_account(context.services, context.user.id)
    except TooMany:
        raise  # answered with Retry-After
    except RoundhouseError as error:
        return context.page("data.html", DataPage(message=reason(error)), status_of(error))
    answer = context.redirect("/")
    context.set_session_cookie(answer, context.services.signer.new_token())
    return answer
