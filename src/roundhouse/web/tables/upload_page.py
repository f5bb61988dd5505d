"""The upload page for game files."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext

router = APIRouter(include_in_schema=False)

MAX_SHOWN_CHARS = 20_000  # of a refused file


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
    text = await read_game_file(await request.form(max_files=2, max_fields=10))
    return await run_in_threadpool(_save, context, text)


async def read_game_file(form: FormData) -> str:
    """Return the text of the file that was chosen, or else the pasted text."""
    value, pasted = form.get("file"), form.get("text")
    if value is not None and not isinstance(value, str) and value.filename:
        return (await value.read()).decode("utf-8", "replace")
    return pasted if isinstance(pasted, str) else ""


def _save(context: RequestContext, text: str) -> Response:
    try:
        context.limit_record()
        name = context.services.records.save(text, context.require_user().id)
    except RoundhouseError as error:
        return show_upload_form(context, error, text)
    return context.redirect(f"/r/{name}")


def show_upload_form(context: RequestContext, error: RoundhouseError, text: str) -> HTMLResponse:
    """Show the form again, with the reason why a file was refused."""
    page = UploadPage(message=reason(error), text=text[:MAX_SHOWN_CHARS])
    return context.page("open_record.html", page, status_of(error))
