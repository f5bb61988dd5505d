"""Who calls the API, and what every call may be refused with."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param
from pydantic import BaseModel

from roundhouse.web.errors import NotSignedIn, NotYours
from roundhouse.web.people import Person
from roundhouse.web.visit import COOKIE, Visit, services_of


class Problem(BaseModel):
    """Why a request was refused."""

    detail: str


REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "refused"},
    401: {"model": Problem, "description": "say who you are first"},
    403: {"model": Problem, "description": "not yours"},
    404: {"model": Problem, "description": "not found"},
    409: {"model": Problem, "description": "the table is not in a state for this"},
    413: {"model": Problem, "description": "too big"},
    422: {"model": Problem, "description": "not understood, or not legal"},
    429: {"model": Problem, "description": "too many"},
    503: {"model": Problem, "description": "the server is full, or its database does not answer"},
}

_bearer = HTTPBearer(auto_error=False, description="the token of POST /api/people")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def _caller(request: Request, credentials: Credentials) -> Visit:
    """The credentials are declared for the documentation."""
    return caller(request)


def caller(request: Request) -> Visit:
    """Who calls: by token, or by a page's cookie with its form token."""
    services = services_of(request)
    scheme, token = get_authorization_scheme_param(request.headers.get("authorization"))
    if scheme.lower() == "bearer" and token:
        if not services.signer.good(token):
            raise NotSignedIn("This token is not one of ours.")
    else:
        token = request.cookies.get(COOKIE, "")
        if not services.signer.good(token):
            token = ""
        unsafe = request.method not in ("GET", "HEAD", "OPTIONS")
        if token and unsafe:
            given = request.headers.get("x-csrf", "")
            if not services.signer.good_form(token, given):
                raise NotYours("A cookie alone is not enough: send `X-CSRF`, or a bearer token.")
    return Visit(request, services, token, False)


Caller = Annotated[Visit, Depends(_caller)]
TableId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
RecordId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
SeatQuery = Annotated[
    int | None, Query(description="one of your seats; needed if you hold several")
]
EyesQuery = Annotated[int | None, Query(description="through whose eyes; without: a spectator's")]
PlyQuery = Annotated[int | None, Query(description="how many moves have been made; without: all")]


def me(visit: Visit) -> Person:
    """The caller, who must have said who they are."""
    if visit.person is None:
        raise NotSignedIn("Say who you are first: POST /api/people, then send the token.")
    return visit.person
