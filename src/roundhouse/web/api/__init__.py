"""The JSON API: what the pages do, for programs."""

from __future__ import annotations

from fastapi import APIRouter

from roundhouse.web.api import community, deeds, games, people, records, tables
from roundhouse.web.api.caller import REFUSED

ABOUT = """
Everything one can do at a table, by program. Say who you are once (POST /api/people), keep the
token, and send it as `Authorization: Bearer <token>` with every call.

Look at a table (`view`, `choices`), send a move's words together with the ply you looked at
(`moves`). If somebody was quicker the answer is 409: look again. An event stream tells when to.

Whatever you get is made from your seat's view: what your seat may not know is not sent. An answer
of 4xx says in `detail` what was wrong, in words for people, and nothing was changed.
"""

router = APIRouter(prefix="/api", responses=REFUSED)
# Routes are tried one after the other: what is called most comes first.
for part in (deeds, tables, people, games, records, community):
    router.include_router(part.router)
