"""The about page."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.web.http.request_context import PageContext

router = APIRouter(include_in_schema=False)


@dataclass
class AboutPage:
    """The games of this server."""

    games: list[Meta]


@router.get("/about")
def about(context: PageContext) -> HTMLResponse:
    return context.page("about.html", AboutPage(games=registry.games()))
