"""API calls for guests, accounts and sessions."""

from __future__ import annotations

from fastapi import Request
from pydantic import BaseModel, Field

from roundhouse.web.accounts.bot_accounts import check_not_bot
from roundhouse.web.http.plain_routes import api_router
from roundhouse.web.http.request_context import ApiContext, client_key, require_user, services_of

router = api_router()


class Name(BaseModel):
    name: str = Field(default="", max_length=200)


class Login(BaseModel):
    name: str = Field(max_length=200)
    password: str = Field(max_length=200)


class Guest(BaseModel):
    """A new guest. Store the token: it is the only access to the guest's seats."""

    name: str
    token: str


class Me(BaseModel):
    name: str
    account: bool
    owner: str | None = Field(default=None, description="Of a bot account: the ID of its owner")


class Registered(Me):
    """A new account."""

    token: str = Field(description="The new session token; the guest's token is no longer valid")


class Session(BaseModel):
    """A session of an account."""

    token: str


@router.post("/people", status_code=201)
def new_person(request: Request, body: Name) -> Guest:
    """Create a guest."""
    services = services_of(request)
    services.limits.take("people", client_key(request))
    token = services.signer.new_token()
    return Guest(name=services.users.create_guest(token, body.name).name, token=token)


@router.get("/me")
def who_am_i(context: ApiContext) -> Me:
    """Get your name."""
    user = require_user(context)
    return Me(name=user.name, account=user.account, owner=user.owner)


@router.post("/me/name")
def rename(context: ApiContext, body: Name) -> Me:
    """Change the name that you have at new tables."""
    user = require_user(context)
    check_not_bot(user)
    context.services.users.rename(user, body.name)
    return _me_again(context)


@router.post("/me/register")
def register(context: ApiContext, body: Login) -> Registered:
    """Turn your guest into an account and keep its games. Use the new token."""
    user = require_user(context)
    context.limit("login")
    token = context.services.register(user, body.name, body.password)
    context.token = token
    result = _me_again(context)
    return Registered(name=result.name, account=result.account, token=token)


@router.post("/me/sign-in")
def sign_in(context: ApiContext, body: Login) -> Session:
    """Sign in to an account. Games that you started as a guest move to it."""
    context.services.limits.take("login", context.client_key)
    services = context.services
    if context.user is not None:
        check_not_bot(context.user)
    return Session(token=services.sign_in(context.user, context.token, body.name, body.password))


@router.post("/me/sign-out", status_code=204)
def sign_out(context: ApiContext) -> None:
    """Sign out. The token becomes invalid."""
    require_user(context)
    context.services.sessions.end(context.token)


@router.post("/me/sign-out-everywhere", status_code=204)
def sign_out_everywhere(context: ApiContext) -> None:
    """Sign out on all devices. All your tokens become invalid."""
    context.services.sessions.end_all(require_user(context).id)


def _me_again(context: ApiContext) -> Me:
    context.user = context.services.sessions.find_user(context.token)
    return who_am_i(context)
