"""Fair play among people: while they play each other the server helps none of them, and nobody's
moves are taken back without them.

It cannot keep anybody from asking a program at home. But it gives no hint and plays no game on for
somebody from a position that they are in with other people, however they bring it here.
"""

from __future__ import annotations

from roundhouse.play.match import Match
from roundhouse.web.errors import Clash
from roundhouse.web.store.store import Store
from roundhouse.web.tables.chairs import chair_from
from roundhouse.web.tables.table import PLAYING, Table, owners
from roundhouse.web.tables.tables import Tables

OPENING = 4  # plies that many games have in common
LOOKED_AT = 100  # tables of one person

NO_FORK = "People are playing this game with each other: one can play on from it when it is over."
THEIR_OWN = (
    "This is a position of a game that you are playing with other people. "
    "When that is over, you can ask about it and play on from it."
)


def consent(table: Table, ply: int) -> frozenset[str]:
    """Whose yes it takes to go back to before `ply`: that of all who sit here, and of everybody
    whose seat has moved since, be it a bot that plays there for them."""
    moved = {made.entry.seat for made in table.match.line[ply:]}
    return frozenset({*table.people(), *owners(table.chairs[seat] for seat in moved if seat >= 0)})


def check_not_theirs(tables: Tables, store: Store, person: str, match: Match, ply: int) -> None:
    """Raise if the position of `match` at `ply` is one of a game that is going on between this
    person and others, or goes on from it."""
    here = match.state_at(ply).pack()
    path = {match.packed_at(at) for at in range(OPENING, ply)} | {here}
    for row in store.tables_of(person, LOOKED_AT):
        chairs = [chair_from(chair) for chair in row["chairs"]]
        if (
            row["phase"] != PLAYING
            or row["game"] != match.game.meta.id
            or person not in owners(chairs)
            or len(owners(chairs)) == 1
        ):
            continue
        with tables.at(row["id"]) as table:
            running = table.match
            if running is match or running.ply < OPENING or not _same_game(running, match):
                continue
            now = running.state.pack()
            passed = {running.packed_at(at) for at in range(OPENING, running.ply)} | {now}
            if here in passed or now in path:
                raise Clash(THEIR_OWN)


def _same_game(one: Match, other: Match) -> bool:
    a, b = one.game, other.game
    return a.board_file.digest == b.board_file.digest and a.options == b.options
