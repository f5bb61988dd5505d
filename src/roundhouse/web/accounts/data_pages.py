"""Export of the user's data, and deletion of the account."""

from __future__ import annotations

import json
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.errors import RoundhouseError
from roundhouse.table.errors import NotSignedIn
from roundhouse.web.accounts.account_deletion import delete_account
from roundhouse.web.accounts.data_export import export_user_data
from roundhouse.web.http.errors import TooMany, reason, status_of
from roundhouse.web.http.forms import Text
from roundhouse.web.http.request_context import FormContext, PageContext

router = APIRouter(include_in_schema=False)


@dataclass
class DataPage:
    """A user's data."""

    message: str = ""


@router.get("/me/data")
def data(context: PageContext) -> HTMLResponse:
    return context.page("data.html", DataPage())


@router.post("/me/data/export")
def export(context: FormContext) -> Response:
    if context.user is None:
        raise NotSignedIn("There is no data about you.")
    context.limit("notification")
    result = export_user_data(context.services.storage.database, context.user.id)
    return Response(
        json.dumps(result, indent=1, ensure_ascii=False),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="roundhouse.json"'},
    )


@router.post("/me/data/delete")
def delete(context: FormContext, password: Text = "", sure: Text = "") -> Response:
    """Delete the user. Accounts must confirm their password."""
    try:
        if context.user is None:
            raise NotSignedIn("There is no data about you.")
        if context.user.account:
            context.services.check_password(context.user, password)
        if sure != "yes":
            raise NotSignedIn("Confirm that you are sure.")
        delete_account(context.services, context.user.id)
    except TooMany:
        raise  # answered with Retry-After
    except RoundhouseError as error:
        return context.page("data.html", DataPage(message=reason(error)), status_of(error))
    answer = context.redirect("/")
    context.set_session_cookie(answer, context.services.signer.new_token())
    return answer
