"""The page about Roundhouse."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from roundhouse.play import registry
from roundhouse.web.visit import Looking

router = APIRouter(include_in_schema=False)


@router.get("/about")
def about(visit: Looking) -> HTMLResponse:
    return visit.page("about.html", games=registry.games())
