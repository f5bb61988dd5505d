"""People: becoming a guest, and what the page `/me` does."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from roundhouse.web.api.caller import Caller, me
from roundhouse.web.api.route import Call
from roundhouse.web.visit import services_of, where

router = APIRouter(route_class=Call)


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


class Registered(Me):
    """An account that was made just now."""

    token: str = Field(description="of its session; the guest's is good for nothing any more")


class Session(BaseModel):
    """A session of an account."""

    token: str


@router.post("/people", status_code=201)
def new_person(request: Request, body: Name) -> Guest:
    """Become a guest."""
    services = services_of(request)
    services.limits.take("people", where(request))
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
def register(visit: Caller, body: Login) -> Registered:
    """Make an account of the guest that you are: your games stay yours. Use the new token."""
    person = me(visit)
    visit.limit("login")
    token = visit.services.people.register(person, body.name, body.password)
    visit.token = token
    made = _me_again(visit)
    return Registered(name=made.name, account=made.account, token=token)


@router.post("/me/sign-in")
def sign_in(visit: Caller, body: Login) -> Session:
    """Sign in to an account; the games you have begun as a guest come along. Use the new token."""
    visit.services.limits.take("login", visit.where)
    services = visit.services
    return Session(token=services.sign_in(visit.person, visit.token, body.name, body.password))


@router.post("/me/sign-out", status_code=204)
def sign_out(visit: Caller) -> None:
    """End this session: its token is good for nothing any more."""
    me(visit)
    visit.services.people.sign_out(visit.token)


@router.post("/me/sign-out-everywhere", status_code=204)
def sign_out_everywhere(visit: Caller) -> None:
    """End all your sessions, on every device: their tokens are good for nothing any more."""
    visit.services.people.sign_out_everywhere(me(visit))


def _me_again(visit: Caller) -> Me:
    visit.person = visit.services.people.of_token(visit.token)
    return who_am_i(visit)
