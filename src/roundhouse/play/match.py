"""A match: a game in progress, as an append-only list of entries.

Moves and undos are entries. `advance` plays chance and forced moves. The caller stores the entries:
`submit`, `advance` and `undo` return the new ones, and `Match.resume` restores a match from them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import IllegalAction, RoundhouseError, StaleMove
from roundhouse.core.game import Game
from roundhouse.core.state import State, automatic_action
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Event
from roundhouse.play.record import Move, Record

MOVE = "move"
FORCED = "forced"  # the only legal move, played by the match
UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Entry:
    """A move at `ply`, or an undo back to `ply`."""

    kind: str
    ply: int
    seat: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that has not been undone."""

    entry: Entry
    action: int
    before: bytes  # the packed state before it; empty until `Match.packed_at` computes it


@dataclass(frozen=True)
class Anchor:
    """A stored state, so that a match need not be replayed from the start.

    The caller guarantees that it is correct.
    """

    entries: int  # the number of entries before it
    ply: int
    state: bytes


class DamagedMatch(RoundhouseError):
    """The entries are not one game; `good` is the match up to the first bad entry."""

    def __init__(self, good: Match, reason: str) -> None:
        super().__init__(
            _(
                "This match is damaged after move {ply}, at entry {entry}: {reason}.",
                ply=good.ply,
                entry=len(good.entries),
                reason=reason,
            )
        )
        self.good = good


