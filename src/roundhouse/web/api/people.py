"""People: becoming a guest, and what the page `/me` does."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from roundhouse.web.api.caller import Caller, me
from roundhouse.web.visit import services_of

router = APIRouter()


class Name(BaseModel):
    name: str = Field(default="", max_length=200)


class Login(BaseModel):
    name: str = Field(max_length=200)
    password: str = Field(max_length=200)


class Guest(BaseModel):
    """A new guest. Keep the token: it is the only key to the guest's seats."""

    name: str
    token: str


class Me(BaseModel):
    name: str
    account: bool


class Session(BaseModel):
    """A session of an account."""

    token: str


@router.post("/people", status_code=201)
def new_person(request: Request, body: Name) -> Guest:
    """Become a guest."""
    services = services_of(request)
    services.limits.take("people", request.client.host if request.client else "?")
    token = services.signer.new_token()
    return Guest(name=services.people.welcome(token, body.name).name, token=token)


@router.get("/me")
def who_am_i(visit: Caller) -> Me:
    """Who you are."""
    person = me(visit)
    return Me(name=person.name, account=person.account)


@router.post("/me/name")
def rename(visit: Caller, body: Name) -> Me:
    """Change your name at new tables."""
    visit.services.people.rename(me(visit), body.name)
    return _me_again(visit)


@router.post("/me/register")
def register(visit: Caller, body: Login) -> Me:
    """Make an account of the guest that you are: your games stay yours."""
    person = me(visit)
    visit.limit("login")
    visit.services.people.register(person, body.name, body.password)
    return _me_again(visit)


@router.post("/me/sign-in")
def sign_in(visit: Caller, body: Login) -> Session:
    """Sign in to an account; the games you have begun as a guest come along. Use the new token."""
    visit.services.limits.take("login", visit.where)
    return Session(token=visit.services.sign_in(visit.person, body.name, body.password))


@router.post("/me/sign-out", status_code=204)
def sign_out(visit: Caller) -> None:
    """End this session: its token is good for nothing any more."""
    me(visit)
    visit.services.people.sign_out(visit.token)


def _me_again(visit: Caller) -> Me:
    visit.person = visit.services.people.of_token(visit.token)
    return who_am_i(visit)
