"""The JSON API: everything the pages can do."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi

import roundhouse
from roundhouse.web.accounts import routes as accounts
from roundhouse.web.social import routes as social
from roundhouse.web.tables import routes as tables

ABOUT = """
Everything a player can do at a table, for programs. Create a guest once (`POST /api/people`), store
the token, and send it as `Authorization: Bearer <token>` with every request.

Read the table (`view`, `choices`), then send the words of a move together with the ply that you
read (`moves`). If the table has changed since, the response is 409: read it again. The event stream
announces each change.

Every response is built from the view of your seat and contains no hidden information. A 4xx
response explains the problem in `detail`, and nothing was changed.
"""

# The sections of the documentation, with the routers that describe their calls.
SECTIONS: dict[str, list[APIRouter]] = {**tables.API, **accounts.API, **social.API}


@cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI document."""
    document = APIRouter()
    for routers in SECTIONS.values():
        for router in routers:
            document.include_router(router)
    return get_openapi(
        title="Roundhouse",
        version=roundhouse.__version__,
        description=ABOUT,
        routes=document.routes,
    )
