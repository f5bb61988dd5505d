"""The upload page for game files."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext

router = APIRouter(include_in_schema=False)


@dataclass
class UploadPage:
    """The form of an upload."""

    message: str = ""
    text: str = ""


@router.get("/upload")
def upload_page(context: PageContext) -> HTMLResponse:
    return context.page("open_record.html", UploadPage())


@router.post("/upload")
async def upload(context: FormContext, request: Request) -> Response:
    form = await request.form(max_files=2, max_fields=10)
    value, pasted = form.get("file"), form.get("text")
    text = pasted if isinstance(pasted, str) else ""
    if value is not None and not isinstance(value, str) and value.filename:
        text = (await value.read()).decode("utf-8", "replace")
    return await run_in_threadpool(_save, context, text)


def _save(context: RequestContext, text: str) -> Response:
    try:
        context.limit_record()
        name = context.services.records.save(text, context.require_user().id)
    except RoundhouseError as error:
        return context.page(
            "open_record.html",
            UploadPage(message=reason(error), text=text[:20_000]),
            status_of(error),
        )
    return context.redirect(f"/r/{name}")
