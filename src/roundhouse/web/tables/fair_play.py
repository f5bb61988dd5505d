"""Fair play in games between users.

While users play against each other, the server gives no hints and does not let anyone continue
from the position of such a game, and no move is undone without the consent of those who moved.
"""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play.match import Match
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.table import owners
from roundhouse.web.tables.service import Tables
from roundhouse.web.tables.storage.lists import TableLists
from roundhouse.web.tables.table_rows import chair_from

OPENING_PLIES = 4  # early positions are shared by many games and do not count
MAX_TABLES_CHECKED = 100  # of one user, at which one game is played

NO_HELP = mark("Bot accounts play by themselves: they get no hints and no analyses.")
THEIR_OWN = mark(
    "This position is from a game you are playing with other players. "
    "You can analyze it and continue from it when that game is over."
)


def check_not_in_progress(
    tables: Tables, lists: TableLists, user: str, match: Match, ply: int
) -> None:
    """Raise Clash if a position belongs to a user's unfinished game with other users.

    In a tournament, games against bots count as well. A user's bot accounts count as the user. The
    same holds for a position that was reached from such a game. Boards, options and versions are
    not compared: a copy may differ in a title.
    """
    if tables.players.is_bot_account(user):
        raise NotYours(_(NO_HELP))
    for player in lists.players_of(user):
        _check_tables_of(player, tables, lists, match, ply)


def _check_tables_of(user: str, tables: Tables, lists: TableLists, match: Match, ply: int) -> None:
    for row in lists.running_tables(user, match.game.meta.id, MAX_TABLES_CHECKED):
        chairs = [chair_from(chair) for chair in row["chairs"]]
        is_alone = len(owners(chairs)) == 1 and not row["in_tournament"]
        if user not in owners(chairs) or is_alone:
            continue
        seats = [chair.seat for chair in chairs if chair.user == user]
        with tables.at(row["id"]) as table:
            ongoing = table.match
            if ongoing is match or ongoing.state.seats != match.state.seats:
                continue
            if (
                _have_same_moves(match, ongoing, min(ply, ongoing.ply))
                or _has_passed(match, ply, ongoing, ongoing.ply, seats)
                or _has_passed(ongoing, ongoing.ply, match, ply, seats)
            ):
                raise Clash(_(THEIR_OWN))


def _have_same_moves(one: Match, other: Match, plies: int) -> bool:
    """Return whether the first moves are the same by number."""
    moves = zip(one.line[:plies], other.line[:plies], strict=True)
    return plies >= OPENING_PLIES and all(a.action == b.action for a, b in moves)


def _has_passed(match: Match, until: int, other: Match, ply: int, seats: Sequence[int]) -> bool:
    """Return whether a match has passed the position of another one at `ply`.

    At the same ply it is enough that the position looks the same from one of the seats: what is
    hidden from the user may be guessed in a copy.
    """
    if ply < OPENING_PLIES:
        return False
    here = other.state_at(ply)
    packed = here.pack()
    passed = (match.packed_at(at) for at in range(OPENING_PLIES, until))
    if packed in passed or match.state_at(until).pack() == packed:
        return True
    if ply > until:
        return False
    there = match.state_at(ply)
    return any(here.observed_numbers(n) == there.observed_numbers(n) for n in seats)
