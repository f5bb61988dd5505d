"""API calls for the owner of bot accounts."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, Field

from roundhouse.web.accounts.api import Name
from roundhouse.web.http.plain_routes import api_router
from roundhouse.web.http.request_context import ApiContext, require_user

router = api_router()

BotId = Annotated[str, Path(max_length=24)]


class BotAccountOut(BaseModel):
    person: str = Field(description="ID for `/api/people/{person}`")
    name: str
    has_token: bool


class NewBotAccount(BaseModel):
    """A bot account with a new token; store it, the server keeps only its hash."""

    person: str
    name: str
    token: str


@router.get("/me/bots")
def bot_accounts(context: ApiContext) -> list[BotAccountOut]:
    """List your bot accounts."""
    rows = context.services.bot_accounts.list(require_user(context))
    return [
        BotAccountOut(person=row["id"], name=row["name"], has_token=row["token_key"] is not None)
        for row in rows
    ]


@router.post("/me/bots", status_code=201)
def new_bot_account(context: ApiContext, body: Name) -> NewBotAccount:
    """Create a bot account, which a program plays with. It needs your own account."""
    owner = require_user(context)
    context.limit("login")
    bot, token = context.services.bot_accounts.create(owner, body.name)
    return NewBotAccount(person=bot.id, name=bot.name, token=token)


@router.post("/me/bots/{bot}/token", status_code=201)
def renew_bot_token(context: ApiContext, bot: BotId) -> NewBotAccount:
    """Replace the token of a bot account. The old one becomes invalid."""
    owner, bots = require_user(context), context.services.bot_accounts
    account = bots.find(owner, bot)
    return NewBotAccount(person=account.id, name=account.name, token=bots.renew_token(owner, bot))


@router.delete("/me/bots/{bot}/token", status_code=204)
def revoke_bot_token(context: ApiContext, bot: BotId) -> None:
    """Revoke the token of a bot account."""
    context.services.bot_accounts.revoke_token(require_user(context), bot)
