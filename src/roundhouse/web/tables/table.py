"""One table in memory."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.core.contract import OVER
from roundhouse.core.game import Game
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.web.errors import Clash
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.store.store import Row
from roundhouse.web.tables.chairs import BOT, PERSON, Chair

WAITING, PLAYING, ENDED = "waiting", "playing", "over"


@dataclass(frozen=True)
class Proposal:
    """A wish to go back to `ply`; `agreed` are people. A person's move answers it with no, a
    bot's does not."""

    seat: int
    ply: int
    agreed: tuple[str, ...]


class Table:
    """A match and who sits at it. Hold `lock` while asking or changing it."""

    def __init__(self, row: Row, chairs: list[Chair], game: Game, entries: list[Entry]) -> None:
        self.id: str = row["id"]
        self.row, self.chairs, self.game = row, chairs, game
        self.lock = threading.RLock()
        self.match = Match.resume(game, row["seats"], entries, [c.name for c in chairs])
        self.views = MatchViews(self.match)

    @property
    def phase(self) -> str:
        return str(self.row["phase"])

    @property
    def revision(self) -> int:
        return int(self.row["revision"])

    @property
    def turn(self) -> int:
        """The seat that is waited for, or something below 0."""
        return self.match.state.turn if self.phase == PLAYING else OVER

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
    def thinking(self) -> int | None:
        """The seat of the bot that is to act."""
        turn = self.turn
        return turn if turn >= 0 and self.chairs[turn].kind == BOT else None

    @property
    def gives_hints(self) -> bool:
        """Only where nobody else is at a disadvantage: all others are bots."""
        return self.phase == PLAYING and len(self.people()) == 1

    def check_playing(self) -> None:
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

    def last_choice(self, seats: Sequence[int]) -> int | None:
        """The ply of the last move that one of `seats` chose."""
        for ply in range(self.match.ply - 1, -1, -1):
            entry = self.match.line[ply].entry
            if entry.kind == MOVE and entry.seat in seats:
                return ply
        return None
