"""Tables: a match, who sits where, and what they may do.

A table is changed under its lock and the change is on disk before anybody hears of it. Whatever
a table is asked, the answer is made from a seat's view; the true state leaves this module only
as `job`, imagined anew for the seat that is to think.
"""

from __future__ import annotations

import random
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.errors import IllegalAction, RoundhouseError, StaleMove
from roundhouse.core.game import Game
from roundhouse.play.match import FORCED, MOVE, Entry, Match
from roundhouse.play.perspective import imagine
from roundhouse.web import opponents
from roundhouse.web.errors import Clash, NotFound, NotYours
from roundhouse.web.look import Look, Reel
from roundhouse.web.shelf import Shelf
from roundhouse.web.store import Conflict, Row, Store

WAITING, PLAYING, ENDED = "waiting", "playing", "over"
OPEN, PERSON, BOT = "open", "person", "bot"
MOST_TABLES = 60  # unfinished ones of one host
NAME_LENGTH = 24
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def fresh_id() -> str:
    """A name for a table or record: short enough to read out, too many to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def fresh_invite() -> str:
    return secrets.token_urlsafe(18)


def tidy_name(name: str, otherwise: str) -> str:
    """A name for people, printable and short; `@` stands for seats in texts, so it goes."""
    kept = "".join(c for c in name if c.isprintable() and c != "@")
    return " ".join(kept.split())[:NAME_LENGTH].strip() or otherwise


@dataclass(frozen=True)
class Chair:
    """A seat's place: who sits there."""

    seat: int
    kind: str  # OPEN, PERSON or BOT
    name: str
    person: str | None = None
    level: str = ""
    invite: str | None = None
    resigned: bool = False


@dataclass(frozen=True)
class Proposal:
    """A wish to go back to `ply`; `agreed` are people. A person's move answers it with no, a
    bot's does not."""

    seat: int
    ply: int
    agreed: tuple[str, ...]


@dataclass(frozen=True)
class Job:
    """What a worker gets to think about: never the true state."""

    table: str
    ply: int
    seat: int
    level: str
    game: str
    options: dict[str, str]
    board: str
    state: bytes


class Table:
    """One table in memory. Hold `lock` while asking or changing it."""

    def __init__(self, row: Row, chairs: list[Chair], game: Game, entries: list[Entry]) -> None:
        self.id: str = row["id"]
        self.row, self.chairs, self.game = row, chairs, game
        self.lock = threading.RLock()
        self.match = Match.resume(game, row["seats"], entries, [c.name for c in chairs])
        self.reel = Reel(self.match)

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

    @property
    def thinking(self) -> int | None:
        """The seat of the bot that is to act."""
        turn = self.turn
        return turn if turn >= 0 and self.chairs[turn].kind == BOT else None

    def look(self, seat: int | None, ply: int | None = None) -> Look:
        return self.reel.look(seat, self.match.ply if ply is None else ply)


