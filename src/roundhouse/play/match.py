"""A match: a game being played by somebody, as a list of entries that only ever grows.

A move is an entry; so is an undo. Chance and forced moves are played by the match itself
(`advance`). What the entries are kept in is the caller's affair: `submit`, `advance` and `undo`
return the new entries, `Match.resume` takes them back.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import IllegalAction, RoundhouseError, StaleMove
from roundhouse.core.game import Game, Position
from roundhouse.core.view import Event
from roundhouse.play.record import Move, Record

MOVE = "move"
FORCED = "forced"  # a move with no alternative, played by the match
UNDO = "undo"
GUESSES = 4  # imagined states that are tried to find out whether a move revealed something


@dataclass(frozen=True)
class Entry:
    """What happened: a move at `ply`, or an undo back to `ply`."""

    kind: str
    ply: int
    seat: int
    words: str = ""


@dataclass(frozen=True)
class MadeMove:
    """A move that has not been undone, its action, and the state it was made in: empty if nobody
    has asked for it since the match was resumed from a later anchor (`Match.packed_at`)."""

    entry: Entry
    action: int
    before: bytes


@dataclass(frozen=True)
class Anchor:
    """The state after the first so many entries of a match, at `ply`: from here on it need not be
    worked out from the beginning. Whoever hands one in has made sure that it is true."""

    entries: int
    ply: int
    state: bytes


class DamagedMatch(RoundhouseError):
    """Entries that do not tell of one game. `good` is the match as far as they do."""

    def __init__(self, good: Match, reason: str) -> None:
        super().__init__(
            f"this match is damaged after ply {good.ply}, at entry {len(good.entries)}: {reason}"
        )
        self.good = good


class Match:
    """One game in play. `line` holds the moves that stand, `entries` everything that happened."""

    def __init__(self, game: Game, seats: int, names: Sequence[str] = ()) -> None:
        self.game = game
        self.names = tuple(names) or tuple(f"Seat {n}" for n in range(seats))
        self.state: Position = game.start(seats)
        self.entries: list[Entry] = []
        self.line: list[MadeMove] = []
        self.anchors: list[Anchor] = []  # of the moves that stand, ascending

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
        """The match that these entries tell of; `numbers` are those they were kept under. With
        `anchors` only what follows the last of them is played.

        An entry counts only if its number, its ply and its seat fit what came before it. One that
        does not raises DamagedMatch: whatever follows a lost entry is legal now and then, and
        would be another game.
        """
        match = cls(game, seats, names)
        wanted = count() if numbers is None else numbers
        known = {anchor.entries: anchor for anchor in anchors}
        played_from = max(known, default=0)
        for entry, number in zip(entries, wanted, strict=numbers is not None):
            try:
                if len(match.entries) < played_from:
                    match._note(entry, number)
                else:
                    match._take_up(entry, number)
            except RoundhouseError as error:
                raise DamagedMatch(match, str(error)) from None
            match._drop_anchor(known.get(len(match.entries)), played_from)
        return match

    def _note(self, entry: Entry, number: int) -> None:
        """An entry from before the last anchor: it is known to fit, and not played."""
        self._check_number(number)
        if entry.kind == UNDO:
            self._forget_from(entry.ply)
        else:
            self.line.append(MadeMove(entry, self.game.parse(entry.words), b""))
        self.entries.append(entry)

    def _drop_anchor(self, anchor: Anchor | None, played_from: int) -> None:
        """Note an anchor where the match has come to it; the last one is where play goes on."""
        if anchor is None:
            return
        self.anchors.append(anchor)
        if anchor.entries == played_from:
            self.state = self.game.unpack(anchor.state)

    def anchor(self) -> Anchor:
        """One to be kept for another time: here, now."""
        made = Anchor(len(self.entries), self.ply, self.state.pack())
        self.anchors.append(made)
        return made

    def _check_number(self, number: int) -> None:
        if number != len(self.entries):
            raise IllegalAction(f"the next entry there is has number {number}")

    def _take_up(self, entry: Entry, number: int) -> None:
        """An entry that was kept, if it fits; raises, and changes nothing, if it does not."""
        self._check_number(number)
        if entry.kind == UNDO:
            if not (0 <= entry.ply < self.ply and 0 <= entry.seat < self.state.seats):
                raise IllegalAction(f"seat {entry.seat} cannot go back to ply {entry.ply}")
            self._take_back(entry)
            return
        if entry.kind not in (MOVE, FORCED):
            raise IllegalAction(f"there are no entries of the kind {entry.kind!r}")
        if entry.ply != self.ply:
            raise IllegalAction(f"it is a move at ply {entry.ply}")
        if self.over or entry.seat != self.state.turn:
            raise IllegalAction(f"it is a move of seat {entry.seat}, whose turn it is not")
        self._play(entry)

    @classmethod
    def of_record(cls, game: Game, record: Record) -> Match:
        """A match that goes on where the record stops; raises BadRecord at a bad move."""
        match = cls(game, record.seats, record.names)
        for step in record.steps(game):
            move = step.move
            forced = move.seat != CHANCE and len(step.before.legal()) == 1
            entry = Entry(FORCED if forced else MOVE, match.ply, move.seat, move.words)
            match._play(entry, step.action)
        return match

    @property
    def ply(self) -> int:
        """How many moves stand."""
        return len(self.line)

    @property
    def over(self) -> bool:
        return self.state.over

    def submit(self, seat: int, words: str, ply: int) -> list[Entry]:
        """A seat's move, made while looking at `ply`; raises and changes nothing if it cannot."""
        if ply != self.ply:
            raise StaleMove(f"the table has moved on to ply {self.ply} while you looked at {ply}")
        if self.state.over:
            raise IllegalAction("the game is over")
        if seat != self.state.turn:
            raise IllegalAction(f"it is not seat {seat}'s turn")
        action = self.game.parse(words)
        return [self._play(Entry(MOVE, self.ply, seat, self.game.text(action)), action)]

    def advance(self, rng: random.Random, forced: bool = True) -> list[Entry]:
        """Play chance and forced moves until a seat has a choice, or the end. With `forced` false
        a move without an alternative is left to its seat, as any other is."""
        added = []
        while not self.state.over:
            actions = self.state.legal()
            if self.state.turn == CHANCE:
                action = rng.choices(actions, self.state.weights())[0]
            elif forced and len(actions) == 1:
                action = actions[0]
            else:
                break
            kind = MOVE if self.state.turn == CHANCE else FORCED
            entry = Entry(kind, self.ply, self.state.turn, self.game.text(action))
            added.append(self._play(entry, action))
        return added

    def undo_ply(self, seat: int) -> int | None:
        """Where a seat may go back to by itself: before its last chosen move, but never past
        another seat's move, a chance event, or anything that its own moves have told it."""
        for ply in range(self.ply - 1, -1, -1):
            entry = self.line[ply].entry
            if entry.seat != seat or self._revealed(seat, ply):
                return None
            if entry.kind == MOVE:
                return ply
        return None

    def _revealed(self, seat: int, ply: int) -> bool:
        """Whether the move at `ply` told its seat something it could not have known before.

        It did if the same move in some other state that the seat could imagine looks different.
        """
        if not self.game.meta.secrets:
            return False
        after = self.state_at(ply + 1).view(seat)
        for guess in range(GUESSES):
            imagined = self.state_at(ply).redeal(seat, random.Random(guess))
            try:
                imagined.apply(self.line[ply].action)
            except IllegalAction:
                return True
            if imagined.view(seat) != after:
                return True
        return False

    def undo(self, seat: int, ply: int) -> list[Entry]:
        """Go back to the state before the move at `ply`. Who may is the caller's question."""
        if not 0 <= ply < self.ply:
            raise IllegalAction(f"cannot go back to ply {ply}: the match is at {self.ply}")
        return [self._take_back(Entry(UNDO, ply, seat))]

    def state_at(self, ply: int) -> Position:
        """The state before the move at `ply`; at `self.ply` the current one."""
        if not 0 <= ply <= self.ply:
            raise IllegalAction(f"there is no ply {ply}: the match is at {self.ply}")
        if ply == self.ply:
            return self.state.clone()
        return self.game.unpack(self.packed_at(ply))

    def packed_at(self, ply: int) -> bytes:
        """The state before the move at `ply`, packed. What lies before the last anchor is worked
        out when somebody asks for it, from the anchor before it."""
        if not self.line[ply].before:
            here = [anchor for anchor in self.anchors if anchor.ply <= ply]
            begin = here[-1].ply if here else 0
            state = self.game.unpack(here[-1].state) if here else self._beginning()
            for at in range(begin, self.ply):  # and on to where it is known again: who asks for
                made = self.line[at]  # one state asks for the next
                if at > ply and made.before:
                    break
                self.line[at] = replace(made, before=state.pack())
                state.apply(made.action)
        return self.line[ply].before

    def _beginning(self) -> Position:
        return self.game.start(self.state.seats)

    def record(self) -> Record:
        """The moves that stand, as a record."""
        moves = tuple(Move(s.entry.seat, s.entry.words) for s in self.line)
        begun = Record.begin(self.game, self.state.seats, self.names)
        return replace(begun, moves=moves).finish(self.state)

    def sentences(
        self, seat: int | None, since: int = 0, until: int | None = None
    ) -> list[tuple[int, str]]:
        """(ply, log line) of each move that is worth one, as `seat` may read it."""
        lines = []
        before = self.state_at(since)
        for ply in range(since, self.ply if until is None else until):
            after = self.state_at(ply + 1)
            said = self.game.sentence(before, self.line[ply].action, after, seat)
            if said:
                lines.append((ply, said))
            before = after
        return lines

    def events(
        self, seat: int | None, since: int = 0, until: int | None = None
    ) -> list[tuple[int, Event]]:
        """(ply, event) of what moves set off that deserves a card, as `seat` may see it."""
        found: list[tuple[int, Event]] = []
        before = self.state_at(since)
        for ply in range(since, self.ply if until is None else until):
            after = self.state_at(ply + 1)
            happened = self.game.events(before, self.line[ply].action, after, seat)
            found += [(ply, event) for event in happened]
            before = after
        return found

    def _play(self, entry: Entry, action: int | None = None) -> Entry:
        before = self.state.pack()
        if action is None:
            action = self.game.parse(entry.words)
        self.state.apply(action)
        self.line.append(MadeMove(entry, action, before))
        self.entries.append(entry)
        return entry

    def _take_back(self, entry: Entry) -> Entry:
        self.state = self.game.unpack(self.packed_at(entry.ply))
        self._forget_from(entry.ply)
        self.entries.append(entry)
        return entry

    def _forget_from(self, ply: int) -> None:
        del self.line[ply:]
        self.anchors = [anchor for anchor in self.anchors if anchor.ply <= ply]
