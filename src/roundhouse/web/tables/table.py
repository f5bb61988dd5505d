"""One table in memory."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roundhouse.core.contract import OVER
from roundhouse.core.game import Game
from roundhouse.core.orders import Order
from roundhouse.core.text import capital
from roundhouse.play.match import MOVE, Anchor, DamagedMatch, Entry, Match
from roundhouse.web.clocks.kept import clock_from
from roundhouse.web.errors import Clash
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.store.store import Row
from roundhouse.web.tables.chairs import BOT, PERSON, Chair
from roundhouse.web.tempo import USUAL, Tempo

WAITING, PLAYING, ENDED = "waiting", "playing", "over"


@dataclass(frozen=True)
class Proposal:
    """A wish to go back to `ply`; `agreed` are people. A person's move answers it with no, a
    bot's does not."""

    seat: int
    ply: int
    agreed: tuple[str, ...]


@dataclass(frozen=True)
class Programme:
    """A seat's standing orders, and why the last one that is gone has ended."""

    orders: tuple[Order, ...] = ()
    said: str = ""


def owners(chairs: Iterable[Chair]) -> list[str]:
    """The people whose chairs these are, whoever sits there just now. Who has resigned has none."""
    return list(dict.fromkeys(c.person for c in chairs if c.person and not c.resigned))


class Table:
    """A match and who sits at it. Hold `lock` while asking or changing it.

    `damage` says in words why nobody can play on, if what was kept does not tell of one game; the
    match is then that of its good part.
    """

    def __init__(
        self,
        row: Row,
        chairs: list[Chair],
        game: Game,
        entries: list[tuple[int, Entry]],
        anchors: Sequence[Anchor] = (),
    ) -> None:
        self.id: str = row["id"]
        self.row, self.chairs, self.game = row, chairs, game
        self.lock = threading.RLock()
        self.gone = False  # what is in memory is not what is kept: look for the table again
        self.asked = 0.0  # when somebody last did, by the monotonic clock
        self.match, self.damage = _resume(row, chairs, game, entries, anchors)
        self._position = len(self.match.state.pack()) + 500  # bytes, roughly
        self.views = MatchViews(self.match)
        self.orders: dict[int, Programme] = {}  # by seat; nobody else may see them
        self.tempo: Tempo = USUAL  # of its bots
        self.clock = clock_from(None, len(chairs), self.awaited, row["updated"])

    def become(self, other: Table) -> None:
        """Be as the same table that was read just now is."""
        self.row, self.chairs, self.game = other.row, other.chairs, other.game
        self.match, self.damage, self.views = other.match, other.damage, other.views
        self.clock, self.orders, self._position = other.clock, other.orders, other._position
        self.tempo = other.tempo

    @property
    def phase(self) -> str:
        return str(self.row["phase"])

    @property
    def revision(self) -> int:
        return int(self.row["revision"])

    @property
    def turn(self) -> int:
        """The seat that is waited for, or something below 0."""
        return self.match.state.turn if self.playing else OVER

    @property
    def playing(self) -> bool:
        """Whether moves can be made."""
        return self.phase == PLAYING and not self.damage

    @property
    def size(self) -> int:
        """Of what is kept in memory, in bytes, roughly: the positions of the match."""
        return self.match.ply * self._position

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    @property
    def proposal(self) -> Proposal | None:
        found = self.row["proposal"]
        if not found or found["ply"] >= self.match.ply:
            return None
        return Proposal(found["seat"], found["ply"], tuple(found["agreed"]))

    @property
    def awaited(self) -> int | None:
        """The seat of the person who is to act."""
        turn = self.turn
        return turn if turn >= 0 and self.chairs[turn].kind == PERSON else None

    @property
    def thinking(self) -> int | None:
        """The seat of the bot that is to act."""
        turn = self.turn
        return turn if turn >= 0 and self.chairs[turn].kind == BOT else None

    @property
    def gives_hints(self) -> bool:
        """Only where nobody else is at a disadvantage: all others are bots."""
        return self.playing and len(self.owners()) == 1

    def check_playing(self) -> None:
        if self.damage:
            raise Clash(self.damage)
        if self.phase == WAITING:
            raise Clash("The game begins when every seat is taken.")
        if self.phase == ENDED:
            raise Clash("The game is over.")

    def hosted_by(self, person: str | None) -> bool:
        return person is not None and bool(self.row["host"] == person)

    def seats_of(self, person: str | None) -> list[int]:
        if person is None:
            return []
        return [c.seat for c in self.chairs if c.kind == PERSON and c.person == person]

    def handed_over(self, person: str | None) -> list[int]:
        """Seats a bot keeps for this person, who may take them back."""
        return [
            c.seat
            for c in self.chairs
            if person is not None and c.kind == BOT and c.person == person and not c.resigned
        ]

    def people(self) -> list[str]:
        """Everybody seated, once."""
        return list(dict.fromkeys(c.person for c in self.chairs if c.kind == PERSON and c.person))

    def owners(self) -> list[str]:
        """Everybody whose seat this is, present or not, once: all who are seated, and those for
        whom a bot keeps a seat."""
        return owners(self.chairs)

    def last_choice(self, seats: Sequence[int]) -> int | None:
        """The ply of the last move that one of `seats` chose."""
        for ply in range(self.match.ply - 1, -1, -1):
            entry = self.match.line[ply].entry
            if entry.kind == MOVE and entry.seat in seats:
                return ply
        return None


def _resume(
    row: Row,
    chairs: list[Chair],
    game: Game,
    entries: list[tuple[int, Entry]],
    anchors: Sequence[Anchor],
) -> tuple[Match, str]:
    """The match, and what is wrong with it."""
    names = [chair.name for chair in chairs]
    numbers, told = [n for n, _ in entries], [entry for _, entry in entries]
    try:
        match = Match.resume(game, row["seats"], told, names, numbers, anchors)
    except DamagedMatch as damaged:
        if anchors:  # how far it is good the rules say
            return _resume(row, chairs, game, entries, ())
        return damaged.good, f"{capital(str(damaged))}."
    if match.ply != row["ply"]:
        return match, f"This match is damaged: of {row['ply']} plies {match.ply} are left."
    return match, ""
