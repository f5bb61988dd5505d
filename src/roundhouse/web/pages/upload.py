"""The page on which a record is uploaded."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.errors import reason, status_of
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)


@router.get("/upload")
def upload_page(visit: Looking) -> HTMLResponse:
    return visit.page("upload.html", said="", text="")


@router.post("/upload")
async def upload(visit: Doing, request: Request) -> Response:
    form = await request.form(max_files=2, max_fields=10)
    given, pasted = form.get("file"), form.get("text")
    text = pasted if isinstance(pasted, str) else ""
    if given is not None and not isinstance(given, str) and given.filename:
        text = (await given.read()).decode("utf-8", "replace")
    return await run_in_threadpool(_keep, visit, text)


def _keep(visit: Visit, text: str) -> Response:
    try:
        visit.limit_upload()
        name = visit.services.records.keep(text, visit.somebody().id)
    except RoundhouseError as error:
        return visit.page("upload.html", status_of(error), said=reason(error), text=text[:20_000])
    return visit.go(f"/r/{name}")
