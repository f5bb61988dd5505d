"""What a deed is: who may do it, what must be said with it, what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from roundhouse.web.errors import NotSignedIn
from roundhouse.web.people import Person
from roundhouse.web.services import Services
from roundhouse.web.tables.jobs import Job
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables

# What comes of a deed: the table it was done at, another one, or something to know.
THIS_TABLE, NEW_TABLE, HINT, CHANCES = "this table", "new table", "hint", "chances"


@dataclass(frozen=True)
class Act:
    """Somebody about to do something at a table, whose lock is held."""

    services: Services
    table: Table
    person: Person | None

    @property
    def tables(self) -> Tables:
        return self.services.tables

    @property
    def me(self) -> Person:
        if self.person is None:
            raise NotSignedIn("Say who you are first.")
        return self.person

    @property
    def my_seats(self) -> list[int]:
        return self.table.seats_of(self.me.id)


@dataclass(frozen=True)
class Outcome:
    """What has come of a deed, besides a changed table."""

    table: str = ""  # NEW_TABLE: its id
    job: Job | None = None  # HINT: what a worker has to think about before there is an answer


class Who(NamedTuple):
    """Who may: in words for the documentation, and as a check that raises if they may not."""

    words: str
    check: Callable[[Act, Any], None]
    anybody: bool = False  # one need not even have a name


Arguments = TypeVar("Arguments", bound=BaseModel)


@dataclass(frozen=True)
class Deed(Generic[Arguments]):
    """Something one can do at a table."""

    name: str  # in addresses
    words: str  # what it does, for the documentation
    who: Who
    arguments: type[Arguments]
    do: Callable[[Act, Arguments], Outcome | None]
    gives: str = THIS_TABLE
    limit: str = "move"  # the rate limit that counts it
    call: str = ""  # what the API calls it, if that is not its name
    unplayed: Callable[[Services, str, Person], None] | None = (
        None  # where the game is not to be had
    )

    def perform(self, act: Act, given: Arguments) -> Outcome:
        """Do it, or raise why not; then nothing has changed."""
        self.who.check(act, given)
        return self.do(act, given) or Outcome()
