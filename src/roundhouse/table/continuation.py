"""Games that go on elsewhere: at a server, or on a device without a connection.

`viewpoint.py` has the game file as a user may see it. The file here is complete and says who plays
each seat, so a running game goes on from it with the same position, options and bots.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from roundhouse.core.errors import BadRecord
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play.match import Match
from roundhouse.play.record import Record
from roundhouse.table.chairs import BOT, Chair, chair_for
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.ports import Player
from roundhouse.table.service import TableRequest, TableService
from roundhouse.table.table import Table

PLAYER, BOT_PREFIX = "player", "bot:"  # of the words in `Record.players`
SOURCE = "file"  # the source of a table whose first moves come from such a file
NOT_ALONE = mark(
    "Other people have a seat in this game, or had one, or it is part of a tournament. Only games "
    "against bots go on elsewhere, because the file contains everything that is hidden."
)
OVER = mark("This game is over. Open its replay instead.")
NO_PLAYERS = mark(
    "This file does not say who plays which seat. Open its replay, and continue from a move. "
    "“Continue elsewhere” in the menu of a table writes a file that does."
)


@dataclass(frozen=True)
class UnfinishedGame:
    """A running game from a file: checked moves, board, and players."""

    match: Match
    board: str  # digest of an uploaded board
    players: tuple[str, ...]


def may_leave(table: Table, user: str | None) -> bool:
    """Return whether a user may get all of a running game, also what is hidden."""
    others = any(chair.user not in (None, user) for chair in table.chairs)
    alone = not (others or table.concerns_others)
    return table.playing and bool(table.seats_of(user)) and alone


def full_record(table: Table, user: str) -> Record:
    """Return the complete record of a running game against bots; raise a Refusal."""
    table.check_playing()
    if not table.seats_of(user):
        raise NotYours(_("You are not a player at this table."))
    if not may_leave(table, user):
        raise Clash(_(NOT_ALONE))
    return replace(table.match.record(), players=tuple(map(_word, table.chairs)))


def _word(chair: Chair) -> str:
    return BOT_PREFIX + chair.level if chair.kind == BOT else PLAYER


def continue_game(tables: TableService, game: UnfinishedGame, user: Player) -> str:
    """Create a table at which the game goes on, and return its id; raise a Refusal.

    All players of the file are on the user's device. The game is not rated: the user may know all.
    """
    match = game.match
    if match.over:
        raise Clash(_(OVER))
    if not game.players:
        raise Clash(_(NO_PLAYERS))
    tables.players.check_may_play(user.id)
    chairs: list[Chair] = []
    for seat, word in enumerate(game.players):
        is_first = PLAYER not in game.players[:seat]
        if word == PLAYER:
            chairs.append(chair_for(seat, "me" if is_first else f"guest:{match.names[seat]}", user))
        elif word.startswith(BOT_PREFIX):
            chairs.append(chair_for(seat, word, user))
        else:
            raise BadRecord(
                _("`players` has `player` or `bot:NAME`, not {word}", word=repr(word[:40])), 1
            )
    return tables.create(
        TableRequest(
            user.id,
            match.game.meta.id,
            chairs,
            match.game.options,
            game.board,
            moves=[line.entry for line in match.line],
            source=SOURCE,
            rules=match.game.rules,
        )
    )
