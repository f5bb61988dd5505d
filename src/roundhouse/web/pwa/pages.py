"""What a browser needs to install the server's pages as an app."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment

from roundhouse.core.translation import current_language, mark
from roundhouse.core.translation import translate as _
from roundhouse.web.http.languages import VARY
from roundhouse.web.http.page_templates import STATIC
from roundhouse.web.http.request_context import services_of
from roundhouse.web.pwa.manifest import build_manifest

router = APIRouter(include_in_schema=False)

DESCRIPTION = mark("Railway board games, with friends or against bots")
_CHECKED = {"cache-control": "no-cache", "vary": VARY}  # at each use; differs by language
NO_CONNECTION = "/no-connection"  # the page that the service worker keeps


@router.get("/static/manifest.webmanifest")
async def manifest() -> Response:
    text = json.dumps(build_manifest("/", "/static/", _(DESCRIPTION)), indent=1)
    return Response(text, media_type="application/manifest+json", headers=_CHECKED)


@router.get(NO_CONNECTION)
async def no_connection(request: Request) -> HTMLResponse:
    """Show the page without a connection; it is the same for all users of a language."""
    return HTMLResponse(_render_page(services_of(request).templates), headers={"vary": VARY})


@router.get("/service_worker.js")
@router.get("/push.js")  # its address in browsers that subscribed to push messages earlier
async def service_worker(request: Request) -> Response:
    """Return the service worker; at the root, so that its scope is the whole site."""
    script = _fill_in_version(services_of(request).templates, current_language())
    return Response(script, media_type="text/javascript", headers=_CHECKED)


@lru_cache(maxsize=8)
def _fill_in_version(templates: Environment, language: str) -> str:
    """Return the service worker with a digest of all that it keeps.

    So a changed page or style is a changed service worker, and browsers replace it as a whole. The
    same holds for another language, in which the page is kept then.
    """
    script = (STATIC / "service_worker.js").read_text(encoding="utf-8")
    stamp = str(templates.globals["stamp"])
    page = _render_page(templates)
    digest = hashlib.sha256(f"{stamp} {language} {page} {script}".encode()).hexdigest()
    return script.replace("{version}", digest[:12]).replace("{stamp}", stamp)


def _render_page(templates: Environment) -> str:
    return templates.get_template("no_connection.html").render()
