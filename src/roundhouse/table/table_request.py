"""Requests for new tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from roundhouse.play.match import Entry
from roundhouse.table.bot_delay import USUAL, BotDelay
from roundhouse.table.chairs import Chair
from roundhouse.table.time_control import NO_CLOCK, TimeControl


@dataclass(frozen=True)
class TableRequest:
    """A request for a new table.

    Attributes:
        host: The user who creates the table.
        game: The id of the game.
        chairs: One chair per seat.
        options: The options of the game.
        board: The digest of a custom board.
        listed: Whether the table is public.
        moves: Entries that were already played, under version `rules`.
        source: The id of the table or record that `moves` come from.
        rules: The version of the rules; None is the current one.
        time_control: How much time the players have.
        standin: The level of the bot that replaces a player who runs out of time.
        bot_delay: How fast the bots move.
        bot_accounts: Whether any bot account may take an open seat.
    """

    host: str
    game: str
    chairs: Sequence[Chair]
    options: Mapping[str, str] = field(default_factory=dict)
    board: str = ""
    listed: bool = False
    moves: Iterable[Entry] = ()
    source: str = ""
    rules: int | None = None
    time_control: TimeControl = NO_CLOCK
    standin: str = ""
    bot_delay: BotDelay = USUAL
    bot_accounts: bool = False
