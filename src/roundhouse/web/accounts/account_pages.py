"""The account page: name, password, sign-in and theme."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import is_known
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotFound
from roundhouse.web.http.errors import TooMany, reason, status_of
from roundhouse.web.http.languages import LANGUAGE_COOKIE
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext, Text

router = APIRouter(include_in_schema=False)


@dataclass
class AccountPage:
    """A user's account."""

    message: str
    mails: bool  # a password can be reset by email
    entered: str = ""  # the name with which signing in failed


@router.get("/me")
def me(context: PageContext) -> HTMLResponse:
    return _page(context)


def _page(
    context: RequestContext, message: str = "", status: int = 200, entered: str = ""
) -> HTMLResponse:
    mails = context.services.recovery.is_possible
    return context.page("account.html", AccountPage(message, mails, entered), status)


@router.post("/me/{command}")
def change_me(context: FormContext, command: str, name: Text = "", password: Text = "") -> Response:
    users = context.services.users
    answer = context.redirect("/me")
    try:
        if command == "name":
            if context.user is None:
                context.require_user(name)
            else:
                users.rename(context.user, name)
        elif command == "register":
            context.limit("login")
            in_words, user = context.in_words, context.require_user()
            token = context.services.register(user, name, password)
            if in_words:
                users.set_text_mode(user, True)
            answer = context.redirect("/")
            context.set_session_cookie(answer, token)
        elif command == "sign-in":
            context.services.limits.take("login", context.client_key)
            token = context.services.sign_in(context.user, context.token, name, password)
            answer = context.redirect("/")
            context.set_session_cookie(answer, token)
        elif command in ("sign-out", "sign-out-everywhere"):
            if command == "sign-out-everywhere" and context.user is not None:
                context.services.sessions.end_all(context.user.id)
            context.services.sessions.end(context.token)
            answer = context.redirect("/")
            context.set_session_cookie(answer, context.services.signer.new_token())
        else:
            raise NotFound(_("This action does not exist."))
    except TooMany:
        raise  # answered with Retry-After
    except RoundhouseError as error:
        entered = name if command == "sign-in" else ""
        return _page(context, reason(error), status_of(error), entered)
    return answer


@router.post("/theme")
def theme(context: FormContext, theme: Text = "", back: Text = "/") -> Response:
    return _save_choice(context, "theme", theme if theme in ("light", "dark") else "", back)


@router.post("/language")
def language(context: FormContext, language: Text = "", back: Text = "/") -> Response:
    """Choose the language of pages, in this browser and for an account."""
    chosen = language if is_known(language) else ""
    if chosen and context.user is not None:
        context.services.users.set_language(context.user, chosen)
    return _save_choice(context, LANGUAGE_COOKIE, chosen, back)


@router.post("/display")
def display(context: FormContext, display: Text = "", back: Text = "/") -> Response:
    """Show tables in words or draw them, for an account or a guest's browser."""
    user, is_on = context.user, display == "words"
    if user is None or not user.account:
        return _save_choice(context, "display", "words" if is_on else "", back)
    context.services.users.set_text_mode(user, is_on)
    return context.redirect_back(back)


def _save_choice(context: RequestContext, name: str, value: str, back: str) -> Response:
    """Save a choice in this browser for a year, and return to the page."""
    answer = context.redirect_back(back)
    answer.set_cookie(name, value, max_age=31_536_000, samesite="lax", httponly=True)
    return answer
