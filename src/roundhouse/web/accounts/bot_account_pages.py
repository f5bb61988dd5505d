"""The page of a user's bot accounts."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotFound, NotSignedIn
from roundhouse.web.accounts.account_deletion import delete_account
from roundhouse.web.accounts.bot_accounts import MAX_BOT_GAMES, MAX_BOTS
from roundhouse.web.accounts.sessions import User
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext, Text
from roundhouse.web.storage.database import Row

router = APIRouter(include_in_schema=False)


@dataclass
class BotAccountsPage:
    """A user's bot accounts; a new token is shown once."""

    message: str
    bots: list[Row]
    most: int
    games: int
    token: str
    token_of: str  # the name of its bot account


@router.get("/me/bots")
def bot_accounts(context: PageContext) -> HTMLResponse:
    return _page(context)


@router.post("/me/bots")
def create_bot_account(context: FormContext, name: Text = "") -> HTMLResponse:
    try:
        owner = _require_owner(context)
        context.limit("login")
        bot, token = context.services.bot_accounts.create(owner, name)
    except RoundhouseError as error:
        return _page(context, message=reason(error), status=status_of(error))
    return _page(context, token=token, token_of=bot.name)


@router.post("/me/bots/{bot}/{command}")
def change_bot_account(context: FormContext, bot: str, command: str) -> HTMLResponse:
    """Execute `token` (a new one), `revoke` or `delete`."""
    owner, bots = _require_owner(context), context.services.bot_accounts
    account = bots.find(owner, bot)
    if command == "token":
        return _page(context, token=bots.renew_token(owner, bot), token_of=account.name)
    if command == "revoke":
        bots.revoke_token(owner, bot)
        return _page(context, message=_("The token of {name} is revoked.", name=account.name))
    if command == "delete":
        delete_account(context.services, account.id)
        return _page(context, message=_("{name} is deleted.", name=account.name))
    raise NotFound(_("This action does not exist."))


def _require_owner(context: RequestContext) -> User:
    if context.user is None or not context.user.account:
        raise NotSignedIn(_("Create an account or sign in first."))
    return context.user


def _page(
    context: RequestContext,
    *,
    message: str = "",
    status: int = 200,
    token: str = "",
    token_of: str = "",
) -> HTMLResponse:
    user = context.user
    bots = context.services.bot_accounts.list(user) if user is not None else []
    page = BotAccountsPage(message, bots, MAX_BOTS, MAX_BOT_GAMES, token, token_of)
    return context.page("bot_accounts.html", page, status)
