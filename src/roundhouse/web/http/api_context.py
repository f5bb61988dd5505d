"""Authentication of API requests, and the parameters that many of them have."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param

from roundhouse.table.errors import NotSignedIn, NotYours
from roundhouse.web.accounts.users import User
from roundhouse.web.http.request_context import COOKIE, INVALID_TOKEN, RequestContext, services_of

_bearer = HTTPBearer(
    auto_error=False, description="The token from POST /api/people, or a bot account's"
)
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def _caller(request: Request, credentials: Credentials) -> RequestContext:
    """Return the request context; `credentials` only documents the scheme."""
    return caller_context(request)


def caller_context(request: Request) -> RequestContext:
    """Authenticate by bearer token, or by cookie with a form token."""
    services = services_of(request)
    scheme, token = get_authorization_scheme_param(request.headers.get("authorization"))
    if scheme.lower() == "bearer" and token:
        if services.signer.is_bot_token(token):
            services.limits.take("bot", services.signer.key(token))
        elif not services.signer.is_valid(token):
            raise NotSignedIn(INVALID_TOKEN)
    else:
        token = request.cookies.get(COOKIE, "")
        if not services.signer.is_valid(token):
            token = ""
        unsafe = request.method not in ("GET", "HEAD", "OPTIONS")
        if token and unsafe:
            value = request.headers.get("x-csrf", "")
            if not services.signer.is_valid_form(token, value):
                raise NotYours("A cookie alone is not enough: send `X-CSRF`, or a bearer token.")
    return RequestContext(request, services, token, False)


ApiContext = Annotated[RequestContext, Depends(_caller)]
TableId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
RecordId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
SeatQuery = Annotated[int | None, Query(description="Your seat, if you have several")]
ViewpointQuery = Annotated[
    int | None, Query(description="Seat whose view to show; default: a spectator's")
]
PlyQuery = Annotated[int | None, Query(description="Number of moves made; default: all")]


def require_user(context: RequestContext) -> User:
    """Return the user of the request, or raise NotSignedIn."""
    if context.user is None:
        raise NotSignedIn("Authenticate first: POST /api/people, then send the token.")
    return context.user