class Match:
    """A game in progress.

    Attributes:
        game: The game.
        names: The players' names by seat.
        state: The current state; do not change it.
        entries: Everything that happened.
        line: The moves that have not been undone.
        anchors: Stored states on `line`, ascending.
    """

    def __init__(self, game: Game, seats: int, names: Sequence[str] = ()) -> None:
        """Start a match.

        Args:
            game: The game; the match uses its memory.
            seats: The number of seats.
            names: The players' names; by default "Seat 0" and so on.
        """
        self.game = game
        self.names = tuple(names) or tuple(f"Seat {n}" for n in range(seats))
        self.state: State = game.start(seats)
        self.entries: list[Entry] = []
        self.line: list[PlayedMove] = []
        self.anchors: list[Anchor] = []

    @classmethod
    def resume(
        cls,
        game: Game,
        seats: int,
        entries: Iterable[Entry],
        names: Sequence[str] = (),
        numbers: Iterable[int] | None = None,
        anchors: Sequence[Anchor] = (),
    ) -> Match:
        """Restore a match from its entries.

        Every entry must have the number, ply and seat that follow from the entries before it. A
        lost entry is an error, because the moves after it may be legal by coincidence.

        Args:
            game: The game.
            seats: The number of seats.
            entries: The stored entries in order.
            names: The players' names.
            numbers: The numbers under which the entries were stored, from 0.
            anchors: Stored states; only the entries after the last one are played.

        Returns:
            The match.

        Raises:
            DamagedMatch: An entry is missing or does not fit.
        """
        match = cls(game, seats, names)
        entry_numbers = count() if numbers is None else numbers
        anchor_at = {anchor.entries: anchor for anchor in anchors}
        played_from = max(anchor_at, default=0)
        for entry, number in zip(entries, entry_numbers, strict=numbers is not None):
            try:
                if len(match.entries) < played_from:
                    match._append_unplayed(entry, number)
                else:
                    match._append_checked(entry, number)
            except RoundhouseError as error:
                raise DamagedMatch(match, str(error)) from None
            match._use_anchor(anchor_at.get(len(match.entries)), played_from)
        return match

    def _append_unplayed(self, entry: Entry, number: int) -> None:
        """Append an entry from before the last anchor without playing it."""
        self._check_number(number)
        if entry.kind == UNDO:
            self._remove_from(entry.ply)
        else:
            self.line.append(PlayedMove(entry, self.game.codec.parse(entry.words), b""))
        self.entries.append(entry)

    def _use_anchor(self, anchor: Anchor | None, played_from: int) -> None:
        """Add an anchor at the current entry; play continues from the last one."""
        if anchor is None:
            return
        self.anchors.append(anchor)
        if anchor.entries == played_from:
            self.state = self.game.unpack(anchor.state)

    def anchor(self) -> Anchor:
        """Add an anchor for the current state and return it, to be stored."""
        anchor = Anchor(len(self.entries), self.ply, self.state.pack())
        self.anchors.append(anchor)
        return anchor

    def _check_number(self, number: int) -> None:
        if number != len(self.entries):
            raise IllegalAction(_("the next entry there is has number {number}", number=number))

    def _append_checked(self, entry: Entry, number: int) -> None:
        """Play a stored entry; raise and change nothing if it does not fit."""
        self._check_number(number)
        if entry.kind == UNDO:
            if not (0 <= entry.ply < self.ply and 0 <= entry.seat < self.state.seats):
                raise IllegalAction(
                    _("seat {seat} cannot undo to ply {ply}", seat=entry.seat, ply=entry.ply)
                )
            self._undo(entry)
            return
        if entry.kind not in (MOVE, FORCED):
            raise IllegalAction(_("there are no entries of the kind {kind}", kind=repr(entry.kind)))
        if entry.ply != self.ply:
            raise IllegalAction(_("it is a move at ply {ply}", ply=entry.ply))
        if self.over or entry.seat != self.state.turn:
            raise IllegalAction(_("it is a move of seat {seat}, but not its turn", seat=entry.seat))
        self._play(entry)

    @classmethod
    def from_record(cls, game: Game, record: Record) -> Match:
        """Return a match that continues a record; raise BadRecord at an illegal move."""
        match = cls(game, record.seats, record.names)
        for step in record.steps(game):
            move = step.move
            forced = move.seat != CHANCE and len(step.before.legal()) == 1
            entry = Entry(FORCED if forced else MOVE, match.ply, move.seat, move.words)
            match._play(entry, step.action)
        return match

    @property
    def ply(self) -> int:
        """The number of moves that have not been undone."""
        return len(self.line)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    def submit(self, seat: int, words: str, ply: int) -> list[Entry]:
        """Make a seat's move.

        Args:
            seat: The seat that moves.
            words: The move.
            ply: The ply that the player saw, which must be the current one.

        Returns:
            The new entries.

        Raises:
            StaleMove: The match is at another ply.
            UnknownMove: The words do not name a move.
            IllegalAction: The move is not legal, or it is not the seat's turn.
        """
        if ply != self.ply:
            raise StaleMove(
                _(
                    "the game has changed: it is at move {current}, not {ply}",
                    current=self.ply,
                    ply=ply,
                )
            )
        if self.state.over:
            raise IllegalAction(_("the game is over"))
        if seat != self.state.turn:
            raise IllegalAction(_("it is not seat {seat}'s turn", seat=seat))
        action = self.game.codec.parse(words)
        return [self._play(Entry(MOVE, self.ply, seat, self.game.codec.text(action)), action)]

    def advance(self, rng: random.Random, forced: bool = True) -> list[Entry]:
        """Play chance and forced moves until a seat has a choice or the game is over.

        Args:
            rng: The source of chance outcomes.
            forced: Whether to play forced moves; otherwise they are left to their seats.

        Returns:
            The new entries.
        """
        entries = []
        while (action := automatic_action(self.state, rng, forced)) is not None:
            kind = MOVE if self.state.turn == CHANCE else FORCED
            entry = Entry(kind, self.ply, self.state.turn, self.game.codec.text(action))
            entries.append(self._play(entry, action))
        return entries

    def undo(self, seat: int, ply: int) -> list[Entry]:
        """Undo the move at `ply` and all later ones; the caller checks permission.

        Args:
            seat: The seat that undoes.
            ply: The ply of the first move to undo.

        Returns:
            The new entries.

        Raises:
            IllegalAction: There is no move at this ply.
        """
        if not 0 <= ply < self.ply:
            raise IllegalAction(
                _("cannot undo to ply {ply}: the match is at {current}", ply=ply, current=self.ply)
            )
        return [self._undo(Entry(UNDO, ply, seat))]

    def state_at(self, ply: int) -> State:
        """Return a copy of the state before the move at `ply`, or of the current one."""
        if not 0 <= ply <= self.ply:
            raise IllegalAction(
                _("there is no ply {ply}: the match is at {current}", ply=ply, current=self.ply)
            )
        if ply == self.ply:
            return self.state.clone()
        return self.game.unpack(self.packed_at(ply))

    def packed_at(self, ply: int) -> bytes:
        """Return the packed state before the move at `ply`.

        States before the last anchor are computed on demand, from the anchor before them.
        """
        if not self.line[ply].before:
            earlier = [anchor for anchor in self.anchors if anchor.ply <= ply]
            begin = earlier[-1].ply if earlier else 0
            state = self.game.unpack(earlier[-1].state) if earlier else self._start_state()
            # Continue to the next known state, because callers usually read consecutive plies.
            for at in range(begin, self.ply):
                move = self.line[at]
                if at > ply and move.before:
                    break
                self.line[at] = replace(move, before=state.pack())
                state.apply(move.action)
        return self.line[ply].before

    def _start_state(self) -> State:
        return self.game.start(self.state.seats)

    def record(self) -> Record:
        """Return the moves that have not been undone as a record."""
        moves = tuple(Move(s.entry.seat, s.entry.words) for s in self.line)
        record = Record.begin(self.game, self.state.seats, self.names)
        return replace(record, moves=moves).finish(self.state)

    def sentences(
        self, seat: int | None, since: int = 0, until: int | None = None
    ) -> list[tuple[int, str]]:
        """Return (ply, sentence) for each line of the log, as `seat` may read it."""
        lines = []
        before = self.state_at(since)
        for ply in range(since, self.ply if until is None else until):
            after = self.state_at(ply + 1)
            sentence = self.game.sentence(before, self.line[ply].action, after, seat)
            if sentence:
                lines.append((ply, sentence))
            before = after
        return lines

    def events(
        self, seat: int | None, since: int = 0, until: int | None = None
    ) -> list[tuple[int, Event]]:
        """Return (ply, event) for each notable event, as `seat` may see it."""
        events: list[tuple[int, Event]] = []
        before = self.state_at(since)
        for ply in range(since, self.ply if until is None else until):
            after = self.state_at(ply + 1)
            new_events = self.game.events(before, self.line[ply].action, after, seat)
            events += [(ply, event) for event in new_events]
            before = after
        return events

    def _play(self, entry: Entry, action: int | None = None) -> Entry:
        before = self.state.pack()
        if action is None:
            action = self.game.codec.parse(entry.words)
        self.state.apply(action)
        self.line.append(PlayedMove(entry, action, before))
        self.entries.append(entry)
        return entry

    def _undo(self, entry: Entry) -> Entry:
        self.state = self.game.unpack(self.packed_at(entry.ply))
        self._remove_from(entry.ply)
        self.entries.append(entry)
        return entry

    def _remove_from(self, ply: int) -> None:
        del self.line[ply:]
        self.anchors = [anchor for anchor in self.anchors if anchor.ply <= ply]
