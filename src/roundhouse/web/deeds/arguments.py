"""What must be said with a deed: the fields of a page's form, and the body of an API call."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

MOST_MOVES = 50  # in one go
_LEVEL = Field(default="", max_length=60, description="the bot's name; empty: the usual one")


class Nothing(BaseModel):
    """Nothing to be said."""


class Moving(BaseModel):
    ply: int = Field(description="the ply you looked at")
    move: str = Field(default="", max_length=400)
    moves: list[Annotated[str, Field(max_length=400)]] = Field(
        default=[], max_length=MOST_MOVES, description="instead of `move`: several in a row"
    )
    seat: int | None = Field(default=None, description="which of your seats, if you hold several")


class Asking(BaseModel):
    ply: int = Field(description="the ply you looked at")


class GoingBack(BaseModel):
    ply: int | None = Field(
        default=None, description="go back to before this ply; without: to before your last choice"
    )


class OneSeat(BaseModel):
    seat: int = Field(description="which seat")


class SeatForBot(OneSeat):
    level: str = _LEVEL


class DaysOff(OneSeat):
    days: int = Field(description="how many days")


class Ordering(OneSeat):
    kind: str = Field(max_length=40, description="as offered")
    about: str = Field(default="", max_length=80, description="as offered")
    amount: int | None = Field(default=None, description="where the order takes a number")


class TakingOrderBack(OneSeat):
    number: int | None = Field(default=None, description="which, from 0; without: all of them")


class Joining(BaseModel):
    invite: str = Field(default="", max_length=60, description="the secret of a seat's link")
    name: str = Field(default="", max_length=200)


class PlayingOn(BaseModel):
    ply: int = Field(description="from which ply")
    seat: int = Field(description="where you sit; bots take the other seats")
    level: str = _LEVEL


class Saying(BaseModel):
    words: str = Field(max_length=2000, description="what you say")


class Reporting(BaseModel):
    remark: int = Field(ge=0, lt=2**31, description="the number of the remark")
    why: str = Field(default="", max_length=300, description="what is wrong with it")
