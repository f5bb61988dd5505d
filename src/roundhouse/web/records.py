"""Uploaded records: checked, kept, and shown to any number of people at once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from roundhouse.core.board import BoardFile
from roundhouse.core.rule import INTERPRETED
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.record import Record
from roundhouse.web.errors import NotFound, Refusal
from roundhouse.web.names import fresh_id
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.store.store import Row, Store
from roundhouse.web.tables.replays import Replay

KEPT = 12  # records kept in memory
MOST_MOVES = 20_000


@dataclass(frozen=True)
class ReadRecord:
    """A record that has been replayed: every move of it is good."""

    views: MatchViews
    names: tuple[str, ...]
    board: str  # digest of a board that is not the game's own


class UploadedRecords:
    """The records of one server; those looked at lately are kept in memory.

    The lock is held to find one, never to read or draw one: each visitor looks at it through
    views on an engine of their own.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._read: OrderedDict[str, ReadRecord] = OrderedDict()

    def keep(self, record: ReadRecord, text: str, person: str) -> str:
        """Keep the text of a record that was read and found good; its new name."""
        name = fresh_id()
        self._store.keep_record(name, record.views.match.game.meta.id, text, person)
        return name

    def row(self, name: str) -> Row:
        found = self._store.record(name)
        if found is None:
            raise NotFound("There is no such record.")
        return found

    def replay(self, name: str, seat: int | None) -> Replay:
        record = self._find(name)
        views = record.views.fork()
        seats = views.match.state.seats
        return Replay(
            name,
            False,
            views,
            record.names,
            seat if seat in range(seats) else None,
            [None, *range(seats)] if views.secrets else [],
            record.board,
            may_fork=True,
            live=False,
        )

    def read(self, text: str) -> ReadRecord:
        """A record that can be looked at; raises BadRecord with the line and the reason."""
        record = Record.loads(text, "the record")
        if len(record.moves) > MOST_MOVES:
            raise Refusal(f"A record of more than {MOST_MOVES} moves is too long to be shown here.")
        kept = self._store.board(record.board)
        board = None if kept is None else BoardFile.parse(kept["text"], kept["name"])
        game = record.load_game(board, INTERPRETED)
        for _ in record.replay(game):
            pass
        entries = [Entry(MOVE, n, move.seat, move.words) for n, move in enumerate(record.moves)]
        names = [name.encode("utf-8", "replace").decode() for name in record.names]  # printable
        match = Match.resume(game, record.seats, entries, names)
        return ReadRecord(MatchViews(match), match.names, "" if kept is None else record.board)

    def _find(self, name: str) -> ReadRecord:
        with self._lock:
            found = self._read.get(name)
            if found is not None:
                self._read.move_to_end(name)
                return found
        made = self.read(self.row(name)["text"])
        with self._lock:
            found = self._read.setdefault(name, made)
            while len(self._read) > KEPT:
                self._read.popitem(last=False)
        return found
