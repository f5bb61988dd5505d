"""Whether the server is there: for whoever looks after it, and for what stands before it."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

import roundhouse
from roundhouse.web.visit import services_of

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> JSONResponse:
    """The process answers. Asks nothing of the database, and no thread."""
    return JSONResponse({"version": roundhouse.__version__})


@router.get("/health/database")
async def database(request: Request) -> JSONResponse:
    """The database answers, too; 503 if it does not."""
    await asyncio.to_thread(services_of(request).store.table, "")
    return JSONResponse({"version": roundhouse.__version__})
