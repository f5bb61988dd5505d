"""A table: a match, its seats, clock, standing orders and undo request."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields

from roundhouse.core.constants import OVER
from roundhouse.core.definition import suggest_nothing
from roundhouse.core.game import Game
from roundhouse.core.standing_orders import Order
from roundhouse.core.stored_text import translate_stored
from roundhouse.core.translation import STORED, use_language
from roundhouse.core.translation import translate as _
from roundhouse.play.match import MOVE, Anchor, DamagedMatch, Entry, Match
from roundhouse.table.bot_delay import USUAL, BotDelay
from roundhouse.table.chairs import BOT, HUMAN, OPEN, Chair
from roundhouse.table.clock import Clock
from roundhouse.table.errors import Clash

WAITING, PLAYING, ENDED = "waiting", "playing", "over"


@dataclass(frozen=True)
class Proposal:
    """A request to undo to `ply`; `agreed` are users.

    A user's move declines the request, a bot's move does not.
    """

    seat: int
    ply: int
    agreed: tuple[str, ...]


@dataclass(frozen=True)
class SeatOrders:
    """A seat's standing orders, and why the last one ended."""

    orders: tuple[Order, ...] = ()
    message: str = ""


def owners(chairs: Iterable[Chair]) -> list[str]:
    """Return the users who own these chairs, even if a bot plays for them.

    Users who resigned own no chair, and those for whom one is reserved do not yet.
    """
    seated = (c for c in chairs if c.kind != OPEN and not c.resigned)
    return list(dict.fromkeys(c.user for c in seated if c.user))


@dataclass(eq=False)
class Table:
    """A match and its seats.

    Attributes:
        id: A random id.
        host: The user who created the table.
        match: The match; if it is damaged, its valid part.
        chairs: The occupant of each seat.
        clock: The time of each seat.
        phase: WAITING, PLAYING or ENDED.
        revision: The number of stored changes.
        listed: Whether the table is public.
        source: The id of the table or record that its first moves come from, or `file`.
        board: The digest of a custom board; empty: the game's own.
        bot_delay: How soon bots answer.
        bot_accounts: Whether any bot account may take an open seat.
        in_tournament: Whether the result counts in a tournament.
        orders: Standing orders by seat; each is visible to that seat only.
        proposal: An undo request.
        damage: Why the match cannot continue, for `translate_stored`; empty: it can.
    """

    id: str
    host: str
    match: Match
    chairs: list[Chair]
    clock: Clock
    phase: str
    revision: int = 1
    listed: bool = False
    source: str = ""
    board: str = ""
    bot_delay: BotDelay = USUAL
    bot_accounts: bool = False
    in_tournament: bool = False
    orders: dict[int, SeatOrders] = field(default_factory=dict)
    proposal: Proposal | None = None
    damage: str = ""

    def replace_with(self, other: Table) -> None:
        """Take the state of the same table, as it was stored."""
        for each in fields(Table):
            setattr(self, each.name, getattr(other, each.name))

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def has_secrets(self) -> bool:
        """Whether seats of this game have secrets."""
        return self.game.meta.secrets

    @property
    def turn(self) -> int:
        """The seat to move, or a negative number."""
        return self.match.state.turn if self.playing else OVER

    @property
    def playing(self) -> bool:
        """Whether the game accepts moves."""
        return self.phase == PLAYING and not self.damage

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    @property
    def human_to_move(self) -> int | None:
        """The seat of the user whose turn it is."""
        turn = self.turn
        return turn if turn >= 0 and self.chairs[turn].kind == HUMAN else None

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot whose turn it is."""
        turn = self.turn
        return turn if turn >= 0 and self.chairs[turn].kind == BOT else None

    @property
    def concerns_others(self) -> bool:
        """Whether the game matters to several users: at the table, or in its tournament."""
        return self.in_tournament or len(self.owners()) > 1

    @property
    def gives_hints(self) -> bool:
        """Whether hints are allowed: only if the game matters to one user."""
        return self.playing and not self.concerns_others

    @property
    def gives_suggestions(self) -> bool:
        """Whether the game has good first choices to suggest, where hints are allowed."""
        return self.gives_hints and self.game.definition.suggest is not suggest_nothing

    def check_playing(self) -> None:
        if self.damage:
            raise Clash(translate_stored(self.damage))
        if self.phase == WAITING:
            raise Clash(_("The game starts when all seats are taken."))
        if self.phase == ENDED:
            raise Clash(_("The game is over."))

    def hosted_by(self, user: str | None) -> bool:
        return user is not None and self.host == user

    def seats_of(self, user: str | None) -> list[int]:
        if user is None:
            return []
        return [c.seat for c in self.chairs if c.kind == HUMAN and c.user == user]

    def handed_over(self, user: str | None) -> list[int]:
        """Return the user's seats that a bot plays and the user may take back."""
        return [
            c.seat
            for c in self.chairs
            if user is not None and c.kind == BOT and c.user == user and not c.resigned
        ]

    def seated_users(self) -> list[str]:
        """Return all seated users, each once."""
        return list(dict.fromkeys(c.user for c in self.chairs if c.kind == HUMAN and c.user))

    def owners(self) -> list[str]:
        """Return all users with a seat, including those for whom a bot plays, each once."""
        return owners(self.chairs)

    def last_choice(self, seats: Sequence[int]) -> int | None:
        """Return the ply of the last move that one of `seats` chose."""
        for ply in range(self.match.ply - 1, -1, -1):
            entry = self.match.line[ply].entry
            if entry.kind == MOVE and entry.seat in seats:
                return ply
        return None


def resume_match(
    game: Game,
    ply: int,
    names: Sequence[str],
    entries: Sequence[tuple[int, Entry]],
    anchors: Sequence[Anchor] = (),
) -> tuple[Match, str]:
    """Return a match that should be at `ply`, and its damage as a stored text."""
    numbers, added = [n for n, _entry in entries], [entry for _, entry in entries]
    try:
        with use_language(STORED):
            match = Match.resume(game, len(names), added, names, numbers, anchors)
    except DamagedMatch as damaged:
        if anchors:  # replay from the start to find the valid part
            return resume_match(game, ply, names, entries)
        return damaged.good, str(damaged)
    if match.ply != ply:
        with use_language(STORED):
            left = {"left": match.ply, "ply": ply}
            return match, _("This match is damaged: only {left} of {ply} moves are left.", **left)
    return match, ""


def advance(match: Match, rng: random.Random) -> list[Entry]:
    """Play chance and forced moves until a player has a choice.

    In games with secrets, a forced move is left to its seat, because an instant move would reveal
    that the player had no alternative. A user sees the single choice; a bot waits as usual.
    """
    return match.advance(rng, forced=not match.game.meta.secrets)
