"""Tables without a server: laid, and played at, in the process of the test."""

from __future__ import annotations

from typing import Any

from roundhouse.web.deeds.deed import Act
from roundhouse.web.deeds.deeds import DEEDS
from roundhouse.web.people import Person
from roundhouse.web.services import Services
from roundhouse.web.tables.chairs import BOT, PERSON, Chair
from roundhouse.web.tables.table import Table


def people(*names: str) -> list[Chair]:
    return [Chair(n, PERSON, name, name) for n, name in enumerate(names)]


def bots(seats: int, level: str = "random") -> list[Chair]:
    return [Chair(n, BOT, f"Bot {n}", level=level) for n in range(seats)]


def laid(services: Services, *names: str, game: str = "northern") -> str:
    return services.tables.create(names[0], game, {}, people(*names))


def do(
    services: Services, table: str, person: str, deed: str, at: Table | None = None, **given: Any
) -> None:
    """Do something at a table; `at`: one whose lock is held."""
    if at is not None:
        act = Act(services, at, Person(person, person, False))
        DEEDS[deed].perform(act, DEEDS[deed].arguments(**given))
        return
    with services.tables.at(table) as found:
        do(services, table, person, deed, found, **given)


def move(services: Services, table: str, person: str, words: str) -> None:
    with services.tables.at(table) as found:
        do(services, table, person, "move", found, ply=found.match.ply, move=words)
