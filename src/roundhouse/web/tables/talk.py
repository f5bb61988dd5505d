"""Talking at a table: those who sit there among themselves, those who watch among themselves.

While a game is played nobody who sits there reads what the watchers say: they see the whole table
and like to be right. When it is over everybody reads everything.
"""

from __future__ import annotations

from roundhouse.web.errors import NotFound, NotYours, Refusal
from roundhouse.web.names import tidy_name
from roundhouse.web.people import Person
from roundhouse.web.store.remarks import SEATS, WATCHERS, Remarks
from roundhouse.web.store.store import Row
from roundhouse.web.store.ties import Ties
from roundhouse.web.tables.table import ENDED, Table

LONGEST = 500


def side_of(table: Table, person: str | None) -> str:
    """On which side somebody is: of those who sit here (be it that a bot plays on), or not."""
    return SEATS if person is not None and person in table.owners() else WATCHERS


def sides_heard(table: Table, person: str | None) -> list[str]:
    mine = side_of(table, person)
    return [SEATS] if mine == SEATS and table.phase != ENDED else [SEATS, WATCHERS]


def tidy_words(words: str) -> str:
    kept = "".join(c for c in words if c.isprintable() or c in "\n\t")
    return " ".join(kept.split())[:LONGEST]


def say(remarks: Remarks, table: Table, person: Person, words: str) -> None:
    said = tidy_words(words)
    if not said:
        raise Refusal("There is nothing in it to say.")
    names = [c.name for c in table.chairs if c.person == person.id]
    name = names[0] if names else tidy_name(person.name, "Somebody")
    remarks.add(table.id, side_of(table, person.id), person.id, name, said)


def heard(remarks: Remarks, ties: Ties, table: Table, person: str | None) -> list[Row]:
    """What somebody reads here: not those whom they have muted or blocked."""
    silent = ties.unheard(person)
    found = remarks.at(table.id, sides_heard(table, person))
    return [row for row in found if row["person"] not in silent]


def check_heard(remarks: Remarks, table: Table, person: str, remark: int) -> Row:
    """A remark at this table that somebody may read; raises if there is none."""
    row = remarks.find(remark)
    if row is None or row["table_id"] != table.id:
        raise NotFound("Nobody has said that here.")
    if row["side"] not in sides_heard(table, person):
        raise NotYours("That was not said to you.")
    return row
