"""What a browser needs to install the server's pages as an app."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment

from roundhouse.web.http.page_templates import STATIC
from roundhouse.web.http.request_context import services_of
from roundhouse.web.pwa.manifest import build_manifest

router = APIRouter(include_in_schema=False)

DESCRIPTION = "Railway board games, with friends or against bots"
NO_CONNECTION = "/no-connection"  # the page that the service worker keeps


@router.get("/static/manifest.webmanifest")
async def manifest() -> Response:
    text = json.dumps(build_manifest("/", "/static/", DESCRIPTION), indent=1)
    headers = {"cache-control": "no-cache"}
    return Response(text, media_type="application/manifest+json", headers=headers)


@router.get(NO_CONNECTION)
async def no_connection(request: Request) -> HTMLResponse:
    """Show the page without a connection; it is the same for all users."""
    return HTMLResponse(_render_page(services_of(request).templates))


@router.get("/service_worker.js")
@router.get("/push.js")  # its address in browsers that subscribed to push messages earlier
async def service_worker(request: Request) -> Response:
    """Return the service worker; at the root, so that its scope is the whole site."""
    script = _fill_in_version(services_of(request).templates)
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@lru_cache(maxsize=8)
def _fill_in_version(templates: Environment) -> str:
    """Return the service worker with a digest of all that it keeps.

    So a changed page or style is a changed service worker, and browsers replace it as a whole.
    """
    script = (STATIC / "service_worker.js").read_text(encoding="utf-8")
    stamp = str(templates.globals["stamp"])
    digest = hashlib.sha256(f"{stamp} {_render_page(templates)} {script}".encode()).hexdigest()
    return script.replace("{version}", digest[:12]).replace("{stamp}", stamp)


def _render_page(templates: Environment) -> str:
    return templates.get_template("no_connection.html").render()
