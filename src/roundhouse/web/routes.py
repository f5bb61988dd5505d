"""All routes of the application, and the description of the JSON API."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import roundhouse
from roundhouse.web.accounts import (
    account_pages,
    bot_account_pages,
    bot_accounts_api,
    data_pages,
    recovery_pages,
)
from roundhouse.web.accounts import api as accounts_api
from roundhouse.web.boards import board_pages, editor_pages
from roundhouse.web.learning import lesson_pages, puzzle_pages, review_pages, rules_pages
from roundhouse.web.notifications import pages as notification_pages
from roundhouse.web.operations import pages as operations_pages
from roundhouse.web.pwa import pages as pwa_pages
from roundhouse.web.social import api as social_api
from roundhouse.web.social import chat_pages, profile_pages
from roundhouse.web.tables import api as tables_api
from roundhouse.web.tables import (
    command_routes,
    continuation_pages,
    games_api,
    home_page,
    invitation_page,
    new_table_page,
    records_api,
    replay_page,
    result_page,
    table_page,
    upload_page,
)
from roundhouse.web.tournaments import pages as tournament_pages

ABOUT = """
Everything a player can do at a table, for programs. Create a guest once (`POST /api/people`), store
the token, and send it as `Authorization: Bearer <token>` with every request.

Read the table (`view`, `choices`), then send the words of a move together with the ply that you
read (`moves`). If the table has changed since, the response is 409: read it again. The event stream
announces each change.

Every response is built from the view of your seat and contains no hidden information. A 4xx
response explains the problem in `detail`, and nothing was changed.
"""

OPENAPI_PATH = "/api/openapi.json"


def _describe_api(request: Request) -> Response:
    """Return the description of the API, in a thread."""
    return Response(_openapi_text(), media_type="application/json")


@cache
def _openapi_text() -> str:
    return json.dumps(openapi(), ensure_ascii=False, separators=(",", ":"))


# Served before all other routes; the most frequent ones come first.
PLAIN_ROUTES = [
    *table_page.plain.routes,
    command_routes.PAGE_ROUTE,
    *tables_api.plain.routes,
    *command_routes.plain.routes,
    *command_routes.OLD_ROUTES,
    Route(OPENAPI_PATH, _describe_api),
]
ROUTERS = [
    table_page.router,
    home_page.router,
    new_table_page.router,
    invitation_page.router,
    replay_page.router,
    result_page.router,
    upload_page.router,
    continuation_pages.router,
    tables_api.router,
    games_api.router,
    records_api.router,
    lesson_pages.router,
    rules_pages.router,
    puzzle_pages.router,
    review_pages.router,
    editor_pages.router,
    board_pages.router,
    notification_pages.router,
    bot_account_pages.router,  # before `/me/{command}`
    account_pages.router,
    data_pages.router,
    recovery_pages.router,
    accounts_api.router,
    bot_accounts_api.router,
    chat_pages.router,
    profile_pages.router,
    social_api.router,
    tournament_pages.router,
    operations_pages.router,
    pwa_pages.router,
]
# The sections of the documentation, with the routers that describe their calls.
API: dict[str, list[APIRouter]] = {
    "Tables": [tables_api.router, tables_api.described],
    "Commands at a table": [command_routes.described],
    "Games and boards": [games_api.router],
    "Records": [records_api.router],
    "Users and accounts": [accounts_api.router, bot_accounts_api.router],
    "Social": [social_api.router],
}


@cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI document."""
    document = APIRouter()
    for routers in API.values():
        for router in routers:
            document.include_router(router)
    return get_openapi(
        title="Roundhouse",
        version=roundhouse.__version__,
        description=ABOUT,
        routes=document.routes,
    )
