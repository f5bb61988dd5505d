"""What one can do at a table: a call for each of the deeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel

from roundhouse.web.api.caller import Caller, TableId, me
from roundhouse.web.api.route import in_words
from roundhouse.web.api.shapes import (
    ChancesOut,
    HintOut,
    TableOut,
    chances_out,
    closed_out,
    hint_out,
    table_out,
)
from roundhouse.web.deeds.deed import CHANCES, HINT, NEW_TABLE, THIS_TABLE, Deed
from roundhouse.web.deeds.deeds import DEEDS
from roundhouse.web.errors import Clash
from roundhouse.web.tables.jobs import Job
from roundhouse.web.thinking.hints import NO_HINT, hint
from roundhouse.web.threads import in_thread
from roundhouse.web.visit import Visit

router = APIRouter()

# What comes of a deed: the shape of the answer and its status.
ANSWERS: dict[str, tuple[type[BaseModel], int]] = {
    THIS_TABLE: (TableOut, 200),
    NEW_TABLE: (TableOut, 201),
    HINT: (HintOut, 200),
    CHANCES: (ChancesOut, 200),
}


def _call(deed: Deed[Any]) -> Callable[..., Any]:
    """The deed as a function whose parameters FastAPI reads and describes."""

    async def without_body(visit: Caller, table: TableId) -> Response:
        return await _do(visit, table, deed, deed.arguments())

    async def with_body(visit: Caller, table: TableId, given: Any) -> Response:
        return await _do(visit, table, deed, given or deed.arguments())

    fields = deed.arguments.model_fields.values()
    if not fields:
        return without_body
    if any(field.is_required() for field in fields):
        with_body.__annotations__["given"] = deed.arguments
    else:
        with_body.__annotations__["given"] = deed.arguments | None
        with_body.__defaults__ = (None,)
    return with_body


async def _do(visit: Visit, table: str, deed: Deed[Any], given: Any) -> Response:
    done = await in_thread(_answer, visit, table, deed, given)
    if isinstance(done, Response):
        return done
    found = await hint(visit.services.pool, done)
    if found is None:
        raise Clash(NO_HINT)
    return in_words(hint_out(done, found))


def _answer(visit: Visit, table: str, deed: Deed[Any], given: Any) -> Response | Job:
    """Done, and in words, by one thread."""
    done = _perform(visit, table, deed, given)
    return done if isinstance(done, Job) else in_words(done, ANSWERS[deed.gives][1])


def _perform(visit: Visit, table: str, deed: Deed[Any], given: Any) -> BaseModel | Job:
    """The answer, or what a worker has to think about before there is one."""
    if not deed.who.anybody:
        me(visit)
    visit.limit(deed.limit)
    if visit.perform_unplayed(deed, table):
        return closed_out(visit.services, table)
    tables = visit.services.tables
    with tables.at(table) as found:
        outcome = visit.perform(deed, found, given)
        if outcome.job is not None:
            return outcome.job
        if deed.gives == CHANCES:
            return chances_out(visit.services, table, found.match.over)
        if not outcome.table:
            return table_out(visit.services, found, visit.id)
    with tables.at(outcome.table) as made:
        return table_out(visit.services, made, visit.id)


for _deed in DEEDS.values():
    _shape, _status = ANSWERS[_deed.gives]
    router.add_api_route(
        f"/tables/{{table}}/{_deed.call or _deed.name}",
        _call(_deed),
        methods=["POST"],
        name=_deed.name.replace("-", "_"),
        description=f"{_deed.words} For {_deed.who.words}.",
        response_model=_shape,
        status_code=_status,
    )
