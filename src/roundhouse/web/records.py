"""Uploaded records: checked, kept, and shown to any number of people at once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from roundhouse.core.board import BoardFile
from roundhouse.core.rule import INTERPRETED
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.record import Record
from roundhouse.web.errors import NotFound
from roundhouse.web.names import fresh_id, tidy_name
from roundhouse.web.reading import Reader
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.store.boards import Boards
from roundhouse.web.store.store import Row, Store
from roundhouse.web.tables.replays import Replay
from roundhouse.web.uploads import check_record_text

KEPT = 12  # records kept in memory
CALLED = "the record"


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

    def __init__(self, store: Store, boards: Boards, reader: Reader) -> None:
        self._store, self._boards, self._reader = store, boards, reader
        self._lock = threading.Lock()
        self._read: OrderedDict[str, ReadRecord] = OrderedDict()

    def keep(self, text: str, person: str) -> str:
        """Check a record that somebody has sent, and keep it; its new name. Raises BadRecord or
        BadFile with the line and the reason."""
        check_record_text(text, CALLED)
        kept = self._boards.find(Record.loads(text, CALLED).board)
        game = self._reader.record(CALLED, text, "" if kept is None else kept["text"])
        name = fresh_id()
        self._store.keep_record(name, game, text, person)
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
            live=False,
        )

    def _read_kept(self, text: str) -> ReadRecord:
        """A record that was checked when it was sent, ready to be looked at."""
        record = Record.loads(text, CALLED)
        kept = self._boards.find(record.board)
        board = None if kept is None else BoardFile.parse(kept["text"], kept["name"])
        game = record.load_game(board, INTERPRETED)
        entries = [Entry(MOVE, n, move.seat, move.words) for n, move in enumerate(record.moves)]
        names = [tidy_name(name, f"Seat {n}") for n, name in enumerate(record.names)]
        match = Match.resume(game, record.seats, entries, names)
        return ReadRecord(MatchViews(match), match.names, "" if kept is None else record.board)

    def _find(self, name: str) -> ReadRecord:
        with self._lock:
            found = self._read.get(name)
            if found is not None:
                self._read.move_to_end(name)
                return found
        made = self._read_kept(self.row(name)["text"])
        with self._lock:
            found = self._read.setdefault(name, made)
            while len(self._read) > KEPT:
                self._read.popitem(last=False)
        return found
