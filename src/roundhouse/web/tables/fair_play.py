"""Fair play in games between users.

While users play against each other, the server gives no hints and does not let anyone continue
from the position of such a game, and no move is undone without the consent of those who moved.
"""

from __future__ import annotations

from roundhouse.play.match import Match
from roundhouse.table.errors import Clash
from roundhouse.table.table import PLAYING, owners
from roundhouse.web.tables.service import Tables
from roundhouse.web.tables.storage.lists import TableLists
from roundhouse.web.tables.table_storage import chair_from

OPENING_PLIES = 4  # early positions are shared by many games and do not count
MAX_TABLES_CHECKED = 100  # of one user

THEIR_OWN = (
    "This position is from a game you are playing with other players. "
    "You can analyze it and continue from it when that game is over."
)


def check_not_in_progress(
    tables: Tables, lists: TableLists, user: str, match: Match, ply: int
) -> None:
    """Raise Clash if a position belongs to a user's unfinished game with other users.

    The same holds for a position that was reached from such a game.
    """
    here = match.state_at(ply).pack()
    path = {match.packed_at(at) for at in range(OPENING_PLIES, ply)} | {here}
    for row in lists.tables_of(user, MAX_TABLES_CHECKED):
        chairs = [chair_from(chair) for chair in row["chairs"]]
        if (
            row["phase"] != PLAYING
            or row["game"] != match.game.meta.id
            or user not in owners(chairs)
            or len(owners(chairs)) == 1
        ):
            continue
        with tables.at(row["id"]) as table:
            ongoing = table.match
            if ongoing is match or ongoing.ply < OPENING_PLIES or not _same_game(ongoing, match):
                continue
            now = ongoing.state.pack()
            passed = {ongoing.packed_at(at) for at in range(OPENING_PLIES, ongoing.ply)} | {now}
            if here in passed or now in path:
                raise Clash(THEIR_OWN)


def _same_game(one: Match, other: Match) -> bool:
    a, b = one.game, other.game
    return a.board_file.digest == b.board_file.digest and a.options == b.options