class Tables:
    """All tables: found, opened, changed."""

    def __init__(self, store: Store, shelf: Shelf, kept: int) -> None:
        self._store, self._shelf, self._kept = store, shelf, kept
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()
        self._rng = random.SystemRandom()
        self.changed: Callable[[Table], None] = lambda table: None

    # Finding

    @contextmanager
    def at(self, table: str) -> Iterator[Table]:
        """A table as it is now, locked for the caller."""
        found = self._find(table)
        with found.lock:
            if found.revision != self._store.revision(table):
                self._refresh(found)
            yield found

    def _find(self, table: str) -> Table:
        with self._lock:
            found = self._open.get(table)
            if found is not None:
                self._open.move_to_end(table)
                return found
        made = self._load(table)
        with self._lock:
            found = self._open.setdefault(table, made)
            while len(self._open) > self._kept:
                self._open.popitem(last=False)
        return found

    def _load(self, table: str) -> Table:
        row = self._store.table(table)
        if row is None:
            raise NotFound("There is no such table.")
        game = self._shelf.game(row["game"], row["options"], row["board"])
        if row["rules"] != game.meta.rules:
            raise Clash(
                f"This game was begun under version {row['rules']} of the rules; "
                f"this server plays version {game.meta.rules}."
            )
        chairs = [_chair(c) for c in self._store.chairs(table)]
        return Table(row, chairs, game, self._store.entries(table))

    def _refresh(self, table: Table) -> None:
        """Another process has changed it, or a change of ours failed half way."""
        made = self._load(table.id)
        table.row, table.chairs = made.row, made.chairs
        table.match, table.reel = made.match, made.reel

    # Making

    def create(
        self,
        host: str,
        game: str,
        options: Mapping[str, str],
        chairs: Sequence[Chair],
        board: str = "",
        listed: bool = False,
        begun: Iterable[Entry] = (),
        source: str = "",
    ) -> str:
        """A new table; it begins at once if every seat is taken."""
        loaded = self._shelf.game(game, options, board)
        loaded.meta.check_seats(len(chairs))
        for chair in chairs:
            if chair.kind == BOT:
                opponents.check(chair.level)
        if self._store.count_playing(host) >= MOST_TABLES:
            raise Clash(f"You host {MOST_TABLES} unfinished games already; finish some first.")
        match = Match.resume(loaded, len(chairs), begun)
        phase = WAITING if any(c.kind == OPEN for c in chairs) else PLAYING
        first = list(match.entries)
        if phase == PLAYING:
            first += match.advance(self._rng)
        row: Row = {
            "id": fresh_id(),
            "game": game,
            "options": loaded.options,
            "board": board,
            "rules": loaded.meta.rules,
            "seats": len(chairs),
            "host": host,
            "listed": listed,
            "phase": ENDED if match.over else phase,
            "revision": 1,
            "turn": match.state.turn,
            "ply": match.ply,
            "source": source,
            "proposal": None,
        }
        self._store.add_table(row, [_row(c) for c in chairs], first)
        with self.at(row["id"]) as table:
            self.changed(table)
        return str(row["id"])

    # Sitting down and getting up

    def join(self, table: Table, person: str, name: str, invite: str) -> int:
        """Take the seat that an invite is for."""
        for chair in table.chairs:
            if chair.kind == OPEN and invite and secrets.compare_digest(chair.invite or "", invite):
                return self._sit(table, chair, person, name)
        raise NotYours(
            "This invitation is no longer good: the seat is taken or the link was withdrawn."
        )

    def join_listed(self, table: Table, person: str, name: str) -> int:
        """Take a free seat of a listed table."""
        if not table.row["listed"]:
            raise NotYours("This table is private: ask its host for an invitation link.")
        if table.seats_of(person):
            raise Clash("You already sit here.")
        for chair in table.chairs:
            if chair.kind == OPEN:
                return self._sit(table, chair, person, name)
        raise Clash("Every seat here is taken.")

    def _sit(self, table: Table, chair: Chair, person: str, name: str) -> int:
        self._seat(table, replace(chair, kind=PERSON, person=person, name=name, invite=None))
        return chair.seat

    def new_invite(self, table: Table, person: str, seat: int) -> None:
        """Withdraw a seat's link and make another."""
        chair = self._open_chair(table, person, seat)
        self._seat(table, replace(chair, invite=fresh_invite()))

    def fill(self, table: Table, person: str, seat: int, level: str) -> None:
        """The host gives an open seat to a bot."""
        chair = self._open_chair(table, person, seat)
        opponents.check(level)
        self._seat(table, replace(chair, kind=BOT, level=level, invite=None, name=bot_name(seat)))

    def _open_chair(self, table: Table, person: str, seat: int) -> Chair:
        if table.row["host"] != person:
            raise NotYours("Only the host of the table may do that.")
        if not 0 <= seat < len(table.chairs) or table.chairs[seat].kind != OPEN:
            raise Clash("That seat is not open.")
        return table.chairs[seat]

    def hand_over(self, table: Table, person: str, seat: int, level: str, resign: bool) -> None:
        """A bot plays on in this seat; its person may take it back, unless resigned."""
        if seat not in table.seats_of(person):
            raise NotYours("You do not sit there.")
        if table.phase != PLAYING:
            raise Clash("The game is not being played.")
        opponents.check(level)
        self._seat(table, replace(table.chairs[seat], kind=BOT, level=level, resigned=resign))

    def take_back(self, table: Table, person: str, seat: int) -> None:
        if seat not in table.handed_over(person):
            raise NotYours("No bot keeps that seat for you.")
        self._seat(table, replace(table.chairs[seat], kind=PERSON, level=""))

    def _seat(self, table: Table, chair: Chair) -> None:
        chairs = [chair if c.seat == chair.seat else c for c in table.chairs]
        phase = table.phase
        added: list[Entry] = []
        with self._commit(table):
            if phase == WAITING and all(c.kind != OPEN for c in chairs):
                phase = PLAYING
                added = table.match.advance(self._rng)
            self._write(table, added, {"phase": phase, "proposal": None}, [chair])
            table.chairs = chairs
            table.match.names = tuple(table.names)

    def close(self, table: Table, person: str) -> None:
        """The host breaks up a table that has not begun."""
        if table.row["host"] != person:
            raise NotYours("Only the host of the table may do that.")
        if table.phase != WAITING:
            raise Clash("The game has begun; resign or hand over your seat instead.")
        with self._commit(table):
            self._write(
                table,
                [],
                {"phase": ENDED, "listed": False},
                [replace(c, invite=None) for c in table.chairs],
            )

    # Playing

    def move(self, table: Table, seats: Sequence[int], words: Sequence[str], ply: int) -> int:
        """One or more moves by whoever of `seats` is to act; the seat that acted.

        Of several moves (a shortcut) those before the first that is not possible any more stand.
        """
        self._check_playing(table)
        match = table.match
        if ply != match.ply:
            raise StaleMove(
                f"The table has moved on to ply {match.ply} while you looked at {ply}. Look again."
            )
        seat = match.state.turn
        if seat not in seats:
            raise IllegalAction(f"It is not your turn: {table.names[seat]} is to act.")
        by_bot = table.chairs[seat].kind == BOT
        added: list[Entry] = []
        made: list[str] = []  # steps of a shortcut that the match has played itself: forced ones
        with self._commit(table):
            for said in words:
                if made and made.pop(0) == said:
                    continue
                try:
                    added += match.submit(seat, said, match.ply)
                except RoundhouseError:
                    if not added:
                        raise
                    break
                forced = match.advance(self._rng)
                added += forced
                made = [e.words for e in forced if e.kind == FORCED and e.seat == seat]
            self._write(table, added, {} if by_bot else {"proposal": None})
        return seat

    def _check_playing(self, table: Table) -> None:
        if table.phase == WAITING:
            raise Clash("The game begins when every seat is taken.")
        if table.phase == ENDED:
            raise Clash("The game is over.")

    def undo(self, table: Table, person: str) -> None:
        """Take back one's last move, as far as one may without asking."""
        self._check_may_undo(table, person)
        for seat in table.seats_of(person):
            ply = table.match.undo_ply(seat)
            if ply is not None:
                self._take_back(table, seat, ply)
                return
        raise Clash(
            "There is nothing you may take back by yourself: somebody has moved since, or "
            "something was revealed. You can ask the others."
        )

    def propose_undo(self, table: Table, person: str, ply: int | None) -> None:
        """Ask the people seated to go back; alone among bots one need not ask."""
        self._check_may_undo(table, person)
        seats = table.seats_of(person)
        if ply is None:
            ply = last_choice(table.match, seats)
        if ply is None or not 0 <= ply < table.match.ply:
            raise Clash("There is nothing to go back to.")
        if len(table.people()) == 1:
            self._take_back(table, seats[0], ply)
            return
        wish = Proposal(seats[0], ply, (person,))
        with self._commit(table):
            self._write(table, [], {"proposal": asdict(wish)})

    def answer_undo(self, table: Table, person: str, agree: bool) -> None:
        self._check_may_undo(table, person)
        wish = table.proposal
        if wish is None:
            raise Clash("Nobody asks to go back any more.")
        agreed = {*wish.agreed, person}
        if not agree:
            with self._commit(table):
                self._write(table, [], {"proposal": None})
        elif agreed >= set(table.people()):
            self._take_back(table, wish.seat, wish.ply)
        else:
            with self._commit(table):
                self._write(
                    table, [], {"proposal": asdict(replace(wish, agreed=tuple(sorted(agreed))))}
                )

    def _check_may_undo(self, table: Table, person: str) -> None:
        self._check_playing(table)
        if not table.seats_of(person):
            raise NotYours("You do not sit at this table.")

    def _take_back(self, table: Table, seat: int, ply: int) -> None:
        with self._commit(table):
            added = table.match.undo(seat, ply)
            added += table.match.advance(self._rng)
            self._write(table, added, {"proposal": None})

    def job(self, table: Table) -> Job | None:
        """What the bot that is to act should think about."""
        seat = table.thinking
        return None if seat is None else self.question(table, table.chairs[seat].level)

    def question(self, table: Table, level: str = "") -> Job:
        """The position as the seat to act may imagine it."""
        seat, row = table.match.state.turn, table.row
        imagined = imagine(table.match.state, seat, self._rng)
        return Job(
            table.id,
            table.match.ply,
            seat,
            level,
            row["game"],
            dict(row["options"]),
            row["board"],
            imagined.pack(),
        )

    # Writing

    @contextmanager
    def _commit(self, table: Table) -> Iterator[None]:
        """What is done inside is on disk when it is left, or undone in memory as well."""
        try:
            yield
        except Conflict:
            self._refresh(table)
            raise StaleMove(
                "Somebody was quicker: the table has just changed. Look again."
            ) from None
        except RoundhouseError:
            raise
        except BaseException:
            self._refresh(table)
            raise
        self.changed(table)

    def _write(
        self, table: Table, added: list[Entry], values: dict[str, Any], seats: Iterable[Chair] = ()
    ) -> None:
        match, new = table.match, dict(values)
        if match.over:
            new["phase"] = ENDED
        new |= {"turn": match.state.turn, "ply": match.ply}
        known = len(match.entries) - len(added)
        revision = self._store.change_table(
            table.id, table.revision, new, known=known, added=added, seats=[_row(c) for c in seats]
        )
        changed = {c.seat: c for c in seats}
        table.chairs = [changed.get(c.seat, c) for c in table.chairs]
        table.row = {**table.row, **new, "revision": revision}


BOT_NAMES = ("Ada", "Brunel", "Casey", "Dora", "Elijah", "Fontaine")


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]


def last_choice(match: Match, seats: Sequence[int]) -> int | None:
    """The ply of the last move that one of `seats` chose."""
    for ply in range(match.ply - 1, -1, -1):
        entry = match.line[ply].entry
        if entry.kind == MOVE and entry.seat in seats:
            return ply
    return None


def _chair(row: Row) -> Chair:
    return Chair(
        row["seat"],
        row["kind"],
        row["name"],
        row["person"],
        row["level"],
        row["invite"],
        bool(row["resigned"]),
    )


def _row(chair: Chair) -> Row:
    return asdict(chair)
