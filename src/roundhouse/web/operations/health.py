"""Health checks for operators and reverse proxies."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

import roundhouse
from roundhouse.web.http.request_context import services_of
from roundhouse.web.http.threads import in_thread

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> JSONResponse:
    """Return the version, without using the database or a thread."""
    return JSONResponse({"version": roundhouse.__version__})


@router.get("/health/database")
async def database(request: Request) -> JSONResponse:
    """Return the version; 503 unless the database answers and has its schema."""
    saved = services_of(request).storage.database
    current = await in_thread(saved.has_current_schema)
    return JSONResponse({"version": roundhouse.__version__}, 200 if current else 503)
